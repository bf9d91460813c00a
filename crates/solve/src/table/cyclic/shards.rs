//! All positions, cut into shards of neighbouring keys. One shard at a time is in memory, with the states of
//! its positions. If all positions fit, there is one shard, and it stays.
//!
//! The parents or children of a position may belong to any shard. With one shard they are looked up at once.
//! Otherwise they are put aside by shard, and looked up when that shard is in memory.

use super::hand::{Hand, SHARE, share};
use super::pile::{Pile, Room};
use super::places::{self, Places};
use super::settle::label_of;
use crate::Control;
use crate::table::TableError;
use crate::table::keys::KEYS_A_BLOCK;
use crate::table::runs::{Scratch, put_keys, read_keys};
use crate::table::site::Options;
use crate::table::tiers::TierFile;
use crate::table::word::Word;
use crate::table::work::in_pieces;
use crate::table::worth::Worth;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// The most positions in a shard, because places are 32-bit numbers.
const MOST: usize = 1 << 31;

/// The positions of a shard in memory, by their place among its keys.
pub(super) struct Shard<W> {
    pub(super) keys: Places<W>,
    /// The state of each position; 0 at first.
    pub(super) known: Vec<AtomicU32>,
}

/// The scores of all positions, as First sees them.
pub(super) enum Valued {
    /// The score of each position, by its place among all.
    Each(Vec<Worth>),
    /// The scores by label; each position has a label in its state.
    Labelled(Vec<Worth>),
}

impl Valued {
    #[inline]
    pub(super) fn score<W: Word>(&self, shard: &Shard<W>, place: usize) -> Worth {
        match self {
            Valued::Each(scores) => scores[place],
            Valued::Labelled(of) => of[label_of(shard.known[place].load(Ordering::Relaxed))],
        }
    }
}

/// All positions.
pub(super) struct Shards<'t, W: Word> {
    pub(super) tier: &'t TierFile<'t>,
    pub(super) scratch: &'t Scratch<'t>,
    memory: u64,
    /// The number of places in a shard; the last may have fewer.
    each: usize,
    /// The first key of every shard.
    firsts: Vec<W>,
    /// The file with the states of each shard, if it has left memory.
    files: Vec<Option<String>>,
    here: Option<(usize, Shard<W>)>,
    /// Whether the states in memory differ from the shard's file.
    changed: bool,
    /// The keys to be looked up in each shard.
    mail: Vec<Mutex<Pile<W>>>,
    room: Room,
}

/// Returns the most bytes that this many positions take in memory: keys with their index, and states.
pub(super) fn bytes_of<W: Word>(count: u64, bits: u32) -> u64 {
    places::bytes_of::<W>(count, bits).saturating_add(count.saturating_mul(4))
}

/// Returns the places in a shard: all, or as many as fit beside the keys put aside.
fn in_a_shard<W: Word>(stored: usize, bits: u32, memory: u64) -> usize {
    let fit = |count: usize, room: u64| count <= MOST && bytes_of::<W>(count as u64, bits) <= room;
    if fit(stored, memory / 4 * 3) {
        return stored.max(1);
    }
    let cut = |shards: usize| stored.div_ceil(shards).next_multiple_of(SHARE);
    let mut shards = 2;
    while cut(shards) > SHARE && !fit(cut(shards), memory / 8 * 5) {
        shards += 1;
    }
    cut(shards)
}

impl<'t, W: Word> Shards<'t, W> {
    pub(super) fn new(
        tier: &'t TierFile<'t>,
        bits: u32,
        scratch: &'t Scratch<'t>,
        options: &Options,
    ) -> Result<Self, TableError> {
        let stored = tier.tier.stored as usize;
        let each = in_a_shard::<W>(stored, bits, options.memory);
        let mut firsts = Vec::new();
        for at in (0..stored).step_by(each) {
            firsts.push(key_at(tier, at)?);
        }
        let count = firsts.len();
        Ok(Shards {
            tier,
            scratch,
            memory: options.memory,
            each,
            files: vec![None; count],
            here: None,
            changed: false,
            mail: firsts.iter().map(|_| Mutex::default()).collect(),
            room: Room::new(options.memory / 8),
            firsts,
        })
    }

    /// Returns the number of shards.
    pub(super) fn count(&self) -> usize {
        self.firsts.len()
    }

    /// Returns the places of a shard among all positions.
    pub(super) fn places(&self, number: usize) -> Range<usize> {
        let from = number * self.each;
        from..(from + self.each).min(self.stored())
    }

    /// Returns the number of positions.
    pub(super) fn stored(&self) -> usize {
        self.tier.tier.stored as usize
    }

    /// Loads a shard into memory, to read its states.
    pub(super) fn load(&mut self, number: usize) -> Result<&Shard<W>, TableError> {
        if self.here.as_ref().is_none_or(|(here, _)| *here != number) {
            self.save()?;
            let shard = self.read(number)?;
            self.here = Some((number, shard));
        }
        match &self.here {
            Some((_, shard)) => Ok(shard),
            None => Err(TableError::damaged("there is no such shard")),
        }
    }

    /// Like [`load`](Shards::load), for the last time: the states are not kept.
    pub(super) fn last(&mut self, number: usize) -> Result<&Shard<W>, TableError> {
        self.load(number)?;
        self.changed = false;
        if let Some(name) = self.files[number].take() {
            let bytes = 4 * self.places(number).len() as u64;
            self.scratch.remove(&name, bytes)?;
        }
        self.load(number)
    }

    /// Like [`load`](Shards::load), to change states.
    pub(super) fn change(&mut self, number: usize) -> Result<&Shard<W>, TableError> {
        self.load(number)?;
        self.changed = true;
        self.load(number)
    }

    /// Writes the shard in memory to its file, if it has changed.
    fn save(&mut self) -> Result<(), TableError> {
        let Some((number, shard)) = self.here.take() else {
            return Ok(());
        };
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let bytes = 4 * shard.known.len() as u64;
        let (name, mut sink) = self.scratch.sink(bytes)?;
        for known in shard.known.chunks(SHARE) {
            let known = known.iter().map(|known| known.load(Ordering::Relaxed));
            put_keys(&mut sink, &known.collect::<Vec<u32>>())?;
        }
        sink.flush()?;
        match self.files[number].replace(name) {
            Some(old) => self.scratch.remove(&old, bytes),
            None => Ok(()),
        }
    }

    fn read(&self, number: usize) -> Result<Shard<W>, TableError> {
        let Some(file) = self.files.get(number) else {
            return Err(TableError::damaged("there are no positions"));
        };
        let range = self.places(number);
        let descending = || TableError::damaged("its keys are not in ascending order");
        let last = key_at(self.tier, range.end - 1)?;
        let next = self.firsts.get(number + 1);
        let mut before = None;
        let mut keys = Places::new(range.len(), self.firsts[number], last);
        let mut piece: Vec<W> = Vec::with_capacity(SHARE);
        for from in range.clone().step_by(SHARE) {
            piece.clear();
            self.tier
                .keys(from..range.end.min(from + SHARE), &mut piece)?;
            let follows = before.is_none_or(|before| Some(before) < piece.first().copied());
            let within = piece.last().is_some_and(|key| *key <= last);
            if !follows || !within || !piece.is_sorted_by(|a, b| a < b) {
                return Err(descending());
            }
            before = piece.last().copied();
            keys.extend(&piece);
        }
        if next.is_some_and(|next| *next <= last) {
            return Err(descending());
        }
        keys.finish();
        let count = range.len();
        let known = match file {
            None => (0..count).map(|_| AtomicU32::new(0)).collect(),
            Some(name) => {
                let file = self.scratch.open(name)?;
                let (mut known, mut piece) = (Vec::with_capacity(count), Vec::new());
                while known.len() < count {
                    let offset = 4 * known.len() as u64;
                    let more = SHARE.min(count - known.len());
                    piece.clear();
                    read_keys(file.as_ref(), name, offset, more, &mut piece)?;
                    known.extend(piece.iter().copied().map(AtomicU32::new));
                }
                known
            }
        };
        Ok(Shard { keys, known })
    }

    /// For every key of a pile, `make` derives other keys, and `take` processes these in their shards. `each`
    /// receives the results, in any order.
    pub(super) fn spread<T: Send>(
        &mut self,
        pile: &mut Pile<W>,
        hands: &mut [Hand<W>],
        control: &mut Control<'_>,
        make: impl Fn(&mut Hand<W>) -> Result<(), TableError> + Sync,
        take: impl Fn(&Shard<W>, &mut Hand<W>) -> Result<T, TableError> + Sync,
        mut each: impl FnMut(T) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let scratch = self.scratch;
        let count = pile.len();
        let share = share(count, hands.len(), self.memory);
        let open = pile.open(scratch)?;
        let several = self.count() > 1;
        if !several {
            self.change(0)?;
        }
        for round in rounds(count, share, hands.len()) {
            let found = in_pieces(hands, round.len().div_ceil(share), |hand, number| {
                hand.keys.clear();
                open.read(round.start + number * share, share, &mut hand.keys)?;
                hand.made.clear();
                make(hand)?;
                match &self.here {
                    Some((_, shard)) if !several => take(shard, hand).map(Some),
                    _ => self.post(hand).map(|()| None),
                }
            })?;
            found.into_iter().flatten().try_for_each(&mut each)?;
            control.advance(round.len() as u64)?;
        }
        match several {
            true => self.deliver(hands, control, &take, &mut each),
            false => Ok(()),
        }
    }

    /// Lets every shard process the keys that were put aside for it.
    fn deliver<T: Send>(
        &mut self,
        hands: &mut [Hand<W>],
        control: &mut Control<'_>,
        take: &(impl Fn(&Shard<W>, &mut Hand<W>) -> Result<T, TableError> + Sync),
        mut each: impl FnMut(T) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let scratch = self.scratch;
        for number in 0..self.count() {
            let mail = self.mail[number].get_mut();
            let mut pile = std::mem::take(mail.unwrap_or_else(PoisonError::into_inner));
            let count = pile.len();
            if count == 0 {
                continue;
            }
            let shard = self.change(number)?;
            let open = pile.open(scratch)?;
            for round in rounds(count, SHARE, hands.len()) {
                let found = in_pieces(hands, round.len().div_ceil(SHARE), |hand, number| {
                    hand.made.clear();
                    open.read(round.start + number * SHARE, SHARE, &mut hand.made)?;
                    take(shard, hand)
                })?;
                found.into_iter().try_for_each(&mut each)?;
                control.advance(0)?;
            }
            pile.clear(&self.room, scratch)?;
        }
        Ok(())
    }

    /// Puts the derived keys of a hand aside, by shard.
    fn post(&self, hand: &mut Hand<W>) -> Result<(), TableError> {
        hand.made.sort_unstable();
        let mut at = 0;
        for (number, mail) in self.mail.iter().enumerate() {
            let rest = &hand.made[at..];
            let count = match self.firsts.get(number + 1) {
                Some(next) => rest.partition_point(|key| key < next),
                None => rest.len(),
            };
            if count > 0 {
                let mut pile = mail.lock().unwrap_or_else(PoisonError::into_inner);
                pile.add(&rest[..count], &self.room, self.scratch)?;
            }
            at += count;
        }
        Ok(())
    }
}

/// Returns the key at a place among all positions.
pub(super) fn key_at<W: Word>(tier: &TierFile<'_>, place: usize) -> Result<W, TableError> {
    let mut block = Vec::with_capacity(KEYS_A_BLOCK);
    tier.keys(place..place + 1, &mut block)?;
    let key = block.get(place % KEYS_A_BLOCK).copied();
    key.ok_or_else(|| TableError::damaged("a block holds too few keys"))
}

/// Returns ranges of limited size, so that the results of threads in one range do not grow without bound.
pub(super) fn rounds(
    count: usize,
    share: usize,
    threads: usize,
) -> impl Iterator<Item = Range<usize>> {
    let round = share * 4 * threads;
    (0..count)
        .step_by(round)
        .map(move |from| from..count.min(from + round))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_even_and_fit() {
        let mebi = |count: u64| count << 20;
        // The game of `tests/table/cyclic.rs` does not fit into the least memory that is allowed.
        for (stored, bits, memory) in [
            (100_042, 40, mebi(1)),
            (42_000_000, 61, mebi(256)),
            (1_300_000_000, 61, mebi(4096)),
        ] {
            let each = in_a_shard::<u64>(stored, bits, memory);
            let count = stored.div_ceil(each);
            assert!(count > 1 && each.is_multiple_of(SHARE));
            assert!(bytes_of::<u64>(each as u64, bits) <= memory / 8 * 5);
            // One shard fewer would not fit.
            let fewer = stored.div_ceil(count - 1) as u64;
            assert!(bytes_of::<u64>(fewer, bits) > memory / 8 * 5);
        }
        assert_eq!(
            in_a_shard::<u64>(1_300_000_000, 61, mebi(17 << 10)),
            1_300_000_000
        );
        assert_eq!(in_a_shard::<u128>(100_000_000, 100, mebi(1)), SHARE);
        assert_eq!(in_a_shard::<u32>(0, 20, mebi(1)), 1);
    }
}
