//! Strongly connected components: the sets of positions in which play can cycle.

use crate::space::{Edges, Id};

/// The strongly connected components of the positions: two positions are in the same one if play can get from
/// each to the other.
///
/// In their order, every component comes after all others that play can reach from it.
#[derive(Debug)]
pub struct Components {
    order: Vec<Id>,
    /// The start of each component in the order, with one more entry for the end.
    starts: Vec<usize>,
}

impl Components {
    /// Returns the positions, component by component.
    pub fn order(&self) -> &[Id] {
        &self.order
    }

    /// Returns the components. Each has at least one position.
    pub fn iter(&self) -> impl Iterator<Item = &[Id]> {
        self.starts
            .windows(2)
            .map(|ends| &self.order[ends[0]..ends[1]])
    }
}

impl Edges {
    /// Returns the components by only those moves for which `has` returns true, by move number
    /// ([`numbers`](Edges::numbers)).
    ///
    /// This is the algorithm of R. Tarjan, Depth-first search and linear graph algorithms, 1972. Time: one pass
    /// over the moves. Memory during the call: at most 36 bytes a position; 12 of them stay.
    pub fn components(&self, has: impl Fn(usize) -> bool) -> Components {
        const NEW: u32 = 0;
        const DONE: u32 = u32::MAX;
        // The number at which each position was entered, from 1, until its component is known.
        let mut entered = vec![NEW; self.positions()];
        let mut count = NEW;
        let mut open: Vec<Id> = Vec::new();
        let (mut order, mut starts) = (Vec::with_capacity(self.positions()), vec![0]);
        // The path to the current position: each position, the next of its moves, and the least number of a
        // position that it is known to lead back to.
        let mut way: Vec<(Id, usize, u32)> = Vec::new();
        for root in 0..self.positions() {
            let mut next = (entered[root] == NEW).then_some(root as Id);
            loop {
                if let Some(id) = next.take() {
                    count += 1;
                    entered[id as usize] = count;
                    open.push(id);
                    way.push((id, self.numbers(id as usize).start, count));
                }
                let Some((id, number, first)) = way.last_mut() else {
                    break;
                };
                if *number < self.numbers(*id as usize).end {
                    let to = self.target(*number);
                    *number += 1;
                    if has(*number - 1) {
                        match entered[to as usize] {
                            NEW => next = Some(to),
                            DONE => {}
                            when => *first = (*first).min(when),
                        }
                    }
                    continue;
                }
                let (id, first) = (*id, *first);
                way.pop();
                if first < entered[id as usize] {
                    // It leads back, and so does its predecessor.
                    if let Some((.., before)) = way.last_mut() {
                        *before = (*before).min(first);
                    }
                    continue;
                }
                while let Some(member) = open.pop() {
                    entered[member as usize] = DONE;
                    order.push(member);
                    if member == id {
                        break;
                    }
                }
                starts.push(order.len());
            }
        }
        Components { order, starts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(moves: &[&[Id]]) -> Edges {
        let mut edges = Edges::default();
        for targets in moves {
            targets.iter().for_each(|&to| edges.push_move(to, None));
            edges.end_position();
        }
        edges
    }

    #[test]
    fn what_follows_comes_first() {
        // 0 leads to the cycle 1, 2, 3, and this to the cycle 4, 5 and to the end 6.
        let edges = edges(&[&[1], &[2], &[3, 6], &[1, 4], &[5], &[4], &[]]);
        let found = edges.components(|_| true);
        let sets = found.iter().map(|ids| {
            let mut ids = ids.to_vec();
            ids.sort_unstable();
            ids
        });
        let sets: Vec<_> = sets.collect();
        let place = |set: &[Id]| sets.iter().position(|known| known == set);
        let [end, last, circle, start] = [&[6][..], &[4, 5], &[1, 2, 3], &[0]].map(place);
        assert!(end < circle && last < circle && circle < start && end.is_some() && last.is_some());
        assert_eq!(sets.len(), 4);
        // Without the move from 3 to 1 only one cycle is left.
        let number = edges.numbers(3).start;
        let found = edges.components(|move_number| move_number != number);
        assert_eq!(found.iter().filter(|ids| ids.len() > 1).count(), 1);
        assert_eq!(found.order().len(), 7);
    }

    #[test]
    fn long_ways_need_no_stack() {
        let ends = 200_000;
        let mut long = Edges::default();
        for id in 0..ends {
            long.push_move((id + 1) % ends, None);
            long.end_position();
        }
        assert_eq!(long.components(|_| true).iter().count(), 1);
    }
}
