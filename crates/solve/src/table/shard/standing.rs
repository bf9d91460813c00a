//! How far the work on a store has come, and what can be done now.

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
    /// Whether the table is there, and not cut off. Tasks may be left all the same, whose files are missing.
    pub has_table: bool,
}

impl Standing {
    /// Whether nothing is left to do: the table is in the store.
    pub fn is_finished(&self) -> bool {
        self.ready.is_empty()
    }
}

/// How far the work on a store has come, and which tasks can be done now. A caller that asks often keeps a [`Watch`].
///
/// # Errors
///
/// A store without a plan, and those of the system.
pub fn standing(store: &dyn Storage) -> Result<Standing, TableError> {
    Watch::default().standing(store)
}

/// What a worker remembers of a store from one look to the next: what the files say that tell which tasks there are. Such a
/// file has the same bytes whenever it is made, so it is read once. Whether it is there is looked up each time.
#[derive(Debug, Default)]
pub struct Watch {
    /// The digest of the plan.
    plan: [u8; 32],
    /// Tiers as they were cut, `None` for the end.
    cuts: BTreeMap<u64, Option<Cut>>,
    /// The ranges of all keys.
    ranges: Option<u64>,
    /// The ranges that each round concerns.
    rounds: BTreeMap<u64, Vec<u64>>,
}

/// What is there, by the names of files.
struct There {
    tasks: BTreeSet<Task>,
    /// Whether the table is there, and not cut off.
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

/// What a file says that is to be made again if it is damaged: `None` then.
fn unless_damaged<T>(read: Result<T, TableError>) -> Result<Option<T>, TableError> {
    match read {
        Err(TableError::Damaged(_) | TableError::NotYet(_)) => Ok(None),
        read => read.map(Some),
    }
}

impl Watch {
    /// How far the work on a store has come, and which tasks can be done now.
    ///
    /// # Errors
    ///
    /// A store without a plan, or with a table of something else, and those of the system.
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

    /// All tiers; `None` while keys are being found.
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

    /// How far the rounds have come of a game whose play may cycle, and whose positions are all known.
    fn rounds(
        &mut self,
        store: &Store<'_>,
        there: &There,
        standing: &mut Standing,
    ) -> Result<(), TableError> {
        // Tasks that can be done at the same time; whether all are done.
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
        // Of the files that say what is to be done, one that is damaged is made again.
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

/// How far the values have come where play cannot cycle, and all tiers are known.
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

/// Whether the table is there, and can be made.
fn of_table(there: &There, ready: bool, standing: &mut Standing) {
    standing.known += 1;
    match there.table {
        true => standing.done += 1,
        false if ready => standing.ready.push(Task::Finish),
        false => {}
    }
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
    // All that say what is to be done: behind one that is missing there may be one that is damaged.
    let names = names(store.storage).unwrap_or_default();
    let there = names.iter().filter_map(|name| name.parse().ok());
    inputs.extend(there.filter(|task| matches!(task, Task::Cut(_) | Task::Join | Task::Round(_))));
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}

/// The same where play may cycle, but for cuts.
fn of_cycles(store: &Store<'_>, task: Task) -> Vec<Task> {
    let plies = |most: u64| {
        let cuts = (0..most).map_while(|ply| store.cut(ply).ok().flatten().map(|cut| (ply, cut)));
        cuts.flat_map(|(ply, cut)| (0..cut.shards()).map(move |shard| Task::Keys(ply, shard)))
    };
    let shards = || store.join().map_or(0, |cut| cut.shards());
    let opened = || iter::once(Task::Join).chain((0..shards()).map(Task::Open));
    // Rounds that can be read, and the first one that cannot.
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

/// The tasks whose files are there, in the order of their names' kinds and numbers.
///
/// # Errors
///
/// A store without a plan, and those of the system.
pub fn all_done(storage: &dyn Storage) -> Result<Vec<Task>, TableError> {
    Plan::read(storage)?;
    let names = names(storage)?;
    let tasks = names.iter().filter_map(|name| name.parse::<Task>().ok());
    let mut tasks: Vec<Task> = tasks.collect();
    tasks.sort_unstable();
    Ok(tasks)
}
