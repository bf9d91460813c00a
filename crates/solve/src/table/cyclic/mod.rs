//! Games whose play may cycle: all positions are one tier, found breadth first and valued by retrograde
//! analysis.
//!
//! No order puts every position after its children. If moves can be taken back and gain nothing, values spread
//! from the finished positions by [layers](layers), over [shards](shards) of the positions, of which one is in
//! memory at a time. Otherwise memory holds all positions and the [moves](moves) themselves, 16 bytes each.
//!
//! Enumeration works within any amount of memory, and an interrupted build keeps the plies that it has found; it
//! computes values again.

mod enumerate;
mod hand;
mod layers;
mod moves;
mod pile;
mod places;
mod plies;
mod set;
mod settle;
mod shards;

use super::TableError;
use super::backward::{Tally, Worker, encode};
use super::block::move_ends;
use super::format::{Ply, Tier};
use super::forward::PIECE;
use super::job::Job;
use super::reader::Table;
use super::runs::Scratch;
use super::site::{Building, Options, Phase, Verified, Verifying};
use super::source::Source;
use super::storage::Storage;
use super::tiers::TierFile;
use super::values::ENTRY_BYTES;
use super::word::Word;
use super::work::in_pieces;
use super::worth::{Worth, Worths};
use crate::Control;
pub(crate) use hand::{Hand, share};
pub(crate) use layers::{Finished, count_moves, parents};
pub(crate) use moves::needed as needed_for_moves;
pub(crate) use places::{Places, bytes_of as bytes_of_places};
pub(crate) use settle::{Known, LABEL, Labels, OPEN, SECOND, Settling};
use shards::{Shards, Valued, rounds};
use std::mem::take;
use yomikiri_core::Ask;

/// Returns the memory in which this many positions are valued in one go: all keys, their states, and the keys
/// put aside.
pub(crate) fn memory<W: Word>(count: u64, bits: u32) -> u64 {
    (shards::bytes_of::<W>(count, bits) / 3).saturating_mul(4)
}

/// Values all positions. It is an error if they are not exactly those that play reaches.
fn valued<W: Word>(
    source: &dyn Source<W>,
    worths: Worths,
    shards: &mut Shards<'_, W>,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<(Valued, Tally, Vec<Ply>), TableError> {
    told(0, 0);
    let valued = match source.taken_back() {
        true => Valued::Labelled(layers::values(
            source, worths, shards, options, control, told,
        )?),
        false => Valued::Each(moves::values(source, worths, shards, options, control)?),
    };
    let (tally, plies) = plies::counted(source, shards, &valued, options, control, told)?;
    Ok((valued, tally, plies))
}

/// Enumerates and values all positions, and writes the tier.
pub(crate) fn build<W: Word>(job: &mut Job<'_, '_, W>) -> Result<(), TableError> {
    let mut tier = match job.tiers.first() {
        Some(tier) => *tier,
        None => enumerate::all(job)?,
    };
    let file = job.reading()?;
    let reader = TierFile::open(file.as_ref(), job.site.bits, Ask::Winner, tier, false)?;
    let disk = job.site.options.disk;
    let beside = disk.map(|disk| disk.saturating_sub(job.site.part.len()));
    let scratch = Scratch::new(job.site.storage, u64::MAX, beside);
    let mut shards: Shards<'_, W> =
        Shards::new(&reader, job.site.bits, &scratch, job.site.options)?;
    let told = &mut *job.site.told;
    let mut telling = |layer, done| {
        told(&Building {
            phase: Phase::Valuing,
            tier: layer,
            done,
            total: None,
            positions: 0,
        });
    };
    let (valued, tally, plies) = valued(
        job.site.source,
        Worths(job.site.ask),
        &mut shards,
        job.site.options,
        job.site.control,
        &mut telling,
    )?;
    tier.positions = tally.positions;
    tier.first = tally.first;
    tier.second = tally.second;
    tier.values_at = job.site.part.len();
    let index = write_values(job, &mut shards, &valued)?;
    tier.values_len = job.site.part.len() - tier.values_at;
    tier.values_check = crc32fast::hash(&index);
    job.site.part.put(&index)?;
    job.may_write()?;
    job.tiers = vec![tier];
    job.layers = plies;
    Ok(())
}

/// Writes the values of all positions, and returns their index.
fn write_values<W: Word>(
    job: &mut Job<'_, '_, W>,
    shards: &mut Shards<'_, W>,
    valued: &Valued,
) -> Result<Vec<u8>, TableError> {
    let mut workers: Vec<Worker<W>> = Worker::several(job.site.options.threads.max(1))?;
    let (begin, ask) = (job.site.part.len(), job.site.ask);
    let mut index = Vec::new();
    for number in 0..shards.count() {
        let places = shards.places(number).len();
        let shard = shards.last(number)?;
        for round in rounds(places, PIECE, workers.len()) {
            let pieces = in_pieces(
                &mut workers,
                round.len().div_ceil(PIECE),
                |worker, piece| {
                    let from = round.start + piece * PIECE;
                    let here = from..round.end.min(from + PIECE);
                    let scores: Vec<Worth> = here.map(|place| valued.score(shard, place)).collect();
                    let writer = &mut worker.writer;
                    let value = |worth| Worths(ask).value(worth);
                    encode(writer, &scores, ask, value)?;
                    Ok((take(&mut writer.bytes), take(&mut writer.index)))
                },
            )?;
            for (bytes, mut ends) in pieces {
                move_ends(&mut ends, ENTRY_BYTES, job.site.part.len() - begin);
                index.extend_from_slice(&ends);
                job.site.part.put(&bytes)?;
            }
            job.may_write()?;
            job.site.control.advance(0)?;
        }
    }
    Ok(index)
}

/// Values the keys again and compares. Valuing also checks that they are exactly those that play reaches. The
/// caller removes the scratch files.
pub(crate) fn verify<W: Word>(
    source: &dyn Source<W>,
    table: &Table,
    storage: &dyn Storage,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Verifying),
) -> Result<Verified, TableError> {
    let fault = |what: &str| Err(TableError::damaged(what));
    let tiers: Vec<Tier> = table.tiers().collect();
    let [tier] = tiers[..] else {
        return fault("there is not one tier, though play may cycle");
    };
    if (tier.rank, tier.reach) != (0, 0) {
        return fault("its tier is none of a game whose play may cycle");
    }
    let ask = table.subject().ask;
    let file = TierFile::open(table.reading(), table.key_bits(), ask, tier, true)?;
    let scratch = Scratch::new(storage, u64::MAX, options.disk);
    let mut shards: Shards<'_, W> = Shards::new(&file, table.key_bits(), &scratch, options)?;
    let total = tier.stored;
    let mut telling = |_, done| told(&Verifying { done, total });
    let worths = Worths(ask);
    let (valued, tally, plies) =
        valued(source, worths, &mut shards, options, control, &mut telling)?;
    for number in 0..shards.count() {
        let range = shards.places(number);
        let shard = shards.last(number)?;
        for round in rounds(range.len(), PIECE, 1) {
            let mut scores = Vec::new();
            let among_all = range.start + round.start..range.start + round.end;
            file.values(among_all, |value| worths.of(value), &mut scores)?;
            for (place, stored) in round.zip(&scores) {
                let should = valued.score(shard, place);
                if should != *stored {
                    let key = shards::key_at::<W>(&file, range.start + place)?;
                    return Err(TableError::damaged(format!(
                        "the position with key {:#x} has the value `{}`, and `{}` is true",
                        key.wide(),
                        worths.value(*stored),
                        worths.value(should)
                    )));
                }
            }
            control.advance(0)?;
        }
    }
    let counts = (tally.positions, tally.first, tally.second);
    if counts != (tier.positions, tier.first, tier.second) || !table.plies().eq(plies) {
        return fault("its counts are wrong");
    }
    Ok(Verified {
        positions: tier.positions,
        stored: tier.stored,
        ..Verified::default()
    })
}
