//! The positions above the strategies: nodes, their choices and their costs.
//!
//! A node is a position of the claimant, or the root. It is a leaf if a strategy is found for it. Otherwise one of
//! the moves that keep the claim has to be chosen, and every reply to it leads to a node. The search first builds one
//! tree from the top down, without reconsidering a choice (`first`), and then makes it smaller (`smaller`).

mod cost;

use super::board::{Board, Marks, members};
use super::crew::{Crew, Done, Job, Task, Want};
use super::find::{Diligence, Place};
use super::learn::Example;
use super::pairing;
use super::rules::{Does, Rule, Strategy};
use super::written::{Grown, write};
use super::{Claim, Fact, Standing, Watch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
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
/// The number of earlier strategies that are tried first.
const POOL: usize = 40;
/// The number of strategies that are kept.
const KEPT: usize = 160;
/// The number of new positions after which the search checks whether a move leads only to leaves, and the most moves
/// that are tried.
const BATCH: usize = 14;
const MOST_CHOICES: usize = 8;
/// The most examples of a leaf that are kept for other nodes.
const LESSONS: usize = 64;
/// The most tidying tasks that are lost when time is up.
const AT_ONCE: usize = 16;
/// The most examples that a node receives from others.
const SEEDS: usize = 120;

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

    /// Returns the node of a position; creates it if it is new.
    fn node(&mut self, place: Place, parent: Option<u32>) -> u32 {
        let Place { at, path, frame } = place;
        let (at, by) = self.board.least(at);
        if let Some(&id) = self.by_position.get(&at) {
            let parents = &mut self.nodes[id as usize].parents;
            parents.extend(parent.filter(|parent| !parents.contains(parent)));
            return id;
        }
        let frame = match by {
            None => frame,
            Some(by) => {
                let mut moved = frame.clone();
                for (cell, &image) in self.board.symmetries()[by].iter().enumerate() {
                    moved[usize::from(image)] = frame[cell];
                }
                moved
            }
        };
        let id = self.nodes.len() as u32;
        self.by_position.insert(at, id);
        let fact = self.watch.recall(self.board.code(at));
        let Fact { does, level, good } = fact.unwrap_or_default();
        let good = good.map(|good| good & self.board.open(at.x, at.o));
        let (leaf, noted) = match does {
            Some(Does::Follow(strategy)) => (Some(strategy), None),
            other => (None, other),
        };
        let is_leaf = leaf.is_some();
        self.nodes.push(Node {
            place: Place { at, path, frame },
            leaf,
            level,
            good,
            noted,
            choices: None,
            best: 0,
            cost: if is_leaf { 1.0 } else { f32::MAX },
            solved: is_leaf,
            likely: 0,
            hope: 1.0,
            closed: is_leaf,
            is_settled: false,
            parents: parent.into_iter().collect(),
            examples: Vec::new(),
        });
        if !is_leaf {
            self.open += 1;
            self.nodes[id as usize].hope = self.estimate(id);
        }
        id
    }

    /// Returns whether no strategy is known for a node, and none was looked for at this level.
    pub(super) fn is_due(&self, id: u32, level: usize) -> bool {
        let node = &self.nodes[id as usize];
        node.leaf.is_none() && node.level <= level
    }

    /// Looks for strategies for those nodes that were not tried at this level.
    pub(super) fn attempt(&mut self, ids: &[u32], level: usize) -> Result<(), Stop> {
        let is_due = |&&id: &&u32| self.is_due(id, level);
        // Several moves may lead to the same position.
        let mut met = FxHashSet::default();
        let is_new = |&&id: &&u32| met.insert(id);
        let ids: Vec<u32> = ids.iter().filter(is_due).filter(is_new).copied().collect();
        if ids.is_empty() {
            return Ok(());
        }
        let pool = Arc::new(self.pool.iter().take(POOL).cloned().collect::<Vec<_>>());
        let job = |&id: &u32| {
            let node = &self.nodes[id as usize];
            Task::Find(Box::new(Want {
                place: node.place.clone(),
                diligence: LEVELS[level],
                hard: if id == 0 { PATIENT } else { 1 + level as u64 },
                pool: Arc::clone(&pool),
                seeds: self.seeds(id, level),
                good: node.good,
            }))
        };
        let tasks = ids.iter().map(job).collect();
        let results = self.have_done(tasks)?;
        let mut played = 0;
        for (&id, done) in ids.iter().zip(results) {
            played += done.played;
            if let Some(index) = done.from_pool {
                self.use_again(&pool[index]);
            } else if let Some(Strategy::List(rules)) = &done.leaf {
                self.pool.insert(0, Arc::new(rules.clone()));
                self.pool.truncate(KEPT);
            }
            let node = &mut self.nodes[id as usize];
            node.level = level + 1;
            node.examples = done.examples;
            node.examples.truncate(LESSONS);
            if done.leaf.is_none() {
                node.good = Some(done.good);
            }
            if done.leaf.is_some() {
                self.open -= u64::from(node.choices.is_none());
                node.leaf = done.leaf;
                (node.cost, node.solved) = (1.0, true);
                (node.hope, node.closed) = (1.0, true);
            }
            self.note(id);
        }
        self.watch.worked(played, self.best.is_some())
    }

    /// Reports the findings about a node to the watch.
    fn note(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        let fact = Fact {
            does: match &node.leaf {
                Some(strategy) => Some(Does::Follow(strategy.clone())),
                None => node.noted.clone(),
            },
            level: node.level,
            good: node.good,
        };
        self.watch.note(self.board.code(node.place.at), &fact);
    }

    /// Runs tasks, and returns their results.
    pub(super) fn have_done(&mut self, tasks: Vec<Task>) -> Result<Vec<Done>, Stop> {
        let claim = self.claim;
        let jobs = tasks.into_iter().map(|task| Job { claim, task }).collect();
        let standing = Standing {
            least: self.best.as_ref().map(|best| best.0),
            looked: self.nodes.len() as u64,
            open: self.open,
        };
        let watch = &mut *self.watch;
        self.crew.all(jobs, &mut || watch.look(standing))
    }

    /// Runs tidying tasks, and returns the results of as many as there is time for.
    pub(super) fn tidied(&mut self, tasks: impl Iterator<Item = Task>) -> Vec<Done> {
        let claim = self.claim;
        let mut jobs = tasks.map(|task| Job { claim, task });
        let mut all = Vec::new();
        loop {
            let some: Vec<Job> = jobs.by_ref().take(AT_ONCE).collect();
            let watch = &mut *self.watch;
            match self.crew.all(some, &mut || watch.tidies()) {
                Ok(done) if done.is_empty() => return all,
                Ok(done) => all.extend(done),
                Err(_) => return all,
            }
        }
    }

    /// Moves a strategy that was useful to the front.
    fn use_again(&mut self, rules: &Arc<Vec<Rule>>) {
        let place = self.pool.iter().position(|known| Arc::ptr_eq(known, rules));
        if let Some(place) = place {
            self.pool[..=place].rotate_right(1);
        }
    }

    /// Returns examples from the nodes below, or beside.
    fn seeds(&self, id: u32, level: usize) -> Vec<Example> {
        let node = &self.nodes[id as usize];
        let mut seeds = Vec::new();
        if level == 0 {
            return seeds;
        }
        let mut from = vec![id];
        let mut index = 0;
        // The nodes below by the current choices, nearest first.
        while index < from.len() && seeds.len() < SEEDS && from.len() < 200 {
            let node = &self.nodes[from[index] as usize];
            index += 1;
            seeds.extend_from_slice(&node.examples);
            if let (None, Some(choices)) = (&node.leaf, &node.choices)
                && let Some(choice) = choices.get(if node.solved { node.best } else { node.likely })
            {
                from.extend(&choice.children);
            }
        }
        if node.choices.is_none()
            && let Some(&parent) = node.parents.first()
            && let Some(choices) = &self.nodes[parent as usize].choices
        {
            let beside = choices
                .iter()
                .filter(|choice| choice.children.contains(&id));
            for &child in beside.flat_map(|choice| &choice.children) {
                seeds.extend_from_slice(&self.nodes[child as usize].examples);
            }
        }
        seeds.truncate(SEEDS);
        seeds
    }

    /// Finds a node's choices, and looks for strategies for their children.
    fn expand(&mut self, id: u32) -> Result<(), Stop> {
        self.open -= 1;
        let node = &self.nodes[id as usize];
        let place = node.place.clone();
        if place.at.to_move() != self.claim.claimant {
            let choice = self.choice(id, &place, place.at, Does::Replies, &mut Vec::new());
            let children = choice.children.clone();
            self.nodes[id as usize].choices = Some(vec![choice]);
            return self.attempt(&children, 0);
        }
        // Every node was tried before it is expanded.
        let good = node.good.unwrap_or_default();
        let mut cells: Vec<usize> = members(good).collect();
        let is_noted = |cell: usize| node.noted == Some(Does::Move(cell as u8));
        cells.sort_by_key(|&cell| (!is_noted(cell), Reverse(self.board.through(cell).len())));
        let mut choices: Vec<Choice> = Vec::new();
        let mut waiting: Vec<u32> = Vec::new();
        let wins = |&cell: &usize| self.board.play(place.at, cell).1.is_some();
        if let Some(&cell) = cells.iter().find(|cell| wins(cell)) {
            choices.push(Choice {
                does: Does::Move(cell as u8),
                children: Vec::new(),
            });
            cells.clear();
        }
        let cells: Vec<usize> = cells.into_iter().take(MOST_CHOICES).collect();
        for (index, &cell) in cells.iter().enumerate() {
            let (next, _) = self.board.play(place.at, cell);
            let does = Does::Move(cell as u8);
            let choice = self.choice(id, &place, next, does, &mut vec![cell as u8]);
            waiting.extend(&choice.children);
            choices.push(choice);
            if waiting.len() < BATCH && index + 1 < cells.len() {
                continue;
            }
            self.attempt(&waiting, 0)?;
            waiting.clear();
            let is_leaf = |&child: &u32| self.nodes[child as usize].leaf.is_some();
            if choices
                .iter()
                .any(|choice| choice.children.iter().all(is_leaf))
            {
                break;
            }
        }
        self.nodes[id as usize].choices = Some(choices);
        Ok(())
    }

    /// Returns the choice that leads to a position of the other side.
    fn choice(
        &mut self,
        id: u32,
        place: &Place,
        at: Marks,
        does: Does,
        trail: &mut Vec<u8>,
    ) -> Choice {
        let mut children = Vec::new();
        for reply in members(self.board.open(at.x, at.o)) {
            let (after, over) = self.board.play(at, reply);
            if over.is_some() {
                continue;
            }
            trail.push(reply as u8);
            let mut path = place.path.clone();
            path.extend(trail.iter().map(|&cell| place.frame[usize::from(cell)]));
            trail.pop();
            let place = Place {
                at: after,
                path,
                frame: place.frame.clone(),
            };
            let child = self.node(place, Some(id));
            if !children.contains(&child) {
                children.push(child);
            }
        }
        Choice { does, children }
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
