//! Walks over the values of an input: every number, every word, and the numbers that count or name
//! parts.

use super::tree::{Item, Kind, Slot, Tree};
use super::values::Value;
use crate::problems::simpler::stretches;
use std::ops::Range;

/// The most vertices of which every pair is tried as one; with more, only neighbouring numbers.
pub(super) const PAIRS: i64 = 40;
/// The longest list from which every stretch of two is removed, wherever it begins.
pub(super) const SHORT: usize = 64;

/// Changed values, one proposal after another. `None` is a change that the shape rules out: it is yielded, since the
/// caller looks at the clock between two proposals, and a large input may have many such changes in a row.
pub(super) type Found<'t> = Box<dyn Iterator<Item = Option<Vec<Value>>> + 't>;

/// Returns the stretches to remove; for a short list, also the stretches of two at odd places.
pub(super) fn gaps(length: usize) -> impl Iterator<Item = Range<usize>> {
    let odd = (1..length.saturating_sub(1))
        .step_by(2)
        .map(|at| at..at + 2);
    stretches(length).chain(odd.filter(move |_| length <= SHORT))
}

/// Calls a function with every number, its item and its slot.
pub(super) fn each_number<'t>(
    items: &'t [Item],
    values: &mut [Value],
    visit: &mut impl FnMut(&'t Item, Slot, &mut i64),
) {
    for (item, value) in items.iter().zip(values) {
        match (&item.kind, value) {
            (Kind::Number { slot, .. }, Value::Number(number)) => visit(item, *slot, number),
            (Kind::Repeat { body, .. }, Value::Repeat(rows)) => {
                for row in rows {
                    each_number(body, row, visit);
                }
            }
            (Kind::Edges { body, .. }, Value::Edges(edges)) => {
                for edge in edges {
                    each_number(body, &mut edge.rest, visit);
                }
            }
            _ => {}
        }
    }
}

/// Calls a function with every word and every row of a grid.
pub(super) fn each_word<'t>(
    items: &'t [Item],
    values: &mut [Value],
    visit: &mut impl FnMut(&'t Item, &'t [u8], &mut Vec<u8>),
) {
    for (item, value) in items.iter().zip(values) {
        match (&item.kind, value) {
            (Kind::Word { letters, .. }, Value::Word(word)) => visit(item, letters, word),
            (Kind::Grid { letters, .. }, Value::Grid(rows)) => {
                for row in rows {
                    visit(item, letters, row);
                }
            }
            (Kind::Repeat { body, .. }, Value::Repeat(rows)) => {
                for row in rows {
                    each_word(body, row, visit);
                }
            }
            (Kind::Edges { body, .. }, Value::Edges(edges)) => {
                for edge in edges {
                    each_word(body, &mut edge.rest, visit);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether a number counts parts, or names one.
pub(super) fn is_bound(tree: &Tree, item: &Item, slot: Slot) -> bool {
    let Kind::Number { range, .. } = &item.kind else {
        return true;
    };
    let follows = |slot: Slot| range.high.mentions(slot) && !range.low.mentions(slot);
    tree.names[slot].is_size || (0..tree.names.len()).any(follows)
}

/// The place of a row of items: the item and the repetition, from the outside in.
pub(super) type Path = Vec<(usize, usize)>;

/// Returns every number that counts parts, or limits the names of parts, with its row and its
/// value.
pub(super) fn counts(tree: &Tree, values: &[Value]) -> Vec<(Path, Slot, i64)> {
    fn walk(
        items: &[Item],
        values: &[Value],
        path: &Path,
        wanted: &[bool],
        into: &mut Vec<(Path, Slot, i64)>,
    ) {
        for (at, (item, value)) in items.iter().zip(values).enumerate() {
            match (&item.kind, value) {
                (Kind::Number { slot, range, .. }, Value::Number(number)) if wanted[*slot] => {
                    // A number that cannot be less counts parts that must exist.
                    let low = range.low.is_constant().then(|| range.low.value(&[]));
                    if !matches!(low, Some(Ok(low)) if low >= *number) {
                        into.push((path.clone(), *slot, *number));
                    }
                }
                (Kind::Repeat { body, .. }, Value::Repeat(rows)) => {
                    let counts = |item: &Item| match &item.kind {
                        Kind::Number { slot, .. } => wanted[*slot],
                        Kind::Repeat { .. } => true,
                        _ => false,
                    };
                    if !body.iter().any(counts) {
                        continue;
                    }
                    for (row, values) in rows.iter().enumerate() {
                        let mut path = path.clone();
                        path.push((at, row));
                        walk(body, values, &path, wanted, into);
                    }
                }
                _ => {}
            }
        }
    }
    let mut wanted: Vec<bool> = tree.names.iter().map(|name| name.is_size).collect();
    limits_of_names(&tree.items, &mut wanted);
    let mut found = Vec::new();
    walk(&tree.items, values, &Path::new(), &wanted, &mut found);
    found
}

/// Marks numbers that are upper limits of numbers in repeated rows: these usually name parts.
pub(super) fn limits_of_names(items: &[Item], wanted: &mut [bool]) {
    for item in items {
        if let Kind::Repeat { body, .. } | Kind::Edges { body, .. } = &item.kind {
            for inner in body {
                if let Kind::Number { range, .. } = &inner.kind {
                    for (slot, wanted) in wanted.iter_mut().enumerate() {
                        *wanted |= range.high.mentions(slot) && !range.low.mentions(slot);
                    }
                }
            }
            limits_of_names(body, wanted);
        }
    }
}

/// Returns the values after a change of the row at a path; `change` gets the values of the names
/// outside.
pub(super) fn changed(
    tree: &Tree,
    values: &[Value],
    path: &[(usize, usize)],
    change: impl FnOnce(&[Item], &mut [Value], &mut [i64]) -> Option<()>,
) -> Option<Vec<Value>> {
    let mut next = values.to_vec();
    let mut env = vec![0; tree.names.len()];
    let mut items = &tree.items[..];
    let mut row = &mut next[..];
    for &(at, index) in path {
        bind(&items[..at], &row[..at], &mut env);
        let (Kind::Repeat { body, .. }, Value::Repeat(rows)) = (&items[at].kind, &mut row[at])
        else {
            return None;
        };
        items = body;
        row = rows.get_mut(index)?;
    }
    change(items, row, &mut env)?;
    Some(next)
}

pub(super) fn bind(items: &[Item], values: &[Value], env: &mut [i64]) {
    for (item, value) in items.iter().zip(values) {
        if let (Kind::Number { slot, .. }, Value::Number(number)) = (&item.kind, value) {
            env[*slot] = *number;
        }
    }
}

/// Returns the values with one word changed.
pub(super) fn with_word(
    tree: &Tree,
    values: &[Value],
    wanted: usize,
    change: impl FnOnce(&mut Vec<u8>),
) -> Vec<Value> {
    let mut next = values.to_vec();
    let mut at = 0;
    let mut change = Some(change);
    each_word(&tree.items, &mut next, &mut |_, _, word| {
        if at == wanted
            && let Some(change) = change.take()
        {
            change(word);
        }
        at += 1;
    });
    next
}

pub(super) fn count_numbers(tree: &Tree, values: &[Value]) -> usize {
    let mut count = 0;
    each_number(&tree.items, &mut values.to_vec(), &mut |_, _, _| count += 1);
    count
}
