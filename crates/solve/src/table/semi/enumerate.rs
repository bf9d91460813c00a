//! Enumerating a semi-strong solution: tier by tier, in falling order of rank, with the players who are clean at
//! each position.
//!
//! It works like [`forward`](crate::table::forward), but with two lists of keys for each rank: positions where
//! First is clean, and positions where Second is. The clean players go to a file beside the table, so that an
//! interrupted build resumes from the last tier.

use super::judge::Judge;
use super::sides::Sides;
use crate::Control;
use crate::table::TableError;
use crate::table::format::Tier;
use crate::table::forward::{BATCH, Worker, gathered, greatest};
use crate::table::gather::Pending;
use crate::table::job::Job;
use crate::table::journal::Record;
use crate::table::key_writer::KeyWriter;
use crate::table::keys::KEYS_A_BLOCK;
use crate::table::runs::{Merged, Scratch};
use crate::table::site::{Building, Phase, Site};
use crate::table::source::{Source, Want};
use crate::table::storage::{Sink, read_exact_at};
use crate::table::tiers::TierFile;
use crate::table::word::Word;
use crate::table::work::in_pieces;
use std::io;
use yomikiri_core::Player;

/// The name of the file of the clean players, as long as the table is being built.
pub(crate) const SIDES: &str = "sides.part";
/// The positions that a judge receives at once: a few, because some take long.
const ASKED: usize = 16;
/// The positions between two checks of the limits, for each thread.
const SLAB: usize = 4 * KEYS_A_BLOCK;

/// Returns the number that stands for the list of a rank's keys at which a player is clean.
fn list(rank: u64, player: Player) -> Result<u64, TableError> {
    let twice = rank.checked_mul(2).ok_or_else(|| {
        TableError::Unsupported("ranks are too great for a semi-strong table".to_owned())
    })?;
    Ok(twice + u64::from(player == Player::First))
}

/// The workers and judges, and their results.
struct Crew<'g, W: Word> {
    source: &'g dyn Source<W>,
    workers: Vec<Worker<W>>,
    judges: Vec<Box<dyn Judge<W> + 'g>>,
    pending: Pending<W>,
    /// The bytes for the tables of each judge.
    memory: u64,
}

/// The result of expanding some positions: the least rank reached, and whether every move led to the next lower
/// rank.
struct Reached {
    reach: u64,
    unit: bool,
}

/// Finds all positions.
pub(crate) fn enumerate<W: Word>(job: &mut Job<'_, '_, W>) -> Result<(), TableError> {
    let source = job.site.source;
    // Searches are most of the work, so they get half of the memory.
    let memory = job.site.options.memory / 2;
    let threads = job.site.options.threads.max(1);
    let scratch = Scratch::new(job.site.storage, memory / 4, job.site.options.disk);
    let judge = |_| source.judge(job.site.ask, job.site.extent, job.site.control);
    let judges = (0..threads).map(judge);
    let mut crew = Crew {
        source,
        workers: Worker::several(memory, threads, job.site.bits),
        judges: judges.collect::<Result<_, _>>()?,
        pending: Pending::new(),
        memory: memory / threads as u64,
    };
    open(job)?;
    begin(job, &mut crew, &scratch)?;
    while let Some(rank) = greatest(&crew.workers, &crew.pending).map(|list| list / 2) {
        let (tier, unit) = write_tier(job, rank, &mut crew, &scratch)?;
        job.tiers.push(tier);
        job.unit &= unit;
        job.record(Record::Keys(tier, unit), tier.stored)?;
    }
    job.checkpoint()?;
    // The file is not needed any more; it is removed together with the journal.
    job.beside = None;
    Ok(())
}

/// Returns the bytes that the sets of this many positions take.
fn packed(stored: u64) -> u64 {
    stored.div_ceil(4)
}

/// Opens the file of the clean players, to append to it.
fn open<W: Word>(job: &mut Job<'_, '_, W>) -> Result<(), TableError> {
    let end = job.tiers.iter().map(|tier| packed(tier.stored)).sum();
    let storage = job.site.storage;
    let file = match end {
        0 => storage.create(SIDES),
        end => storage.append(SIDES, end),
    };
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound => TableError::damaged(
            "the file of who is clean is shorter than the journal says: remove the directory and build anew",
        ),
        _ => TableError::io("cannot write the file of who is clean", error),
    })?;
    job.beside = Some(Sink::new(SIDES, file, end));
    let lasting = storage.sync();
    lasting.map_err(|error| TableError::io("cannot make the directory lasting", error))
}

/// Gathers the starts and, if tiers are finished already, the children of these tiers beyond them.
fn begin<W: Word>(
    job: &mut Job<'_, '_, W>,
    crew: &mut Crew<'_, W>,
    scratch: &Scratch<'_>,
) -> Result<(), TableError> {
    let lowest = job.tiers.last().map(|tier| tier.rank);
    let is_open = |rank: u64| lowest.is_none_or(|lowest| rank < lowest);
    // The starts of a rank are together, in ascending order of keys.
    for starts in job
        .site
        .source
        .starts()
        .chunk_by(|one, other| one.0 == other.0)
    {
        let rank = starts[0].0;
        if is_open(rank) {
            for player in Player::BOTH {
                let keys = starts.iter().map(|(_, key)| *key).collect();
                crew.pending.add(list(rank, player)?, scratch.keep(keys)?);
            }
        }
    }
    if job.tiers.is_empty() {
        return Ok(());
    }
    let file = job.reading()?;
    let failed = |error| TableError::io("cannot read the file of who is clean", error);
    let clean = job.site.storage.open(SIDES).map_err(failed)?;
    let mut clean_at = 0;
    for &tier in &job.tiers {
        if is_open(tier.reach) {
            let reader = TierFile::open(file.as_ref(), job.site.bits, job.site.ask, tier, false)?;
            let stored = tier.stored as usize;
            let slab = SLAB * crew.workers.len();
            for at in (0..stored).step_by(slab) {
                let range = at..stored.min(at + slab);
                let count = range.len();
                let (mut keys, mut sides) = (Vec::new(), Vec::new());
                reader.keys(range, &mut keys)?;
                let mut bytes = vec![0; packed(count as u64) as usize];
                read_exact_at(clean.as_ref(), clean_at + at as u64 / 4, &mut bytes)
                    .map_err(failed)?;
                Sides::unpack(&bytes, count, &mut sides);
                let site = &mut job.site;
                crew.expand(tier.rank, &keys, &sides, lowest, site.control, scratch)?;
                site.control.advance(count as u64)?;
            }
        }
        clean_at += packed(tier.stored);
    }
    Ok(())
}

/// Writes the keys of a tier and its clean players, and gathers the children.
fn write_tier<W: Word>(
    job: &mut Job<'_, '_, W>,
    rank: u64,
    crew: &mut Crew<'_, W>,
    scratch: &Scratch<'_>,
) -> Result<(Tier, bool), TableError> {
    let before = job.stored();
    let mut lists = Lists::of(rank, crew, scratch, job.site.bits)?;
    let mut writer = KeyWriter::new(job.site.part.len(), job.site.bits, KEYS_A_BLOCK);
    let mut stored = 0;
    let mut all = Reached {
        reach: rank,
        unit: true,
    };
    let (mut keys, mut sides, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        keys.clear();
        sides.clear();
        lists.take(SLAB * crew.workers.len(), &mut keys, &mut sides)?;
        if keys.is_empty() {
            break;
        }
        let Site { control, told, .. } = &mut job.site;
        let reached = crew.expand(rank, &keys, &sides, None, control, scratch)?;
        all.reach = all.reach.min(reached.reach);
        all.unit &= reached.unit;
        stored += keys.len() as u64;
        control.advance(keys.len() as u64)?;
        told(&Building {
            phase: Phase::Enumerating,
            tier: rank,
            done: before + stored,
            total: None,
            positions: 0,
        });
        writer.put(&keys, &mut job.site.part)?;
        bytes.clear();
        Sides::pack(&sides, &mut bytes);
        if let Some(beside) = &mut job.beside {
            beside.put(&bytes)?;
        }
        job.may_write()?;
    }
    let mut tier = writer.finish(&mut job.site.part)?;
    tier.rank = rank;
    tier.reach = all.reach;
    Ok((tier, all.unit))
}

impl<W: Word> Crew<'_, W> {
    /// Finds the best moves where they matter, and gathers the children by followed moves; only children of
    /// ranks below `below`, if that is given.
    fn expand(
        &mut self,
        rank: u64,
        keys: &[W],
        sides: &[Sides],
        below: Option<u64>,
        control: &mut Control<'_>,
        scratch: &Scratch<'_>,
    ) -> Result<Reached, TableError> {
        let memory = self.memory;
        let part = |judge| {
            let part = control.part(u64::MAX).with_table_memory(memory);
            (judge, part)
        };
        let mut judges: Vec<_> = self.judges.iter_mut().map(part).collect();
        let asked = keys.len().div_ceil(ASKED);
        let best = in_pieces(&mut judges, asked, |(judge, control), number| {
            let here = number * ASKED..keys.len().min((number + 1) * ASKED);
            let mut best = Vec::new();
            let (keys, sides) = (&keys[here.clone()], &sides[here]);
            judge.best(keys, sides, below, control, &mut best)?;
            Ok(best)
        })?;
        drop(judges);
        let pieces = keys.len().div_ceil(BATCH);
        let (source, pending) = (self.source, &self.pending);
        let reached = in_pieces(&mut self.workers, pieces, |worker, number| {
            let here = number * BATCH..keys.len().min((number + 1) * BATCH);
            let best = &best[here.start / ASKED..here.end.div_ceil(ASKED)];
            let mut best = best.iter().flatten();
            let Worker { batch, gather } = worker;
            source.expand(rank, &keys[here.clone()], Want::default(), batch)?;
            let mut reached = Reached {
                reach: rank,
                unit: true,
            };
            let mut start = 0;
            for (index, place) in here.enumerate() {
                let (mover, end) = (batch.movers[index], batch.ends[index] as usize);
                for child in start..end {
                    let to = batch.ranks[child];
                    if to >= rank {
                        return Err(TableError::Unsupported(format!(
                            "the game's rank does not fall: a move leads from {rank} to {to}"
                        )));
                    }
                    reached.reach = reached.reach.min(to);
                    reached.unit &= to + 1 == rank;
                    let Some(is_best) = best.next().copied() else {
                        return Err(TableError::damaged(
                            "fewer best moves were told than there are moves",
                        ));
                    };
                    if below.is_some_and(|below| to >= below) {
                        continue;
                    }
                    let after = sides[place].after(mover, is_best);
                    for player in Player::BOTH {
                        if after.has(player) {
                            gather.add(list(to, player)?, batch.children[child]);
                        }
                    }
                }
                start = end;
            }
            gather.settle(pending, scratch)?;
            Ok(reached)
        })?;
        Ok(Reached {
            reach: reached.iter().map(|found| found.reach).fold(rank, u64::min),
            unit: reached.iter().all(|found| found.unit),
        })
    }
}

/// The two lists of a rank, read together.
struct Lists<'m, 's, W> {
    /// First's list and Second's, and the part of each that has been read.
    lists: [Merged<'m, 's, W>; 2],
    read: [Vec<W>; 2],
    at: [usize; 2],
}

impl<'m, 's, W: Word> Lists<'m, 's, W> {
    fn of(
        rank: u64,
        crew: &mut Crew<'_, W>,
        scratch: &'m Scratch<'s>,
        bits: u32,
    ) -> Result<Self, TableError> {
        let mut of = |player| {
            let list = list(rank, player)?;
            gathered(list, &mut crew.workers, &crew.pending, scratch, bits)
        };
        Ok(Lists {
            lists: [of(Player::First)?, of(Player::Second)?],
            read: [Vec::new(), Vec::new()],
            at: [0, 0],
        })
    }

    /// Appends up to `count` keys in ascending order, each with the players who are clean there.
    fn take(
        &mut self,
        count: usize,
        keys: &mut Vec<W>,
        sides: &mut Vec<Sides>,
    ) -> Result<(), TableError> {
        while keys.len() < count {
            let mut next = [None; 2];
            for (list, next) in next.iter_mut().enumerate() {
                let read = &mut self.read[list];
                if self.at[list] == read.len() {
                    read.clear();
                    self.at[list] = 0;
                    self.lists[list].take(SLAB, read)?;
                }
                *next = read.get(self.at[list]).copied();
            }
            let Some(least) = next.iter().flatten().min().copied() else {
                break;
            };
            let mut here = Sides::NONE;
            for (list, player) in Player::BOTH.into_iter().enumerate() {
                if next[list] == Some(least) {
                    here = here.with(Sides::of(player));
                    self.at[list] += 1;
                }
            }
            keys.push(least);
            sides.push(here);
        }
        Ok(())
    }
}
