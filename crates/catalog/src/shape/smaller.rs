//! Steps from an input to simpler ones: all numbers at once, then parts, then single numbers and letters.

use super::cut::{Cut, swap};
use super::read::read;
use super::repair::repair;
use super::tree::{Item, Kind, Slot, Tree};
use super::values::{Value, distance, weight, write};
use crate::contest::simpler::{nearer, stretches};
use std::ops::Range;
use std::rc::Rc;

/// Vertices of which every two are tried as one; of more, neighbouring numbers only.
const PAIRS: i64 = 40;
/// The most parts that are left out one by one and by stretches.
const COUNTED: i64 = 10_000_000;
/// Cells whose letters are tried one by one.
const CELLS: usize = 2000;

/// The most parts, or numbers, of which every two are changed together.
const FEW: usize = 12;
/// The longest list of which every stretch of two is left out, wherever it begins.
const SHORT: usize = 64;

type Found<'t> = Box<dyn Iterator<Item = Vec<Value>> + 't>;

/// Which steps there are.
#[derive(Clone, Copy)]
pub(super) enum Steps {
    /// All numbers at once, and parts.
    Bold,
    /// Single numbers and letters, and two things at a time.
    Single,
}

pub(super) fn smaller<'t>(
    tree: &'t Tree,
    values: Vec<Value>,
    which: Steps,
) -> Box<dyn Iterator<Item = String> + 't> {
    let now = write(&tree.items, &values);
    let least = weight(&tree.items, &values);
    let values = Rc::new(values);
    let steps: Found<'t> = match which {
        Steps::Bold => Box::new(
            at_once(tree, Rc::clone(&values))
                .chain(fewer_parts(tree, &values))
                .chain(merged_parts(tree, &values))
                .chain(shorter_words(tree, &values))
                .chain(other_letters(tree, &values)),
        ),
        Steps::Single => Box::new(
            single_numbers(tree, Rc::clone(&values))
                .chain(single_letters(tree, Rc::clone(&values)))
                .chain(swapped_parts(tree, &values))
                .chain(two_parts(tree, &values))
                .chain(two_numbers(tree, Rc::clone(&values)))
                .chain(added_items(tree, &values))
                .chain(sorted(tree, &values)),
        ),
    };
    Box::new(steps.filter_map(move |mut next| {
        repair(&tree.items, &mut next, &mut vec![0; tree.names.len()])?;
        let simpler = weight(&tree.items, &next);
        if simpler > least {
            return None;
        }
        let text = write(&tree.items, &next);
        // Of two that weigh the same, the one that stands first in the dictionary is simpler.
        let is_simpler = simpler < least || text < now;
        (is_simpler && read(tree, text.as_bytes()).is_ok()).then_some(text)
    }))
}

/// Stretches to leave out, and of a short list those of two that begin anywhere.
fn gaps(length: usize) -> impl Iterator<Item = Range<usize>> {
    let odd = (1..length.saturating_sub(1))
        .step_by(2)
        .map(|at| at..at + 2);
    stretches(length).chain(odd.filter(move |_| length <= SHORT))
}

/// Calls a function with every number, how it is used and its range.
fn each_number<'t>(
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
fn each_word<'t>(
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

/// How a number is replaced, if the sorted list of all of them is at hand.
type Replace = fn(i64, &[i64]) -> i64;

/// The ways in which all numbers change at once, the boldest first. Ranges see to the rest.
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

/// How many of the list are less.
fn rank(number: i64, all: &[i64]) -> i64 {
    all.partition_point(|other| *other < number) as i64
}

/// Whether a number says how many there are of something, or names a part.
fn is_bound(tree: &Tree, item: &Item, slot: Slot) -> bool {
    let Kind::Number { range, .. } = &item.kind else {
        return true;
    };
    let follows = |slot: Slot| range.high.mentions(slot) && !range.low.mentions(slot);
    tree.names[slot].is_size || (0..tree.names.len()).any(follows)
}

fn at_once(tree: &Tree, values: Rc<Vec<Value>>) -> Found<'_> {
    // Magnitudes, and the numbers as they are, for ranks.
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
                // Ranks begin at the least number where that is known.
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
        next
    }))
}

/// Where a row of items stands: the item and the repetition, from the outside in.
type Path = Vec<(usize, usize)>;

/// Every number of a row that counts parts or limits names of parts, with its row and its value.
fn counts(tree: &Tree, values: &[Value]) -> Vec<(Path, Slot, i64)> {
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
                    // A number that cannot be less counts what has to be there.
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

/// Marks numbers that are the upper limit of numbers in repeated rows: these name parts, as a rule.
fn limits_of_names(items: &[Item], wanted: &mut [bool]) {
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

/// The values after a change of the row at a path, which is told the values of the names outside.
fn changed(
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

fn bind(items: &[Item], values: &[Value], env: &mut [i64]) {
    for (item, value) in items.iter().zip(values) {
        if let (Kind::Number { slot, .. }, Value::Number(number)) = (&item.kind, value) {
            env[*slot] = *number;
        }
    }
}

fn fewer_parts<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let values = Rc::clone(values);
    let counts = counts(tree, &values).into_iter();
    let counts = counts.filter(|(_, _, count)| (1..=COUNTED).contains(count));
    Box::new(counts.flat_map(move |(path, slot, count)| {
        let values = Rc::clone(&values);
        let all = std::iter::once(0..count as usize);
        all.chain(gaps(count as usize)).filter_map(move |gone| {
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

fn merged_parts<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
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
        pairs.filter_map(move |(gone, into)| {
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

/// Two parts change places: vertices that are named come to be the first ones.
fn swapped_parts<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
    let values = Rc::clone(values);
    let counts = counts(tree, &values).into_iter();
    let counts = counts.filter(|(_, _, count)| (2..=PAIRS).contains(count));
    Box::new(counts.flat_map(move |(path, slot, count)| {
        let values = Rc::clone(&values);
        let pairs = (1..count).flat_map(|b| (0..b).map(move |a| [a, b]));
        pairs.filter_map(move |pair| {
            changed(tree, &values, &path, |items, row, env| {
                swap(items, row, slot, pair, env);
                Some(())
            })
        })
    }))
}

/// The values with one word changed.
fn with_word(
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

fn shorter_words<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
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
                    with_word(tree, &values, at, |word| {
                        word.drain(gone);
                    })
                })
            }),
    )
}

/// One letter is replaced throughout by another one before it.
fn other_letters<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
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
    // The first letter of all counts whether it is there or not.
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
        next
    }))
}

fn single_numbers(tree: &Tree, values: Rc<Vec<Value>>) -> Found<'_> {
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
                    values
                })
            }),
    )
}

/// Of few parts, any two go; or one goes, and a number comes nearer to 0 with it.
fn two_parts<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
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
        let both = pairs.filter_map(move |(a, b)| {
            let next = without(&first, count, b, &path)?;
            without(&next, count - 1, a, &path)
        });
        let numbers = if numbers <= 2 * FEW { numbers } else { 0 };
        let mixed = (0..count).flat_map(move |gone| (0..numbers).map(move |at| (gone, at)));
        let mixed = mixed.filter_map(move |(gone, at)| {
            let mut next = second.to_vec();
            towards_zero(tree, &mut next, at);
            without(&next, count, gone, &other)
        });
        both.chain(mixed)
    }))
}

/// Of a short list of numbers, one goes and another is greater by it: sums stay as they are. Or the one behind it goes
/// as well, so that turns stay as they are.
fn added_items<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
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
            .filter_map(move |(gone, into)| {
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

fn count_numbers(tree: &Tree, values: &[Value]) -> usize {
    let mut count = 0;
    each_number(&tree.items, &mut values.to_vec(), &mut |_, _, _| count += 1);
    count
}

/// One number, unless it counts parts, goes a step towards 0.
fn towards_zero(tree: &Tree, values: &mut [Value], wanted: usize) {
    let mut at = 0;
    each_number(&tree.items, values, &mut |_, slot, number| {
        if at == wanted && !tree.names[slot].is_size {
            *number -= number.signum();
        }
        at += 1;
    });
}

/// Of few numbers, any two go a step towards 0.
fn two_numbers(tree: &Tree, values: Rc<Vec<Value>>) -> Found<'_> {
    let count = count_numbers(tree, &values);
    let count = if count <= 2 * FEW { count } else { 0 };
    let pairs = (1..count).flat_map(|b| (0..b).map(move |a| (a, b)));
    Box::new(pairs.map(move |(a, b)| {
        let mut next = values.to_vec();
        towards_zero(tree, &mut next, a);
        towards_zero(tree, &mut next, b);
        next
    }))
}

fn single_letters(tree: &Tree, values: Rc<Vec<Value>>) -> Found<'_> {
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
                    // The first letter, and the one before.
                    for less in [0, rank.saturating_sub(1)].into_iter().take(rank) {
                        cells.push((words, at, letters[less]));
                    }
                }
            }
            words += 1;
        },
    );
    Box::new(cells.into_iter().map(move |(word, at, letter)| {
        with_word(tree, &values, word, |word| {
            if let Some(place) = word.get_mut(at) {
                *place = letter;
            }
        })
    }))
}

/// Permutations in order, or with two neighbours in order; vertices of edges in order.
fn sorted<'t>(tree: &'t Tree, values: &Rc<Vec<Value>>) -> Found<'t> {
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
        next
    }))
}
