//! Valuing a game that cannot cycle: tier by tier, in rising order of rank.

use super::TableError;
use super::block::move_ends;
use super::column::Column;
use super::fold::{How, fold};
use super::format::Tier;
use super::forward::{BATCH, piece, slab};
use super::job::Job;
use super::journal::Record;
use super::part::Part;
use super::plan::{Plan, Span, groups};
use super::site::{Building, Phase, Site};
use super::source::{Batch, Source, Want};
use super::storage::Reading;
use super::tiers::TierFile;
use super::values::{ENTRY_BYTES, ValueWriter, Written, values_a_block};
use super::word::Word;
use super::work::in_pieces;
use super::worth::{Worth, Worths};
use std::cmp::Ordering;
use std::hash::Hash;
use std::ops::Range;
use yomikiri_core::{Ask, Value};

/// The buffers of a thread.
pub(crate) struct Worker<W> {
    batch: Batch<W>,
    pub(crate) writer: ValueWriter,
}

impl<W: Word> Worker<W> {
    pub(crate) fn several(threads: usize) -> Result<Vec<Worker<W>>, TableError> {
        let one = |_| {
            Ok(Worker {
                batch: Batch::default(),
                writer: ValueWriter::new()
                    .map_err(|error| TableError::io("cannot compress", error))?,
            })
        };
        (0..threads).map(one).collect()
    }
}

/// A piece of a tier, with the worths known so far.
struct Piece<W> {
    keys: Vec<W>,
    worths: Column,
    /// The number of children that were looked up and found, and the number of all children.
    found: u64,
    children: u64,
    /// The piece's blocks of values with their index, and its counts; filled after the last group only.
    bytes: Vec<u8>,
    index: Vec<u8>,
    tally: Tally,
}

/// The numbers of positions, orbits expanded, by winner.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) positions: u64,
    pub(crate) first: u64,
    pub(crate) second: u64,
}

impl Tally {
    /// Counts an orbit of this worth.
    pub(crate) fn count(&mut self, worth: Worth, orbit: u64) {
        self.positions = self.positions.saturating_add(orbit);
        match worth.cmp(&0) {
            Ordering::Greater => self.first = self.first.saturating_add(orbit),
            Ordering::Less => self.second = self.second.saturating_add(orbit),
            Ordering::Equal => {}
        }
    }

    pub(crate) fn add(&mut self, other: Tally) {
        self.positions = self.positions.saturating_add(other.positions);
        self.first = self.first.saturating_add(other.first);
        self.second = self.second.saturating_add(other.second);
    }
}

pub(crate) fn value<W: Word>(job: &mut Job<'_, '_, W>) -> Result<(), TableError> {
    let threads = job.site.options.threads.max(1);
    let mut workers = Worker::several(threads)?;
    let file = job.reading()?;
    let file = file.as_ref();
    let mut known: Vec<Part<W>> = Vec::new();
    let total = job.stored();
    let (bits, ask) = (job.site.bits, job.site.ask);
    while job.valued < job.tiers.len() {
        let place = job.tiers.len() - 1 - job.valued;
        let tier = job.tiers[place];
        let others = &job.tiers[place + 1..];
        let below = others.iter().take_while(|other| other.rank >= tier.reach);
        let below: Vec<Tier> = below.copied().collect();
        let so_far = SoFar {
            done: others.iter().map(|tier| tier.stored).sum(),
            positions: others.iter().map(|tier| tier.positions).sum(),
            total,
        };
        let own = TierFile::open(file, bits, ask, tier, false)?;
        let lower = InFile { file, bits, ask };
        let site = &mut job.site;
        let (tier, part) =
            value_tier(site, &own, &below, &lower, &mut known, &mut workers, so_far)?;
        known.extend(part);
        job.tiers[place] = tier;
        job.valued += 1;
        job.record(Record::Values(tier), tier.stored)?;
    }
    Ok(())
}

/// The progress of a build before a tier.
#[derive(Clone, Copy)]
pub(crate) struct SoFar {
    /// Stored positions that have values.
    pub(crate) done: u64,
    /// Positions that have values, orbits expanded.
    pub(crate) positions: u64,
    /// All stored positions.
    pub(crate) total: u64,
}

/// A source of the positions of lower ranks and their worths.
pub(crate) trait Lower<W>: Sync {
    /// Appends the keys and the worths of a span.
    ///
    /// # Errors
    ///
    /// If a file is damaged, or the system fails.
    fn read(&self, span: &Span, keys: &mut Vec<W>, worths: &mut Column) -> Result<(), TableError>;
}

/// Positions of lower ranks in a table, or a part of one.
pub(crate) struct InFile<'f> {
    pub(crate) file: &'f dyn Reading,
    pub(crate) bits: u32,
    pub(crate) ask: Ask,
}

impl<W: Word> Lower<W> for InFile<'_> {
    fn read(&self, span: &Span, keys: &mut Vec<W>, worths: &mut Column) -> Result<(), TableError> {
        let reader = TierFile::open(self.file, self.bits, self.ask, span.tier, true)?;
        reader.keys(span.range.clone(), keys)?;
        reader.worths(span.range.clone(), worths)
    }
}

/// Writes the values of a tier, or of a part of one, whose moves lead to positions in `below`. Keeps the tier as a
/// part in memory if there is room.
pub(crate) fn value_tier<W: Word>(
    site: &mut Site<'_, '_, W>,
    own: &TierFile<'_>,
    below: &[Tier],
    lower: &dyn Lower<W>,
    known: &mut Vec<Part<W>>,
    workers: &mut [Worker<W>],
    so_far: SoFar,
) -> Result<(Tier, Option<Part<W>>), TableError> {
    let (memory, threads, ask) = (site.options.memory, workers.len(), site.ask);
    let mut tier = own.tier;
    // The next step may read values that were just written.
    site.part.flush()?;
    let plan = groups::<W>(ask, below, memory / 2);
    let piece = piece(memory, threads);
    let one_group = plan.len() == 1;
    let slab = match one_group {
        true => slab::<W>(memory, threads, piece),
        // Every slab reads all groups again, so slabs are as large as possible.
        false => (memory as usize / 8 / Column::bytes_each(ask) / piece).max(1) * piece,
    };
    let keep = one_group && Part::<W>::bytes_of(ask, tier.stored) <= memory / 2;
    let room = if keep { tier.stored as usize } else { 0 };
    let mut all_keys = Vec::with_capacity(room);
    let mut all_worths = Column::with_capacity(ask, room);
    tier.values_at = site.part.len();
    let mut index = Vec::new();
    let mut tally = Tally::default();
    let (source, whole) = (site.source, !site.extent.is_semi_strong());
    let mut at = 0;
    while at < tier.stored as usize {
        let range = at..(at + slab).min(tier.stored as usize);
        let mut worths = Column::with_capacity(ask, 0);
        let (mut found, mut children) = (0, 0);
        for (number, group) in plan.iter().enumerate() {
            provide(group, known, lower, ask, memory / 2)?;
            let parts: Vec<&Part<W>> = known.iter().collect();
            let step = Step {
                source,
                own,
                rank: tier.rank,
                ask,
                parts: &parts,
                fresh: number == 0,
                last: number + 1 == plan.len(),
                all: one_group && whole,
            };
            let pieces = in_pieces(workers, range.len().div_ceil(piece), |worker, number| {
                let from = range.start + number * piece;
                let range_here = from..range.end.min(from + piece);
                step.piece(worker, range_here, &worths, from - range.start)
            })?;
            worths.clear();
            for piece in pieces {
                found += piece.found;
                children = match step.fresh {
                    true => children + piece.children,
                    false => children,
                };
                if !step.last {
                    worths.append(&piece.worths, 0..piece.worths.len());
                    continue;
                }
                if keep {
                    all_keys.extend(piece.keys);
                    all_worths.append(&piece.worths, 0..piece.worths.len());
                }
                let mut ends = piece.index;
                move_ends(&mut ends, ENTRY_BYTES, site.part.len() - tier.values_at);
                index.extend(ends);
                site.part.put(&piece.bytes)?;
                tally.add(piece.tally);
            }
            if !one_group {
                known.clear();
            }
        }
        if whole && !one_group && found != children {
            return Err(TableError::damaged(
                "a position that a move leads to is missing",
            ));
        }
        at = range.end;
        site.may_write(0)?;
        site.control.advance(range.len() as u64)?;
        (site.told)(&Building {
            phase: Phase::Valuing,
            tier: tier.rank,
            done: so_far.done + at as u64,
            total: Some(so_far.total),
            positions: so_far.positions.saturating_add(tally.positions),
        });
    }
    tier.values_len = site.part.len() - tier.values_at;
    tier.values_check = crc32fast::hash(&index);
    site.part.put(&index)?;
    tier.positions = tally.positions;
    tier.first = tally.first;
    tier.second = tally.second;
    let part = keep.then(|| Part::new(tier.rank, 0, all_keys, all_worths));
    Ok((tier, part))
}

/// Loads a group of parts into memory, in ascending order, and reuses parts that are already there.
pub(crate) fn provide<W: Word>(
    group: &Plan,
    known: &mut Vec<Part<W>>,
    lower: &dyn Lower<W>,
    ask: Ask,
    memory: u64,
) -> Result<(), TableError> {
    let wanted = |part: &Part<W>, span: &Span| {
        part.rank == span.tier.rank
            && part.base == span.range.start
            && part.keys.len() == span.range.len()
    };
    let missing: Vec<&Span> = group
        .iter()
        .filter(|span| !known.iter().any(|part| wanted(part, span)))
        .collect();
    // Parts that are not needed now make room, the lowest ranks first.
    let bytes = |count: usize| Part::<W>::bytes_of(ask, count as u64);
    let coming: u64 = missing.iter().map(|span| bytes(span.range.len())).sum();
    let mut held: u64 = coming + known.iter().map(|part| bytes(part.keys.len())).sum::<u64>();
    known.retain(|part| {
        let keep = held <= memory || group.iter().any(|span| wanted(part, span));
        if !keep {
            held -= bytes(part.keys.len());
        }
        keep
    });
    for span in missing {
        let mut keys = Vec::with_capacity(span.range.len());
        let mut worths = Column::with_capacity(ask, span.range.len());
        lower.read(span, &mut keys, &mut worths)?;
        known.push(Part::new(span.tier.rank, span.range.start, keys, worths));
    }
    known.sort_by_key(|part| (part.rank, part.base));
    Ok(())
}

/// One pass over pieces of a tier, with one group of children in memory.
struct Step<'s, W: Word> {
    source: &'s dyn Source<W>,
    own: &'s TierFile<'s>,
    rank: u64,
    ask: Ask,
    parts: &'s [&'s Part<W>],
    fresh: bool,
    last: bool,
    all: bool,
}

impl<W: Word> Step<'_, W> {
    /// Values a range of the tier. The worths from earlier groups begin at `offset` of `before`.
    fn piece(
        &self,
        worker: &mut Worker<W>,
        range: Range<usize>,
        before: &Column,
        offset: usize,
    ) -> Result<Piece<W>, TableError> {
        let mut piece = Piece {
            keys: Vec::with_capacity(range.len()),
            worths: Column::with_capacity(self.ask, range.len()),
            found: 0,
            children: 0,
            bytes: Vec::new(),
            index: Vec::new(),
            tally: Tally::default(),
        };
        self.own.keys(range, &mut piece.keys)?;
        let how = How {
            worths: Worths(self.ask),
            fresh: self.fresh,
            all: self.all,
            marks: None,
        };
        let want = Want {
            orbits: self.last,
            checks: false,
        };
        let mut room = [0; BATCH];
        for (number, keys) in piece.keys.chunks(BATCH).enumerate() {
            let worths = &mut room[..keys.len()];
            if !self.fresh {
                let at = offset + number * BATCH;
                before.copy(at..at + keys.len(), worths);
            }
            let batch = &mut worker.batch;
            self.source.expand(self.rank, keys, want, batch)?;
            piece.found += fold(batch, self.parts, how, worths)?;
            piece.worths.extend(worths);
            piece.children += batch.children.len() as u64;
            if self.last {
                for (worth, orbit) in worths.iter().zip(&batch.orbits) {
                    piece.tally.count(*worth, *orbit);
                }
            }
        }
        if self.last {
            let all = 0..piece.worths.len();
            encode_column(&mut worker.writer, &piece.worths, all, self.ask)?;
            piece.bytes = std::mem::take(&mut worker.writer.bytes);
            piece.index = std::mem::take(&mut worker.writer.index);
        }
        Ok(piece)
    }
}

/// Encodes a range of worths, block by block.
pub(crate) fn encode_column(
    writer: &mut ValueWriter,
    column: &Column,
    range: Range<usize>,
    ask: Ask,
) -> Result<(), TableError> {
    let worths = Worths(ask);
    match column {
        Column::Bytes(all) => encode(writer, &all[range], ask, |worth| worths.value(worth.into())),
        Column::Words(all) => encode(writer, &all[range], ask, |worth| worths.value(worth)),
    }
}

/// Encodes values of any representation, block by block.
pub(crate) fn encode<T: Copy + Eq + Hash>(
    writer: &mut ValueWriter,
    scores: &[T],
    ask: Ask,
    value: impl Fn(T) -> Value,
) -> Result<(), TableError> {
    for block in scores.chunks(values_a_block(ask)) {
        writer
            .block(block, |score| Written::of(value(score)))
            .map_err(|error| TableError::io("cannot compress", error))?;
    }
    Ok(())
}
