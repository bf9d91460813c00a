//! All positions, cut into shards of neighbouring keys. One shard at a time is in memory, with the states of
//! its positions. If all positions fit, there is one shard, and it stays.
//!
//! The parents or children of a position may belong to any shard. With one shard they are looked up at once.
//! Otherwise they are put aside by shard, and looked up when that shard is in memory.
//!
//! Loading a shard costs time for each of its positions, and many layers are small. A few keys of a shard that is not
//! in memory are therefore looked up in its files.

#[cfg(test)]
mod tests;

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
use std::collections::BTreeMap;
use std::iter::once;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// To look up a key in the files of a shard takes about as long as to load this many of its positions.
const A_VISIT: usize = 128;
/// The bytes of a changed state in memory, with its place and its share of a node.
const A_PATCH: usize = 16;
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
    /// The states that have changed since each shard left memory, by place in the shard.
    patches: Vec<BTreeMap<u32, u32>>,
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
            patches: vec![BTreeMap::new(); count],
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

    /// Returns whether a shard is in memory.
    fn is_here(&self, number: usize) -> bool {
        self.here.as_ref().is_some_and(|(here, _)| *here == number)
    }

    /// Loads a shard into memory, to read its states.
    pub(super) fn load(&mut self, number: usize) -> Result<&Shard<W>, TableError> {
        if !self.is_here(number) {
            self.save()?;
            let shard = self.read(number)?;
            let patches = std::mem::take(&mut self.patches[number]);
            self.changed = !patches.is_empty();
            for (place, state) in patches {
                shard.known[place as usize].store(state, Ordering::Relaxed);
            }
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
        // The shard in memory comes first, so that it need not be loaded again.
        let here = self.here.as_ref().map_or(0, |(here, _)| *here);
        for number in once(here).chain((0..self.count()).filter(|number| *number != here)) {
            let mail = self.mail[number].get_mut();
            let mut pile = std::mem::take(mail.unwrap_or_else(PoisonError::into_inner));
            let count = pile.len();
            if count == 0 {
                continue;
            }
            let open = pile.open(scratch)?;
            if self.is_better_visited(number, count)? {
                for from in (0..count).step_by(SHARE) {
                    hands[0].made.clear();
                    open.read(from, SHARE, &mut hands[0].made)?;
                    each(self.visit(number, &mut hands[0], take)?)?;
                    control.advance(0)?;
                }
                drop(open);
                pile.clear(&self.room, scratch)?;
                continue;
            }
            let shard = self.change(number)?;
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

    /// Returns whether so few keys of a shard are sought that it stays in its files. Makes room for what they change.
    fn is_better_visited(&mut self, number: usize, count: usize) -> Result<bool, TableError> {
        let room = usize::try_from(self.memory / 32).unwrap_or(usize::MAX) / A_PATCH;
        if self.is_here(number) || count > room.min(self.places(number).len() / A_VISIT) {
            return Ok(false);
        }
        let patched: usize = self.patches.iter().map(BTreeMap::len).sum();
        if patched + count > room {
            let most = (0..self.count()).max_by_key(|shard| self.patches[*shard].len());
            self.load(most.unwrap_or(number))?;
        }
        Ok(!self.is_here(number))
    }

    /// Processes a few derived keys of a shard that is not in memory, as `take` does with a shard that is.
    fn visit<T>(
        &mut self,
        number: usize,
        hand: &mut Hand<W>,
        take: &impl Fn(&Shard<W>, &mut Hand<W>) -> Result<T, TableError>,
    ) -> Result<T, TableError> {
        let range = self.places(number);
        hand.made.sort_unstable();
        hand.scratch.clone_from(&hand.made);
        hand.scratch.dedup();
        let (mut keys, mut places) = (Vec::new(), Vec::new());
        self.tier.find(&hand.scratch, |key, place| {
            keys.push(key);
            places.push(place.wrapping_sub(range.start));
        })?;
        if places.iter().any(|place| *place >= range.len()) {
            return Err(TableError::damaged("its keys are not in ascending order"));
        }
        let (first, last) = (keys.first().copied(), keys.last().copied());
        let mut found = Places::new(
            keys.len(),
            first.unwrap_or_default(),
            last.unwrap_or_default(),
        );
        found.extend(&keys);
        found.finish();
        let known = self.states(number, &places)?;
        let shard = Shard {
            keys: found,
            known: known.iter().copied().map(AtomicU32::new).collect(),
        };
        let result = take(&shard, hand)?;
        for ((place, before), now) in places.iter().zip(known).zip(shard.known) {
            let now = now.into_inner();
            if now != before {
                self.patches[number].insert(*place as u32, now);
            }
        }
        Ok(result)
    }

    /// Returns the states at some ascending places in a shard that is not in memory.
    fn states(&self, number: usize, places: &[usize]) -> Result<Vec<u32>, TableError> {
        let file = match &self.files[number] {
            Some(name) => Some((name, self.scratch.open(name)?)),
            None => None,
        };
        let (mut read, mut from) = (Vec::new(), 0);
        let mut states = Vec::with_capacity(places.len());
        for &place in places {
            let patch = self.patches[number].get(&(place as u32));
            states.push(match (&file, patch) {
                (_, Some(state)) => *state,
                (None, None) => 0,
                (Some((name, file)), None) => {
                    if !(from..from + read.len()).contains(&place) {
                        from = place;
                        read.clear();
                        let more = KEYS_A_BLOCK.min(self.places(number).len() - from);
                        read_keys(file.as_ref(), name, 4 * from as u64, more, &mut read)?;
                    }
                    read[place - from]
                }
            });
        }
        Ok(states)
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
