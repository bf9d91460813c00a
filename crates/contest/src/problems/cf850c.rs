//! Codeforces 850 C: numbers divided by powers of a prime, all at once.

use super::About;
use super::abc368f::exponents;
use super::stated::{STATED, Stated, dotted, first_if, lines, mex};
use crate::shape::Given;
use std::collections::{BTreeMap, HashMap};
use yomikiri::Player;

/// Codeforces 850 C.
pub(super) struct Cf850C;

impl Stated for Cf850C {
    /// The numbers greater than 1, in order and without duplicates: equal numbers stay equal.
    type Position = Vec<i64>;

    const ABOUT: About = About {
        id: "cf850c",
        judge: "Codeforces 850 C",
        title: "Arpa and a game with Mojtaba",
        game: "divisors",
        input: "n, then a line of n integers",
        shape: "n 1..100 | n*{a 1..10^9}",
        seconds: 1,
        constraints: &["1 <= n <= 100", "each integer 1 to 1000000000"],
        output: "Mojtaba (moves first) or Arpa, whoever wins",
        words: &["Mojtaba", "Arpa"],
        example: "4\n1 1 17 17\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Mojtaba", "Arpa"];
    const SMALL: &'static str = "n 1..4 | n*{a 1..64}";
    /// Numbers have few divisors that are prime powers.
    const GREATEST: i64 = i64::MAX;

    fn starts(given: &Given) -> Vec<Vec<i64>> {
        vec![without_ones(given.numbers("a").to_vec())]
    }

    /// A move chooses a prime power and divides all its multiples by it; some number must be one.
    fn moves(_: &Given, numbers: &Vec<i64>, _: Player) -> Vec<Vec<i64>> {
        let powers = powers(numbers).into_iter();
        powers.map(|power| after(numbers, power)).collect()
    }

    fn name(_: &Given, numbers: &Vec<i64>) -> String {
        dotted(numbers)
    }

    /// Each prime is a game on the set of its exponents: bit k stands for the exponent k + 1.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let mut there: BTreeMap<i64, u32> = BTreeMap::new();
        for &number in given.numbers("a") {
            for (prime, exponent) in exponents(number) {
                *there.entry(prime).or_default() |= 1 << (exponent - 1);
            }
        }
        let mut known = HashMap::new();
        let sum = there
            .values()
            .fold(0, |sum, &set| sum ^ grundy(set, &mut known));
        vec![first_if(sum > 0)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, numbers: &Vec<i64>, to: &Vec<i64>, _: Player) -> String {
        let mut powers = powers(numbers).into_iter();
        let power = powers.find(|&power| after(numbers, power) == *to);
        format!("divides by {}", power.unwrap_or(1))
    }
}

/// Returns the prime powers that divide some number.
fn powers(numbers: &[i64]) -> Vec<i64> {
    let mut powers = Vec::new();
    for &number in numbers {
        for (prime, most) in exponents(number) {
            powers.extend((1..=most).map(|exponent| prime.pow(exponent)));
        }
    }
    powers.sort_unstable();
    powers.dedup();
    powers
}

/// Returns the numbers after a prime power has divided its multiples.
fn after(numbers: &[i64], power: i64) -> Vec<i64> {
    let divided = |&number: &i64| match number % power {
        0 => number / power,
        _ => number,
    };
    without_ones(numbers.iter().map(divided).collect())
}

fn without_ones(mut numbers: Vec<i64>) -> Vec<i64> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.retain(|&number| number > 1);
    numbers
}

/// A move lowers every exponent from some value on by that value.
fn grundy(set: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&value) = known.get(&set) {
        return value;
    }
    let most = u32::BITS - set.leading_zeros();
    // The chosen exponent itself becomes 0, which has no bit.
    let options = (1..=most).map(|less| (set >> less) | (set & ((1 << (less - 1)) - 1)));
    let options: Vec<u32> = options.map(|option| grundy(option, known)).collect();
    let value = mex(options);
    known.insert(set, value);
    value
}
