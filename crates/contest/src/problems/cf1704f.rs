//! Codeforces 1704 F: neighbouring tiles painted white, one of them of the player's own colour.

use super::About;
use super::stated::{STATED, Stated, lines};
use crate::shape::Given;
use std::cmp::Ordering;
use yomikiri::Player;
use yomikiri_cgt::Octal;

/// The heaps of Dawson's Kayles that are computed to find its period, which is 34 and begins at 53.
const ENOUGH: usize = 1000;

/// Codeforces 1704 F.
pub(super) struct Cf1704F;

impl Stated for Cf1704F {
    /// The tiles: `R`, `B`, or `o` for white.
    type Position = String;

    const ABOUT: About = About {
        id: "cf1704f",
        judge: "Codeforces 1704 F",
        title: "Colouring Game",
        game: "tiles",
        input: "t, then t times: n and a line of n letters R or B",
        shape: "t 1..10000 | t*{n 2..500000 | word(n, RB) |} sum <= 500000",
        seconds: 1,
        constraints: &[
            "1 <= t <= 10000",
            "2 <= n <= 500000",
            "n letters R or B",
            "the sum of all n at most 500000",
        ],
        output: "for each test case a line: Alice (moves first) or Bob, whoever wins",
        words: &["Alice", "Bob"],
        example: "2\n3\nBRB\n4\nRBBR\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Alice", "Bob"];
    const SMALL: &'static str = "t 1..3 | t*{n 2..8 | word(n, RB) |}";

    fn starts(given: &Given) -> Vec<String> {
        given.words().to_vec()
    }

    fn moves(_: &Given, tiles: &String, mover: Player) -> Vec<String> {
        let own = ['R', 'B'][mover as usize];
        let pairs = (1..tiles.len()).filter(|&at| tiles[at - 1..=at].contains(own));
        pairs
            .map(|at| {
                let mut next = tiles.clone();
                next.replace_range(at - 1..=at, "oo");
                next
            })
            .collect()
    }

    fn name(_: &Given, tiles: &String) -> String {
        tiles.clone()
    }

    /// The player with more tiles wins. With equal numbers, the player who cannot paint one tile of each colour
    /// loses: stretches of alternating colours are heaps of Dawson's Kayles.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let Ok(mut kayles) = Octal::parse("0.07") else {
            return Vec::new();
        };
        let period = kayles.period(ENOUGH);
        let values = kayles.values(ENOUGH);
        let heap = |length: usize| match period {
            Some(period) if length > ENOUGH => {
                values[period.start + (length - period.start) % period.length]
            }
            _ => values[length.min(ENOUGH)],
        };
        let winner = |tiles: &String| {
            let red = tiles.matches('R').count();
            match red.cmp(&(tiles.len() - red)) {
                Ordering::Greater => Player::First,
                Ordering::Less => Player::Second,
                Ordering::Equal => {
                    let stretches = tiles.as_bytes().chunk_by(|a, b| a != b);
                    match stretches.fold(0, |sum, stretch| sum ^ heap(stretch.len())) {
                        0 => Player::Second,
                        _ => Player::First,
                    }
                }
            }
        };
        given
            .words()
            .iter()
            .map(|tiles| Some(winner(tiles)))
            .collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(given: &Given, from: &String, to: &String, mover: Player) -> String {
        let own = ['R', 'B'][mover as usize];
        let pairs = (1..from.len()).filter(|&at| from[at - 1..=at].contains(own));
        let all = Self::moves(given, from, mover);
        let painted = pairs.zip(&all).find(|(_, next)| *next == to);
        let right = painted.map_or(1, |(at, _)| at);
        format!("paints tiles {right} and {} white", right + 1)
    }
}
