//! Codeforces 603 C: piles of cows; an even pile can be split.

use super::About;
use super::stated::{STATED, Stated, changed, dotted, first_if, lines, with_one};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 603 C.
pub(super) struct Cf603C;

impl Stated for Cf603C {
    /// The piles that still have cows, in order.
    type Position = Vec<i64>;

    const ABOUT: About = About {
        id: "cf603c",
        judge: "Codeforces 603 C",
        title: "Lieges of Legendre",
        game: "piles",
        input: "n k, then a line of n integers",
        shape: "n 1..100000 k 1..10^9 | n*{a 1..10^9}",
        seconds: 2,
        constraints: &[
            "1 <= n <= 100000",
            "1 <= k <= 1000000000",
            "each integer 1 to 1000000000",
        ],
        output: "Kevin (moves first) or Nicky, whoever wins",
        words: &["Kevin", "Nicky"],
        example: "2 1\n3 4\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Kevin", "Nicky"];
    const SMALL: &'static str = "n 1..2 k 1..3 | n*{a 1..8}";

    fn starts(given: &Given) -> Vec<Vec<i64>> {
        let mut piles = given.numbers("a").to_vec();
        piles.sort_unstable();
        vec![piles]
    }

    /// A move removes a cow, or replaces an even pile by k piles of half its size.
    fn moves(given: &Given, piles: &Vec<i64>, _: Player) -> Vec<Vec<i64>> {
        let count = given.number("k") as usize;
        with_one(piles, |&pile| {
            let mut options = match pile {
                1 => vec![Vec::new()],
                _ => vec![vec![pile - 1]],
            };
            if pile % 2 == 0 {
                options.push(vec![pile / 2; count]);
            }
            options
        })
    }

    fn name(_: &Given, piles: &Vec<i64>) -> String {
        dotted(piles)
    }

    fn law(given: &Given) -> Vec<Option<Player>> {
        let is_odd = given.number("k") % 2 == 1;
        let piles = given.numbers("a").iter();
        vec![first_if(
            piles.fold(0, |sum, &pile| sum ^ grundy(pile, is_odd)) > 0,
        )]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(given: &Given, from: &Vec<i64>, to: &Vec<i64>, _: Player) -> String {
        let (gone, new) = changed(from, to);
        let pile: i64 = gone.iter().sum();
        if new == [pile - 1] || new.is_empty() {
            return format!("takes 1 from a pile of {pile}");
        }
        let count = given.number("k");
        format!("splits a pile of {pile} into {count} of {}", pile / 2)
    }
}

/// Returns the Grundy number of a pile, for an odd or an even k. An even number of equal piles is worth 0, an odd
/// number as much as one pile.
fn grundy(pile: i64, is_odd: bool) -> u32 {
    match (is_odd, pile) {
        (false, 1 | 2) => pile as u32,
        (false, _) => u32::from(pile % 2 == 0),
        (true, 1 | 3) => 1,
        (true, 2) => 0,
        (true, 4) => 2,
        (true, _) if pile % 2 == 1 => 0,
        // A pile with a cow less is odd and worth 0.
        (true, _) if grundy(pile / 2, true) == 1 => 2,
        (true, _) => 1,
    }
}
