//! Codeforces 1382 B: Nim in which a player may touch only the first remaining pile.

use super::About;
use super::stated::{STATED, Stated, dotted, first_if, lines, takes};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 1382 B.
pub(super) struct Cf1382B;

impl Stated for Cf1382B {
    /// The piles from the first remaining one on.
    type Position = Vec<i64>;

    const ABOUT: About = About {
        id: "cf1382b",
        judge: "Codeforces 1382 B",
        title: "Sequential Nim",
        game: "piles",
        input: "t, then t times: n and a line of n integers",
        shape: "t 1..1000 | t*{n 1..100000 | n*{a 1..10^9}} sum <= 100000",
        seconds: 1,
        constraints: &[
            "1 <= t <= 1000",
            "1 <= n <= 100000",
            "each integer 1 to 1000000000",
            "the sum of all n at most 100000",
        ],
        output: "for each test case a line: First or Second, whoever wins",
        words: &["First", "Second"],
        example: "2\n3\n2 5 4\n2\n1 1\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["First", "Second"];
    const SMALL: &'static str = "t 1..3 | t*{n 1..5 | n*{a 1..4}}";

    fn starts(given: &Given) -> Vec<Vec<i64>> {
        given
            .groups("n", "a")
            .into_iter()
            .map(<[i64]>::to_vec)
            .collect()
    }

    fn moves(_: &Given, piles: &Vec<i64>, _: Player) -> Vec<Vec<i64>> {
        let Some((&first, others)) = piles.split_first() else {
            return Vec::new();
        };
        let left = (1..first).map(|left| [&[left], others].concat());
        left.chain([others.to_vec()]).collect()
    }

    fn name(_: &Given, piles: &Vec<i64>) -> String {
        dotted(piles)
    }

    /// The player who first faces a pile of more than one stone decides who faces the next pile.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let wins = |piles: &[i64]| {
            let ones = piles.iter().take_while(|&&pile| pile == 1).count();
            (ones % 2 == 0) != (ones == piles.len())
        };
        let piles = given.groups("n", "a").into_iter();
        piles.map(|piles| first_if(wins(piles))).collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, from: &Vec<i64>, to: &Vec<i64>, _: Player) -> String {
        takes(from, to)
    }
}
