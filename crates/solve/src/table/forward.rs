//! Enumerating a game that cannot cycle: tier by tier, in falling order of rank.

use super::TableError;
use super::format::Tier;
use super::gather::{Gather, Pending};
use super::job::Job;
use super::journal::Record;
use super::keys::{KEYS_A_BLOCK, KeyBlocks};
use super::runs::{Merged, Scratch, joined};
use super::site::{Building, Phase, Site};
use super::source::{Batch, Want};
use super::tiers::TierFile;
use super::word::{Word, sort_and_dedup};
use super::work::in_pieces;
use std::collections::BTreeMap;

/// Positions expanded at once, so that their children stay in the cache.
pub(crate) const BATCH: usize = 512;
/// Positions in a piece of work: whole blocks of keys and of values.
pub(crate) const PIECE: usize = 1 << 16;
/// The most keys that a thread gathers before it sorts them.
const MOST_GATHERED: u64 = (1 << 23) - (1 << 19);

/// The buffers of a thread.
pub(crate) struct Worker<W> {
    pub(crate) gather: Gather<W>,
    pub(crate) batch: Batch<W>,
}

/// The result of expanding a piece: its blocks, the least rank reached, and whether every move led to the next
/// lower rank.
struct Expanded {
    blocks: KeyBlocks,
    reach: u64,
    unit: bool,
}

/// Returns how many keys a thread may gather. Memory holds the gathered keys, as many to sort with, and a
/// sorted run.
pub(crate) fn room<W: Word>(memory: u64, threads: usize) -> usize {
    let keys = memory / (6 * W::BYTES as u64 * threads as u64);
    keys.clamp(1 << 10, MOST_GATHERED) as usize
}

/// Returns how many positions are processed between two checks of the limits.
pub(crate) fn slab<W: Word>(memory: u64, threads: usize, piece: usize) -> usize {
    let most = (memory / 16) as usize / (W::BYTES + 16);
    let pieces = (most / piece).clamp(1, 8 * threads);
    pieces * piece
}

/// Returns the number of positions in a piece: fewer if memory is short.
pub(crate) fn piece(memory: u64, threads: usize) -> usize {
    match memory / threads as u64 {
        0..0x200_0000 => PIECE / 4,
        _ => PIECE,
    }
}

impl<W: Word> Worker<W> {
    /// Creates the workers, which share the memory.
    pub(crate) fn several(memory: u64, threads: usize, bits: u32) -> Vec<Worker<W>> {
        let room = room::<W>(memory, threads);
        (0..threads)
            .map(|_| Worker {
                gather: Gather::new(room, bits),
                batch: Batch::default(),
            })
            .collect()
    }
}

/// Returns the greatest rank of which positions were found.
pub(crate) fn greatest<W: Word>(workers: &[Worker<W>], pending: &Pending<W>) -> Option<u64> {
    let gathered = workers.iter().filter_map(|worker| worker.gather.greatest());
    gathered.chain(pending.greatest()).max()
}

/// Returns all keys of a rank that were found.
pub(crate) fn gathered<'m, 's, W: Word>(
    rank: u64,
    workers: &mut [Worker<W>],
    pending: &Pending<W>,
    scratch: &'m Scratch<'s>,
    bits: u32,
) -> Result<Merged<'m, 's, W>, TableError> {
    let mut runs = pending.take(rank);
    let threads = workers.len();
    let sorted = in_pieces(workers, threads, |worker, _| Ok(worker.gather.take(rank)))?;
    // One thread may have taken two turns and another none, so the remaining keys are sorted here.
    let left = workers.iter_mut().map(|worker| worker.gather.take(rank));
    for keys in sorted.into_iter().chain(left.collect::<Vec<_>>()) {
        if !keys.is_empty() {
            runs.push(scratch.keep(keys)?);
        }
    }
    let runs = joined(runs, scratch, workers)?;
    Merged::new(runs, scratch, bits)
}

pub(crate) fn enumerate<W: Word>(job: &mut Job<'_, '_, W>) -> Result<(), TableError> {
    let memory = job.site.options.memory;
    let threads = job.site.options.threads.max(1);
    let scratch = Scratch::new(job.site.storage, memory / 4, job.site.options.disk);
    let pending: Pending<W> = Pending::new();
    let mut workers = Worker::several(memory, threads, job.site.bits);
    begin(job, &mut workers[0], &pending, &scratch)?;
    while let Some(rank) = greatest(&workers, &pending) {
        let merged = gathered(rank, &mut workers, &pending, &scratch, job.site.bits)?;
        let before = job.stored();
        let site = &mut job.site;
        let (tier, unit) =
            write_tier(site, rank, merged, &mut workers, &pending, &scratch, before)?;
        job.tiers.push(tier);
        job.unit &= unit;
        job.record(Record::Keys(tier, unit), tier.stored)?;
    }
    Ok(())
}

/// Gathers the starts and, if tiers are finished already, the children of these tiers beyond them.
fn begin<W: Word>(
    job: &mut Job<'_, '_, W>,
    worker: &mut Worker<W>,
    pending: &Pending<W>,
    scratch: &Scratch<'_>,
) -> Result<(), TableError> {
    let lowest = job.tiers.last().map(|tier| tier.rank);
    let open = |rank: u64| lowest.is_none_or(|lowest| rank < lowest);
    let mut starts: BTreeMap<u64, Vec<W>> = BTreeMap::new();
    for (rank, key) in job.site.source.starts() {
        if open(rank) {
            starts.entry(rank).or_default().push(key);
        }
    }
    for (rank, mut keys) in starts {
        sort_and_dedup(&mut keys, &mut Vec::new(), job.site.bits);
        pending.add(rank, scratch.keep(keys)?);
    }
    if job.tiers.is_empty() {
        return Ok(());
    }
    let file = job.reading()?;
    for &tier in &job.tiers {
        if !open(tier.reach) {
            continue;
        }
        let reader = TierFile::open(file.as_ref(), job.site.bits, job.site.ask, tier, false)?;
        let mut keys = Vec::new();
        let mut at = 0;
        while at < tier.stored as usize {
            keys.clear();
            let to = (at + PIECE / 4).min(tier.stored as usize);
            reader.keys(at..to, &mut keys)?;
            at = to;
            for keys in keys.chunks(BATCH) {
                let batch = &mut worker.batch;
                job.site
                    .source
                    .expand(tier.rank, keys, Want::default(), batch)?;
                for (&key, &rank) in batch.children.iter().zip(&batch.ranks) {
                    if open(rank) {
                        worker.gather.add(rank, key);
                    }
                }
                worker.gather.settle(pending, scratch)?;
            }
            job.site.control.advance(keys.len() as u64)?;
        }
    }
    Ok(())
}

/// Writes the keys of a tier, or of a part of one, and gathers the children. `before` is the number of
/// positions in other tiers. Also returns whether all moves lead to the next lower rank.
pub(crate) fn write_tier<W: Word>(
    site: &mut Site<'_, '_, W>,
    rank: u64,
    mut merged: Merged<'_, '_, W>,
    workers: &mut [Worker<W>],
    pending: &Pending<W>,
    scratch: &Scratch<'_>,
    before: u64,
) -> Result<(Tier, bool), TableError> {
    let (memory, threads) = (site.options.memory, workers.len());
    let piece = piece(memory, threads);
    let slab = slab::<W>(memory, threads, piece);
    let mut tier = Tier {
        rank,
        reach: rank,
        keys_at: site.part.len(),
        ..Tier::default()
    };
    // If play may cycle, there are no ranks.
    let falls = !site.source.cyclic();
    let mut unit = true;
    let mut index = Vec::new();
    let mut keys = Vec::new();
    loop {
        keys.clear();
        merged.take(slab, &mut keys)?;
        if keys.is_empty() {
            break;
        }
        let (source, bits) = (site.source, site.bits);
        let done = in_pieces(workers, keys.len().div_ceil(piece), |worker, number| {
            let keys = &keys[number * piece..keys.len().min((number + 1) * piece)];
            let mut expanded = Expanded {
                blocks: KeyBlocks::encode(keys, bits, KEYS_A_BLOCK),
                reach: rank,
                unit: true,
            };
            for keys in keys.chunks(BATCH) {
                let batch = &mut worker.batch;
                source.expand(rank, keys, Want::default(), batch)?;
                for (&key, &to) in batch.children.iter().zip(&batch.ranks) {
                    if falls && to >= rank {
                        return Err(TableError::Unsupported(format!(
                            "the game's rank does not fall: a move leads from {rank} to {to}"
                        )));
                    }
                    expanded.reach = expanded.reach.min(to);
                    expanded.unit &= to + 1 == rank;
                    worker.gather.add(to, key);
                }
                worker.gather.settle(pending, scratch)?;
            }
            Ok(expanded)
        })?;
        for expanded in done {
            let offset = site.part.len() - tier.keys_at;
            site.part.put(&expanded.blocks.bytes)?;
            index.extend(expanded.blocks.index_from(offset, site.bits));
            tier.reach = tier.reach.min(expanded.reach);
            unit &= expanded.unit;
        }
        tier.stored += keys.len() as u64;
        site.may_write(0)?;
        site.control.advance(keys.len() as u64)?;
        (site.told)(&Building {
            phase: Phase::Enumerating,
            tier: rank,
            done: before + tier.stored,
            total: None,
            positions: 0,
        });
    }
    tier.keys_len = site.part.len() - tier.keys_at;
    tier.keys_check = crc32fast::hash(&index);
    site.part.put(&index)?;
    Ok((tier, unit))
}
