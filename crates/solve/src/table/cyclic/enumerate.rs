//! Finding all positions that play reaches, breadth first.
//!
//! The keys of each ply go to a file of plies, one section after the other, and the journal records them.
//! An interrupted build reads them back and goes on with the last ply. The known keys, and the children of
//! a ply, are [sets](KeySet) that spill to files if memory is short.

use super::hand::{Hand, share};
use super::moves::needed;
use super::set::KeySet;
use crate::table::TableError;
use crate::table::format::Tier;
use crate::table::forward::{BATCH, PIECE};
use crate::table::job::{Job, PLIES};
use crate::table::journal::Record;
use crate::table::key_writer::KeyWriter;
use crate::table::keys::KEYS_A_BLOCK;
use crate::table::runs::Scratch;
use crate::table::site::{Building, Phase};
use crate::table::source::{Source, Want};
use crate::table::storage::{Reading, Sink};
use crate::table::tiers::TierFile;
use crate::table::word::{Word, sort_and_dedup};
use crate::table::work::in_pieces;
use std::io;
use yomikiri_core::Ask;

/// Finds all positions, and makes their keys durable in the table's file.
pub(super) fn all<W: Word>(job: &mut Job<'_, '_, W>) -> Result<Tier, TableError> {
    let memory = usize::try_from(job.site.options.memory).unwrap_or(usize::MAX);
    let scratch = Scratch::new(job.site.storage, u64::MAX, job.site.options.disk);
    let room = memory / 4;
    let mut known = KeySet::new(&scratch, room, job.site.bits);
    let mut hands = Hand::several(job.site.options);
    let file = open(job)?;
    let (mut count, mut taken_in) = (0, 0);
    if job.plies.is_empty() {
        let starts = job.site.source.starts().into_iter().map(|(_, key)| key);
        let mut next = KeySet::new(&scratch, memory / 8, job.site.bits);
        next.add(starts.collect())?;
        write_ply(job, next, &mut known)?;
    }
    loop {
        while let Some(&ply) = job.plies.get(taken_in) {
            count += ply.stored;
            take_in(job, &mut known, file.as_ref(), ply, room)?;
            taken_in += 1;
        }
        fits(job, count)?;
        let next = KeySet::new(&scratch, memory / 8, job.site.bits);
        let next = following(job, &known, next, file.as_ref(), &mut hands, count)?;
        if !write_ply(job, next, &mut known)? {
            break;
        }
    }
    let mut merged = known.merged()?;
    let (mut writer, mut keys) = (
        KeyWriter::new(job.site.part.len(), job.site.bits, KEYS_A_BLOCK),
        Vec::new(),
    );
    loop {
        keys.clear();
        merged.take(PIECE, &mut keys)?;
        if keys.is_empty() {
            break;
        }
        writer.put(&keys, &mut job.site.part)?;
        job.may_write()?;
    }
    let tier = writer.finish(&mut job.site.part)?;
    job.may_write()?;
    job.tiers.push(tier);
    job.record(Record::Keys(tier, false), tier.stored)?;
    job.checkpoint()?;
    job.beside = None;
    drop(file);
    let removed = job.site.storage.remove(PLIES);
    removed.map_err(|error| TableError::io(format!("cannot remove {PLIES}"), error))?;
    Ok(tier)
}

/// Fails if valuing needs all positions in memory and there are too many. The positions found so far are
/// kept, in case a later run has more memory.
fn fits<W: Word>(job: &mut Job<'_, '_, W>, count: u64) -> Result<(), TableError> {
    if job.site.source.taken_back() {
        return Ok(());
    }
    if let Err(error) = job.site.options.may_use(needed::<W>(count, 0)) {
        job.checkpoint()?;
        return Err(error);
    }
    Ok(())
}

/// Opens the file of plies, to append to it and to read it.
fn open<W: Word>(job: &mut Job<'_, '_, W>) -> Result<Box<dyn Reading>, TableError> {
    let end = job.plies.last().and_then(|ply| ply.keys_end(job.site.bits));
    let file = match end {
        Some(end) => job.site.storage.append(PLIES, end),
        None => job.site.storage.create(PLIES),
    };
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound => TableError::damaged(
            "the file of plies is shorter than the journal says: remove the directory and build anew",
        ),
        _ => TableError::io("cannot write the file of plies", error),
    })?;
    job.beside = Some(Sink::new(PLIES, file, end.unwrap_or(0)));
    if end.is_none() {
        let lasting = job.site.storage.sync();
        lasting.map_err(|error| TableError::io("cannot make the directory lasting", error))?;
    }
    job.site
        .storage
        .open(PLIES)
        .map_err(|error| TableError::io("cannot read the file of plies", error))
}

/// Adds a ply to the known keys.
fn take_in<W: Word>(
    job: &Job<'_, '_, W>,
    known: &mut KeySet<'_, '_, W>,
    file: &dyn Reading,
    ply: Tier,
    room: usize,
) -> Result<(), TableError> {
    let reader = TierFile::open(file, job.site.bits, Ask::Winner, ply, false)?;
    let stored = ply.stored as usize;
    let part = (room / 4 / W::BYTES).next_multiple_of(KEYS_A_BLOCK);
    for at in (0..stored).step_by(part) {
        let to = stored.min(at + part);
        let mut keys = Vec::with_capacity(to - at);
        reader.keys(at..to, &mut keys)?;
        known.add(keys)?;
    }
    Ok(())
}

/// Returns the children of the last ply, without those known in memory.
fn following<'m, 's, W: Word>(
    job: &mut Job<'_, '_, W>,
    known: &KeySet<'_, '_, W>,
    mut next: KeySet<'m, 's, W>,
    file: &dyn Reading,
    hands: &mut [Hand<W>],
    count: u64,
) -> Result<KeySet<'m, 's, W>, TableError> {
    let Some(&ply) = job.plies.last() else {
        return Ok(next);
    };
    let reader = TierFile::open(file, job.site.bits, Ask::Winner, ply, false)?;
    let (stored, source) = (ply.stored as usize, job.site.source);
    let share = share(stored, hands.len(), job.site.options.memory);
    // This limits the number of pieces at once, so that their results do not grow without bound.
    let round = share * 4 * hands.len();
    for at in (0..stored).step_by(round) {
        let end = stored.min(at + round);
        let found = in_pieces(hands, (end - at).div_ceil(share), |hand, number| {
            let from = at + number * share;
            hand.keys.clear();
            reader.keys(from..end.min(from + share), &mut hand.keys)?;
            found(source, known, hand)
        })?;
        for keys in found {
            next.add(keys)?;
        }
        job.site.control.advance((end - at) as u64)?;
        (job.site.told)(&Building {
            phase: Phase::Enumerating,
            tier: ply.rank,
            done: count,
            total: None,
            positions: 0,
        });
    }
    Ok(next)
}

/// Returns the children of the hand's positions that are not known in memory, in ascending order.
fn found<W: Word>(
    source: &dyn Source<W>,
    known: &KeySet<'_, '_, W>,
    hand: &mut Hand<W>,
) -> Result<Vec<W>, TableError> {
    let mut all = Vec::new();
    for keys in hand.keys.chunks(BATCH) {
        source.expand(0, keys, Want::default(), &mut hand.batch)?;
        all.extend_from_slice(&hand.batch.children);
    }
    sort_and_dedup(&mut all, &mut hand.scratch, source.bits());
    known.drop_held(&mut all);
    Ok(all)
}

/// Writes the new positions as a ply. Returns whether there are any.
fn write_ply<W: Word>(
    job: &mut Job<'_, '_, W>,
    next: KeySet<'_, '_, W>,
    known: &mut KeySet<'_, '_, W>,
) -> Result<bool, TableError> {
    let Some(mut file) = job.beside.take() else {
        return Ok(false);
    };
    let (mut writer, mut keys) = (
        KeyWriter::new(file.len(), job.site.bits, KEYS_A_BLOCK),
        Vec::new(),
    );
    let mut merged = next.merged()?;
    loop {
        keys.clear();
        merged.take(PIECE / 4, &mut keys)?;
        if keys.is_empty() {
            break;
        }
        known.drop_spilled(&mut keys)?;
        writer.put(&keys, &mut file)?;
    }
    if writer.is_empty() {
        job.beside = Some(file);
        return Ok(false);
    }
    let mut ply = writer.finish(&mut file)?;
    ply.rank = job.plies.len() as u64;
    // The file is read again at once.
    file.flush()?;
    job.beside = Some(file);
    job.may_write()?;
    job.plies.push(ply);
    job.record(Record::Ply(ply), ply.stored)?;
    Ok(true)
}
