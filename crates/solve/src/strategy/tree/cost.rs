//! The cost of nodes, and the smallest tree of solved nodes.

use super::{GROWTH, GUESS, Node, Search};
use crate::strategy::board::Marks;
use crate::strategy::rules::Does;
use rustc_hash::FxHashMap;

impl Search<'_> {
    /// Estimates the cost of a node that is not solved yet.
    pub(super) fn estimate(&self, id: u32) -> f32 {
        let ply = self.nodes[id as usize].place.at.taken().count_ones() as usize;
        let known = (ply..self.sums.len()).find(|&ply| self.sums[ply].1 > 0.0);
        let guess = known.map_or(GUESS, |known| {
            let (sum, count) = self.sums[known];
            sum / count * GROWTH.powi(((known - ply) / 2) as i32)
        });
        (self.heat * guess).max(2.0)
    }

    /// Recomputes the cost of a node, and returns whether it has changed.
    fn weigh(&mut self, id: u32) -> bool {
        let node = &self.nodes[id as usize];
        let now = match (&node.leaf, &node.choices) {
            (Some(_), _) => ((1.0, 0), (1.0, 0, true)),
            (None, None) => ((f32::MAX, 0), (self.estimate(id), 0, false)),
            (None, Some(choices)) => {
                let (mut sure, mut likely) = ((f32::MAX, 0), (f32::MAX, 0, false));
                for (index, choice) in choices.iter().enumerate() {
                    let children = choice.children.iter();
                    let nodes = children.map(|&child| &self.nodes[child as usize]);
                    let cost = 1.0 + nodes.clone().map(|node| node.cost).sum::<f32>();
                    if cost < sure.0 {
                        sure = (cost, index);
                    }
                    let hope = 1.0 + nodes.clone().map(|node| node.hope).sum::<f32>();
                    let is_open = !node.is_settled || index == node.likely;
                    if is_open && hope < likely.0 {
                        likely = (hope, index, nodes.clone().all(|node| node.closed));
                    }
                }
                (sure, likely)
            }
        };
        let before = (
            (node.cost, node.best),
            (node.hope, node.likely, node.closed),
        );
        let was_solved = node.solved;
        let node = &mut self.nodes[id as usize];
        (
            (node.cost, node.best),
            (node.hope, node.likely, node.closed),
        ) = now;
        node.solved = node.cost < f32::MAX;
        if node.solved && !was_solved && node.leaf.is_none() {
            let (sum, count) = &mut self.sums[node.place.at.taken().count_ones() as usize];
            *sum += node.cost.min(1e6);
            *count += 1.0;
        }
        before != now
    }

    /// Propagates a change to the parents.
    pub(in crate::strategy) fn update(&mut self, id: u32) {
        let mut waiting = vec![id];
        let mut first = true;
        while let Some(id) = waiting.pop() {
            if self.weigh(id) || first {
                waiting.extend(&self.nodes[id as usize].parents);
            }
            first = false;
        }
    }

    /// Recomputes all costs, from the last ply back.
    pub(in crate::strategy) fn recompute(&mut self) {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        let ply = |id: u32| self.nodes[id as usize].place.at.taken().count_ones();
        order.sort_by_key(|&id| std::cmp::Reverse(ply(id)));
        self.sums.fill((0.0, 0.0));
        for id in order {
            self.weigh(id);
            let node = &self.nodes[id as usize];
            if node.solved && node.leaf.is_none() {
                let (sum, count) = &mut self.sums[node.place.at.taken().count_ones() as usize];
                *sum += node.cost.min(1e6);
                *count += 1.0;
            }
        }
    }

    /// Returns the choice that `pick` makes at each node of its tree (0 at leaves), or `None` if `pick` makes none.
    /// `pick` receives the choices made so far.
    fn picked(
        &self,
        pick: impl Fn(&Node, &FxHashMap<u32, usize>) -> Option<usize>,
    ) -> Option<FxHashMap<u32, usize>> {
        let mut plan: FxHashMap<u32, usize> = FxHashMap::default();
        let mut stack = vec![0u32];
        while let Some(id) = stack.pop() {
            if plan.contains_key(&id) {
                continue;
            }
            let node = &self.nodes[id as usize];
            if node.leaf.is_some() {
                plan.insert(id, 0);
                continue;
            }
            let index = pick(node, &plan)?;
            plan.insert(id, index);
            if let Some(choices) = &node.choices {
                stack.extend(&choices[index].children);
            }
        }
        Some(plan)
    }

    /// Builds a tree from solved nodes, and keeps it if it is the smallest so far.
    pub(in crate::strategy) fn extract(&mut self) {
        let cheapest = |node: &Node, plan: &FxHashMap<u32, usize>| {
            let mut best = (f32::MAX, 0);
            for (index, choice) in node.choices.iter().flatten().enumerate() {
                let solved = |&child: &u32| self.nodes[child as usize].solved;
                if !choice.children.iter().all(solved) {
                    continue;
                }
                let new = choice
                    .children
                    .iter()
                    .filter(|child| !plan.contains_key(child));
                let cost = new.map(|&child| self.nodes[child as usize].cost).sum();
                if cost < best.0 {
                    best = (cost, index);
                }
            }
            Some(best.1)
        };
        let Some(plan) = self.picked(cheapest) else {
            return;
        };
        let size = plan.len() as u64;
        if self.best.as_ref().is_none_or(|best| size < best.0) {
            self.note_choices(&plan);
            self.best = Some((size, plan));
        }
    }

    /// Notes the choices of a plan at positions that are no leaves, if they are new.
    fn note_choices(&mut self, plan: &FxHashMap<u32, usize>) {
        let mut ids: Vec<u32> = plan.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            let node = &mut self.nodes[id as usize];
            let choice = node.choices.as_ref().map(|choices| &choices[plan[&id]]);
            if let (None, Some(choice)) = (&node.leaf, choice)
                && node.noted.as_ref() != Some(&choice.does)
            {
                node.noted = Some(choice.does.clone());
                self.note(id);
            }
        }
    }

    /// Takes over the tree in the notes, if it is complete.
    pub(super) fn take_up(&mut self) {
        if let Some(plan) = self.picked(|node, _| node.noted_choice()) {
            self.best = Some((plan.len() as u64, plan));
        }
    }

    /// Returns the choice at each position of a plan.
    pub(super) fn positions(&self, plan: &FxHashMap<u32, usize>) -> FxHashMap<Marks, Does> {
        let does = |(&id, &choice): (&u32, &usize)| {
            let node = &self.nodes[id as usize];
            let does = match (&node.leaf, &node.choices) {
                (Some(strategy), _) => Does::Follow(strategy.clone()),
                (None, Some(choices)) => choices[choice].does.clone(),
                // Every node of a plan is solved.
                (None, None) => Does::Replies,
            };
            (node.place.at, does)
        };
        plan.iter().map(does).collect()
    }
}
