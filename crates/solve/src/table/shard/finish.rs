//! Writing the table of a game whose tasks are done.

use super::aside::move_aside;
use super::file::{Kind, ShardFile};
use super::ranges::Cut;
use super::store::{Store, part_name};
use super::task::Task;
use crate::Control;
use crate::table::TableError;
use crate::table::backward::encode_column;
use crate::table::block::move_ends;
use crate::table::build::{counts_by_tier, seal};
use crate::table::column::Column;
use crate::table::finished::{finished, is_whole};
use crate::table::format::{FILE, Ply, Tier};
use crate::table::forward::PIECE;
use crate::table::keys::{KEYS_A_BLOCK, KeyBlocks, entry_bytes};
use crate::table::site::{Building, Options, Phase};
use crate::table::storage::{Sink, Storage};
use crate::table::values::{ENTRY_BYTES, ValueWriter};
use crate::table::word::Word;
use crate::table::work::in_pieces;
use std::mem::take;
use std::ops::Range;
use yomikiri_core::Counted;

/// Returns whether the table is in a directory already; `false` if there is none or it is damaged, and then `damaged`
/// says why.
pub(super) fn is_there(
    store: &Store<'_>,
    out: &dyn Storage,
    control: &mut Control<'_>,
    damaged: &mut Option<String>,
) -> Result<bool, TableError> {
    let table = finished(out, &store.plan.header);
    match table.and_then(|table| is_whole(&table, control)) {
        Ok(()) => Ok(true),
        Err(TableError::Missing) => Ok(false),
        Err(TableError::Damaged(what)) => {
            *damaged = Some(format!("`{FILE}`: {what}"));
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Writes the table into a directory, and sets a damaged table there aside.
pub(super) fn finish(
    store: &Store<'_>,
    out: &dyn Storage,
    is_damaged: bool,
    tag: &str,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<(), TableError> {
    let cyclic = store.cyclic();
    // If play may cycle, all positions of the game are one tier.
    let cuts = match cyclic {
        true => vec![store.join()?],
        false => store.cuts()?,
    };
    let part = part_name(tag, FILE);
    let file = out.create(&part);
    let file = file.map_err(|error| TableError::io("cannot make the table", error))?;
    let mut writing = Writing {
        store,
        sink: Sink::new(&part, file, 0),
        options,
        control,
        told,
        total: 0,
        done: 0,
        plies: Vec::new(),
    };
    let result = writing.all(&cuts).and_then(|(tiers, unit)| {
        let together = cuts.first().is_none_or(Cut::is_alone);
        let plies = match unit && together {
            _ if cyclic => take(&mut writing.plies),
            true => counts_by_tier(&tiers),
            false => Vec::new(),
        };
        if is_damaged {
            move_aside(out, FILE)?;
        }
        seal(
            out,
            &mut writing.sink,
            &part,
            &tiers,
            &plies,
            writing.control,
        )
    });
    if result.is_err() {
        // If it cannot be removed now, it is removed together with the store.
        let _ = out.remove(&part);
    }
    result
}

struct Writing<'w, 'c> {
    store: &'w Store<'w>,
    sink: Sink,
    options: &'w Options,
    control: &'w mut Control<'c>,
    told: &'w mut dyn FnMut(&Building),
    /// The number of positions of all tiers.
    total: u64,
    done: u64,
    /// Counts by ply, if play may cycle.
    plies: Vec<Ply>,
}

impl Writing<'_, '_> {
    fn all(&mut self, cuts: &[Cut]) -> Result<(Vec<Tier>, bool), TableError> {
        self.sink.put(&self.store.plan.header.bytes())?;
        let (mut tiers, mut unit) = (Vec::new(), true);
        for (number, cut) in (0..).zip(cuts) {
            let tier = match self.store.plan.header.bits {
                ..=32 => self.keys::<u32>(number, cut, &mut unit),
                33..=64 => self.keys::<u64>(number, cut, &mut unit),
                _ => self.keys::<u128>(number, cut, &mut unit),
            }?;
            self.total += tier.stored;
            tiers.push(tier);
        }
        for (number, cut) in cuts.iter().enumerate().rev() {
            tiers[number] = self.values(number as u64, cut, tiers[number])?;
        }
        Ok((tiers, unit))
    }

    fn tell(&mut self, tier: u64, more: u64) -> Result<(), TableError> {
        self.done += more;
        (self.told)(&Building {
            phase: Phase::Sealing,
            tier,
            done: self.done,
            total: None,
            positions: 0,
        });
        let needed = self.sink.len();
        match self.options.disk {
            Some(allowed) if needed > allowed => Err(TableError::NoRoom {
                of: "disk",
                needed,
                allowed,
            }),
            _ => Ok(self.control.advance(0)?),
        }
    }

    /// Returns how many positions are processed at once: whole blocks.
    fn slab(&self) -> usize {
        let threads = self.options.threads.max(1);
        let pieces = (self.options.memory / 64) as usize / PIECE;
        pieces.clamp(1, 4 * threads) * PIECE
    }

    /// Copies the keys of a tier.
    fn keys<W: Word>(
        &mut self,
        number: u64,
        cut: &Cut,
        unit: &mut bool,
    ) -> Result<Tier, TableError> {
        let bits = self.store.plan.header.bits;
        let mut tier = Tier {
            rank: cut.rank,
            reach: cut.rank,
            keys_at: self.sink.len(),
            ..Tier::default()
        };
        let (mut index, mut waiting, slab) = (Vec::new(), Vec::new(), self.slab());
        let mut last = None;
        for shard in 0..cut.shards() {
            let task = match self.store.cyclic() {
                true => Task::Open(shard),
                false => Task::Keys(number, shard),
            };
            let file = self.store.shard(task)?;
            let keys = file.keys(file.only(Kind::Keys)?)?;
            tier.reach = tier.reach.min(file.facts.reach);
            *unit &= file.facts.unit;
            let stored = keys.tier.stored as usize;
            for from in (0..stored).step_by(PIECE) {
                let before = waiting.len();
                keys.keys::<W>(from..stored.min(from + PIECE), &mut waiting)?;
                if last >= waiting.get(before).copied() {
                    return Err(TableError::damaged(format!(
                        "`{task}`: its keys overlap with those before"
                    )));
                }
                last = waiting.last().copied();
                if waiting.len() >= slab {
                    let whole = waiting.len() / KEYS_A_BLOCK * KEYS_A_BLOCK;
                    self.put_keys(&waiting[..whole], &mut tier, &mut index, bits)?;
                    waiting.drain(..whole);
                }
            }
        }
        self.put_keys(&waiting, &mut tier, &mut index, bits)?;
        tier.keys_len = self.sink.len() - tier.keys_at;
        tier.keys_check = crc32fast::hash(&index);
        self.sink.put(&index)?;
        Ok(tier)
    }

    fn put_keys<W: Word>(
        &mut self,
        keys: &[W],
        tier: &mut Tier,
        index: &mut Vec<u8>,
        bits: u32,
    ) -> Result<(), TableError> {
        let mut workers = vec![(); self.options.threads.max(1)];
        let blocks = in_pieces(&mut workers, keys.len().div_ceil(PIECE), |(), piece| {
            let keys = &keys[piece * PIECE..keys.len().min((piece + 1) * PIECE)];
            Ok(KeyBlocks::encode(keys, bits, KEYS_A_BLOCK))
        })?;
        for mut blocks in blocks {
            let offset = self.sink.len() - tier.keys_at;
            move_ends(&mut blocks.index, entry_bytes(bits), offset);
            index.append(&mut blocks.index);
            self.sink.put(&blocks.bytes)?;
        }
        tier.stored += keys.len() as u64;
        self.tell(tier.rank, keys.len() as u64)
    }

    /// Copies the values of a tier.
    fn values(&mut self, number: u64, cut: &Cut, mut tier: Tier) -> Result<Tier, TableError> {
        let threads = self.options.threads.max(1);
        let writers: Result<Vec<ValueWriter>, _> =
            (0..threads).map(|_| ValueWriter::new()).collect();
        let mut writers = writers.map_err(|error| TableError::io("cannot compress", error))?;
        tier.values_at = self.sink.len();
        let ask = self.store.plan.header.subject.ask;
        let (mut index, slab) = (Vec::new(), self.slab());
        let mut waiting = Column::with_capacity(ask, 0);
        let mut stored = 0;
        for shard in 0..cut.shards() {
            let task = Task::Values(number, shard);
            let file: ShardFile = self.store.shard(task)?;
            let values = file.values(file.only(Kind::Values)?)?;
            let count = values.tier.stored as usize;
            stored += count as u64;
            tier.positions = tier.positions.saturating_add(file.facts.positions);
            tier.first = tier.first.saturating_add(file.facts.first);
            tier.second = tier.second.saturating_add(file.facts.second);
            if self.store.cyclic() {
                self.count_plies(&file.numbers(Kind::Plies)?);
            }
            for from in (0..count).step_by(PIECE) {
                values.worths(from..count.min(from + PIECE), &mut waiting)?;
                if waiting.len() >= slab {
                    let whole = waiting.len() / PIECE * PIECE;
                    self.put_values(&waiting, 0..whole, &tier, &mut index, &mut writers)?;
                    waiting.drop_first(whole);
                }
            }
        }
        let rest = 0..waiting.len();
        self.put_values(&waiting, rest, &tier, &mut index, &mut writers)?;
        if stored != tier.stored {
            return Err(TableError::damaged(format!(
                "the tier of rank {} has {} and {}",
                tier.rank,
                Counted(tier.stored, "key"),
                Counted(stored, "value")
            )));
        }
        tier.values_len = self.sink.len() - tier.values_at;
        tier.values_check = crc32fast::hash(&index);
        self.sink.put(&index)?;
        Ok(tier)
    }

    /// Adds the counts of a range by ply. A table has no plies without positions.
    fn count_plies(&mut self, counts: &[u64]) {
        for (ply, counts) in counts.chunks_exact(3).enumerate() {
            if self.plies.len() <= ply && counts[0] > 0 {
                self.plies.resize(ply + 1, Ply::default());
            }
            if let Some(all) = self.plies.get_mut(ply) {
                all.positions = all.positions.saturating_add(counts[0]);
                all.first = all.first.saturating_add(counts[1]);
                all.second = all.second.saturating_add(counts[2]);
            }
        }
    }

    fn put_values(
        &mut self,
        values: &Column,
        range: Range<usize>,
        tier: &Tier,
        index: &mut Vec<u8>,
        writers: &mut [ValueWriter],
    ) -> Result<(), TableError> {
        let ask = self.store.plan.header.subject.ask;
        let blocks = in_pieces(writers, range.len().div_ceil(PIECE), |writer, piece| {
            let from = range.start + piece * PIECE;
            let here = from..range.end.min(from + PIECE);
            encode_column(writer, values, here, ask)?;
            Ok((take(&mut writer.bytes), take(&mut writer.index)))
        })?;
        for (bytes, mut ends) in blocks {
            move_ends(&mut ends, ENTRY_BYTES, self.sink.len() - tier.values_at);
            index.append(&mut ends);
            self.sink.put(&bytes)?;
        }
        self.tell(tier.rank, range.len() as u64)
    }
}
