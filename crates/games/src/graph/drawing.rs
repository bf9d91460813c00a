//! Places of the nodes in a picture: in columns by depth, and ordered in each column so that few lines cross.
//!
//! The order within columns is that of Sugiyama, Tagawa and Toda (1981): every node moves to the mean row of its
//! neighbours, column by column, back and forth. The arrangement with the fewest crossings is kept.

use super::{Graph, NodeId};
use std::collections::{HashMap, VecDeque};
use yomikiri_core::Game;

/// The most nodes that are drawn.
pub(super) const DRAWN: usize = 256;
/// The most lines that are untangled. More would be impossible to follow anyway.
const LINES: usize = 1024;
/// The number of passes over the columns, back and forth.
const SWEEPS: usize = 8;

/// The nodes that are drawn, and their places.
pub(super) struct Drawing {
    /// The nodes in the order of their places: by depth, and in each depth in the order in which the search found
    /// them.
    pub(super) order: Vec<NodeId>,
    /// The column (depth) and the row of each node.
    pub(super) at: Vec<(u16, u16)>,
    pub(super) places: HashMap<NodeId, usize>,
}

impl Graph {
    /// Lays out the nodes by breadth-first search. A small graph is drawn whole, from its starts, with unreachable
    /// nodes in further columns. Of a large one, the nodes nearest to the position are drawn.
    pub(super) fn drawing(&self, position: NodeId) -> Drawing {
        let mut layout = Drawing {
            order: vec![],
            at: vec![],
            places: HashMap::new(),
        };
        let roots = if self.len() <= DRAWN {
            self.starts.iter().copied().chain(self.ids()).collect()
        } else {
            vec![position]
        };
        let mut first_column = 0;
        for root in roots {
            self.lay_out_from(root, first_column, &mut layout);
            let columns = layout.at.iter().map(|&(column, _)| column + 1);
            first_column = columns.max().unwrap_or(0);
        }
        layout
    }

    fn lay_out_from(&self, root: NodeId, column: u16, layout: &mut Drawing) {
        let mut queue = VecDeque::from([(root, column)]);
        let mut rows: HashMap<u16, u16> = HashMap::new();
        while let Some((id, column)) = queue.pop_front() {
            if layout.order.len() == DRAWN || layout.places.contains_key(&id) {
                continue;
            }
            let row = rows.entry(column).or_default();
            layout.places.insert(id, layout.order.len());
            layout.order.push(id);
            layout.at.push((column, *row));
            // Both are at most DRAWN.
            *row += 1;
            // A node with very many moves contributes no more than could be drawn.
            queue.extend(
                self.moves(&id)
                    .take(DRAWN)
                    .map(|mv| (self.play(&id, mv), column + 1)),
            );
        }
    }

    /// Reorders the nodes of each column if fewer lines cross then.
    pub(super) fn untangle(&self, layout: &mut Drawing) {
        let lines: Vec<(usize, usize)> = layout
            .order
            .iter()
            .enumerate()
            .flat_map(|(from, id)| self.moves(id).take(DRAWN).map(move |mv| (from, id, mv)))
            .filter_map(|(from, id, mv)| Some((from, *layout.places.get(&self.play(id, mv))?)))
            .take(LINES + 1)
            .collect();
        if lines.len() <= LINES {
            untangle(&mut layout.at, &lines);
        }
    }
}

/// Changes the rows of places, given as column and row, so that fewer lines between them cross.
fn untangle(at: &mut [(u16, u16)], lines: &[(usize, usize)]) {
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for (place, &(column, _)) in at.iter().enumerate() {
        let column = usize::from(column);
        columns.resize(columns.len().max(column + 1), Vec::new());
        columns[column].push(place);
    }
    let mut neighbours = vec![Vec::new(); at.len()];
    for &(from, to) in lines.iter().filter(|(from, to)| at[*from].0 != at[*to].0) {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    let mut best = (crossings(at, lines), at.to_vec());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        let count = columns.len();
        for step in 0..count {
            let column = if sweep % 2 == 0 {
                step
            } else {
                count - 1 - step
            };
            let mean = |place: usize| {
                let rows = neighbours[place]
                    .iter()
                    .map(|&other| f64::from(at[other].1));
                match neighbours[place].len() {
                    0 => f64::from(at[place].1),
                    several => rows.sum::<f64>() / several as f64,
                }
            };
            columns[column].sort_by(|a, b| mean(*a).total_cmp(&mean(*b)));
            for (row, &place) in (0..).zip(&columns[column]) {
                at[place].1 = row;
            }
        }
        let found = crossings(at, lines);
        if found < best.0 {
            best = (found, at.to_vec());
        }
    }
    at.copy_from_slice(&best.1);
}

/// Returns the number of crossing pairs of lines between the same two columns.
fn crossings(at: &[(u16, u16)], lines: &[(usize, usize)]) -> usize {
    let mut ends: Vec<[(u16, u16); 2]> = lines
        .iter()
        .map(|&(from, to)| {
            let mut ends = [at[from], at[to]];
            ends.sort_unstable();
            ends
        })
        .filter(|[left, right]| left.0 != right.0)
        .collect();
    ends.sort_unstable_by_key(|[left, right]| (left.0, right.0));
    let between =
        ends.chunk_by(|[left, right], [other, end]| (left.0, right.0) == (other.0, end.0));
    let cross = |one: &[(u16, u16); 2], two: &[(u16, u16); 2]| {
        (one[0].1 < two[0].1 && one[1].1 > two[1].1) || (one[0].1 > two[0].1 && one[1].1 < two[1].1)
    };
    between
        .map(|some| {
            let pairs = some.iter().enumerate();
            pairs
                .map(|(at, one)| some[at + 1..].iter().filter(|two| cross(one, two)).count())
                .sum::<usize>()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places by column and row, and lines between them.
    type Drawn = (Vec<(u16, u16)>, Vec<(usize, usize)>);

    /// Returns a path that was found in the other order in every second column.
    fn crossed() -> Drawn {
        let at = (0..4).flat_map(|column| (0..3).map(move |row| (column, row)));
        let lines = (0..3)
            .flat_map(|column| (0..3).map(move |row| (3 * column + row, 3 * column + 5 - row)));
        (at.collect(), lines.collect())
    }

    #[test]
    fn lines_are_untangled() {
        let (mut at, lines) = crossed();
        assert_eq!(crossings(&at, &lines), 9);
        untangle(&mut at, &lines);
        assert_eq!(crossings(&at, &lines), 0);
        // Every node has a distinct place in its column.
        let mut places = at.clone();
        places.sort_unstable();
        assert_eq!(places, crossed().0);
        assert!(
            at.iter()
                .zip(crossed().0)
                .all(|(now, before)| now.0 == before.0)
        );
    }

    #[test]
    fn what_is_not_tangled_stays() {
        let at = vec![(0, 0), (1, 0), (1, 1), (2, 0)];
        let mut now = at.clone();
        untangle(&mut now, &[(0, 1), (0, 2), (2, 3), (1, 0), (1, 2), (3, 3)]);
        assert_eq!(now, at);
    }
}
