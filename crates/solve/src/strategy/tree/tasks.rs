//! The tasks of the crew: to look for strategies that make nodes leaves, and to tidy.

use super::{LEVELS, PATIENT, Search};
use crate::strategy::crew::{Done, Job, Task, Want};
use crate::strategy::learn::Example;
use crate::strategy::rules::{Does, Rule, Strategy};
use crate::strategy::{Fact, Standing};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use yomikiri_core::Stop;

/// The number of earlier strategies that are tried first.
const POOL: usize = 40;
/// The number of strategies that are kept.
const KEPT: usize = 160;
/// The most examples of a leaf that are kept for other nodes.
const LESSONS: usize = 64;
/// The most tidying tasks that are lost when time is up.
const AT_ONCE: usize = 16;
/// The most examples that a node receives from others.
const SEEDS: usize = 120;

impl Search<'_> {
    /// Returns whether no strategy is known for a node, and none was looked for at this level.
    pub(in crate::strategy) fn is_due(&self, id: u32, level: usize) -> bool {
        let node = &self.nodes[id as usize];
        node.leaf.is_none() && node.level <= level
    }

    /// Looks for strategies for those nodes that were not tried at this level.
    pub(in crate::strategy) fn attempt(&mut self, ids: &[u32], level: usize) -> Result<(), Stop> {
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
    pub(super) fn note(&mut self, id: u32) {
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
    pub(in crate::strategy) fn have_done(&mut self, tasks: Vec<Task>) -> Result<Vec<Done>, Stop> {
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
    pub(in crate::strategy) fn tidied(&mut self, tasks: impl Iterator<Item = Task>) -> Vec<Done> {
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
}
