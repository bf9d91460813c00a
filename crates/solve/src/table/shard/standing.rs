//! How far the work on a store has come, and what can be done now.

use super::ranges::Cut;
use super::store::{Store, names};
use super::task::Task;
use crate::table::TableError;
use crate::table::format::FILE;
use std::collections::BTreeSet;

/// How far the work on a store has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Tasks that can be done now, in any order and at the same time.
    pub ready: Vec<Task>,
    /// Tasks that are done.
    pub done: u64,
    /// Tasks known so far. While tiers are being found, nobody knows how many there will be.
    pub known: u64,
    /// Whether the tasks known so far are all there are.
    pub all_known: bool,
}

impl Standing {
    /// Whether nothing is left to do: the table is in the store.
    pub fn is_finished(&self) -> bool {
        self.ready.is_empty()
    }
}

/// What is there, by the names of files.
pub(super) fn standing(store: &Store<'_>) -> Result<Standing, TableError> {
    let names = names(store.storage)?;
    let is_there = |task: Task| names.contains(&task.to_string());
    let (mut ready, mut done, mut known) = (Vec::new(), 0, 0);
    let mut cuts = Vec::new();
    let mut all_known = false;
    for tier in 0.. {
        known += 1;
        let cut = match is_there(Task::Cut(tier)) {
            // One that is damaged is cut again.
            true => match store.cut(tier) {
                Err(TableError::Damaged(_) | TableError::NotYet(_)) => None,
                cut => Some(cut?),
            },
            false => None,
        };
        let Some(cut) = cut else {
            ready.push(Task::Cut(tier));
            break;
        };
        done += 1;
        let Some(cut) = cut else {
            all_known = true;
            break;
        };
        known += cut.shards();
        let missing = (0..cut.shards()).map(|shard| Task::Keys(tier, shard));
        let missing: Vec<Task> = missing.filter(|task| !is_there(*task)).collect();
        done += cut.shards() - missing.len() as u64;
        cuts.push(cut);
        if !missing.is_empty() {
            ready.extend(missing);
            break;
        }
    }
    if !all_known {
        return Ok(Standing {
            ready,
            done,
            known,
            all_known,
        });
    }
    let valued: Vec<BTreeSet<u64>> = (0..)
        .zip(&cuts)
        .map(|(tier, cut)| {
            let shards = 0..cut.shards();
            shards
                .filter(|shard| is_there(Task::Values(tier, *shard)))
                .collect()
        })
        .collect();
    let is_valued = |tier: usize| valued[tier].len() as u64 == cuts[tier].shards();
    for (tier, cut) in cuts.iter().enumerate() {
        known += cut.shards();
        done += valued[tier].len() as u64;
        let leads = |below: &Cut| below.sources.contains(&(tier as u64));
        let mut below = (0..cuts.len()).filter(|below| leads(&cuts[*below]));
        if !is_valued(tier) && below.all(is_valued) {
            let missing = (0..cut.shards()).filter(|shard| !valued[tier].contains(shard));
            ready.extend(missing.map(|shard| Task::Values(tier as u64, shard)));
        }
    }
    known += 1;
    match names.contains(FILE) {
        true => done += 1,
        false if ready.is_empty() => ready.push(Task::Finish),
        false => {}
    }
    Ok(Standing {
        ready,
        done,
        known,
        all_known,
    })
}

/// The tasks whose files a task reads, as far as they are known.
pub(super) fn inputs(store: &Store<'_>, task: Task) -> Vec<Task> {
    let cut = |tier: u64| store.cut(tier).ok().flatten();
    let keys = |tier: u64| {
        let shards = cut(tier).map_or(0, |cut| cut.shards());
        (0..shards).map(move |shard| Task::Keys(tier, shard))
    };
    let values = |tier: u64| {
        let shards = cut(tier).map_or(0, |cut| cut.shards());
        (0..shards).map(move |shard| Task::Values(tier, shard))
    };
    let known = || (0..).map_while(|tier| cut(tier).map(|cut| (tier, cut)));
    let mut inputs: Vec<Task> = match task {
        Task::Finish => known()
            .flat_map(|(tier, _)| keys(tier).chain(values(tier)))
            .collect(),
        Task::Cut(tier) => {
            let above = known().take(tier as usize);
            above.flat_map(|(tier, _)| keys(tier)).collect()
        }
        Task::Keys(tier, _) => {
            let sources = cut(tier).map_or(Vec::new(), |cut| cut.sources);
            sources.into_iter().flat_map(keys).collect()
        }
        Task::Values(tier, shard) => {
            let sources = cut(tier).map_or(Vec::new(), |cut| cut.sources);
            let below = known().filter(|(_, cut)| cut.sources.contains(&tier));
            let own = [Task::Keys(tier, shard)];
            let below: Vec<Task> = below.flat_map(|(tier, _)| values(tier)).collect();
            let asking = sources.into_iter().flat_map(keys);
            own.into_iter().chain(below).chain(asking).collect()
        }
    };
    inputs.extend(known().map(|(tier, _)| Task::Cut(tier)));
    // One that is damaged stands behind those that are not.
    inputs.push(Task::Cut(known().count() as u64));
    inputs
}

/// The tasks whose files are there, in the order of their names' kinds and numbers.
pub(super) fn all_done(store: &Store<'_>) -> Result<Vec<Task>, TableError> {
    let names = names(store.storage)?;
    let tasks = names.iter().filter_map(|name| name.parse::<Task>().ok());
    let mut tasks: Vec<Task> = tasks.collect();
    tasks.sort_unstable();
    Ok(tasks)
}
