//! yukicoder No. 361: bamboo cut into three different pieces.

use super::About;
use super::stated::{STATED, Stated, changed, dotted, first_if, lines, with_one};
use crate::shape::Given;
use yomikiri::Player;

/// yukicoder No. 361.
pub(super) struct Yuki361;

impl Stated for Yuki361 {
    /// The lengths, in order.
    type Position = Vec<i64>;

    const ABOUT: About = About {
        id: "yuki361",
        judge: "yukicoder No. 361",
        title: "門松ゲーム2",
        game: "bamboo",
        input: "L D",
        shape: "L 1..500 D 1..L",
        seconds: 2,
        constraints: &["1 <= L <= 500", "1 <= D <= L"],
        output: "kado (moves first) or matsu, whoever wins",
        words: &["kado", "matsu"],
        example: "7 3\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["kado", "matsu"];
    const SMALL: &'static str = "L 1..22 D 1..L";

    fn starts(given: &Given) -> Vec<Vec<i64>> {
        vec![vec![given.number("L")]]
    }

    fn moves(given: &Given, lengths: &Vec<i64>, _: Player) -> Vec<Vec<i64>> {
        let most = given.number("D");
        with_one(lengths, |&length| {
            pieces(length, most).map(|cut| cut.to_vec()).collect()
        })
    }

    fn name(_: &Given, lengths: &Vec<i64>) -> String {
        dotted(lengths)
    }

    /// Computes the Grundy numbers from short lengths to long ones.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let (length, most) = (given.number("L"), given.number("D"));
        let mut grundy: Vec<usize> = vec![0];
        for length in 1..=length {
            let mut there = vec![false; 1];
            for [a, b, c] in pieces(length, most) {
                let sum = grundy[a as usize] ^ grundy[b as usize] ^ grundy[c as usize];
                if sum >= there.len() {
                    there.resize(sum + 1, false);
                }
                there[sum] = true;
            }
            let least = there.iter().position(|&there| !there);
            grundy.push(least.unwrap_or(there.len()));
        }
        vec![first_if(grundy.last().is_some_and(|&value| value > 0))]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, from: &Vec<i64>, to: &Vec<i64>, _: Player) -> String {
        let (gone, new) = changed(from, to);
        let length: i64 = gone.iter().sum();
        match &new[..] {
            [a, b, c] => format!("cuts {length} into {a}, {b} and {c}"),
            _ => format!("cuts {length}"),
        }
    }
}

/// Returns the ways to cut a length into three different pieces whose lengths differ by at most `most`.
fn pieces(length: i64, most: i64) -> impl Iterator<Item = [i64; 3]> {
    (1..length / 3).flat_map(move |a| {
        let cuts = (a + 1..=(length - a - 1) / 2).map(move |b| [a, b, length - a - b]);
        cuts.filter(move |[a, b, c]| b < c && c - a <= most)
    })
}
