//! The state of the positions of a range: the score of each settled position, and for the others the number of their
//! moves into unsettled positions.
//!
//! A file holds the states of all positions, or only those that differ from an earlier file, the *base*. So a round
//! with few changes writes little.

use crate::table::TableError;
use crate::table::backward::encode;
use crate::table::block::move_ends;
use crate::table::cyclic::{Known, LABEL, Labels, OPEN, Places, SECOND, bytes_of_places};
use crate::table::forward::PIECE;
use crate::table::key_writer::KeyWriter;
use crate::table::keys::KEYS_A_BLOCK;
use crate::table::shard::file::{Kind, QUESTIONS_A_BLOCK, Section, ShardFile};
use crate::table::shard::store::Store;
use crate::table::shard::task::Task;
use crate::table::site::Options;
use crate::table::storage::Sink;
use crate::table::tiers::TierFile;
use crate::table::values::{ENTRY_BYTES, ValueWriter};
use crate::table::word::Word;
use crate::table::worth::{Worth, Worths};
use std::cell::RefCell;
use std::hash::Hash;
use std::mem::take;
use yomikiri_core::{Ask, Outcome, Value};

/// A file holds all positions if more than one in this many differs from the base.
const ALL: usize = 8;
/// The mark of a settled position in place of its open moves.
const SETTLED: u32 = u32::MAX;

/// The states of the positions of a range.
pub(super) struct State<W> {
    pub(super) keys: Places<W>,
    /// The state by place: see [`crate::table::cyclic`].
    pub(super) known: Vec<u32>,
    pub(super) labels: Labels,
    /// The round of the base.
    base: u64,
    /// One bit for each place: whether it differs from the base.
    changed: Vec<u64>,
}

/// Returns the bytes of memory for the states of this many positions.
fn bytes_of<W: Word>(count: u64, bits: u32) -> u64 {
    bytes_of_places::<W>(count, bits).saturating_add(count.saturating_mul(12))
}

/// Returns the bytes that a task takes for a range of this many positions.
fn needed<W: Word>(count: u64, bits: u32) -> u64 {
    let state = bytes_of::<W>(count, bits);
    state.saturating_add(2 * (super::mail::AT_ONCE * W::BYTES) as u64)
}

/// The most positions in a range, because places are 32-bit numbers.
const MOST: u64 = 1 << 31;

/// Fails if a range does not fit into memory.
pub(super) fn may_hold<W: Word>(
    count: u64,
    bits: u32,
    options: &Options,
) -> Result<(), TableError> {
    if count > MOST {
        return Err(TableError::Unsupported(format!(
            "a shard has {count} positions, and at most {MOST} can be numbered: plan more shards"
        )));
    }
    let needed = needed::<W>(count, bits);
    match needed <= options.memory {
        true => Ok(()),
        false => Err(TableError::NoRoom {
            of: "memory",
            needed,
            allowed: options.memory,
        }),
    }
}

fn task_of(round: u64, number: u64) -> Task {
    match round {
        0 => Task::Open(number),
        _ => Task::Back(round, number),
    }
}

impl<W: Word> State<W> {
    /// Reads the states of a range that was last active in a round.
    pub(super) fn read(
        store: &Store<'_>,
        number: u64,
        last: u64,
        worths: Worths,
        endless: Worth,
        options: &Options,
    ) -> Result<State<W>, TableError> {
        let bits = store.plan.header.bits;
        let opened = store.shard(Task::Open(number))?;
        let keys = opened.keys(opened.only(Kind::Keys)?)?;
        may_hold::<W>(keys.tier.stored, bits, options)?;
        let count = keys.tier.stored as usize;
        let wrong = || TableError::damaged("a range is not what it was");
        let mut state = State {
            keys: places(&keys)?,
            known: Vec::with_capacity(count),
            labels: Labels::new(endless),
            base: last,
            changed: vec![0; count.div_ceil(64)],
        };
        let latest = store.shard(task_of(last, number))?;
        if latest.facts.reach == last {
            state.known = state.known_of(&latest, worths)?;
        } else {
            state.base = latest.facts.reach;
            let base = store.shard(task_of(state.base, number))?;
            state.known = state.known_of(&base, worths)?;
            let list = latest.keys(latest.only(Kind::Places)?)?;
            let mut places: Vec<W> = Vec::new();
            list.keys(0..list.tier.stored as usize, &mut places)?;
            let known = state.known_of(&latest, worths)?;
            if known.len() != places.len() {
                return Err(wrong());
            }
            for (place, known) in places.into_iter().zip(known) {
                let place = usize::try_from(place.wide()).map_err(|_| wrong())?;
                *state.known.get_mut(place).ok_or_else(wrong)? = known;
                state.changed[place / 64] |= 1 << (place % 64);
            }
        }
        match state.known.len() == count {
            true => Ok(state),
            false => Err(wrong()),
        }
    }

    /// Returns the most bytes that it takes in memory, and those that a task takes for it.
    pub(super) fn bytes(&self, bits: u32) -> (u64, u64) {
        let count = self.known.len() as u64;
        (bytes_of::<W>(count, bits), needed::<W>(count, bits))
    }

    /// Returns the states in a file, position by position.
    fn known_of(&mut self, file: &ShardFile, worths: Worths) -> Result<Vec<u32>, TableError> {
        let values = file.values(file.only(Kind::Values)?)?;
        let count = values.tier.stored as usize;
        let mut known: Vec<u32> = Vec::with_capacity(count);
        let labels = RefCell::new(&mut self.labels);
        let label = |value| labels.borrow_mut().of(worths.of(value)?).ok();
        values.values(0..count, label, &mut known)?;
        let opens = file.values(file.only(Kind::Opens)?)?;
        let mut open: Vec<u32> = Vec::with_capacity(count);
        opens.values(0..opens.tier.stored as usize, open_of, &mut open)?;
        if open.len() != known.len() {
            return Err(TableError::damaged("a range is not what it was"));
        }
        for (known, open) in known.iter_mut().zip(open) {
            *known |= open;
        }
        Ok(known)
    }

    /// Returns the keys, and the states to be changed.
    pub(super) fn changing(&mut self) -> (&Places<W>, Changing<'_>) {
        let changing = Changing {
            known: &mut self.known,
            changed: &mut self.changed,
        };
        (&self.keys, changing)
    }

    /// Writes the states after a round. Also returns the round of the base.
    pub(super) fn write(
        &mut self,
        round: u64,
        worths: Worths,
        bits: u32,
        sink: &mut Sink,
    ) -> Result<(Vec<Section>, u64), TableError> {
        let changed = self.changed.iter().map(|word| word.count_ones() as usize);
        let changed: usize = changed.sum();
        if changed * ALL > self.known.len() {
            self.base = round;
            self.changed.fill(0);
            return Ok((put(&self.known, &self.labels, worths, sink)?, round));
        }
        let mut places: Vec<usize> = Vec::with_capacity(changed);
        for (at, &word) in self.changed.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                places.push(at * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        let known: Vec<u32> = places.iter().map(|place| self.known[*place]).collect();
        let as_keys: Vec<W> = places
            .iter()
            .map(|place| W::narrow(*place as u128))
            .collect();
        let mut writer = KeyWriter::new(sink.len(), bits, QUESTIONS_A_BLOCK);
        writer.put(&as_keys, sink)?;
        let list = Section::of_keys(Kind::Places, 0, &writer.finish(sink)?);
        let mut sections = vec![list];
        sections.extend(put(&known, &self.labels, worths, sink)?);
        Ok((sections, self.base))
    }
}

/// The states without the keys.
pub(super) struct Changing<'s> {
    known: &'s mut [u32],
    changed: &'s mut [u64],
}

impl Changing<'_> {
    fn change(&mut self, place: usize, known: u32) {
        self.known[place] = known;
        self.changed[place / 64] |= 1 << (place % 64);
    }
}

impl Known for Changing<'_> {
    fn get(&self, place: usize) -> u32 {
        self.known[place]
    }
    fn label(&mut self, place: usize, label: u32) -> bool {
        self.change(place, label);
        true
    }
    fn close(&mut self, place: usize) -> u32 {
        let before = self.known[place];
        // A position without open moves is an error, which the caller reports.
        self.change(place, before.wrapping_sub(1));
        before
    }
}

/// Returns the keys of a list, for lookups.
fn places<W: Word>(list: &TierFile<'_>) -> Result<Places<W>, TableError> {
    let count = list.tier.stored as usize;
    let mut some: Vec<W> = Vec::new();
    if count == 0 {
        let mut none = Places::new(0, W::default(), W::default());
        none.finish();
        return Ok(none);
    }
    list.keys((count - 1) / KEYS_A_BLOCK * KEYS_A_BLOCK..count, &mut some)?;
    let last = some.last().copied().unwrap_or_default();
    let mut places = Places::new(count, list.first_key(0), last);
    let mut before = None;
    for from in (0..count).step_by(PIECE) {
        some.clear();
        list.keys(from..count.min(from + PIECE), &mut some)?;
        let follows = before < some.first().copied();
        let within = some.last().is_some_and(|key| *key <= last);
        if !follows || !within || !some.is_sorted_by(|a, b| a < b) {
            return Err(TableError::damaged("its keys do not ascend"));
        }
        before = some.last().copied();
        places.extend(&some);
    }
    places.finish();
    Ok(places)
}

/// Writes the states of positions: their values, and their open moves.
pub(super) fn put(
    known: &[u32],
    labels: &Labels,
    worths: Worths,
    sink: &mut Sink,
) -> Result<Vec<Section>, TableError> {
    let label = |known: u32| known >> LABEL << LABEL;
    let value = |label: u32| worths.value(labels.score(label));
    let open = |known: u32| match label(known) {
        0 => known & (OPEN | SECOND),
        _ => SETTLED,
    };
    Ok(vec![
        put_values(Kind::Values, worths.0, known, label, value, sink)?,
        put_values(Kind::Opens, Ask::Margin, known, open, value_of_open, sink)?,
    ])
}

/// Writes one part of each state as a section of values.
pub(super) fn put_values<T: Copy + Eq + Hash>(
    kind: Kind,
    ask: Ask,
    known: &[u32],
    part: impl Fn(u32) -> T,
    value: impl Fn(T) -> Value,
    sink: &mut Sink,
) -> Result<Section, TableError> {
    let writer = ValueWriter::new();
    let mut writer = writer.map_err(|error| TableError::io("cannot compress", error))?;
    let (at, mut index, mut parts) = (sink.len(), Vec::new(), Vec::new());
    for piece in known.chunks(PIECE) {
        parts.clear();
        parts.extend(piece.iter().copied().map(&part));
        encode(&mut writer, &parts, ask, &value)?;
        let mut ends = take(&mut writer.index);
        move_ends(&mut ends, ENTRY_BYTES, sink.len() - at);
        index.append(&mut ends);
        sink.put(&take(&mut writer.bytes))?;
    }
    let len = sink.len() - at;
    sink.put(&index)?;
    Ok(Section {
        kind,
        a: 0,
        b: 0,
        count: known.len() as u64,
        at,
        len,
        check: crc32fast::hash(&index),
    })
}

/// Encodes open moves as points: one more than their number, negative if Second is to move; 0 for a settled position.
fn value_of_open(open: u32) -> Value {
    let points = match open {
        SETTLED => 0,
        _ if open & SECOND != 0 => -i64::from(open & OPEN) - 1,
        _ => i64::from(open) + 1,
    };
    Value::Margin(Outcome::Margin(points))
}

fn open_of(value: Value) -> Option<u32> {
    let Value::Margin(Outcome::Margin(points)) = value else {
        return None;
    };
    let second = match points {
        0 => return Some(0),
        ..0 => SECOND,
        _ => 0,
    };
    let open = u32::try_from(points.unsigned_abs() - 1).ok()?;
    (open < OPEN).then_some(open | second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_moves_come_back() {
        for open in [0, 1, 7, OPEN - 1] {
            for open in [open, open | SECOND] {
                assert_eq!(open_of(value_of_open(open)), Some(open));
            }
        }
        assert_eq!(open_of(value_of_open(SETTLED)), Some(0));
        assert_eq!(open_of(Value::Margin(Outcome::Margin(1 << 20))), None);
        assert_eq!(open_of(Value::Winner(None)), None);
    }
}
