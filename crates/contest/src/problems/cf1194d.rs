//! Codeforces 1194 D: a token moved by 1, 2 or k cells.

use super::About;
use super::stated::{STATED, Stated, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 1194 D.
pub(super) struct Cf1194D;

impl Stated for Cf1194D {
    /// The cell, and k.
    type Position = (i64, i64);

    const ABOUT: About = About {
        id: "cf1194d",
        judge: "Codeforces 1194 D",
        title: "1-2-K Game",
        game: "strip",
        input: "T, then T lines n k",
        shape: "T 1..100 | T*{n 0..10^9 k 3..10^9 |}",
        seconds: 2,
        constraints: &[
            "1 <= T <= 100",
            "0 <= n <= 1000000000",
            "3 <= k <= 1000000000",
        ],
        output: "for each test case a line: Alice (moves first) or Bob, whoever wins",
        words: &["Alice", "Bob"],
        example: "4\n0 3\n3 3\n3 4\n4 4\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Alice", "Bob"];
    const SMALL: &'static str = "T 1..4 | T*{n 0..30 k 3..9 |}";
    /// A cell has at most three moves.
    const GREATEST: i64 = i64::MAX;

    fn starts(given: &Given) -> Vec<(i64, i64)> {
        let cells = given.numbers("n").iter().copied();
        cells.zip(given.numbers("k").iter().copied()).collect()
    }

    fn moves(_: &Given, &(cell, k): &(i64, i64), _: Player) -> Vec<(i64, i64)> {
        let steps = [1, 2, k].into_iter().filter(|&step| step <= cell);
        steps.map(|step| (cell - step, k)).collect()
    }

    fn name(_: &Given, (cell, k): &(i64, i64)) -> String {
        format!("{cell}.k{k}")
    }

    /// Multiples of 3 lose. If k is a multiple of 3 too, the period is k + 1, and its last cell wins.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let wins = |(cell, k): (i64, i64)| match k % 3 {
            0 => {
                let rest = cell % (k + 1);
                rest == k || rest % 3 != 0
            }
            _ => cell % 3 != 0,
        };
        let starts = Self::starts(given).into_iter();
        starts.map(|start| first_if(wins(start))).collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, _: &(i64, i64), (cell, _): &(i64, i64), _: Player) -> String {
        format!("moves to cell {cell}")
    }
}
