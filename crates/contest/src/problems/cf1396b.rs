//! Codeforces 1396 B: a stone at a time, never from the pile of the move before.

use super::About;
use super::stated::{STATED, Stated, dotted, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 1396 B.
pub(super) struct Cf1396B;

impl Stated for Cf1396B {
    /// The piles that may be touched, in order, and the pile that may not.
    type Position = (Vec<i64>, i64);

    const ABOUT: About = About {
        id: "cf1396b",
        judge: "Codeforces 1396 B",
        title: "Stoned Game",
        game: "piles",
        input: "t, then t times: n and a line of n integers",
        shape: "t 1..100 | t*{n 1..100 | n*{a 1..100}}",
        seconds: 1,
        constraints: &["1 <= t <= 100", "1 <= n <= 100", "each integer 1 to 100"],
        output: "for each test case a line: T (moves first) or HL, whoever wins",
        words: &["T", "HL"],
        example: "2\n1\n2\n2\n1 1\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["T", "HL"];
    const SMALL: &'static str = "t 1..3 | t*{n 1..4 | n*{a 1..4}}";

    fn starts(given: &Given) -> Vec<(Vec<i64>, i64)> {
        let piles = given.groups("n", "a").into_iter();
        piles.map(|piles| (in_order(piles.to_vec()), 0)).collect()
    }

    fn moves(_: &Given, (free, last): &(Vec<i64>, i64), _: Player) -> Vec<(Vec<i64>, i64)> {
        let touched = (0..free.len()).map(|at| {
            let mut others = free.clone();
            let pile = others.remove(at);
            others.push(*last);
            (in_order(others), pile - 1)
        });
        touched.collect()
    }

    /// Names the piles, with the pile of the last move after an underscore.
    fn name(_: &Given, (free, last): &(Vec<i64>, i64)) -> String {
        format!("{}_{last}", dotted(free))
    }

    /// T keeps to a pile that outweighs all others together. Without one, all stones go, and their parity
    /// decides.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let wins = |piles: &[i64]| {
            let sum: i64 = piles.iter().sum();
            let most = piles.iter().copied().max().unwrap_or(0);
            2 * most > sum || sum % 2 == 1
        };
        let piles = given.groups("n", "a").into_iter();
        piles.map(|piles| first_if(wins(piles))).collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, _: &(Vec<i64>, i64), (_, left): &(Vec<i64>, i64), _: Player) -> String {
        format!("takes 1 from a pile of {}", left + 1)
    }
}

fn in_order(mut piles: Vec<i64>) -> Vec<i64> {
    piles.retain(|&pile| pile > 0);
    piles.sort_unstable();
    piles
}
