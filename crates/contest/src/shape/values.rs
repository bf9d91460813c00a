//! An input as values in the order of the shape's items.

use super::tree::{Item, Kind};
use std::fmt::Write;

/// The value of an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Break,
    Number(i64),
    Word(Vec<u8>),
    Grid(Vec<Vec<u8>>),
    /// The permuted numbers, from 0.
    Permutation(Vec<i64>),
    Edges(Vec<Edge>),
    Repeat(Vec<Vec<Value>>),
}

/// An edge between vertices numbered from 0, with the other values on its line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Edge {
    pub(super) ends: [i64; 2],
    pub(super) rest: Vec<Value>,
}

/// Writes values as an input.
pub(super) fn write(items: &[Item], values: &[Value]) -> String {
    let mut text = String::new();
    write_row(items, values, &mut text);
    text
}

fn apart(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push(' ');
    }
}

fn number_token(text: &mut String, number: i64) {
    apart(text);
    // Writing to a string cannot fail.
    let _ = write!(text, "{number}");
}

fn letters(text: &mut String, word: &[u8]) {
    apart(text);
    text.push_str(&String::from_utf8_lossy(word));
}

fn write_row(items: &[Item], values: &[Value], text: &mut String) {
    for (item, value) in items.iter().zip(values) {
        match (&item.kind, value) {
            (_, Value::Break) => text.push('\n'),
            (_, Value::Number(number)) => number_token(text, *number),
            (_, Value::Word(word)) => letters(text, word),
            (_, Value::Grid(rows)) => {
                for row in rows {
                    letters(text, row);
                    text.push('\n');
                }
            }
            (Kind::Permutation { base, .. }, Value::Permutation(order)) => {
                for number in order {
                    number_token(text, number + base);
                }
            }
            (Kind::Edges { base, body, .. }, Value::Edges(edges)) => {
                for edge in edges {
                    for end in edge.ends {
                        number_token(text, end + base);
                    }
                    write_row(body, &edge.rest, text);
                    text.push('\n');
                }
            }
            (Kind::Repeat { body, .. }, Value::Repeat(rows)) => {
                for row in rows {
                    write_row(body, row, text);
                }
            }
            _ => {}
        }
    }
}

/// Returns the simplicity of values: fewer parts count first, then smaller numbers and earlier
/// letters.
pub(super) fn weight(items: &[Item], values: &[Value]) -> (u64, u128) {
    let (mut parts, mut sum) = (0, 0);
    weigh(items, values, &mut parts, &mut sum);
    (parts, sum)
}

/// Returns how far a number is from 0; of two equally near numbers, the positive one is nearer.
pub(super) fn distance(number: i64) -> u128 {
    2 * u128::from(number.unsigned_abs()) + u128::from(number < 0)
}

fn weigh(items: &[Item], values: &[Value], parts: &mut u64, sum: &mut u128) {
    for (item, value) in items.iter().zip(values) {
        match (&item.kind, value) {
            (_, Value::Number(number)) => *sum += distance(*number),
            (Kind::Word { letters, .. }, Value::Word(word)) => {
                *parts += word.len() as u64;
                *sum += ranks(word, letters);
            }
            (Kind::Grid { letters, .. }, Value::Grid(rows)) => {
                for row in rows {
                    *parts += row.len() as u64;
                    *sum += ranks(row, letters);
                }
            }
            (_, Value::Permutation(order)) => {
                *parts += order.len() as u64;
                for (at, &to) in (0..).zip(order) {
                    *sum += u128::from(i64::abs_diff(at, to));
                }
            }
            (Kind::Edges { body, .. }, Value::Edges(edges)) => {
                *parts += edges.len() as u64;
                for edge in edges {
                    *sum += edge.ends.iter().map(|&end| distance(end)).sum::<u128>();
                    weigh(body, &edge.rest, parts, sum);
                }
            }
            (Kind::Repeat { body, .. }, Value::Repeat(rows)) => {
                *parts += rows.len() as u64;
                for row in rows {
                    weigh(body, row, parts, sum);
                }
            }
            _ => {}
        }
    }
}

fn ranks(word: &[u8], alphabet: &[u8]) -> u128 {
    let rank = |letter| alphabet.iter().position(|known| known == letter);
    word.iter()
        .map(|letter| rank(letter).unwrap_or(0) as u128)
        .sum()
}
