//! The positions above the strategies: nodes, their choices and their costs.
//!
//! A node is a position of the claimant, or the root. It is a leaf if a strategy is found for it. Otherwise one of
//! the moves that keep the claim has to be chosen, and every reply to it leads to a node. The search first builds one
//! tree from the top down, without reconsidering a choice (`first`), and then makes it smaller (`smaller`).

mod cost;
mod expand;
mod tasks;

use super::board::{Board, Marks, members};
use super::crew::Crew;
use super::find::{Diligence, Place};
use super::learn::Example;
use super::pairing;
use super::rules::{Does, Rule, Strategy};
use super::written::{Grown, write};
use super::{Claim, Watch};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use yomikiri_core::Stop;

/// How hard to look for strategies: at first, before a position is given up as a leaf, and in three steps when the
/// tree is to become smaller.
pub(super) const LEVELS: [Diligence; 5] = [
    Diligence {
        examples: 24,
        rules: 12,
        positions: 8_000,
        work: 40_000,
        guards: 1,
        asking: 100_000,
    },
    Diligence {
        examples: 240,
        rules: 60,
        positions: 20_000,
        work: 600_000,
        guards: 4,
        asking: 1_000_000,
    },
    Diligence {
        examples: 500,
        rules: 120,
        positions: 50_000,
        work: 4_000_000,
        guards: 5,
        asking: 6_000_000,
    },
    Diligence {
        examples: 760,
        rules: 200,
        positions: 120_000,
        work: 15_000_000,
        guards: 6,
        asking: 30_000_000,
    },
    Diligence {
        examples: 1_500,
        rules: 400,
        positions: 300_000,
        work: 60_000_000,
        guards: 8,
        asking: 120_000_000,
    },
];
/// The estimated cost of a node before the costs of similar nodes are known, and the growth of the estimate with each
/// two plies that the node lies before nodes of known cost.
const GUESS: f32 = 6.0;
const GROWTH: f32 = 1.7;
/// The number of looks ahead before a choice is made in the first tree.
const AHEAD: usize = 10;
/// The factor by which pairs are searched longer at the root.
const PATIENT: u64 = 4;

/// A position of the claimant, or the root.
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) leaf: Option<Strategy>,
    /// The number of levels at which a strategy was looked for.
    pub(super) level: usize,
    /// The moves that keep the claim, if they are known.
    good: Option<u64>,
    /// The choice of the smallest tree here if the node is no leaf, in this search or in the one that left the notes.
    noted: Option<Does>,
    /// `None` before the node is expanded.
    choices: Option<Vec<Choice>>,
    /// The cheapest choice whose nodes are all solved, and its cost.
    best: usize,
    pub(super) cost: f32,
    pub(super) solved: bool,
    /// The choice that looks best, the cost of the node by that choice, and whether all of its nodes are solved.
    likely: usize,
    hope: f32,
    closed: bool,
    /// Whether the choice that looked best is final.
    is_settled: bool,
    parents: Vec<u32>,
    examples: Vec<Example>,
}

impl Node {
    /// Returns the index of the noted choice, if it is among the choices.
    fn noted_choice(&self) -> Option<usize> {
        let is_noted = |choice: &Choice| Some(&choice.does) == self.noted.as_ref();
        self.choices.iter().flatten().position(is_noted)
    }
}

/// A move of the claimant, or the other side's turn at the root.
struct Choice {
    does: Does,
    children: Vec<u32>,
}

/// Returns a tree that proves a claim, as small as the watch leaves time to find. The game must not be over at the
/// root.
///
/// # Errors
///
/// If the work has to stop before the first tree is found; [`Stop::Cancelled`] too if the claim is false.
pub fn grow(
    board: &Board,
    claim: Claim,
    root: Marks,
    crew: &mut Crew,
    watch: &mut dyn Watch,
) -> Result<Grown, Stop> {
    let mut search = Search {
        board,
        claim,
        crew,
        watch,
        nodes: Vec::new(),
        by_position: FxHashMap::default(),
        open: 0,
        pool: Vec::new(),
        sums: vec![(0.0, 0.0); board.count() + 1],
        heat: 1.0,
        depth: 1,
        best: None,
    };
    let frame = (0..board.count()).map(|cell| cell as u8).collect();
    let place = Place {
        at: root,
        path: Vec::new(),
        frame,
    };
    search.node(place, None);
    let done = search.run();
    let Some((_, plan)) = search.best.take() else {
        return Err(done.err().unwrap_or(Stop::Cancelled));
    };
    let mut plan = search.positions(&plan);
    search.tidy(&mut plan);
    let root = board.least(root).0;
    // A tree that does not hold proves nothing: the remembered facts were wrong.
    write(board, claim, root, plan).ok_or(Stop::Cancelled)
}

/// Returns a proof by pairings alone, at the root or after every first move of the other side. It needs no oracle,
/// and searches as long as `go_on` returns true.
pub fn by_pairings(
    board: &Board,
    claim: Claim,
    root: Marks,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Grown> {
    let root = board.least(root).0;
    let mut plan = FxHashMap::default();
    if let Some(strategy) = pairing::find(board, root, &claim, PATIENT, go_on) {
        plan.insert(root, Does::Follow(strategy));
        return write(board, claim, root, plan);
    }
    if root.to_move() == claim.claimant {
        return None;
    }
    plan.insert(root, Does::Replies);
    for cell in members(board.open(root.x, root.o)) {
        match board.play(root, cell) {
            (after, None) => {
                let after = board.least(after).0;
                if let Entry::Vacant(vacant) = plan.entry(after) {
                    let strategy = pairing::find(board, after, &claim, PATIENT, go_on)?;
                    vacant.insert(Does::Follow(strategy));
                }
            }
            (_, Some(outcome)) if claim.reaches(outcome) => {}
            _ => return None,
        }
    }
    write(board, claim, root, plan)
}

/// The nodes, and the findings so far.
pub(super) struct Search<'a> {
    pub(super) board: &'a Board,
    pub(super) claim: Claim,
    crew: &'a mut Crew,
    pub(super) watch: &'a mut dyn Watch,
    pub(super) nodes: Vec<Node>,
    by_position: FxHashMap<Marks, u32>,
    /// The number of nodes that are neither leaves nor expanded.
    open: u64,
    /// The strategies found, the most recently useful first.
    pool: Vec<Arc<Vec<Rule>>>,
    /// For each ply, the sum of the costs of nodes that are no leaves, and their number.
    sums: Vec<(f32, f32)>,
    /// The factor on the estimated cost of unsolved nodes.
    pub(super) heat: f32,
    /// The level to which strategies are looked for before a node is expanded.
    pub(super) depth: usize,
    /// The size of the smallest tree so far, and its choices.
    pub(super) best: Option<(u64, FxHashMap<u32, usize>)>,
}

impl Search<'_> {
    /// Searches until nothing is left to try, or the watch stops it.
    fn run(&mut self) -> Result<(), Stop> {
        self.attempt(&[0], 1)?;
        self.first(0)?;
        if !self.nodes[0].solved {
            // The claim is false.
            return Ok(());
        }
        self.take_up();
        let known = self.best.is_some();
        self.extract();
        let done = self.smaller(known);
        self.extract();
        done
    }

    /// Searches further where it matters most: along the choices that look best, to the child of the greatest
    /// expected cost, down to a node that is not expanded. `false` if nothing is left to search.
    pub(super) fn advance(&mut self, from: u32) -> Result<bool, Stop> {
        let mut id = from;
        loop {
            let node = &self.nodes[id as usize];
            if node.closed {
                return Ok(false);
            }
            let Some(choices) = &node.choices else {
                self.expand(id)?;
                self.update(id);
                return Ok(true);
            };
            let Some(choice) = choices.get(node.likely) else {
                return Ok(false);
            };
            let is_open = |child: &&u32| !self.nodes[**child as usize].closed;
            let open: Vec<u32> = choice.children.iter().filter(is_open).copied().collect();
            // Before a node is expanded, it is searched a little harder for a strategy.
            let is_new = |&child: &u32| self.nodes[child as usize].level <= self.depth;
            let new: Vec<u32> = open.iter().copied().filter(is_new).collect();
            if !new.is_empty() {
                let level = self.nodes[new[0] as usize].level.max(1);
                self.attempt(&new, level)?;
                new.iter().for_each(|&child| self.update(child));
                return Ok(true);
            }
            let hope = |&id: &u32| self.nodes[id as usize].hope;
            let dearest = open
                .iter()
                .copied()
                .max_by(|one, two| hope(one).total_cmp(&hope(two)));
            match dearest {
                Some(child) => id = child,
                None => return Ok(false),
            }
        }
    }

    /// Makes the choice that the notes name at a node, if they name one and it is among the choices.
    fn follow(&mut self, id: u32) -> Result<bool, Stop> {
        if self.nodes[id as usize].noted.is_none() {
            return Ok(false);
        }
        if self.nodes[id as usize].choices.is_none() {
            self.expand(id)?;
        }
        let node = &mut self.nodes[id as usize];
        let Some(index) = node.noted_choice() else {
            return Ok(false);
        };
        node.likely = index;
        Ok(true)
    }

    /// Solves a node: makes the noted choice, or looks ahead a little and makes the one that looks best then. Then it
    /// solves the children.
    fn first(&mut self, id: u32) -> Result<(), Stop> {
        if self.nodes[id as usize].solved {
            return Ok(());
        }
        if !self.follow(id)? {
            for _ in 0..AHEAD {
                if self.nodes[id as usize].solved || !self.advance(id)? {
                    break;
                }
            }
        }
        let node = &self.nodes[id as usize];
        if node.solved {
            return Ok(());
        }
        let Some(choice) = node.choices.iter().flatten().nth(node.likely) else {
            return Ok(());
        };
        let mut open = choice.children.clone();
        open.sort_by(|&one, &two| {
            let [one, two] = [one, two].map(|id| self.nodes[id as usize].hope);
            one.total_cmp(&two)
        });
        self.nodes[id as usize].is_settled = true;
        self.update(id);
        for child in open {
            self.first(child)?;
        }
        self.nodes[id as usize].is_settled = false;
        self.update(id);
        Ok(())
    }
}
