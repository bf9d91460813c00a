//! The task that finds the next tier and cuts it into ranges of keys.
//!
//! The shards of higher tiers hold the children of their positions as questions. Their indices show how the keys
//! are distributed. So the ranges can hold about equally many keys. A key that several shards found counts
//! several times.

use super::file::{Facts, Kind, Section, ShardFile, int64s, put_raw};
use super::ranges::Cut;
use super::store::{Cutting, Store};
use super::task::Task;
use super::tools::Tools;
use crate::table::TableError;
use crate::table::word::Word;
use std::collections::BTreeMap;

/// If there are at most this many keys, all of them are used instead of a sample.
pub(super) const FEW: u64 = 1 << 16;

/// Returns the tiers known to come after a tier; `None` if the game has no such tier.
fn after(store: &Store<'_>, tier: u64) -> Result<Option<BTreeMap<u64, Vec<u64>>>, TableError> {
    let Some(cut) = store.cut(tier)? else {
        return Ok(None);
    };
    let mut pending = cut.pending.clone();
    for number in 0..cut.shards() {
        let shard = store.shard(Task::Keys(tier, number))?;
        for section in shard
            .sections
            .iter()
            .filter(|one| one.kind == Kind::Questions)
        {
            let tiers = pending.entry(section.a).or_default();
            if tiers.last() != Some(&tier) {
                tiers.push(tier);
            }
        }
    }
    Ok(Some(pending))
}

/// Passes the sections with questions of a rank in the shards of some tiers to `each`.
pub(super) fn questions(
    store: &Store<'_>,
    tiers: &[u64],
    rank: u64,
    mut each: impl FnMut(Task, &ShardFile, Section) -> Result<(), TableError>,
) -> Result<(), TableError> {
    for &tier in tiers {
        let Some(cut) = store.cut(tier)? else {
            continue;
        };
        for number in 0..cut.shards() {
            let task = Task::Keys(tier, number);
            let shard = store.shard(task)?;
            if let Some(section) = shard.section(Kind::Questions, rank, 0) {
                each(task, &shard, section)?;
            }
        }
    }
    Ok(())
}

/// Cuts a tier. Returns whether the game has that many tiers.
pub(super) fn cut<W: Word>(
    store: &Store<'_>,
    tools: &Tools<'_, '_, W>,
    tier: u64,
) -> Result<bool, TableError> {
    let starts = tools.source.starts();
    let pending = match tier.checked_sub(1) {
        None => Some(starts.iter().map(|(rank, _)| (*rank, Vec::new())).collect()),
        Some(before) => after(store, before)?,
    };
    let Some(mut pending) = pending else {
        return Ok(false);
    };
    let cut = match pending.pop_last() {
        None => None,
        Some((rank, sources)) => {
            let starts = starts.iter().filter(|(of, _)| *of == rank);
            let (mut count, mut few) = (0, true);
            questions(store, &sources, rank, |_, _, section| {
                count += section.count;
                few &= count <= FEW;
                Ok(())
            })?;
            let mut sample: Vec<W> = starts.map(|(_, key)| *key).collect();
            count += sample.len() as u64;
            questions(store, &sources, rank, |_, shard, section| {
                let keys = shard.keys(section)?;
                match few {
                    true => keys.keys(0..section.count as usize, &mut sample),
                    false => {
                        let blocks = 0..keys.key_blocks();
                        sample.extend(blocks.map(|block| keys.first_key::<W>(block)));
                        Ok(())
                    }
                }
            })?;
            Some(Cut {
                rank,
                bounds: bounds(sample, count, store.plan.cutting),
                sources,
                pending,
            })
        }
    };
    put_cut(store, tools, Task::Cut(tier), cut.as_ref())?;
    Ok(true)
}

/// Returns the first keys of all ranges but the first, such that each range holds about as many of the keys that
/// the sample represents.
pub(super) fn bounds<W: Word>(mut sample: Vec<W>, count: u64, cutting: Cutting) -> Vec<u128> {
    sample.sort_unstable();
    let shards = (count / cutting.least.max(1)).clamp(1, cutting.shards.max(1));
    let at = |number: u64| {
        let place = u128::from(number) * sample.len() as u128 / u128::from(shards);
        sample.get(place as usize).map(|key| key.wide())
    };
    let mut bounds: Vec<u128> = (1..shards).filter_map(at).filter(|key| *key > 0).collect();
    bounds.dedup();
    bounds
}

/// Writes the file of a cut; `cut` is `None` if there are no more tiers.
pub(super) fn put_cut<W: Word>(
    store: &Store<'_>,
    tools: &Tools<'_, '_, W>,
    task: Task,
    cut: Option<&Cut>,
) -> Result<(), TableError> {
    let mut head = store.head(task);
    if let Some(cut) = cut {
        (head.rank, head.number) = (cut.rank, cut.shards());
    }
    let mut sink = tools.output.begin(task, &head)?;
    let mut sections = Vec::new();
    if let Some(cut) = cut {
        let listed: Vec<u8> = cut
            .bounds
            .iter()
            .flat_map(|key| key.to_le_bytes())
            .collect();
        sections.push(put_raw(
            &mut sink,
            Kind::Bounds,
            cut.bounds.len() as u64,
            &listed,
        )?);
        let count = cut.sources.len() as u64;
        sections.push(put_raw(
            &mut sink,
            Kind::Sources,
            count,
            &int64s(&cut.sources),
        )?);
        let listed = cut.pending.iter().rev().flat_map(|(rank, tiers)| {
            let numbers = [*rank, tiers.len() as u64].into_iter();
            numbers.chain(tiers.iter().copied()).collect::<Vec<u64>>()
        });
        let listed: Vec<u64> = listed.collect();
        let count = cut.pending.len() as u64;
        sections.push(put_raw(&mut sink, Kind::Pending, count, &int64s(&listed))?);
    }
    tools.output.end(task, sink, &sections, Facts::default())
}
