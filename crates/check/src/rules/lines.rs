//! The text of declared rules, line by line.

use crate::claim::number;
use std::str::Split;

/// The lines that are left.
pub(super) struct Lines<'t> {
    rest: &'t str,
    /// The number of the line read last, from 1.
    at: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Lines<'t> {
        Lines { rest: text, at: 0 }
    }

    /// Reads something; where that fails, tells the line.
    pub(super) fn read<T>(
        &mut self,
        reader: impl FnOnce(&mut Lines<'t>) -> Option<T>,
    ) -> Result<T, usize> {
        let read = reader(self);
        read.ok_or(self.at)
    }

    /// The next line.
    pub(super) fn line(&mut self) -> Option<&'t str> {
        self.at += 1;
        let (line, rest) = self.rest.split_once('\n')?;
        self.rest = rest;
        Some(line)
    }

    /// What follows a keyword and a blank in the next line.
    pub(super) fn after(&mut self, keyword: &str) -> Option<&'t str> {
        self.line()?.strip_prefix(keyword)?.strip_prefix(' ')
    }

    /// The same, if the next line begins so; otherwise the line stays.
    pub(super) fn after_if(&mut self, keyword: &str) -> Option<&'t str> {
        let is_next = self.rest.strip_prefix(keyword)?.starts_with(' ');
        is_next.then(|| self.after(keyword)).flatten()
    }

    /// Whether all lines are read.
    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// Nothing, if nothing is left.
    pub(super) fn end(&mut self) -> Option<()> {
        self.at += 1;
        self.is_done().then_some(())
    }
}

/// Numbers without a sign, separated by single blanks.
pub(super) fn numbers<N: std::str::FromStr>(text: &str, most: usize) -> Option<Vec<N>> {
    several(text.split(' '), most, number)
}

/// Whole numbers, separated by single blanks.
pub(super) fn integers(text: &str, most: usize) -> Option<Vec<i64>> {
    several(text.split(' '), most, super::integer)
}

fn several<N>(
    words: Split<'_, char>,
    most: usize,
    read: impl Fn(&str) -> Option<N>,
) -> Option<Vec<N>> {
    let mut numbers = Vec::new();
    for word in words {
        numbers.push(read(word)?);
        if numbers.len() > most {
            return None;
        }
    }
    Some(numbers)
}
