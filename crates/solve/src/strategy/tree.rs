//! The positions above the strategies: a best-first search for the smallest tree.
//!
//! A node is a position of the claimant. It is a leaf if a strategy is found for it; otherwise one of the
//! moves that keep the claim has to be chosen, and every reply to it leads to a node. What is not yet expanded
//! is estimated by what was found at the same depth. The estimate falls as time goes on, so that a first tree
//! is found soon, and then what seemed too costly is looked at as well.

use super::board::{Board, Marks, members};
use super::learn::{Diligence, Learner, Place};
use super::pairing;
use super::rules::{Rule, Strategy};
use super::written::{Does, Grown, simplify, write};
use super::{Claim, Oracle};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use yomikiri_core::Stop;

/// How hard strategies are looked for, in the first place and when the tree is to become smaller.
const LEVELS: [Diligence; 3] = [
    Diligence {
        examples: 60,
        tails: 3,
        positions: 20_000,
        work: 60_000,
        two_guards: false,
    },
    Diligence {
        examples: 150,
        tails: 5,
        positions: 60_000,
        work: 600_000,
        two_guards: false,
    },
    Diligence {
        examples: 400,
        tails: 5,
        positions: 200_000,
        work: 4_000_000,
        two_guards: true,
    },
];
/// What a node is taken to cost before anything is known, and as how many examples of that it counts.
const GUESS: f32 = 8.0;
const BELIEF: f32 = 2.0;
/// The estimates at first, how they fall, and where that ends.
const EAGER: f32 = 4.0;
const COOLER: f32 = 0.7;
const COLD: f32 = 0.05;
/// How much longer than elsewhere pairs are looked for at the root.
const PATIENT: u64 = 4;
/// How many strategies are tried that were of use before: the most useful and the last.
const USEFUL: usize = 6;
const RECENT: usize = 6;

/// A position of the claimant, or the root.
struct Node {
    at: Marks,
    path: Vec<u8>,
    frame: Vec<u8>,
    leaf: Option<Strategy>,
    /// At how many levels a strategy was looked for.
    level: usize,
    /// `None` before the node is expanded.
    choices: Option<Vec<Choice>>,
    best: usize,
    cost: f32,
    solved: bool,
    parents: Vec<u32>,
}

/// A move of the claimant, or that of the other side at the root.
struct Choice {
    does: Does,
    children: Vec<u32>,
}

/// A tree that proves a claim, as small as the oracle leaves time to find. The game is not over at the root.
///
/// # Errors
///
/// If the work has to stop before the first tree is found; [`Stop::Cancelled`] too if the claim is false.
pub fn grow(
    board: &Board,
    claim: Claim,
    root: Marks,
    oracle: &mut dyn Oracle,
) -> Result<Grown, Stop> {
    let mut search = Search {
        learner: Learner::new(board, claim, oracle),
        nodes: Vec::new(),
        by_position: FxHashMap::default(),
        pool: Vec::new(),
        heat: EAGER,
        sums: vec![(0.0, 0.0); board.count() + 1],
        best: None,
    };
    let frame = (0..board.count()).map(|cell| cell as u8).collect();
    search.node(root, Vec::new(), frame, None);
    let done = search.run();
    let Some((_, plan)) = search.best.take() else {
        return Err(done.err().unwrap_or(Stop::Cancelled));
    };
    let mut plan = search.positions(&plan);
    // Whatever is not finished of this is left as it is.
    let _ = simplify(&mut search.learner, &mut plan);
    let root = board.least(root).0;
    Ok(write(board, claim, root, &plan))
}

/// A proof by pairings alone, at the root or after every first move of the other side. It needs no oracle.
pub fn by_pairings(board: &Board, claim: Claim, root: Marks) -> Option<Grown> {
    let root = board.least(root).0;
    let mut plan = FxHashMap::default();
    if let Some(strategy) = pairing::find(board, root, &claim, PATIENT) {
        plan.insert(root, Does::Follow(strategy));
        return Some(write(board, claim, root, &plan));
    }
    if root.to_move() == claim.claimant {
        return None;
    }
    plan.insert(root, Does::Replies);
    for cell in members(board.open(root.taken())) {
        match board.play(root, cell) {
            (after, None) => {
                let after = board.least(after).0;
                if let Entry::Vacant(vacant) = plan.entry(after) {
                    let strategy = pairing::find(board, after, &claim, PATIENT)?;
                    vacant.insert(Does::Follow(strategy));
                }
            }
            (_, Some(outcome)) if claim.reaches(outcome) => {}
            _ => return None,
        }
    }
    Some(write(board, claim, root, &plan))
}

struct Search<'a> {
    learner: Learner<'a>,
    nodes: Vec<Node>,
    by_position: FxHashMap<Marks, u32>,
    /// Strategies found, and how often each was of use.
    pool: Vec<(Vec<Rule>, u32)>,
    heat: f32,
    /// By ply what nodes have cost that are no leaves, and how many they were.
    sums: Vec<(f32, f32)>,
    /// The size of the smallest tree so far, and the choices in it.
    best: Option<(u64, FxHashMap<u32, usize>)>,
}

impl Search<'_> {
    /// Searches until nothing is left to try, or it is enough.
    fn run(&mut self) -> Result<(), Stop> {
        self.attempt(0, 0)?;
        self.update(0);
        let mut level = 0;
        loop {
            self.learner.oracle.work(
                0,
                self.best.as_ref().map(|best| best.0),
                self.learner.open,
            )?;
            if self.best.is_some() && self.learner.oracle.is_enough() {
                return Ok(());
            }
            // The claim is false.
            if self.nodes[0].cost >= f32::MAX {
                return Ok(());
            }
            if !self.nodes[0].solved {
                let id = self.next();
                self.expand(id)?;
                self.update(id);
                continue;
            }
            self.extract();
            self.heat *= COOLER;
            if self.heat < COLD {
                level += 1;
                if level >= LEVELS.len() {
                    return Ok(());
                }
                self.again(level)?;
                self.heat = 1.0;
            }
            self.recompute();
        }
    }

    /// The node of a position, made if it is new.
    fn node(
        &mut self,
        at: Marks,
        path: Vec<u8>,
        frame: Vec<u8>,
        parent: Option<u32>,
    ) -> (u32, bool) {
        let (least, by) = self.learner.board.least(at);
        if let Some(&id) = self.by_position.get(&least) {
            if let Some(parent) = parent {
                self.nodes[id as usize].parents.push(parent);
            }
            return (id, false);
        }
        let frame = match by {
            None => frame,
            Some(by) => {
                let mut moved = frame.clone();
                for (cell, &image) in self.learner.board.symmetries()[by].iter().enumerate() {
                    moved[usize::from(image)] = frame[cell];
                }
                moved
            }
        };
        let id = self.nodes.len() as u32;
        self.by_position.insert(least, id);
        self.nodes.push(Node {
            at: least,
            path,
            frame,
            leaf: None,
            level: 0,
            choices: None,
            best: 0,
            cost: 0.0,
            solved: false,
            parents: parent.into_iter().collect(),
        });
        (id, true)
    }

    /// Looks for a strategy for a node.
    fn attempt(&mut self, id: u32, level: usize) -> Result<bool, Stop> {
        let node = &mut self.nodes[id as usize];
        node.level = level + 1;
        let (at, diligence) = (node.at, &LEVELS[level]);
        let claim = self.learner.claim;
        let mut found = None;
        if at.to_move() == claim.claimant {
            let useful = 0..self.pool.len().min(USEFUL);
            let recent = self.pool.len().saturating_sub(RECENT).max(useful.end)..self.pool.len();
            for index in useful.chain(recent) {
                if self
                    .learner
                    .holds(at, &self.pool[index].0, diligence.positions)?
                {
                    self.pool[index].1 += 1;
                    found = Some(Strategy::List(self.pool[index].0.clone()));
                    // The most useful come first.
                    let better = (0..index).find(|&other| self.pool[other].1 < self.pool[index].1);
                    if let Some(better) = better {
                        self.pool.swap(better, index);
                    }
                    break;
                }
            }
        }
        if found.is_none() {
            let hard = if id == 0 { PATIENT } else { 1 + level as u64 };
            found = pairing::find(self.learner.board, at, &claim, hard);
        }
        if found.is_none() {
            let node = &self.nodes[id as usize];
            let (path, frame) = (node.path.clone(), node.frame.clone());
            let place = Place {
                at,
                path: &path,
                frame: &frame,
            };
            if let Some(rules) = self.learner.find(&place, diligence)? {
                self.pool.push((rules.clone(), 1));
                found = Some(Strategy::List(rules));
            }
        }
        let is_leaf = found.is_some();
        self.nodes[id as usize].leaf = found;
        self.nodes[id as usize].cost = self.estimate(id);
        self.nodes[id as usize].solved = is_leaf;
        Ok(is_leaf)
    }

    /// What a node costs that is not expanded.
    fn estimate(&self, id: u32) -> f32 {
        let node = &self.nodes[id as usize];
        if node.leaf.is_some() {
            return 1.0;
        }
        let (sum, count) = self.sums[node.at.taken().count_ones() as usize];
        (self.heat * (sum + BELIEF * GUESS) / (count + BELIEF)).max(2.0)
    }

    /// The node to be expanded next: the costliest of those that are open, along the best choices.
    fn next(&self) -> u32 {
        let mut id = 0;
        loop {
            let node = &self.nodes[id as usize];
            let Some(choices) = &node.choices else {
                return id;
            };
            let open = choices[node.best]
                .children
                .iter()
                .filter(|&&child| !self.nodes[child as usize].solved);
            let costliest = open.max_by(|&&one, &&two| {
                self.nodes[one as usize]
                    .cost
                    .total_cmp(&self.nodes[two as usize].cost)
            });
            match costliest {
                Some(&child) => id = child,
                None => return id,
            }
        }
    }

    /// Finds a node's choices.
    fn expand(&mut self, id: u32) -> Result<(), Stop> {
        let node = &self.nodes[id as usize];
        let (at, path, frame) = (node.at, node.path.clone(), node.frame.clone());
        let place = Place {
            at,
            path: &path,
            frame: &frame,
        };
        let board = self.learner.board;
        if at.to_move() != self.learner.claim.claimant {
            let choice = self.choice(id, &place, at, Does::Replies, &mut Vec::new())?;
            self.nodes[id as usize].choices = Some(vec![choice]);
            return Ok(());
        }
        let good = self.learner.good(&place, at, &mut Vec::new())?;
        let mut cells: Vec<usize> = members(good).collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(board.through(cell).len()));
        let mut choices: Vec<Choice> = Vec::new();
        for cell in cells {
            let (next, over) = board.play(at, cell);
            let does = Does::Move(cell as u8);
            if over.is_some() {
                choices.push(Choice {
                    does,
                    children: Vec::new(),
                });
                continue;
            }
            let choice = self.choice(id, &place, next, does, &mut vec![cell as u8])?;
            let all_leaves = choice
                .children
                .iter()
                .all(|&child| self.nodes[child as usize].leaf.is_some());
            choices.push(choice);
            if all_leaves {
                break;
            }
        }
        self.nodes[id as usize].choices = Some(choices);
        Ok(())
    }

    /// The choice that leads to a position of the other side.
    fn choice(
        &mut self,
        id: u32,
        place: &Place<'_>,
        at: Marks,
        does: Does,
        trail: &mut Vec<u8>,
    ) -> Result<Choice, Stop> {
        let board = self.learner.board;
        let mut children = Vec::new();
        for reply in members(board.open(at.taken())) {
            let (after, over) = board.play(at, reply);
            if over.is_some() {
                continue;
            }
            trail.push(reply as u8);
            let mut path = place.path.to_vec();
            path.extend(trail.iter().map(|&cell| place.frame[usize::from(cell)]));
            trail.pop();
            let (child, is_new) = self.node(after, path, place.frame.to_vec(), Some(id));
            if is_new {
                self.attempt(child, 0)?;
                self.learner.open += 1;
            }
            if !children.contains(&child) {
                children.push(child);
            }
        }
        Ok(Choice { does, children })
    }

    /// Computes a node's cost; whether it has changed.
    fn weigh(&mut self, id: u32) -> bool {
        let node = &self.nodes[id as usize];
        let before = (node.cost, node.solved, node.best);
        let now = match (&node.leaf, &node.choices) {
            (Some(_), _) => (1.0, true, 0),
            (None, None) => (self.estimate(id), false, 0),
            (None, Some(choices)) => {
                let mut best = (f32::MAX, false, 0);
                for (index, choice) in choices.iter().enumerate() {
                    let children = choice
                        .children
                        .iter()
                        .map(|&child| &self.nodes[child as usize]);
                    let cost = 1.0 + children.clone().map(|child| child.cost).sum::<f32>();
                    if cost < best.0 {
                        best = (cost, children.clone().all(|child| child.solved), index);
                    }
                }
                best
            }
        };
        let node = &mut self.nodes[id as usize];
        (node.cost, node.solved, node.best) = now;
        before != now
    }

    /// Carries a change up.
    fn update(&mut self, id: u32) {
        let mut waiting = vec![id];
        let mut first = true;
        while let Some(id) = waiting.pop() {
            if self.weigh(id) || first {
                waiting.extend(&self.nodes[id as usize].parents);
            }
            first = false;
        }
    }

    /// Computes all costs anew, from the last ply back.
    fn recompute(&mut self) {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_key(|&id| std::cmp::Reverse(self.nodes[id as usize].at.taken().count_ones()));
        self.sums.fill((0.0, 0.0));
        for id in order {
            self.weigh(id);
            let node = &self.nodes[id as usize];
            if node.solved && node.leaf.is_none() {
                let (sum, count) = &mut self.sums[node.at.taken().count_ones() as usize];
                *sum += node.cost.min(1e6);
                *count += 1.0;
            }
        }
    }

    /// Puts a tree together of what is solved, and keeps it if it is the smallest.
    fn extract(&mut self) {
        let mut plan: FxHashMap<u32, usize> = FxHashMap::default();
        let mut stack = vec![0u32];
        while let Some(id) = stack.pop() {
            if plan.contains_key(&id) {
                continue;
            }
            let node = &self.nodes[id as usize];
            let mut best = (f32::MAX, 0);
            for (index, choice) in node.choices.iter().flatten().enumerate() {
                let solved = |&child: &u32| self.nodes[child as usize].solved;
                if node.leaf.is_some() || !choice.children.iter().all(solved) {
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
            plan.insert(id, best.1);
            if node.leaf.is_none()
                && let Some(choices) = &node.choices
            {
                stack.extend(&choices[best.1].children);
            }
        }
        let size = plan.len() as u64;
        if self.best.as_ref().is_none_or(|best| size < best.0) {
            self.best = Some((size, plan));
            self.learner.least = Some(size);
        }
    }

    /// Looks harder for strategies for the nodes of the best tree.
    fn again(&mut self, level: usize) -> Result<(), Stop> {
        let Some((_, plan)) = &self.best else {
            return Ok(());
        };
        let mut ids: Vec<u32> = plan.keys().copied().collect();
        ids.sort_by_key(|&id| {
            (
                std::cmp::Reverse(self.nodes[id as usize].at.taken().count_ones()),
                id,
            )
        });
        for id in ids {
            let node = &self.nodes[id as usize];
            if node.leaf.is_some() || node.level > level {
                continue;
            }
            if self.learner.oracle.is_enough() {
                return Ok(());
            }
            self.attempt(id, level)?;
            self.update(id);
        }
        Ok(())
    }

    /// What is done at each position of a plan.
    fn positions(&self, plan: &FxHashMap<u32, usize>) -> FxHashMap<Marks, Does> {
        let does = |(&id, &choice): (&u32, &usize)| {
            let node = &self.nodes[id as usize];
            let does = match (&node.leaf, &node.choices) {
                (Some(strategy), _) => Does::Follow(strategy.clone()),
                (None, Some(choices)) => choices[choice].does.clone(),
                // No plan has a node that is not solved.
                (None, None) => Does::Replies,
            };
            (node.at, does)
        };
        plan.iter().map(does).collect()
    }
}
