//! Making a tree smaller: strategies for positions that had none, and other moves that lead to fewer positions.

use super::tree::{LEVELS, Search};
use yomikiri_core::Stop;

/// The number of positions given out at once.
const BATCH: usize = 8;
/// The greatest cost of a position of the tree that gets a harder search at first, and its growth.
const SMALL: f32 = 12.0;
const WIDER: f32 = 4.0;
/// The factor by which the estimate of an unsolved node exceeds the cost of similar solved nodes: it starts above 1,
/// and falls. These are its start, its fall, and its end.
const HOT: f32 = 2.5;
const COOLER: f32 = 0.7;
const COLD: f32 = 0.08;
/// Before each harder search for strategies, other moves are tried, for as many new positions as the tree has, but at
/// least this many. Harder searches gain more (connect4 7x6), so they must not wait until no move is left to try.
const FEW: usize = 100;
/// The part of its cost to which the tree has to shrink before it is built anew.
const BETTER: f32 = 0.98;

impl Search<'_> {
    /// Makes the tree smaller, until nothing is left to try. `known`: whether the tree comes from notes. Then other
    /// moves were tried before, and it begins with harder searches.
    pub(super) fn smaller(&mut self, known: bool) -> Result<(), Stop> {
        let most = LEVELS.len() - 1;
        let (mut round, mut limit) = (usize::from(known), SMALL);
        loop {
            let before = self.best.as_ref().map(|best| best.0);
            if round > 0 {
                let mut level = (round + 1).min(most);
                while !self.leaves(level, limit)? && level < most {
                    level += 1;
                }
                limit *= WIDER;
            }
            self.heat = HOT;
            self.depth = ((round + 2) / 2).min(most);
            let mut is_cut = false;
            while self.heat > COLD {
                self.recompute();
                let mut cost = self.nodes[0].cost;
                let end = self.nodes.len() + (cost as usize).max(FEW);
                while self.advance(0)? {
                    if self.nodes.len() > end {
                        is_cut = true;
                        break;
                    }
                    if self.nodes[0].cost < cost * BETTER {
                        cost = self.nodes[0].cost;
                        self.extract();
                    }
                }
                self.extract();
                self.heat *= COOLER;
            }
            let after = self.best.as_ref().map(|best| best.0);
            let is_widest = limit >= self.nodes[0].cost;
            if before == after && is_widest && self.depth == most && !is_cut {
                return Ok(());
            }
            round += 1;
        }
    }

    /// Returns the positions of the tree that are no leaves and cost at most `limit`, with their costs.
    fn inner(&self, limit: f32) -> Vec<(u32, f32)> {
        let ids = self.best.iter().flat_map(|(_, plan)| plan.keys());
        let mut inner: Vec<(u32, f32)> = ids
            .map(|&id| (id, &self.nodes[id as usize]))
            .filter(|(_, node)| node.leaf.is_none() && node.cost <= limit)
            .map(|(id, node)| (id, node.cost))
            .collect();
        inner.sort_by(|one, two| one.1.total_cmp(&two.1).then(one.0.cmp(&two.0)));
        inner
    }

    /// Searches harder for strategies, from the last positions of the tree up. Returns whether there was a position
    /// that had not been searched so hard.
    fn leaves(&mut self, level: usize, limit: f32) -> Result<bool, Stop> {
        let inner = self.inner(limit);
        let ids = inner.into_iter().map(|(id, _)| id);
        let mut ids: Vec<u32> = ids.filter(|&id| self.is_due(id, level)).collect();
        let is_any = !ids.is_empty();
        let ply = |id: u32, search: &Self| search.nodes[id as usize].place.at.taken().count_ones();
        ids.sort_by_key(|&id| (std::cmp::Reverse(ply(id, self)), id));
        let mut rest = &ids[..];
        while let Some(&first) = rest.first() {
            let same = rest.iter().take(BATCH);
            let count = same.take_while(|&&id| ply(id, self) == ply(first, self));
            let (some, others) = rest.split_at(count.count());
            rest = others;
            let done = self.attempt(some, level);
            some.iter().for_each(|&id| self.update(id));
            if done.is_err() || rest.is_empty() {
                self.extract();
            }
            done?;
        }
        Ok(is_any)
    }
}
