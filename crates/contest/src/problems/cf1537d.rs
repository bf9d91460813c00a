//! Codeforces 1537 D: a number less one of its divisors.

use super::About;
use super::stated::{STATED, Stated, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 1537 D.
pub(super) struct Cf1537D;

impl Stated for Cf1537D {
    /// The number.
    type Position = i64;

    const ABOUT: About = About {
        id: "cf1537d",
        judge: "Codeforces 1537 D",
        title: "Deleting Divisors",
        game: "divisors",
        input: "t, then t lines of an integer",
        shape: "t 1..10000 | t*{n 1..10^9 |}",
        seconds: 2,
        constraints: &["1 <= t <= 10000", "each integer 1 to 1000000000"],
        output: "for each test case a line: Alice (moves first) or Bob, whoever wins",
        words: &["Alice", "Bob"],
        example: "4\n1\n4\n12\n69\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Alice", "Bob"];
    const SMALL: &'static str = "t 1..4 | t*{n 1..200 |}";

    fn starts(given: &Given) -> Vec<i64> {
        given.numbers("n").to_vec()
    }

    fn moves(_: &Given, &number: &i64, _: Player) -> Vec<i64> {
        let divisors = (2..number).filter(|divisor| number % divisor == 0);
        divisors.map(|divisor| number - divisor).collect()
    }

    fn name(_: &Given, number: &i64) -> String {
        number.to_string()
    }

    /// Odd numbers lose. An even number with an odd divisor becomes odd; a power of 2 can only be halved.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let wins = |number: i64| {
            let twos = number.trailing_zeros();
            let is_power = number == 1 << twos;
            twos > 0 && (!is_power || twos.is_multiple_of(2))
        };
        given
            .numbers("n")
            .iter()
            .map(|&number| first_if(wins(number)))
            .collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, from: &i64, to: &i64, _: Player) -> String {
        format!("subtracts {}", from - to)
    }
}
