//! Codeforces 768 E: Nim in which a number may be taken only once from each pile.

use super::About;
use super::stated::{STATED, Stated, changed, dotted, first_if, with_one};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 768 E.
pub(super) struct Cf768E;

impl Stated for Cf768E {
    /// The piles in order, each with the set of numbers taken from it as bits.
    type Position = Vec<(i64, u64)>;

    const ABOUT: About = About {
        id: "cf768e",
        judge: "Codeforces 768 E",
        title: "Game of Stones",
        game: "piles",
        input: "n, then n lines of an integer",
        shape: "n 1..1000000 | n*{s 1..60 |}",
        seconds: 3,
        constraints: &["1 <= n <= 1000000", "each integer 1 to 60"],
        output: "YES if Jon, who moves second, wins, NO if Sam does",
        words: &["YES", "NO"],
        example: "2\n1\n2\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Sam", "Jon"];
    const SMALL: &'static str = "n 1..3 | n*{s 1..6 |}";

    fn starts(given: &Given) -> Vec<Vec<(i64, u64)>> {
        let mut piles: Vec<_> = given.numbers("s").iter().map(|&pile| (pile, 0)).collect();
        piles.sort_unstable();
        vec![piles]
    }

    fn moves(_: &Given, piles: &Vec<(i64, u64)>, _: Player) -> Vec<Vec<(i64, u64)>> {
        with_one(piles, |&(pile, taken)| {
            let new = (1..=pile).filter(|number| taken >> number & 1 == 0);
            new.map(|number| vec![(pile - number, taken | 1 << number)])
                .collect()
        })
    }

    /// Names the piles, each followed by the numbers taken from it.
    fn name(_: &Given, piles: &Vec<(i64, u64)>) -> String {
        dotted(piles.iter().map(|(pile, taken)| {
            let numbers = (1..64).filter(|number| taken >> number & 1 == 1);
            let numbers: String = numbers.map(|number| format!("-{number}")).collect();
            format!("{pile}{}", numbers.replace('-', "t"))
        }))
    }

    /// The Grundy number of a pile is the most moves that it allows: 1 + 2 + 3 + ...
    fn law(given: &Given) -> Vec<Option<Player>> {
        let moves = |pile: i64| {
            (1..)
                .take_while(|most| most * (most + 1) / 2 <= pile)
                .count()
        };
        let table: Vec<usize> = (0..=60).map(moves).collect();
        let piles = given.numbers("s").iter();
        vec![first_if(
            piles.fold(0, |sum, &pile| sum ^ table[pile as usize]) > 0,
        )]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        let jon = winners.first() == Some(&Some(Player::Second));
        if jon { "YES\n" } else { "NO\n" }.to_owned()
    }

    fn does(_: &Given, from: &Vec<(i64, u64)>, to: &Vec<(i64, u64)>, _: Player) -> String {
        let (gone, new) = changed(from, to);
        let pile: i64 = gone.iter().map(|(pile, _)| pile).sum();
        let left: i64 = new.iter().map(|(pile, _)| pile).sum();
        format!("takes {} from a pile of {pile}", pile - left)
    }
}
