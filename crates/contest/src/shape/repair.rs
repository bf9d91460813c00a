//! Makes changed values fit the shape again, as far as simple rules can.

use super::read::first_number;
use super::tree::{Expr, Item, Kind, Order, Slot};
use super::values::Value;
use std::collections::HashSet;

/// Moves numbers into their ranges, removes forbidden repetitions and edges, and sets every number that
/// counts parts. `None` if that is not enough. Success does not guarantee a valid input, so the caller
/// reads the written text again.
pub(super) fn repair(items: &[Item], values: &mut [Value], env: &mut [i64]) -> Option<()> {
    fit(items, values, env)?;
    recount(items, values);
    Some(())
}

fn fit(items: &[Item], values: &mut [Value], env: &mut [i64]) -> Option<()> {
    for (item, value) in items.iter().zip(values) {
        match (&item.kind, value) {
            (Kind::Number { slot, range, not }, Value::Number(number)) => {
                let (low, high) = range.values(env).ok()?;
                if low > high {
                    return None;
                }
                *number = (*number).clamp(low, high);
                if let Some(not) = not
                    && not.value(env).ok()? == *number
                {
                    return None;
                }
                env[*slot] = *number;
            }
            (Kind::Word { length, .. }, Value::Word(word)) => {
                let (low, high) = length.values(env).ok()?;
                word.truncate(usize::try_from(high).ok()?);
                if (word.len() as i64) < low || word.is_empty() {
                    return None;
                }
            }
            (
                Kind::Edges {
                    vertices,
                    allowed,
                    body,
                    count,
                    ..
                },
                Value::Edges(edges),
            ) => {
                let vertices = vertices.value(env).ok()?;
                let mut known = HashSet::new();
                let mut kept = Vec::with_capacity(edges.len());
                for mut edge in std::mem::take(edges) {
                    let [a, b] = edge.ends;
                    let pair = match allowed.directed {
                        true => [a, b],
                        false => [a.min(b), a.max(b)],
                    };
                    let fits = a < vertices
                        && b < vertices
                        && (allowed.loops || a != b)
                        && (allowed.multi || known.insert(pair));
                    if fits && fit(body, &mut edge.rest, env).is_some() {
                        kept.push(edge);
                    } else if count.is_none() {
                        return None;
                    }
                }
                *edges = kept;
            }
            (
                Kind::Repeat {
                    body, rules, count, ..
                },
                Value::Repeat(rows),
            ) => {
                let before = rows.len();
                let mut known = HashSet::new();
                let mut kept = Vec::with_capacity(rows.len());
                for mut row in std::mem::take(rows) {
                    if fit(body, &mut row, env).is_none() {
                        continue;
                    }
                    recount(body, &mut row);
                    let key = match rules.order {
                        Order::Distinct => row.clone(),
                        Order::Ascending => row[..1].to_vec(),
                        _ => Vec::new(),
                    };
                    if key.is_empty() || known.insert(key) {
                        kept.push(row);
                    }
                }
                if matches!(rules.order, Order::Sorted | Order::Ascending) {
                    kept.sort_by_key(|row| first_number(row));
                }
                if kept.len() < before && count.is_constant() {
                    return None;
                }
                *rows = kept;
            }
            _ => {}
        }
    }
    Some(())
}

/// Sets each number that counts parts in its row.
fn recount(items: &[Item], values: &mut [Value]) {
    for at in 0..items.len().min(values.len()) {
        let Kind::Number { slot, .. } = &items[at].kind else {
            continue;
        };
        let (before, after) = values.split_at_mut(at + 1);
        if let Some(count) = counted(&items[at + 1..], after, *slot) {
            before[at] = Value::Number(count);
        }
    }
}

/// Returns the number of parts that a slot counts.
fn counted(items: &[Item], values: &[Value], slot: Slot) -> Option<i64> {
    let is = |expr: &Expr| expr.is_name(slot);
    items
        .iter()
        .zip(values)
        .find_map(|(item, value)| match (&item.kind, value) {
            (Kind::Word { length, .. }, Value::Word(word)) => {
                (is(&length.low) && is(&length.high)).then_some(word.len() as i64)
            }
            (Kind::Grid { rows, columns, .. }, Value::Grid(grid)) => {
                let width = grid.first().map(|row| row.len() as i64);
                match is(rows) {
                    true => Some(grid.len() as i64),
                    false => width.filter(|_| is(columns)),
                }
            }
            (Kind::Permutation { count, .. }, Value::Permutation(order)) => {
                is(count).then_some(order.len() as i64)
            }
            (
                Kind::Edges {
                    vertices, count, ..
                },
                Value::Edges(edges),
            ) => match count {
                Some(count) => is(count).then_some(edges.len() as i64),
                None => is(vertices).then_some(edges.len() as i64 + 1),
            },
            (Kind::Repeat { count, body, .. }, Value::Repeat(rows)) => match is(count) {
                true => Some(rows.len() as i64),
                false => rows.first().and_then(|row| counted(body, row, slot)),
            },
            _ => None,
        })
}
