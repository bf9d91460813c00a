//! The small steps to simpler inputs: single numbers and letters, or two things at a time.

use super::cut::{Cut, swap};
use super::tree::{Kind, Tree};
use super::values::{Value, distance};
use super::visit::{
    Found, PAIRS, Path, changed, count_numbers, counts, each_number, each_word, with_word,
};
use crate::problems::simpler::nearer;
use std::rc::Rc;

/// The most cells whose letters are tried one by one.
const CELLS: usize = 2000;

/// The most parts, or numbers, of which each pair is changed together.
const FEW: usize = 12;

/// Swaps two parts, so that the vertices that are named can become the first ones.
pub(super) fn swapped_parts<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let values = Rc::clone(values);
    let counts = counts(tree, &values).into_iter();
    let counts = counts.filter(|(_, _, count)| (2..=PAIRS).contains(count));
    Box::new(counts.flat_map(move |(path, slot, count)| {
        let values = Rc::clone(&values);
        let pairs = (1..count).flat_map(|b| (0..b).map(move |a| [a, b]));
        pairs.map(move |pair| {
            changed(tree, &values, &path, |items, row, env| {
                swap(items, row, slot, pair, env);
                Some(())
            })
        })
    }))
}

pub(super) fn single_numbers(tree: &Tree, values: Rc<Vec<Value>>) -> Found<'_> {
    let mut numbers = Vec::new();
    each_number(&tree.items, &mut values.to_vec(), &mut |_, _, number| {
        numbers.push(*number)
    });
    Box::new(
        numbers
            .into_iter()
            .enumerate()
            .flat_map(move |(at, number)| {
                let values = Rc::clone(&values);
                let below = nearer(number.saturating_abs(), 0);
                let nexts = below.flat_map(move |size| [size, -size]);
                let nexts = nexts.chain([number.saturating_neg()]);
                let nexts = nexts.filter(move |next| distance(*next) < distance(number));
                nexts.map(move |next| {
                    let mut values = values.to_vec();
                    let mut place = 0;
                    each_number(&tree.items, &mut values, &mut |_, _, number| {
                        if place == at {
                            *number = next;
                        }
                        place += 1;
                    });
                    Some(values)
                })
            }),
    )
}

/// If there are few parts, removes any two; or removes one and moves a number nearer to 0.
pub(super) fn two_parts<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let values = Rc::clone(values);
    let numbers = count_numbers(tree, &values);
    let counts = counts(tree, &values).into_iter();
    let counts = counts.filter(|(_, _, count)| (2..=FEW as i64).contains(count));
    Box::new(counts.flat_map(move |(path, slot, count)| {
        let without = move |values: &[Value], count: i64, gone: i64, path: &Path| {
            let what = Cut {
                slot,
                count,
                gone: gone..gone + 1,
                into: None,
            };
            changed(tree, values, path, |items, row, env| {
                what.row(items, row, env).map(|_| ())
            })
        };
        let (first, second) = (Rc::clone(&values), Rc::clone(&values));
        let other = path.clone();
        let pairs = (1..count).flat_map(|b| (0..b).map(move |a| (a, b)));
        let both = pairs.map(move |(a, b)| {
            let next = without(&first, count, b, &path)?;
            without(&next, count - 1, a, &path)
        });
        let numbers = if numbers <= 2 * FEW { numbers } else { 0 };
        let mixed = (0..count).flat_map(move |gone| (0..numbers).map(move |at| (gone, at)));
        let mixed = mixed.map(move |(gone, at)| {
            let mut next = second.to_vec();
            towards_zero(tree, &mut next, at);
            without(&next, count, gone, &other)
        });
        both.chain(mixed)
    }))
}

/// In a short list of numbers, removes one and adds it to another, so that sums stay. Or it also removes the one
/// behind it, so that turns stay.
pub(super) fn added_items<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let lists = tree.items.iter().zip(values.iter()).enumerate();
    let lists = lists.filter_map(|(at, (item, value))| match (&item.kind, value) {
        (Kind::Repeat { count, body, .. }, Value::Repeat(rows))
            if body.len() == 1 && rows.len() <= FEW && !count.is_constant() =>
        {
            Some((at, rows.len()))
        }
        _ => None,
    });
    let lists: Vec<(usize, usize)> = lists.collect();
    let values = Rc::clone(values);
    Box::new(lists.into_iter().flat_map(move |(at, length)| {
        let values = Rc::clone(&values);
        let pairs = (0..length).flat_map(move |gone| (0..length).map(move |into| (gone, into)));
        let steps = pairs.flat_map(|(gone, into)| [1, 2].map(|count| (gone..gone + count, into)));
        steps
            .filter(move |(gone, into)| gone.end <= length && !gone.contains(into))
            .map(move |(gone, into)| {
                let mut next = values.to_vec();
                let Value::Repeat(rows) = &mut next[at] else {
                    return None;
                };
                let [Value::Number(less)] = rows[gone.start][..] else {
                    return None;
                };
                let Value::Number(more) = &mut rows[into][0] else {
                    return None;
                };
                *more = more.saturating_add(less);
                rows.drain(gone);
                Some(next)
            })
    }))
}

/// Moves one number a step towards 0, unless it counts parts.
fn towards_zero(tree: &Tree, values: &mut [Value], wanted: usize) {
    let mut at = 0;
    each_number(&tree.items, values, &mut |_, slot, number| {
        if at == wanted && !tree.names[slot].is_size {
            *number -= number.signum();
        }
        at += 1;
    });
}

/// If there are few numbers, moves any two a step towards 0.
pub(super) fn two_numbers(tree: &Tree, values: Rc<Vec<Value>>) -> Found<'_> {
    let count = count_numbers(tree, &values);
    let count = if count <= 2 * FEW { count } else { 0 };
    let pairs = (1..count).flat_map(|b| (0..b).map(move |a| (a, b)));
    Box::new(pairs.map(move |(a, b)| {
        let mut next = values.to_vec();
        towards_zero(tree, &mut next, a);
        towards_zero(tree, &mut next, b);
        Some(next)
    }))
}

pub(super) fn single_letters(tree: &Tree, values: Rc<Vec<Value>>) -> Found<'_> {
    let mut cells = Vec::new();
    let mut words = 0;
    each_word(
        &tree.items,
        &mut values.to_vec(),
        &mut |_, letters, word| {
            for (at, letter) in word.iter().enumerate() {
                let rank = letters
                    .iter()
                    .position(|known| known == letter)
                    .unwrap_or(0);
                if cells.len() < CELLS {
                    // The first letter, and the previous one.
                    for less in [0, rank.saturating_sub(1)].into_iter().take(rank) {
                        cells.push((words, at, letters[less]));
                    }
                }
            }
            words += 1;
        },
    );
    Box::new(cells.into_iter().map(move |(word, at, letter)| {
        Some(with_word(tree, &values, word, |word| {
            if let Some(place) = word.get_mut(at) {
                *place = letter;
            }
        }))
    }))
}

/// Sorts permutations, or two neighbours of one, or the vertices of edges.
pub(super) fn sorted<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let mut longest = 0;
    for (item, value) in tree.items.iter().zip(values.iter()) {
        if let (Kind::Permutation { .. }, Value::Permutation(order)) = (&item.kind, value) {
            longest = longest.max(order.len());
        }
    }
    let values = Rc::clone(values);
    let wholes = std::iter::once(None);
    let pairs = (1..longest).map(Some);
    let any = longest > 0;
    Box::new(wholes.chain(pairs).filter(move |_| any).map(move |at| {
        let mut next = values.to_vec();
        for value in &mut next {
            if let Value::Permutation(order) = value {
                match at {
                    None => order.sort_unstable(),
                    Some(at) if at < order.len() && order[at - 1] > order[at] => {
                        order.swap(at - 1, at);
                    }
                    Some(_) => {}
                }
            }
        }
        Some(next)
    }))
}
