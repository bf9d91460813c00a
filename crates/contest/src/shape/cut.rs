//! Removes the parts that a number counts, wherever they appear in the values.
//!
//! Suppose `n` counts the items of a list, the rows of a grid or the vertices of a graph. Then removing the
//! third part is one step everywhere: parallel lists lose the same item, the edges of a removed vertex go
//! with it, and the numbers of later vertices move up.

use super::tree::{Expr, Item, Kind, Limits, Slot};
use super::values::{Edge, Value};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// The parts to remove.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// The number that counts the parts.
    pub(super) slot: Slot,
    /// The number of parts before the cut.
    pub(super) count: i64,
    /// The parts that are removed, from 0.
    pub(super) gone: Range<i64>,
    /// The part into which the single removed part is merged: references move to it.
    pub(super) into: Option<i64>,
}

/// The new target of a reference.
enum Moved {
    To(i64),
    Gone,
}

impl Cut {
    fn length(&self) -> i64 {
        self.gone.end - self.gone.start
    }

    fn moved(&self, index: i64) -> Moved {
        if index >= self.gone.end {
            return Moved::To(index - self.length());
        }
        if index < self.gone.start {
            return Moved::To(index);
        }
        match self.into {
            // The part that it is merged into may move up itself.
            Some(into) if into >= self.gone.end => Moved::To(into - self.length()),
            Some(into) => Moved::To(into),
            None => Moved::Gone,
        }
    }

    /// Returns the start of the stretch to remove from a list of this length, of which `left` items remain.
    fn begin(&self, length: usize, left: usize) -> usize {
        usize::try_from(self.gone.start).map_or(left, |start| match length as i64 == self.count {
            true => start.min(left),
            // Lists of another length lose a proportional part.
            false => {
                let share = i128::from(self.gone.start) * length as i128;
                let start = share / i128::from(self.count.max(1));
                usize::try_from(start).map_or(left, |start| start.min(left))
            }
        })
    }

    /// Cuts a list down to a size.
    fn list<T>(&self, list: &mut Vec<T>, size: &Expr, env: &[i64]) -> Option<()> {
        if !size.mentions(self.slot) {
            return Some(());
        }
        let left = usize::try_from(size.value(env).ok()?).ok()?;
        if left < list.len() {
            let start = self.begin(list.len(), left);
            let end = start + (list.len() - left);
            list.drain(start..end);
        }
        Some(())
    }

    /// Returns the range's least number if the numbers of the range name parts.
    fn names_parts(&self, range: &Limits, env: &[i64]) -> Option<i64> {
        if !range.high.mentions(self.slot) || range.low.mentions(self.slot) {
            return None;
        }
        // The slot has its new value already.
        let (low, high) = range.values(env).ok()?;
        (high - low + 1 == self.count - self.length()).then_some(low)
    }

    /// Cuts all values of a row. `env` has the values of the names outside it. Returns whether a number of
    /// the row itself named a removed part; `None` if the shape cannot fit the remaining values.
    pub(super) fn row(
        &self,
        items: &[Item],
        values: &mut [Value],
        env: &mut [i64],
    ) -> Option<bool> {
        let mut hit = false;
        for (item, value) in items.iter().zip(values) {
            match (&item.kind, value) {
                (Kind::Number { slot, range, .. }, Value::Number(number)) => {
                    if *slot == self.slot {
                        *number -= self.length();
                    } else if let Some(low) = self.names_parts(range, env) {
                        match self.moved(*number - low) {
                            Moved::To(index) => *number = low + index,
                            Moved::Gone => {
                                hit = true;
                                *number = low + (self.gone.start - 1).max(0);
                            }
                        }
                    }
                    env[*slot] = *number;
                }
                (Kind::Word { length, .. }, Value::Word(word)) if length.follows(self.slot) => {
                    self.list(word, &length.high, env)?;
                }
                (Kind::Grid { rows, columns, .. }, Value::Grid(grid)) => {
                    self.list(grid, rows, env)?;
                    for row in grid {
                        self.list(row, columns, env)?;
                    }
                }
                (Kind::Permutation { count, .. }, Value::Permutation(order)) => {
                    self.list(order, count, env)?;
                    let mut ranks = order.clone();
                    ranks.sort_unstable();
                    for number in order {
                        *number = ranks.partition_point(|rank| rank < number) as i64;
                    }
                }
                (
                    Kind::Edges {
                        vertices,
                        count,
                        body,
                        ..
                    },
                    Value::Edges(edges),
                ) => {
                    if vertices.is_name(self.slot) {
                        match count {
                            Some(_) => self.vertices(edges),
                            None => self.contract(edges)?,
                        }
                    }
                    if let Some(count) = count {
                        self.list(edges, count, env)?;
                    }
                    let mut kept = Vec::with_capacity(edges.len());
                    for mut edge in std::mem::take(edges) {
                        if !self.row(body, &mut edge.rest, env)? || count.is_none() {
                            kept.push(edge);
                        }
                    }
                    *edges = kept;
                }
                (Kind::Repeat { count, body, .. }, Value::Repeat(rows)) => {
                    self.list(rows, count, env)?;
                    let stays = count.mentions(self.slot) || count.is_constant();
                    let mut kept = Vec::with_capacity(rows.len());
                    for mut row in std::mem::take(rows) {
                        if !self.row(body, &mut row, env)? || stays {
                            kept.push(row);
                        }
                    }
                    *rows = kept;
                }
                _ => {}
            }
        }
        Some(hit)
    }

    /// Removes vertices and their edges.
    fn vertices(&self, edges: &mut Vec<Edge>) {
        edges.retain_mut(|edge| {
            edge.ends.iter_mut().all(|end| match self.moved(*end) {
                Moved::To(vertex) => {
                    *end = vertex;
                    true
                }
                Moved::Gone => false,
            })
        });
    }

    /// Removes vertices of a tree by merging each with a neighbour, so that the rest is a tree.
    ///
    /// From the last vertex to the first, each goes along its first edge. A tree of `n` edges takes `O(n log^2 n)`
    /// steps, for any number of vertices.
    fn contract(&self, edges: &mut Vec<Edge>) -> Option<()> {
        let place = |vertex: i64| {
            let is_gone = self.gone.contains(&vertex);
            is_gone.then(|| (vertex - self.gone.start) as usize)
        };
        let count = usize::try_from(self.length()).ok()?;
        // The vertices into which the removed ones are merged, and the edges that begin at each.
        let mut merged: Vec<Option<i64>> = vec![None; count];
        let mut leading: Vec<BinaryHeap<Reverse<usize>>> = vec![BinaryHeap::new(); count];
        for (at, edge) in edges.iter().enumerate() {
            for from in edge.ends.into_iter().filter_map(place) {
                leading[from].push(Reverse(at));
            }
        }
        let mut used = vec![false; edges.len()];
        for vertex in self.gone.clone().rev() {
            let from = place(vertex)?;
            let at = match self.into {
                // Only neighbours can be merged.
                Some(into) => edges
                    .iter()
                    .position(|edge| edge.ends == [vertex, into] || edge.ends == [into, vertex])?,
                None => loop {
                    let Reverse(at) = leading[from].pop()?;
                    if !used[at] {
                        break at;
                    }
                },
            };
            used[at] = true;
            let [a, b] = edges[at].ends.map(|end| head(&mut merged, place, end));
            let into = if a == vertex { b } else { a };
            merged[from] = Some(into);
            if let Some(to) = place(into) {
                let mut more = std::mem::take(&mut leading[from]);
                leading[to].append(&mut more);
            }
        }
        let mut at = 0..;
        edges.retain_mut(|edge| {
            edge.ends = edge.ends.map(|end| {
                let end = head(&mut merged, place, end);
                match end >= self.gone.end {
                    true => end - self.length(),
                    false => end,
                }
            });
            at.next().is_some_and(|at| !used[at])
        });
        Some(())
    }
}

/// Returns the vertex that a vertex has been merged into, over all mergers so far.
fn head(merged: &mut [Option<i64>], place: impl Fn(i64) -> Option<usize>, vertex: i64) -> i64 {
    let mut head = vertex;
    while let Some(into) = place(head).and_then(|at| merged[at]) {
        head = into;
    }
    // Path compression: the way is shorter next time.
    let mut at = vertex;
    while at != head {
        let Some(slot) = place(at) else { break };
        at = merged[slot].replace(head).unwrap_or(head);
    }
    head
}

/// Swaps two parts wherever they are counted or named.
pub(super) fn swap(
    items: &[Item],
    values: &mut [Value],
    slot: Slot,
    [a, b]: [i64; 2],
    env: &mut [i64],
) {
    let swapped = |index: i64| match index {
        index if index == a => b,
        index if index == b => a,
        index => index,
    };
    for (item, value) in items.iter().zip(values) {
        match (&item.kind, value) {
            (
                Kind::Number {
                    slot: own, range, ..
                },
                Value::Number(number),
            ) => {
                let names_parts = range.high.mentions(slot) && !range.low.mentions(slot);
                if let (true, Ok((low, high))) = (names_parts, range.values(env))
                    && high - low + 1 == env[slot]
                {
                    *number = low + swapped(*number - low);
                }
                env[*own] = *number;
            }
            (Kind::Edges { vertices, body, .. }, Value::Edges(edges)) => {
                for edge in edges {
                    if vertices.is_name(slot) {
                        edge.ends = edge.ends.map(swapped);
                    }
                    swap(body, &mut edge.rest, slot, [a, b], env);
                }
            }
            (Kind::Repeat { count, body, .. }, Value::Repeat(rows)) => {
                let length = rows.len() as i64;
                if count.is_name(slot) && a < length && b < length {
                    rows.swap(a as usize, b as usize);
                }
                for row in rows {
                    swap(body, row, slot, [a, b], env);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::Random;

    /// Merges vertices one after another, each by a walk over all edges.
    fn one_by_one(cut: &Cut, edges: &mut Vec<Edge>) -> Option<()> {
        for gone in cut.gone.clone().rev() {
            let other = |edge: &Edge| match edge.ends {
                [a, b] if a == gone => Some(b),
                [a, b] if b == gone => Some(a),
                _ => None,
            };
            let at = edges.iter().position(|edge| match cut.into {
                Some(_) => other(edge) == cut.into,
                None => other(edge).is_some(),
            })?;
            let into = other(&edges.remove(at))?;
            for end in edges.iter_mut().flat_map(|edge| &mut edge.ends) {
                if *end == gone {
                    *end = into;
                }
                if *end > gone {
                    *end -= 1;
                }
            }
        }
        Some(())
    }

    #[test]
    fn vertices_of_a_tree_are_merged_as_one_by_one() {
        let mut random = Random::new(5);
        for round in 0..2000 {
            let count = random.within(1..=12);
            let mut labels: Vec<i64> = (0..count).collect();
            random.shuffle(&mut labels);
            let mut edges: Vec<Edge> = (1..count)
                .map(|vertex| {
                    let ends = [random.within(0..=vertex - 1), vertex];
                    Edge {
                        ends: ends.map(|end| labels[end as usize]),
                        rest: Vec::new(),
                    }
                })
                .collect();
            random.shuffle(&mut edges);
            let start = random.within(0..=count - 1);
            let mut cut = Cut {
                slot: 0,
                count,
                gone: start..random.within(start + 1..=count),
                into: None,
            };
            if round % 3 == 0 && start > 0 {
                cut.gone = start..start + 1;
                cut.into = Some(random.within(0..=start - 1));
            }
            let mut expected = edges.clone();
            let fits = one_by_one(&cut, &mut expected);
            let before = edges.clone();
            assert_eq!(cut.contract(&mut edges), fits, "{cut:?} {before:?}");
            if fits.is_some() {
                assert_eq!(edges, expected, "{cut:?} {before:?}");
            }
        }
    }
}
