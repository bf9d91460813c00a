//! AtCoder ABC195 E: digits appended in a given order of turns.

use super::About;
use super::stated::{STATED, Stated, first_if, lines};
use crate::shape::Given;
use yomikiri::{Outcome, Player};

/// AtCoder ABC195 E.
pub(super) struct Abc195E;

impl Stated for Abc195E {
    /// The number of digits so far, and their number's remainder modulo 7.
    type Position = (usize, u8);

    const ABOUT: About = About {
        id: "abc195e",
        judge: "AtCoder ABC195 E",
        title: "Lucky 7 Battle",
        game: "digits",
        input: "N, then a line of N digits and a line of N letters A or T",
        shape: "N 1..200000 | word(N, 0-9) | word(N, AT)",
        seconds: 2,
        constraints: &["1 <= N <= 200000", "N digits", "N letters A or T"],
        output: "the winner: Takahashi or Aoki",
        words: &["Takahashi", "Aoki"],
        example: "2\n35\nAT\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Takahashi", "Aoki"];
    const SMALL: &'static str = "N 1..8 | word(N, 0-9) | word(N, AT)";

    fn starts(_: &Given) -> Vec<(usize, u8)> {
        vec![(0, 0)]
    }

    fn first(given: &Given, start: &(usize, u8)) -> Player {
        turn(given, start.0)
    }

    fn moves(given: &Given, &(at, rest): &(usize, u8), _: Player) -> Vec<(usize, u8)> {
        appended(given, at, rest)
            .map(|rest| (at + 1, rest))
            .to_vec()
    }

    fn next(given: &Given, to: &(usize, u8), _: Player) -> Player {
        turn(given, to.0)
    }

    fn over(given: &Given, &(at, rest): &(usize, u8), _: Player) -> Option<Outcome> {
        let winner = if rest == 0 {
            Player::First
        } else {
            Player::Second
        };
        (at == given.number("N") as usize).then_some(Outcome::Win(winner))
    }

    /// Names a position by its digits so far and the remainder.
    fn name(_: &Given, (at, rest): &(usize, u8)) -> String {
        format!("{at}.{rest}")
    }

    /// Works from the end: the remainders from which Takahashi wins.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let mut won = [true, false, false, false, false, false, false];
        for at in (0..given.number("N") as usize).rev() {
            let player = turn(given, at);
            won = std::array::from_fn(|rest| {
                let [a, b] = appended(given, at, rest as u8).map(|rest| won[usize::from(rest)]);
                match player {
                    Player::First => a || b,
                    Player::Second => a && b,
                }
            });
        }
        vec![first_if(won[0])]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(given: &Given, &(at, rest): &(usize, u8), &(_, to): &(usize, u8), _: Player) -> String {
        let digit = match appended(given, at, rest) {
            [zero, _] if zero == to => '0',
            _ => char::from(given.words()[0].as_bytes()[at]),
        };
        format!("appends {digit}")
    }
}

/// Returns the remainders after appending 0 and after appending the digit.
fn appended(given: &Given, at: usize, rest: u8) -> [u8; 2] {
    let digit = given.words()[0].as_bytes()[at] - b'0';
    [10 * rest % 7, (10 * rest + digit) % 7]
}

/// Returns who appends a digit; after the last one the answer does not matter.
fn turn(given: &Given, at: usize) -> Player {
    match given.words()[1].as_bytes().get(at) {
        Some(b'A') => Player::Second,
        _ => Player::First,
    }
}
