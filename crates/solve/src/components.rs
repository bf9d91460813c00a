//! Strongly connected components: which positions play can go round.

use crate::space::{Edges, Id};

/// The strongly connected components of the positions: two positions are in the same one where play can get from
/// each to the other.
///
/// They stand in an order in which whatever follows a component comes before it.
#[derive(Debug)]
pub struct Components {
    order: Vec<Id>,
    /// Where each component starts in the order; one more at the end.
    starts: Vec<usize>,
}

impl Components {
    /// The positions, component by component.
    pub fn order(&self) -> &[Id] {
        &self.order
    }

    /// The components. Each has at least one position.
    pub fn iter(&self) -> impl Iterator<Item = &[Id]> {
        self.starts
            .windows(2)
            .map(|ends| &self.order[ends[0]..ends[1]])
    }
}

impl Edges {
    /// The components by those moves alone that `has` names by number ([`numbers`](Edges::numbers)).
    ///
    /// By R. Tarjan's algorithm, Depth-first search and linear graph algorithms, 1972. Time: once through the
    /// moves. Memory while it lasts: at most 36 bytes a position; 12 of them stay.
    pub fn components(&self, has: impl Fn(usize) -> bool) -> Components {
        const NEW: u32 = 0;
        const DONE: u32 = u32::MAX;
        // When each position was entered, from 1, until its component is known.
        let mut entered = vec![NEW; self.positions()];
        let mut count = NEW;
        let mut open: Vec<Id> = Vec::new();
        let (mut order, mut starts) = (Vec::with_capacity(self.positions()), vec![0]);
        // The way to where the search stands: a position, the next of its moves, the first entered of what it
        // was seen to lead back to.
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
                    // It leads back, and so does what leads to it.
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
        // 0 to the circle 1, 2, 3, from there to the circle 4, 5 and to the end 6.
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
        // Without the move from 3 to 1 there is one circle.
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
