//! AtCoder AGC002 E: candies, of the largest pile or one of each.

use super::About;
use super::stated::{STATED, Stated, dotted, first_if, lines};
use crate::shape::Given;
use yomikiri::{Outcome, Player};

/// AtCoder AGC002 E.
pub(super) struct Agc002E;

impl Stated for Agc002E {
    /// The piles that still have candies, the largest first.
    type Position = Vec<i64>;

    const ABOUT: About = About {
        id: "agc002e",
        judge: "AtCoder AGC002 E",
        title: "Candy Piles",
        game: "piles",
        input: "N, then a line of N integers",
        shape: "N 1..100000 | N*{a 1..10^9}",
        seconds: 2,
        constraints: &["1 <= N <= 100000", "each integer 1 to 1000000000"],
        output: "the winner: First or Second",
        words: &["First", "Second"],
        example: "2\n1 3\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Snuke", "Ciel"];
    const SMALL: &'static str = "N 1..4 | N*{a 1..4}";

    fn starts(given: &Given) -> Vec<Vec<i64>> {
        vec![descending(given)]
    }

    /// A move takes the largest pile, or a candy from every pile.
    fn moves(_: &Given, piles: &Vec<i64>, _: Player) -> Vec<Vec<i64>> {
        let Some((_, others)) = piles.split_first() else {
            return Vec::new();
        };
        let eaten = piles.iter().map(|&pile| pile - 1);
        vec![others.to_vec(), eaten.filter(|&pile| pile > 0).collect()]
    }

    /// The player who has eaten the last candy loses.
    fn over(_: &Given, piles: &Vec<i64>, mover: Player) -> Option<Outcome> {
        piles.is_empty().then_some(Outcome::Win(mover))
    }

    fn name(_: &Given, piles: &Vec<i64>) -> String {
        dotted(piles)
    }

    /// The piles are columns of squares, and play walks from the corner right or up until it leaves them.
    /// Squares on a diagonal have the same value, so the last square of the corner's diagonal decides. From
    /// there only one way leads up and one right, and a way of odd length wins.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let piles = descending(given);
        let pile = |at: usize| piles.get(at).copied().unwrap_or(0);
        let last = (0..piles.len()).find(|&at| at as i64 + 1 >= pile(at + 1));
        let last = last.unwrap_or(0);
        let height = last as i64 + 1;
        let up = pile(last) - height;
        let right = (last + 1..).take_while(|&at| pile(at) == height).count();
        vec![first_if(up % 2 == 1 || right % 2 == 1)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(["First", "Second"], winners)
    }

    fn does(_: &Given, from: &Vec<i64>, to: &Vec<i64>, _: Player) -> String {
        match from.split_first() {
            Some((largest, others)) if others == to => {
                format!("eats the largest pile, of {largest}")
            }
            _ => "eats one candy of each pile".to_owned(),
        }
    }
}

fn descending(given: &Given) -> Vec<i64> {
    let mut piles = given.numbers("a").to_vec();
    piles.sort_unstable_by(|a, b| b.cmp(a));
    piles
}
