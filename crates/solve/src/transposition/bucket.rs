//! The entries of one bucket, read and written by any number of threads.

use super::layout::{BUCKET_BYTES, Bounds, Layout};
use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots in a bucket.
pub(super) const WAYS: usize = 4;

/// A word that threads share and that is read and written as a whole. Callers rely on nothing else; in
/// particular there is no order between words.
pub(super) trait Word {
    /// Returns the last written value, or an earlier one that this thread may still see.
    fn get(&self) -> u64;
    /// Writes the word.
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

/// Returns the results of a function for each item: `map` of an array, but always inlined, in whichever codegen
/// unit it ends up.
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

/// The part of a key that an entry stores, in its word and beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The part in the entry's word, already shifted into its place.
    pub(super) stored: u64,
    /// The high bits; 0 if entries are one word.
    pub(super) high: u64,
}

/// The outcome of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// The entry took an empty slot.
    Filled,
    /// The entry replaced one with the same key.
    Updated,
    /// The entry replaced one of another position.
    Evicted,
    /// The entry was not stored, because another thread was changing the bucket.
    Missed,
}

/// The entries of one bucket. Only [`Bucket`] and [`WideBucket`](super::wide::WideBucket) implement this.
///
/// **Law**: whatever other threads do, [`get`](Slots::get) returns only bounds that were [`put`](Slots::put) or
/// [`added`](Slots::add) under the same key.
pub(super) trait Slots {
    /// Returns the bounds in the entry of this key, if there is one.
    fn get(&self, layout: &Layout, key: Entry) -> Option<Bounds>;
    /// Stores an entry. In a full bucket it replaces the entry of the least work, and lowers the recorded work
    /// of one of the others, so that entries that were expensive long ago go too.
    fn put(&self, layout: &Layout, key: Entry, bounds: Bounds, nodes: u64) -> Put;
    /// Returns the entries: their words, and the high bits of their keys. The caller must be the only user of
    /// the bucket.
    fn entries(&self) -> impl Iterator<Item = (u64, u64)>;
    /// Fills an empty slot, if there is one. The caller must be the only user of the bucket.
    fn add(&self, word: u64, high: u64);
}

/// Four entries in half a cache line, aligned so that they never span two lines.
///
/// Slots are filled in order and never emptied: after an empty slot there are only empty ones.
#[repr(align(32))]
#[derive(Default)]
pub(super) struct Bucket<W = AtomicU64>(pub(super) [W; WAYS]);

const _: () = assert!(size_of::<Bucket>() == BUCKET_BYTES);

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

/// The same operations for a thread that is the only user of the bucket. No other thread writes between two of
/// its reads, so the compiler needs half as many instructions.
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
        // SAFETY: an atomic word has the memory layout of a plain one, and `&mut self` excludes other users.
        unsafe { &mut *std::ptr::from_mut(&mut self.0).cast() }
    }
}

/// Returns the bounds in the entry of a key, if it is among these words.
///
/// It compares all words before it branches, because a processor cannot predict the slot. The first word that
/// agrees with the stored part is the entry, or an empty slot, after which there is no entry.
#[inline(always)]
fn find(words: &[u64; WAYS], layout: &Layout, key: Entry) -> Option<Bounds> {
    let mut found = 0u32;
    for &word in words.iter().rev() {
        found = found << 1 | u32::from(layout.agrees(word, key.stored));
    }
    let word = *words.get(found.trailing_zeros() as usize)?;
    (word != 0).then(|| layout.bounds(word))
}

/// Chooses the slot for a new entry, given the word of each entry and whether it has the same key: the slot
/// with the same key, else an empty one, else that of the least work; the first of equals.
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
