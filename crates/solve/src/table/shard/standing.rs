//! How far the work on a store has come, and what can be done now.

use super::cyclic::Round;
use super::ranges::Cut;
use super::store::{Store, names};
use super::task::Task;
use crate::table::TableError;
use crate::table::format::FILE;
use std::collections::BTreeSet;
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
    if store.cyclic() {
        let mut standing = Standing {
            ready,
            done,
            known,
            all_known: false,
        };
        of_rounds(store, &names, &mut standing)?;
        return Ok(standing);
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

/// How far the rounds have come of a game whose play may cycle, and whose positions are all known.
fn of_rounds(
    store: &Store<'_>,
    names: &BTreeSet<String>,
    standing: &mut Standing,
) -> Result<(), TableError> {
    let is_there = |task: &Task| names.contains(&task.to_string());
    // Tasks that can be done at the same time; whether all are done.
    let all_done = |standing: &mut Standing, tasks: Vec<Task>| {
        let count = tasks.len() as u64;
        let missing: Vec<Task> = tasks.into_iter().filter(|task| !is_there(task)).collect();
        standing.known += count;
        standing.done += count - missing.len() as u64;
        let all = missing.is_empty();
        standing.ready.extend(missing);
        all
    };
    let is_damage =
        |error: &TableError| matches!(error, TableError::Damaged(_) | TableError::NotYet(_));
    // Of the files that say what is to be done, one that is damaged is made again.
    let again = |standing: &mut Standing, task| {
        standing.known += 1;
        standing.ready.push(task);
        Ok(())
    };
    let shards = match store.join() {
        Ok(cut) => cut.shards(),
        Err(error) if is_damage(&error) => return again(standing, Task::Join),
        Err(error) => return Err(error),
    };
    all_done(standing, vec![Task::Join]);
    if !all_done(standing, (0..shards).map(Task::Open).collect()) {
        return Ok(());
    }
    for number in 1.. {
        let task = Task::Round(number);
        let round = match is_there(&task) {
            true => Round::read(store, number),
            false => return again(standing, task),
        };
        let round = match round {
            Ok(round) => round,
            Err(error) if is_damage(&error) => return again(standing, task),
            Err(error) => return Err(error),
        };
        all_done(standing, vec![task]);
        let Some(round) = round.filter(|round| !round.is_end()) else {
            break;
        };
        let active = round.active.iter();
        let tasks = active.map(|active| Task::Back(number, active.number));
        if !all_done(standing, tasks.collect()) {
            return Ok(());
        }
    }
    standing.all_known = true;
    let tasks = (0..shards).map(|number| Task::Values(0, number));
    let valued = all_done(standing, tasks.collect());
    standing.known += 1;
    match names.contains(FILE) {
        true => standing.done += 1,
        false if valued => standing.ready.push(Task::Finish),
        false => {}
    }
    Ok(())
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
    inputs.extend(known().map(|(tier, _)| Task::Cut(tier)));
    // One that is damaged stands behind those that are not.
    inputs.push(Task::Cut(known().count() as u64));
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
pub(super) fn all_done(store: &Store<'_>) -> Result<Vec<Task>, TableError> {
    let names = names(store.storage)?;
    let tasks = names.iter().filter_map(|name| name.parse::<Task>().ok());
    let mut tasks: Vec<Task> = tasks.collect();
    tasks.sort_unstable();
    Ok(tasks)
}
