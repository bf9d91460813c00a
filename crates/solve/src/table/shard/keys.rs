//! The task that finds the keys in a range of a tier, and the children of its positions.

use super::cut::questions;
use super::cyclic::less_known;
use super::file::{Facts, Kind, QUESTIONS_A_BLOCK, Section};
use super::store::Store;
use super::task::Task;
use super::tools::Tools;
use crate::table::TableError;
use crate::table::extent::Extent;
use crate::table::forward::{Worker, gathered, greatest, write_tier};
use crate::table::gather::Pending;
use crate::table::key_writer::KeyWriter;
use crate::table::runs::{Merged, Run, Scratch, joined};
use crate::table::site::Site;
use crate::table::word::{Word, sort_and_dedup};
use std::ops::RangeInclusive;

/// The number of keys that are passed on at once while they are written.
const AT_ONCE: usize = 1 << 15;

/// Finds keys. Returns whether the game has such a shard.
pub(super) fn keys<W: Word>(
    tools: &mut Tools<'_, '_, W>,
    store: &Store<'_>,
    tier: u64,
    number: u64,
) -> Result<bool, TableError> {
    let Some(cut) = store.cut(tier)?.filter(|cut| number < cut.shards()) else {
        return Ok(false);
    };
    let (task, bits) = (Task::Keys(tier, number), store.plan.header.bits);
    let (from, to) = cut.range(number);
    let mut head = store.head(task);
    (head.rank, head.from, head.to) = (cut.rank, from, to);
    let (memory, threads) = (tools.options.memory, tools.options.threads.max(1));
    let scratch = Scratch::new(tools.scratch, memory / 4, tools.options.disk);
    let pending: Pending<W> = Pending::new();
    let mut workers = Worker::several(memory, threads, bits);
    let runs = asked(
        tools,
        store,
        (&cut.sources, cut.rank),
        W::narrow(from)..=W::narrow(to),
        &scratch,
    )?;
    let runs = joined(runs, &scratch, &mut workers)?;
    let mut merged = Merged::new(runs, &scratch, bits)?;
    // If play may cycle, a tier is a ply, without the positions that earlier plies have reached.
    let (rank, next) = match store.cyclic() {
        true => {
            let range = (W::narrow(from), W::narrow(to));
            merged = less_known(tools, store, tier, range, merged, &scratch)?;
            (0, Some(cut.rank + 1))
        }
        false => (cut.rank, None),
    };
    let sink = tools.output.begin(task, &head)?;
    let mut site = Site {
        source: tools.source,
        storage: tools.scratch,
        options: tools.options,
        control: tools.control,
        told: tools.told,
        bits,
        ask: head.ask,
        extent: Extent::Whole,
        part: sink,
    };
    let (found, unit) = write_tier(&mut site, rank, merged, &mut workers, &pending, &scratch, 0)?;
    let mut sections = vec![Section::of_keys(Kind::Keys, cut.rank, &found)];
    while let Some(rank) = greatest(&workers, &pending) {
        let mut merged = gathered(rank, &mut workers, &pending, &scratch, bits)?;
        let mut writer = KeyWriter::new(site.part.len(), bits, QUESTIONS_A_BLOCK);
        let mut some = Vec::new();
        loop {
            some.clear();
            merged.take(AT_ONCE, &mut some)?;
            if some.is_empty() {
                break;
            }
            writer.put(&some, &mut site.part)?;
            site.may_write(0)?;
            site.control.advance(0)?;
        }
        let written = writer.finish(&mut site.part)?;
        let rank = next.unwrap_or(rank);
        sections.push(Section::of_keys(Kind::Questions, rank, &written));
    }
    let facts = Facts {
        reach: found.reach,
        unit,
        ..Facts::default()
    };
    tools.output.end(task, site.part, &sections, facts)?;
    Ok(true)
}

/// Returns the keys of a range of a tier, as sorted runs: children from other tiers, and starts.
fn asked<W: Word>(
    tools: &mut Tools<'_, '_, W>,
    store: &Store<'_>,
    (tiers, rank): (&[u64], u64),
    range: RangeInclusive<W>,
    scratch: &Scratch<'_>,
) -> Result<Vec<Run<W>>, TableError> {
    let mut runs = Vec::new();
    let starts = tools.source.starts().into_iter();
    let starts = starts.filter(|(of, key)| *of == rank && range.contains(key));
    let mut starts: Vec<W> = starts.map(|(_, key)| key).collect();
    if !starts.is_empty() {
        sort_and_dedup(&mut starts, &mut Vec::new(), store.plan.header.bits);
        runs.push(scratch.keep(starts)?);
    }
    // A list is cut if it would take too much memory at once.
    let most = (tools.options.memory / 16) as usize / W::BYTES;
    let most = (most / QUESTIONS_A_BLOCK).max(1) * QUESTIONS_A_BLOCK;
    let control = &mut *tools.control;
    questions(store, tiers, rank, |_, shard, section| {
        let list = shard.keys(section)?;
        let places = list.places_between(*range.start(), *range.end());
        for at in places.clone().step_by(most) {
            let mut keys = Vec::new();
            let between = (*range.start(), *range.end());
            list.keys_between(at..places.end.min(at + most), between, &mut keys)?;
            if !keys.is_empty() {
                runs.push(scratch.keep(keys)?);
            }
        }
        Ok(control.advance(0)?)
    })?;
    Ok(runs)
}
