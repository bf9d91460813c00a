//! All positions, cut into shards of neighbouring keys: one at a time is in memory, with what is known of
//! its positions. Where all fit there is one, and it stays.
//!
//! What is made of a position (its parents, or its children) may belong to any shard. With one shard it
//! is looked up at once; otherwise it is put aside by shard and looked up when that shard is in memory.

use super::pile::{Pile, Room};
use super::{Control, Hand, Options, Part, Score, TableError, in_pieces, share};
use crate::table::forward::PIECE;
use crate::table::runs::Scratch;
use crate::table::storage::{Reading, read_exact_at};
use crate::table::tiers::TierFile;
use crate::table::word::Word;
use std::io;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// Places are cut at multiples of this: where blocks of keys and of values begin.
const GRAIN: usize = PIECE / 4;
/// The most positions in a shard, whose places are numbered in 32 bits.
const MOST: usize = 1 << 31;

/// Positions that are in memory together, by their place among the keys of the shard.
pub(super) struct Shard<W, S: Score> {
    pub(super) part: Part<W, S>,
    /// What is known of each position; 0 at first.
    pub(super) known: Vec<AtomicU32>,
}

/// All positions.
pub(super) struct Shards<'t, W: Word, S: Score> {
    tier: &'t TierFile<'t>,
    scratch: &'t Scratch<'t>,
    threads: usize,
    memory: u64,
    /// Places in a shard; the last may have fewer.
    each: usize,
    /// The first key of every shard.
    firsts: Vec<W>,
    /// The file of every shard that is not in memory and was.
    files: Vec<Option<String>>,
    here: Option<(usize, Shard<W, S>)>,
    /// Whether something is known of the shard here that its file does not say.
    changed: bool,
    /// What is to be looked up in every shard.
    mail: Vec<Mutex<Pile<W>>>,
    room: Room,
}

/// The bytes that a position takes in memory: its key, a part of the index, what is known.
pub(super) const fn bytes_each<W: Word>() -> u64 {
    W::BYTES as u64 + 2 + 4
}

impl<'t, W: Word, S: Score> Shards<'t, W, S> {
    pub(super) fn new(
        tier: &'t TierFile<'t>,
        scratch: &'t Scratch<'t>,
        options: &Options,
    ) -> Result<Self, TableError> {
        let stored = tier.tier.stored as usize;
        let fit = options.memory / 8 * 5 / bytes_each::<W>();
        let each = match usize::try_from(fit).unwrap_or(MOST).min(MOST) {
            fit if stored <= fit => stored.max(1),
            fit => (fit / GRAIN).max(1) * GRAIN,
        };
        let mut firsts = Vec::new();
        for at in (0..stored).step_by(each) {
            // The block that the key is in.
            let mut keys = Vec::new();
            tier.keys(at..at + 1, &mut keys)?;
            firsts.extend(keys.first());
        }
        let count = firsts.len();
        Ok(Shards {
            tier,
            scratch,
            threads: options.threads.max(1),
            memory: options.memory,
            each,
            files: vec![None; count],
            here: None,
            changed: false,
            mail: firsts.iter().map(|_| Mutex::default()).collect(),
            room: Room::new((options.memory / 8) as usize, count),
            firsts,
        })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.firsts.len()
    }

    /// The places of a shard, among all.
    pub(super) fn places(&self, number: usize) -> Range<usize> {
        let from = number * self.each;
        from..(from + self.each).min(self.stored())
    }

    /// Positions in all.
    pub(super) fn stored(&self) -> usize {
        self.tier.tier.stored as usize
    }

    /// Positions in a piece of work on a pile.
    fn share(&self, count: usize) -> usize {
        share(count, self.threads, self.memory)
    }

    /// Brings a shard into memory, to read what is known of it.
    pub(super) fn load(&mut self, number: usize) -> Result<&Shard<W, S>, TableError> {
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

    /// The same, to change what is known.
    pub(super) fn change(&mut self, number: usize) -> Result<&Shard<W, S>, TableError> {
        self.load(number)?;
        self.changed = true;
        self.load(number)
    }

    /// Puts the shard that is here into its file, if that does not say all.
    fn save(&mut self) -> Result<(), TableError> {
        let Some((number, shard)) = self.here.take() else {
            return Ok(());
        };
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let bytes = 4 * shard.known.len() as u64;
        // The new file before the old one goes: room for both is needed anyway.
        let (name, mut sink) = self.scratch.sink(bytes)?;
        let mut buffer = Vec::with_capacity(4 * GRAIN);
        for words in shard.known.chunks(GRAIN) {
            buffer.clear();
            let words = words.iter().map(|word| word.load(Ordering::Relaxed));
            buffer.extend(words.flat_map(u32::to_le_bytes));
            sink.put(&buffer)?;
        }
        sink.flush()?;
        match self.files[number].replace(name) {
            Some(old) => self.scratch.remove(&old, bytes),
            None => Ok(()),
        }
    }

    fn read(&self, number: usize) -> Result<Shard<W, S>, TableError> {
        let Some(file) = self.files.get(number) else {
            return Err(TableError::damaged("there are no positions"));
        };
        let range = self.places(number);
        let mut keys: Vec<W> = Vec::with_capacity(range.len());
        self.tier.keys(range.clone(), &mut keys)?;
        let next = self.firsts.get(number + 1);
        let ends = keys
            .last()
            .is_none_or(|last| next.is_none_or(|next| last < next));
        if !ends || !keys.is_sorted_by(|a, b| a < b) {
            return Err(TableError::damaged("its keys are not in ascending order"));
        }
        let count = range.len();
        let known = match file {
            None => (0..count).map(|_| AtomicU32::new(0)).collect(),
            Some(name) => words(self.scratch.open(name)?.as_ref(), count)
                .map_err(|error| TableError::io(format!("cannot read {name}"), error))?,
        };
        Ok(Shard {
            part: Part::new(0, range.start, keys, Vec::new()),
            known,
        })
    }

    /// For every key of a pile: `make` makes others of it, and `take` takes these where they belong.
    /// `each` gets what came of that, in whatever order.
    pub(super) fn spread<T: Send>(
        &mut self,
        pile: &mut Pile<W>,
        hands: &mut [Hand<W>],
        control: &mut Control<'_>,
        make: impl Fn(&mut Hand<W>) -> Result<(), TableError> + Sync,
        take: impl Fn(&Shard<W, S>, &mut Hand<W>) -> Result<T, TableError> + Sync,
        mut each: impl FnMut(T) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let scratch = self.scratch;
        let count = pile.len();
        let share = self.share(count);
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
        for number in 0..if several { self.count() } else { 0 } {
            let pile = self.mail[number].get_mut();
            let mut pile =
                std::mem::take(pile.map_err(|_| TableError::damaged("a thread failed"))?);
            let count = pile.len();
            if count == 0 {
                continue;
            }
            let shard = self.change(number)?;
            let open = pile.open(scratch)?;
            // Already as many as parents or children are.
            let share = share.max(GRAIN);
            for round in rounds(count, share, hands.len()) {
                let found = in_pieces(hands, round.len().div_ceil(share), |hand, number| {
                    hand.made.clear();
                    open.read(round.start + number * share, share, &mut hand.made)?;
                    take(shard, hand)
                })?;
                found.into_iter().try_for_each(&mut each)?;
                control.advance(0)?;
            }
            pile.clear(&self.room, scratch)?;
        }
        Ok(())
    }

    /// Puts what a hand made aside, by shard.
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
                let mut pile = mail
                    .lock()
                    .map_err(|_| TableError::damaged("a thread failed"))?;
                pile.add(&rest[..count], &self.room, self.scratch)?;
            }
            at += count;
        }
        Ok(())
    }
}

/// The words of a file.
fn words(file: &dyn Reading, count: usize) -> io::Result<Vec<AtomicU32>> {
    let (mut words, mut buffer) = (Vec::with_capacity(count), Vec::new());
    while words.len() < count {
        buffer.resize(4 * GRAIN.min(count - words.len()), 0);
        read_exact_at(file, 4 * words.len() as u64, &mut buffer)?;
        let read = buffer.chunks_exact(4).map(u32::get);
        words.extend(read.map(AtomicU32::new));
    }
    Ok(words)
}

/// Ranges of so many pieces that what threads find in one does not grow without bound.
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
