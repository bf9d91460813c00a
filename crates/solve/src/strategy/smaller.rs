//! Making a tree smaller: strategies for positions that had none, and other moves where they lead to less.

use super::tree::{LEVELS, Search};
use yomikiri_core::Stop;

/// How many positions are given out at once.
const BATCH: usize = 8;
/// Of what size positions are at first for which other moves are tried, and how that grows.
const SMALL: f32 = 6.0;
const WIDER: f32 = 3.0;

impl Search<'_> {
    /// Makes the tree smaller, until nothing is left to try.
    pub(super) fn smaller(&mut self) -> Result<(), Stop> {
        let (mut level, mut limit) = (1, SMALL);
        loop {
            let before = self.best.as_ref().map(|best| best.0);
            self.leaves(level, limit)?;
            self.choices(level.min(2), limit)?;
            let after = self.best.as_ref().map(|best| best.0);
            let is_widest = limit >= self.nodes[0].cost;
            if before == after && is_widest && level + 1 >= LEVELS.len() {
                return Ok(());
            }
            level = (level + 1).min(LEVELS.len() - 1);
            limit *= WIDER;
        }
    }

    /// The positions of the tree that are no leaves and cost up to a limit, with their costs.
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

    /// Looks harder for strategies, from the last positions of the tree up.
    fn leaves(&mut self, level: usize, limit: f32) -> Result<(), Stop> {
        let inner = self.inner(limit);
        let mut ids: Vec<u32> = inner.into_iter().map(|(id, _)| id).collect();
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
        Ok(())
    }

    /// Tries other moves, from the smallest positions of the tree up.
    fn choices(&mut self, level: usize, limit: f32) -> Result<(), Stop> {
        for (id, _) in self.inner(limit) {
            let cost = self.nodes[id as usize].cost;
            let done = self.within(id, cost - 1.0, level);
            self.update(id);
            if self.nodes[id as usize].cost < cost || done.is_err() {
                self.extract();
            }
            done?;
        }
        self.extract();
        Ok(())
    }

    /// Whether a node can be had for so much.
    fn within(&mut self, id: u32, budget: f32, level: usize) -> Result<bool, Stop> {
        let node = &self.nodes[id as usize];
        if node.solved && node.cost <= budget {
            return Ok(true);
        }
        let (refused, tried) = node.refused;
        if budget < 1.0 || budget <= refused && level <= tried {
            return Ok(false);
        }
        self.attempt(&[id], level.min(1))?;
        if self.nodes[id as usize].leaf.is_some() {
            self.update(id);
            return Ok(true);
        }
        if budget >= 2.0 {
            if self.nodes[id as usize].choices.is_none() {
                self.expand(id)?;
                self.update(id);
            }
            let count = self.nodes[id as usize].choices.as_ref().map_or(0, Vec::len);
            let mut order: Vec<usize> = (0..count).collect();
            let least = |index: usize, search: &Self| search.least_price(id, index);
            order.sort_by(|&one, &two| least(one, self).total_cmp(&least(two, self)));
            for index in order {
                if self.choose(id, index, budget, level)? {
                    return Ok(true);
                }
            }
        }
        let node = &mut self.nodes[id as usize];
        node.refused = match node.refused {
            (_, tried) if level > tried => (budget, level),
            (refused, tried) => (refused.max(budget), tried),
        };
        Ok(false)
    }

    /// The children of a choice.
    fn children(&self, id: u32, index: usize) -> &[u32] {
        let choices = self.nodes[id as usize].choices.as_deref();
        choices.map_or(&[], |choices| &choices[index].children)
    }

    /// What a node costs at least, as far as it is known.
    fn least_cost(&self, id: u32) -> f32 {
        let node = &self.nodes[id as usize];
        match node.leaf {
            Some(_) => 1.0,
            None => node.refused.0.max(1.0) + 1.0,
        }
    }

    /// What a choice costs at least, as far as it is known.
    fn least_price(&self, id: u32, index: usize) -> f32 {
        let children = self.children(id, index).iter();
        1.0 + children.map(|&child| self.least_cost(child)).sum::<f32>()
    }

    /// Whether a node can be had for so much by a choice.
    fn choose(&mut self, id: u32, index: usize, budget: f32, level: usize) -> Result<bool, Stop> {
        if self.least_price(id, index) > budget {
            return Ok(false);
        }
        let mut children = self.children(id, index).to_vec();
        self.attempt(&children, level.min(1))?;
        children.iter().for_each(|&child| self.update(child));
        let likely = |id: u32, search: &Self| {
            let node = &search.nodes[id as usize];
            if node.solved {
                node.cost
            } else {
                search.least_cost(id)
            }
        };
        children.sort_by(|&one, &two| likely(one, self).total_cmp(&likely(two, self)));
        // Twice: what the last ones cost the first do not know.
        for _ in 0..2 {
            for &child in &children {
                let others = children.iter().filter(|&&other| other != child);
                let others: f32 = others.map(|&other| likely(other, self)).sum();
                let room = budget - 1.0 - others;
                if !self.within(child, room, level)? {
                    return Ok(false);
                }
            }
            self.update(id);
            if self.nodes[id as usize].solved && self.nodes[id as usize].cost <= budget {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
