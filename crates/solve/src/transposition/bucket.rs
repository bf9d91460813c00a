//! The entries of one bucket, read and written by any number of threads.

use super::layout::Layout;
use super::{Bounds, Put};
use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots of a bucket.
pub(super) const WAYS: usize = 4;

/// A word that threads share, read as a whole and written as a whole. Nothing else of it is relied
/// on, and above all no order between words.
pub(super) trait Word {
    /// What was written last, or something that was written before and is not known yet to have been
    /// written over.
    fn get(&self) -> u64;
    /// Writes.
    fn set(&self, word: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Relaxed)
    }
    #[inline(always)]
    fn set(&self, word: u64) {
        self.store(word, Relaxed);
    }
}

/// What a function makes of each of some things: `map` of an array, all of it inlined, whatever part of a crate
/// the compiler puts it in.
#[inline(always)]
pub(super) fn each<T, R: Copy + Default, const N: usize>(
    of: &[T; N],
    make: impl Fn(&T) -> R,
) -> [R; N] {
    let mut made = [R::default(); N];
    for way in 0..N {
        made[way] = make(&of[way]);
    }
    made
}

/// What an entry has of its key: in its word, and beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// In its place in the word.
    pub(super) stored: u64,
    /// The high bits; 0 where entries are one word.
    pub(super) high: u64,
}

/// The entries of one bucket. For [`Bucket`] and [`WideBucket`](super::wide::WideBucket) alone.
///
/// **Law**: what [`get`](Slots::get) finds was [`put`](Slots::put) or [`added`](Slots::add) as it is, under
/// the same key, whatever other threads do.
pub(super) trait Slots {
    /// The bounds in the entry of this key, if there is one.
    fn get(&self, layout: &Layout, key: Entry) -> Option<Bounds>;
    /// Stores an entry. In a full bucket the entry of the least work goes; one of the others grows
    /// cheaper, so that what was dear long ago goes too.
    fn put(&self, layout: &Layout, key: Entry, bounds: Bounds, nodes: u64) -> Put;
    /// The entries: their words, and the high bits of their keys. For whoever has the bucket alone.
    fn entries(&self) -> impl Iterator<Item = (u64, u64)>;
    /// Fills an empty slot, if there is one. For whoever has the bucket alone.
    fn add(&self, word: u64, high: u64);
}

/// Four entries in half a cache line, aligned so as not to lie on two.
///
/// Slots are filled in their order and never emptied: after an empty one there are only empty ones.
#[repr(align(32))]
#[derive(Default)]
pub(super) struct Bucket<W = AtomicU64>(pub(super) [W; WAYS]);

impl<W: Word> Slots for Bucket<W> {
    #[inline(always)]
    fn get(&self, layout: &Layout, key: Entry) -> Option<Bounds> {
        find(&each(&self.0, Word::get), layout, key)
    }

    #[inline]
    fn put(&self, layout: &Layout, key: Entry, bounds: Bounds, nodes: u64) -> Put {
        let words = each(&self.0, Word::get);
        let (chosen, put) = choose(
            layout,
            each(&words, |&word| (word, layout.agrees(word, key.stored))),
        );
        self.0[chosen].set(layout.word(key.stored, bounds, nodes));
        if put == Put::Evicted {
            let older = &self.0[(chosen + 1) % WAYS];
            older.set(layout.cheaper(older.get()));
        }
        put
    }

    fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let words = self.0.iter().map(Word::get);
        words.filter(|&word| word != 0).map(|word| (word, 0))
    }

    fn add(&self, word: u64, _: u64) {
        if let Some(slot) = self.0.iter().find(|slot| slot.get() == 0) {
            slot.set(word);
        }
    }
}

/// The same for whoever has the bucket alone: no other thread writes between two of its words, and what
/// the compiler makes of that takes half as many instructions.
impl Bucket {
    #[inline(always)]
    pub(super) fn get_alone(&mut self, layout: &Layout, key: Entry) -> Option<Bounds> {
        find(self.words(), layout, key)
    }

    #[inline(always)]
    pub(super) fn put_alone(
        &mut self,
        layout: &Layout,
        key: Entry,
        bounds: Bounds,
        nodes: u64,
    ) -> Put {
        let words = self.words();
        let (chosen, put) = choose(
            layout,
            each(words, |&word| (word, layout.agrees(word, key.stored))),
        );
        words[chosen] = layout.word(key.stored, bounds, nodes);
        if put == Put::Evicted {
            let older = &mut words[(chosen + 1) % WAYS];
            *older = layout.cheaper(*older);
        }
        put
    }

    #[inline(always)]
    fn words(&mut self) -> &mut [u64; WAYS] {
        // SAFETY: an atomic word lies in memory as a plain one does, and nobody else has these.
        unsafe { &mut *std::ptr::from_mut(&mut self.0).cast() }
    }
}

/// The bounds in the entry of a key, if it is one of these.
///
/// All words are compared before anything is decided: where an entry lies is nothing that a processor could
/// guess. The first that agrees with the stored part is the entry, or it is empty, and then there is none
/// further on.
#[inline(always)]
fn find(words: &[u64; WAYS], layout: &Layout, key: Entry) -> Option<Bounds> {
    let mut found = 0u32;
    for &word in words.iter().rev() {
        found = found << 1 | u32::from(layout.agrees(word, key.stored));
    }
    let word = *words.get(found.trailing_zeros() as usize)?;
    (word != 0).then(|| layout.bounds(word))
}

/// Which of the entries of a bucket a new one takes the place of, given the word of each and whether it has
/// the same key: its own slot before an empty one, an empty one before the cheapest; the first of equals.
#[inline(always)]
pub(super) fn choose<const N: usize>(layout: &Layout, held: [(u64, bool); N]) -> (usize, Put) {
    let least = (0..)
        .zip(held)
        .fold(u64::MAX, |least, (index, (word, agrees))| {
            let cost = select_unpredictable(agrees, 0, 2 + layout.work(word));
            let cost = select_unpredictable(word == 0, 1, cost);
            least.min(cost * N as u64 + index)
        });
    let put = match least / N as u64 {
        0 => Put::Updated,
        1 => Put::Filled,
        _ => Put::Evicted,
    };
    (least as usize % N, put)
}
