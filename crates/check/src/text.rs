//! The notation of numbers, and texts line by line.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A number of things; prints with their noun: `1 ply`, `2 plies`.
pub(crate) struct Counted<N>(pub(crate) N, pub(crate) &'static str);

impl<N: Display> Display for Counted<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, noun) = (self.0.to_string(), self.1);
        match noun.strip_suffix('y') {
            _ if number == "1" => write!(f, "{number} {noun}"),
            Some(stem) => write!(f, "{number} {stem}ies"),
            None => write!(f, "{number} {noun}s"),
        }
    }
}

/// Parses a whole number in its usual form.
pub(crate) fn number<N: FromStr + Display>(text: &str) -> Option<N> {
    let number: N = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Parses points: any `i64` but `i64::MIN`, which has no negation.
pub(crate) fn points(text: &str) -> Option<i64> {
    number(text).filter(|&points| points != i64::MIN)
}

/// Parses points with their sign; 0 has none.
pub(crate) fn signed(text: &str) -> Option<i64> {
    match text.strip_prefix('+') {
        Some(magnitude) => points(magnitude).filter(|&points| points > 0),
        None => points(text).filter(|&points| points <= 0),
    }
}

/// Parses numbers separated by single spaces. Their count must lie in `count`.
pub(crate) fn numbers<N>(
    text: &str,
    count: RangeInclusive<usize>,
    read: impl Fn(&str) -> Option<N>,
) -> Option<Vec<N>> {
    let words = text.split(' ').take(count.end() + 1);
    let numbers: Vec<N> = words.map(read).collect::<Option<_>>()?;
    count.contains(&numbers.len()).then_some(numbers)
}

/// Parses ascending numbers from 1 to `greatest`, at most `most` of them.
pub(crate) fn ascending(text: &str, most: usize, greatest: u32) -> Option<Vec<u32>> {
    let within = |text: &str| number(text).filter(|number| (1..=greatest).contains(number));
    let numbers = numbers(text, 1..=most, within)?;
    numbers
        .is_sorted_by(|one, next| one < next)
        .then_some(numbers)
}

/// The lines that are still to be read.
pub(crate) struct Lines<'t> {
    pub(crate) rest: &'t str,
    /// The number of the last line read, from 1.
    pub(crate) at: usize,
}

impl<'t> Lines<'t> {
    /// Reads the next line.
    pub(crate) fn line(&mut self) -> Option<&'t str> {
        self.at += 1;
        let (line, rest) = self.rest.split_once('\n')?;
        self.rest = rest;
        Some(line)
    }

    /// Returns the part of the next line after a keyword and a blank.
    pub(crate) fn after(&mut self, keyword: &str) -> Option<&'t str> {
        self.line()?.strip_prefix(keyword)?.strip_prefix(' ')
    }

    /// Like [`after`](Lines::after) if the next line begins with the keyword. Otherwise consumes
    /// nothing.
    pub(crate) fn after_if(&mut self, keyword: &str) -> Option<Option<&'t str>> {
        match self.rest.strip_prefix(keyword) {
            Some(rest) if rest.starts_with(' ') => self.after(keyword).map(Some),
            _ => Some(None),
        }
    }

    /// Returns the meaning of the word after a keyword in the next line.
    pub(crate) fn choice<T: Copy>(&mut self, keyword: &str, words: &[(&str, T)]) -> Option<T> {
        let word = self.after(keyword)?;
        let found = words.iter().find(|(known, _)| *known == word);
        found.map(|&(_, meaning)| meaning)
    }
}
