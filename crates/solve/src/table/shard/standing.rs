//! The progress of the work on a store, and the tasks that can be done now.

use super::cyclic::Round;
use super::ranges::Cut;
use super::store::{Plan, Store, names};
use super::task::Task;
use crate::table::TableError;
use crate::table::finished::has_table;
use crate::table::format::FILE;
use crate::table::storage::Storage;
use std::collections::{BTreeMap, BTreeSet};
use std::iter;

/// The progress of the work on a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Tasks that can be done now, in any order and at the same time.
    pub ready: Vec<Task>,
    /// Tasks that are done.
    pub done: u64,
    /// Tasks known so far. While tiers are being found, their number is unknown.
    pub known: u64,
    /// Whether all tasks are known.
    pub all_known: bool,
    /// Whether the table is there and not cut off. Some tasks may still be undone because their files are missing.
    pub has_table: bool,
}

impl Standing {
    /// Returns whether nothing is left to do: the table is in the store.
    pub fn is_finished(&self) -> bool {
        self.ready.is_empty()
    }
}

/// Returns the progress of the work on a store, and the tasks that can be done now. A caller that asks often keeps a
/// [`Watch`].
///
/// # Errors
///
/// If the store has no plan, or the system fails.
pub fn standing(store: &dyn Storage) -> Result<Standing, TableError> {
    Watch::default().standing(store)
}

/// A worker's memory of a store between two checks: the contents of the files that determine which tasks there are.
/// Such a file always has the same bytes, so it is read once. Each check looks up whether it exists.
#[derive(Debug, Default)]
pub struct Watch {
    /// The digest of the plan.
    plan: [u8; 32],
    /// The tiers with their ranges; `None` marks the end.
    cuts: BTreeMap<u64, Option<Cut>>,
    /// The number of ranges of all keys.
    ranges: Option<u64>,
    /// The active ranges of each round.
    rounds: BTreeMap<u64, Vec<u64>>,
}

/// The files in the store, by name.
struct There {
    tasks: BTreeSet<Task>,
    /// Whether the table is there and not cut off.
    table: bool,
}

impl There {
    fn of(store: &Store<'_>) -> Result<There, TableError> {
        let names = names(store.storage)?;
        // A table that is cut off is made again.
        let table = names.contains(FILE) && has_table(store.storage, &store.plan.header)?;
        Ok(There {
            tasks: names.iter().filter_map(|name| name.parse().ok()).collect(),
            table,
        })
    }

    fn has(&self, task: Task) -> bool {
        self.tasks.contains(&task)
    }
}

/// Returns the contents of a file; `None` if it is damaged or missing and has to be made again.
fn unless_damaged<T>(read: Result<T, TableError>) -> Result<Option<T>, TableError> {
    match read {
        Err(TableError::Damaged(_) | TableError::NotYet(_)) => Ok(None),
        read => read.map(Some),
    }
}

impl Watch {
    /// Returns the progress of the work on a store, and the tasks that can be done now.
    ///
    /// # Errors
    ///
    /// If the store has no plan or holds a table of something else, or the system fails.
    pub fn standing(&mut self, storage: &dyn Storage) -> Result<Standing, TableError> {
        let store = Store::open(storage)?;
        if self.plan != store.plan.digest {
            *self = Watch {
                plan: store.plan.digest,
                ..Watch::default()
            };
        }
        let there = There::of(&store)?;
        let mut standing = Standing {
            ready: Vec::new(),
            done: 0,
            known: 0,
            all_known: false,
            has_table: there.table,
        };
        let Some(cuts) = self.tiers(&store, &there, &mut standing)? else {
            return Ok(standing);
        };
        match store.cyclic() {
            true => self.rounds(&store, &there, &mut standing)?,
            false => of_tiers(&cuts, &there, &mut standing),
        }
        Ok(standing)
    }

    /// Returns all tiers; `None` while keys are being found.
    fn tiers(
        &mut self,
        store: &Store<'_>,
        there: &There,
        standing: &mut Standing,
    ) -> Result<Option<Vec<Cut>>, TableError> {
        let mut cuts = Vec::new();
        for tier in 0.. {
            standing.known += 1;
            if !there.has(Task::Cut(tier)) {
                self.cuts.remove(&tier);
            } else if !self.cuts.contains_key(&tier)
                && let Some(cut) = unless_damaged(store.cut(tier))?
            {
                self.cuts.insert(tier, cut);
            }
            let Some(cut) = self.cuts.get(&tier) else {
                standing.ready.push(Task::Cut(tier));
                return Ok(None);
            };
            standing.done += 1;
            let Some(cut) = cut else {
                break;
            };
            standing.known += cut.shards();
            let missing = (0..cut.shards()).map(|shard| Task::Keys(tier, shard));
            let missing: Vec<Task> = missing.filter(|task| !there.has(*task)).collect();
            standing.done += cut.shards() - missing.len() as u64;
            if !missing.is_empty() {
                standing.ready.extend(missing);
                return Ok(None);
            }
            cuts.push(cut.clone());
        }
        Ok(Some(cuts))
    }

    /// Adds the progress of the rounds, for a game whose play may cycle and whose positions are all known.
    fn rounds(
        &mut self,
        store: &Store<'_>,
        there: &There,
        standing: &mut Standing,
    ) -> Result<(), TableError> {
        // Adds tasks that can be done at the same time. Returns whether all are done.
        let all_done = |standing: &mut Standing, tasks: &mut dyn Iterator<Item = Task>| {
            let mut all = true;
            for task in tasks {
                standing.known += 1;
                match there.has(task) {
                    true => standing.done += 1,
                    false => {
                        all = false;
                        standing.ready.push(task);
                    }
                }
            }
            all
        };
        // A damaged file that determines the next tasks is made again.
        let again = |standing: &mut Standing, task| {
            standing.known += 1;
            standing.ready.push(task);
            Ok(())
        };
        if !there.has(Task::Join) {
            self.ranges = None;
        } else if self.ranges.is_none() {
            self.ranges = unless_damaged(store.join())?.map(|cut| cut.shards());
        }
        let Some(ranges) = self.ranges else {
            return again(standing, Task::Join);
        };
        all_done(standing, &mut iter::once(Task::Join));
        if !all_done(standing, &mut (0..ranges).map(Task::Open)) {
            return Ok(());
        }
        for number in 1.. {
            let task = Task::Round(number);
            if !there.has(task) {
                self.rounds.remove(&number);
            } else if !self.rounds.contains_key(&number)
                && let Some(round) = unless_damaged(Round::read(store, number))?
            {
                let active = round.map_or(Vec::new(), |round| round.active);
                let active = active.into_iter().map(|active| active.number);
                self.rounds.insert(number, active.collect());
            }
            let Some(active) = self.rounds.get(&number) else {
                return again(standing, task);
            };
            all_done(standing, &mut iter::once(task));
            if active.is_empty() {
                break;
            }
            let mut tasks = active.iter().map(|active| Task::Back(number, *active));
            if !all_done(standing, &mut tasks) {
                return Ok(());
            }
        }
        standing.all_known = true;
        let mut tasks = (0..ranges).map(|number| Task::Values(0, number));
        let valued = all_done(standing, &mut tasks);
        of_table(there, valued, standing);
        Ok(())
    }
}

/// Adds the progress of the values, if play cannot cycle and all tiers are known.
fn of_tiers(cuts: &[Cut], there: &There, standing: &mut Standing) {
    standing.all_known = true;
    let valued = (0..).zip(cuts).map(|(tier, cut)| {
        let shards = 0..cut.shards();
        shards
            .filter(|shard| there.has(Task::Values(tier, *shard)))
            .collect()
    });
    let valued: Vec<BTreeSet<u64>> = valued.collect();
    let is_valued = |tier: usize| valued[tier].len() as u64 == cuts[tier].shards();
    for (tier, cut) in cuts.iter().enumerate() {
        standing.known += cut.shards();
        standing.done += valued[tier].len() as u64;
        let leads = |below: &Cut| below.sources.contains(&(tier as u64));
        let mut below = (0..cuts.len()).filter(|below| leads(&cuts[*below]));
        if !is_valued(tier) && below.all(is_valued) {
            let missing = (0..cut.shards()).filter(|shard| !valued[tier].contains(shard));
            let missing = missing.map(|shard| Task::Values(tier as u64, shard));
            standing.ready.extend(missing);
        }
    }
    of_table(there, standing.ready.is_empty(), standing);
}

/// Adds the table: whether it is there, and whether it can be made.
fn of_table(there: &There, ready: bool, standing: &mut Standing) {
    standing.known += 1;
    match there.table {
        true => standing.done += 1,
        false if ready => standing.ready.push(Task::Finish),
        false => {}
    }
}

/// Returns the tasks whose files a task reads, as far as they are known.
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
        _ if store.cyclic() => of_cycles(store, task),
        Task::Join | Task::Open(_) | Task::Round(_) | Task::Back(..) => Vec::new(),
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
    // Include every file that determines tasks, because a damaged one may follow a missing one.
    let names = names(store.storage).unwrap_or_default();
    let there = names.iter().filter_map(|name| name.parse().ok());
    inputs.extend(there.filter(|task| matches!(task, Task::Cut(_) | Task::Join | Task::Round(_))));
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}

/// Returns the inputs of a task if play may cycle, except for cuts.
fn of_cycles(store: &Store<'_>, task: Task) -> Vec<Task> {
    let plies = |most: u64| {
        let cuts = (0..most).map_while(|ply| store.cut(ply).ok().flatten().map(|cut| (ply, cut)));
        cuts.flat_map(|(ply, cut)| (0..cut.shards()).map(move |shard| Task::Keys(ply, shard)))
    };
    let shards = || store.join().map_or(0, |cut| cut.shards());
    let opened = || iter::once(Task::Join).chain((0..shards()).map(Task::Open));
    // The rounds that can be read; `said` adds the first one that cannot.
    let rounds = |most: u64| {
        let rounds =
            (1..=most).map_while(|number| Some((number, Round::read(store, number).ok()??)));
        rounds.collect::<Vec<(u64, Round)>>()
    };
    let backs = |most: u64, of: Option<u64>| {
        let mut tasks = Vec::new();
        for (number, round) in rounds(most) {
            let active = round.active.iter().map(|active| active.number);
            let active = active.filter(|active| of.is_none_or(|of| *active == of));
            tasks.extend(active.map(|active| Task::Back(number, active)));
        }
        tasks
    };
    let said = |most: u64| {
        let count = rounds(most).len() as u64;
        (1..=most.min(count + 1)).map(Task::Round)
    };
    match task {
        Task::Cut(tier) | Task::Keys(tier, _) => plies(tier).collect(),
        Task::Join => plies(u64::MAX).collect(),
        Task::Open(_) => iter::once(Task::Join).chain(plies(u64::MAX)).collect(),
        Task::Round(round) => {
            let before = round.saturating_sub(1);
            let backs = backs(before, None).into_iter();
            let backs = backs.filter(|back| matches!(back, Task::Back(of, _) if *of == before));
            opened().chain(said(before)).chain(backs).collect()
        }
        Task::Back(round, number) => {
            let before = round.saturating_sub(1);
            let last = backs(before, None).into_iter();
            let last = last.filter(|back| matches!(back, Task::Back(of, _) if *of == before));
            let own = backs(before, Some(number));
            opened().chain(said(round)).chain(own).chain(last).collect()
        }
        Task::Values(_, number) => {
            let own = backs(u64::MAX, Some(number));
            let own = iter::once(Task::Open(number)).chain(own);
            plies(u64::MAX)
                .chain(iter::once(Task::Join))
                .chain(said(u64::MAX))
                .chain(own)
                .collect()
        }
        Task::Finish => {
            let values = (0..shards()).map(|shard| Task::Values(0, shard));
            opened().chain(values).collect()
        }
    }
}

/// Returns the tasks whose files exist, by kind and number.
///
/// # Errors
///
/// If the store has no plan, or the system fails.
pub fn all_done(storage: &dyn Storage) -> Result<Vec<Task>, TableError> {
    Plan::read(storage)?;
    let names = names(storage)?;
    let tasks = names.iter().filter_map(|name| name.parse::<Task>().ok());
    let mut tasks: Vec<Task> = tasks.collect();
    tasks.sort_unstable();
    Ok(tasks)
}
