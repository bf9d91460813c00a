//! AtCoder ABC368 F: numbers replaced by their divisors.

use super::About;
use super::stated::{STATED, Stated, changed, dotted, first_if, lines, listed, with_one};
use crate::shape::Given;
use yomikiri::Player;

/// AtCoder ABC368 F.
pub(super) struct Abc368F;

impl Stated for Abc368F {
    /// The numbers, in order.
    type Position = Vec<i64>;

    const ABOUT: About = About {
        id: "abc368f",
        judge: "AtCoder ABC368 F",
        title: "Dividing Game",
        game: "divisors",
        input: "N, then a line of N integers",
        shape: "N 1..100000 | N*{A 2..100000}",
        seconds: 2,
        constraints: &["1 <= N <= 100000", "each integer 2 to 100000"],
        output: "Anna (moves first) or Bruno, whoever wins",
        words: &["Anna", "Bruno"],
        example: "3\n2 3 4\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Anna", "Bruno"];
    const SMALL: &'static str = "N 1..3 | N*{A 2..24}";

    fn starts(given: &Given) -> Vec<Vec<i64>> {
        let mut numbers = given.numbers("A").to_vec();
        numbers.sort_unstable();
        vec![numbers]
    }

    fn moves(_: &Given, numbers: &Vec<i64>, _: Player) -> Vec<Vec<i64>> {
        with_one(numbers, |&number| {
            let divisors = (1..number).filter(|divisor| number % divisor == 0);
            divisors.map(|left| vec![left]).collect()
        })
    }

    fn name(_: &Given, numbers: &Vec<i64>) -> String {
        dotted(numbers)
    }

    /// The game is Nim with as many stones in a heap as the number has prime factors.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let sum = given.numbers("A").iter().fold(0, |sum, &number| {
            let factors = exponents(number).into_iter().map(|(_, exponent)| exponent);
            sum ^ factors.sum::<u32>()
        });
        vec![first_if(sum > 0)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, from: &Vec<i64>, to: &Vec<i64>, _: Player) -> String {
        let (gone, new) = changed(from, to);
        format!("replaces {} by {}", listed(&gone), listed(&new))
    }
}

/// Returns the prime factors of a positive number and their exponents.
pub(super) fn exponents(mut number: i64) -> Vec<(i64, u32)> {
    let mut found = Vec::new();
    let mut prime = 2;
    while prime * prime <= number {
        let mut exponent = 0;
        while number % prime == 0 {
            number /= prime;
            exponent += 1;
        }
        if exponent > 0 {
            found.push((prime, exponent));
        }
        prime += 1;
    }
    if number > 1 {
        found.push((number, 1));
    }
    found
}
