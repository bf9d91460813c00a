//! Codeforces 1147 C: stones removed from exactly half of the piles.

use super::About;
use super::stated::{STATED, Stated, dotted, first_if, lines, listed};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 1147 C.
pub(super) struct Cf1147C;

impl Stated for Cf1147C {
    /// The piles, in order.
    type Position = Vec<i64>;

    const ABOUT: About = About {
        id: "cf1147c",
        judge: "Codeforces 1147 C",
        title: "Thanos Nim",
        game: "piles",
        input: "n, then a line of n integers",
        shape: "n 2..50 | n*{a 1..50}",
        seconds: 1,
        constraints: &["2 <= n <= 50", "n is even", "each integer 1 to 50"],
        output: "Alice (moves first) or Bob, whoever wins",
        words: &["Alice", "Bob"],
        example: "4\n3 1 4 1\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Alice", "Bob"];
    const SMALL: &'static str = "n 2..4 | n*{a 1..4}";

    fn check(given: &Given) -> Result<(), (usize, String)> {
        match given.number("n") % 2 {
            0 => Ok(()),
            _ => Err((0, format!("n is even, not {}", given.number("n")))),
        }
    }

    fn starts(given: &Given) -> Vec<Vec<i64>> {
        let mut piles = given.numbers("a").to_vec();
        piles.sort_unstable();
        vec![piles]
    }

    fn moves(_: &Given, piles: &Vec<i64>, _: Player) -> Vec<Vec<i64>> {
        let mut found: Vec<(Vec<i64>, usize)> = vec![(Vec::new(), piles.len() / 2)];
        for (at, &pile) in piles.iter().enumerate() {
            let mut longer = Vec::new();
            for (before, left) in &found {
                let with = |left_of_pile: i64| [&before[..], &[left_of_pile]].concat();
                if *left > 0 {
                    longer.extend((0..pile).map(|rest| (with(rest), left - 1)));
                }
                if piles.len() - at > *left {
                    longer.push((with(pile), *left));
                }
            }
            found = longer;
        }
        let done = found.into_iter().filter(|(_, left)| *left == 0);
        done.map(|(mut piles, _)| {
            piles.sort_unstable();
            piles
        })
        .collect()
    }

    /// A bound: each choice of half of the piles, times the sizes of those piles.
    fn most_moves(given: &Given) -> u64 {
        let piles = given.numbers("a");
        let mut of = vec![0u64; piles.len() / 2 + 1];
        of[0] = 1;
        for pile in piles {
            for chosen in (1..of.len()).rev() {
                let more = of[chosen - 1].saturating_mul(pile.unsigned_abs());
                of[chosen] = of[chosen].saturating_add(more);
            }
        }
        of[piles.len() / 2]
    }

    fn name(_: &Given, piles: &Vec<i64>) -> String {
        dotted(piles)
    }

    /// The mover loses if more than half of the piles have the least size: no move can leave all of these alone.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let piles = given.numbers("a");
        let least = piles.iter().min();
        let count = piles.iter().filter(|&pile| Some(pile) == least).count();
        vec![first_if(2 * count <= piles.len())]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, _: &Vec<i64>, to: &Vec<i64>, _: Player) -> String {
        format!("leaves the piles {}", listed(to))
    }
}
