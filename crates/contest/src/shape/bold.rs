//! The large steps to simpler inputs: all numbers change at once, or parts are removed.

use super::cut::Cut;
use super::tree::{Kind, Tree};
use super::values::Value;
use super::visit::{
    Found, PAIRS, changed, counts, each_number, each_word, gaps, is_bound, with_word,
};
use std::rc::Rc;

/// The most parts that are removed one by one and by stretches.
const COUNTED: i64 = 10_000_000;

/// A replacement of a number, given the sorted list of all numbers.
type Replace = fn(i64, &[i64]) -> i64;

/// The ways to change all numbers at once, the boldest first. The ranges limit the results
/// afterwards.
const AT_ONCE: [Replace; 11] = [
    |_, _| 0,
    |number, _| number.signum(),
    |number, all| number.signum() * rank(number.saturating_abs(), all),
    |number, all| rank(number, all),
    |number, _| number % 2,
    |number, _| number % 3,
    |number, _| number % 10,
    |number, _| number / 1_000_000,
    |number, _| number / 1000,
    |number, _| number / 10,
    |number, _| number.saturating_abs(),
];

/// Returns how many numbers of the list are less.
fn rank(number: i64, all: &[i64]) -> i64 {
    all.partition_point(|other| *other < number) as i64
}

pub(super) fn at_once(tree: &Tree, values: Rc<Vec<Value>>) -> Found<'_> {
    // Collect the magnitudes, and the numbers themselves, for ranks.
    let (mut sizes, mut all) = (vec![0], Vec::new());
    each_number(
        &tree.items,
        &mut values.to_vec(),
        &mut |item, slot, number| {
            if !is_bound(tree, item, slot) {
                sizes.push(number.saturating_abs());
                all.push(*number);
            }
        },
    );
    for list in [&mut sizes, &mut all] {
        list.sort_unstable();
        list.dedup();
    }
    let in_signs = (0..AT_ONCE.len()).map(|way| way != 3);
    Box::new(AT_ONCE.iter().zip(in_signs).map(move |(replace, by_size)| {
        let list = if by_size { &sizes } else { &all };
        let mut next = values.to_vec();
        each_number(&tree.items, &mut next, &mut |item, slot, number| {
            if let Kind::Number { range, .. } = &item.kind
                && !is_bound(tree, item, slot)
            {
                let shifted = replace(*number, list);
                // Ranks begin at the least number of the range, if it is known.
                let low = match range.low.is_constant() {
                    true => range.low.value(&[]).unwrap_or(0),
                    false => 0,
                };
                *number = if by_size {
                    shifted
                } else {
                    low.saturating_add(shifted)
                };
            }
        });
        Some(next)
    }))
}

pub(super) fn fewer_parts<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let values = Rc::clone(values);
    let counts = counts(tree, &values).into_iter();
    let counts = counts.filter(|(_, _, count)| (1..=COUNTED).contains(count));
    Box::new(counts.flat_map(move |(path, slot, count)| {
        let values = Rc::clone(&values);
        let all = std::iter::once(0..count as usize);
        all.chain(gaps(count as usize)).map(move |gone| {
            let what = Cut {
                slot,
                count,
                gone: gone.start as i64..gone.end as i64,
                into: None,
            };
            changed(tree, &values, &path, |items, row, env| {
                what.row(items, row, env).map(|_| ())
            })
        })
    }))
}

pub(super) fn merged_parts<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let values = Rc::clone(values);
    let counts = counts(tree, &values).into_iter();
    let counts = counts.filter(|(_, _, count)| (2..=COUNTED).contains(count));
    Box::new(counts.flat_map(move |(path, slot, count)| {
        let values = Rc::clone(&values);
        let pairs = (1..count).flat_map(move |gone| {
            let first = match count <= PAIRS {
                true => 0,
                false => gone - 1,
            };
            (first..gone).map(move |into| (gone, into))
        });
        pairs.map(move |(gone, into)| {
            let what = Cut {
                slot,
                count,
                gone: gone..gone + 1,
                into: Some(into),
            };
            changed(tree, &values, &path, |items, row, env| {
                what.row(items, row, env).map(|_| ())
            })
        })
    }))
}

pub(super) fn shorter_words<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let mut lengths = Vec::new();
    each_word(&tree.items, &mut values.to_vec(), &mut |item, _, word| {
        let is_free = match &item.kind {
            Kind::Word { length, .. } => length.low.is_constant(),
            _ => false,
        };
        lengths.push(if is_free { word.len() } else { 0 });
    });
    let values = Rc::clone(values);
    Box::new(
        lengths
            .into_iter()
            .enumerate()
            .flat_map(move |(at, length)| {
                let values = Rc::clone(&values);
                gaps(length).map(move |gone| {
                    Some(with_word(tree, &values, at, |word| {
                        word.drain(gone);
                    }))
                })
            }),
    )
}

/// Replaces one letter throughout by an earlier one.
pub(super) fn other_letters<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let mut used = [false; 256];
    let mut alphabet: Vec<u8> = Vec::new();
    each_word(
        &tree.items,
        &mut values.to_vec(),
        &mut |_, letters, word| {
            for &letter in word.iter() {
                used[usize::from(letter)] = true;
            }
            for letter in letters {
                if !alphabet.contains(letter) {
                    alphabet.push(*letter);
                }
            }
        },
    );
    let is_used = |letter: &u8| used[usize::from(*letter)];
    // The first letter of the alphabet counts even if it does not occur.
    let mut letters: Vec<u8> = alphabet.first().into_iter().copied().collect();
    letters.extend(alphabet.iter().skip(1).copied().filter(is_used));
    let values = Rc::clone(values);
    let pairs = (0..letters.len()).flat_map(|gone| (0..gone).map(move |into| (gone, into)));
    let pairs: Vec<(u8, u8)> = pairs
        .map(|(gone, into)| (letters[gone], letters[into]))
        .collect();
    Box::new(pairs.into_iter().map(move |(gone, into)| {
        let mut next = values.to_vec();
        each_word(&tree.items, &mut next, &mut |_, letters, word| {
            for letter in word.iter_mut().filter(|letter| **letter == gone) {
                if letters.contains(&into) {
                    *letter = into;
                }
            }
        });
        Some(next)
    }))
}
