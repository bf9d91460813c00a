//! Numbers as they are written, and texts line by line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A whole number, written as it is usually written.
pub(crate) fn number<N: FromStr + Display>(text: &str) -> Option<N> {
    let number: N = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Points: a whole number that has a negative of 64 bits.
pub(crate) fn points(text: &str) -> Option<i64> {
    number(text).filter(|&points| points != i64::MIN)
}

/// Points with their sign; without one if they are 0.
pub(crate) fn signed(text: &str) -> Option<i64> {
    match text.strip_prefix('+') {
        Some(magnitude) => points(magnitude).filter(|&points| points > 0),
        None => points(text).filter(|&points| points <= 0),
    }
}

/// Numbers separated by single blanks, as many as may be, which are not none.
pub(crate) fn numbers<N>(
    text: &str,
    count: RangeInclusive<usize>,
    read: impl Fn(&str) -> Option<N>,
) -> Option<Vec<N>> {
    let words = text.split(' ').take(count.end() + 1);
    let numbers: Vec<N> = words.map(read).collect::<Option<_>>()?;
    count.contains(&numbers.len()).then_some(numbers)
}

/// Ascending numbers from 1 to `greatest`, at most so many.
pub(crate) fn ascending(text: &str, most: usize, greatest: u32) -> Option<Vec<u32>> {
    let within = |text: &str| number(text).filter(|number| (1..=greatest).contains(number));
    let numbers = numbers(text, 1..=most, within)?;
    numbers
        .is_sorted_by(|one, next| one < next)
        .then_some(numbers)
}

/// The lines that are left.
pub(crate) struct Lines<'t> {
    pub(crate) rest: &'t str,
    /// The number of the line read last, from 1.
    pub(crate) at: usize,
}

impl<'t> Lines<'t> {
    /// The next line.
    pub(crate) fn line(&mut self) -> Option<&'t str> {
        self.at += 1;
        let (line, rest) = self.rest.split_once('\n')?;
        self.rest = rest;
        Some(line)
    }

    /// What follows a keyword and a blank in the next line.
    pub(crate) fn after(&mut self, keyword: &str) -> Option<&'t str> {
        self.line()?.strip_prefix(keyword)?.strip_prefix(' ')
    }

    /// The same, if the next line begins so; otherwise nothing, and the line stays.
    pub(crate) fn after_if(&mut self, keyword: &str) -> Option<Option<&'t str>> {
        match self.rest.strip_prefix(keyword) {
            Some(rest) if rest.starts_with(' ') => self.after(keyword).map(Some),
            _ => Some(None),
        }
    }

    /// What the word stands for that follows a keyword in the next line.
    pub(crate) fn choice<T: Copy>(&mut self, keyword: &str, words: &[(&str, T)]) -> Option<T> {
        let word = self.after(keyword)?;
        let found = words.iter().find(|(known, _)| *known == word);
        found.map(|&(_, meaning)| meaning)
    }
}
