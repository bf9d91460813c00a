//! The entries of one bucket that are two words each, behind a sequence lock.

use super::bucket::{Entry, Put, Slots, Word, choose, each};
use super::layout::{Bounds, Layout, WIDE_BYTES};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Slots in a bucket.
pub(super) const WAYS: usize = 3;

/// The count of changes to a bucket: it rises by one when a change begins and by one when it ends. While it is
/// odd, some thread is changing the bucket. It is a [sequence lock](https://doi.org/10.1145/2247684.2247688)
/// (Boehm 2012).
///
/// The required methods are the operations of an atomic word; the provided ones build the lock from them, so the
/// tests can use those of `loom`.
pub(super) trait Version: Word {
    /// Reads the count.
    fn load(&self, order: Ordering) -> u64;
    /// Writes the count.
    fn store(&self, number: u64, order: Ordering);
    /// Writes `to` if the count is `from`, and returns whether it was.
    fn exchange(&self, from: u64, to: u64, order: Ordering) -> bool;
    /// Issues the fence of this kind of word.
    fn fence(order: Ordering);

    /// Returns the count, if no thread is changing the bucket. Later reads of the bucket see everything up to the
    /// last change that it counts.
    #[inline(always)]
    fn begin(&self) -> Option<u64> {
        // Acquire pairs with `unlock`, so that this thread sees the counted changes.
        let version = self.load(Acquire);
        version.is_multiple_of(2).then_some(version)
    }

    /// Returns whether the reads since `begin` returned this count saw no later change.
    #[inline(always)]
    fn is_still(&self, version: u64) -> bool {
        // This pairs with the fence in `lock`: if a word of a later change had been read, the count with which
        // that change began would be visible now.
        Self::fence(Acquire);
        self.load(Relaxed) == version
    }

    /// Begins a change, unless another thread is making one. A thread that reads any part of the change sees that
    /// it began.
    #[inline(always)]
    fn lock(&self) -> Option<u64> {
        let version = self.load(Relaxed);
        // Acquire pairs with `unlock`, so that this change builds on the last one.
        if !version.is_multiple_of(2) || !self.exchange(version, version + 1, Acquire) {
            return None;
        }
        Self::fence(Release);
        Some(version)
    }

    /// Ends the change that began with this count.
    #[inline(always)]
    fn unlock(&self, version: u64) {
        self.store(version + 2, Release);
    }
}

impl Version for AtomicU64 {
    #[inline(always)]
    fn load(&self, order: Ordering) -> u64 {
        self.load(order)
    }
    #[inline(always)]
    fn store(&self, number: u64, order: Ordering) {
        self.store(number, order);
    }
    #[inline(always)]
    fn exchange(&self, from: u64, to: u64, order: Ordering) -> bool {
        self.compare_exchange(from, to, order, Relaxed).is_ok()
    }
    #[inline(always)]
    fn fence(order: Ordering) {
        fence(order);
    }
}

/// Three entries of two words and the count of their changes: one cache line.
///
/// Slots are filled in their order and never emptied, as in a [`Bucket`](super::bucket::Bucket).
#[repr(align(64))]
pub(super) struct WideBucket<W = AtomicU64, const N: usize = WAYS> {
    pub(super) version: W,
    /// The word of each entry, and the high bits of its key.
    pub(super) slots: [[W; 2]; N],
}

const _: () = assert!(size_of::<WideBucket>() == WIDE_BYTES);

// These are calls, so that tables of the usual kind do not carry this code in their caches.
impl<W: Version, const N: usize> Slots for WideBucket<W, N> {
    #[inline(never)]
    fn get(&self, layout: &Layout, key: Entry) -> Option<Bounds> {
        let version = self.version.begin()?;
        let mut slots = self.slots.iter().map(|slot| each(slot, Word::get));
        let [word, _] =
            slots.find(|&[word, high]| layout.agrees(word, key.stored) && high == key.high)?;
        // An empty slot may seem to agree.
        (word != 0 && self.version.is_still(version)).then(|| layout.bounds(word))
    }

    // If another thread is changing the bucket, nothing is stored: waiting would cost more than the entry is
    // worth.
    #[inline(never)]
    fn put(&self, layout: &Layout, key: Entry, bounds: Bounds, nodes: u64) -> Put {
        let Some(version) = self.version.lock() else {
            return Put::Missed;
        };
        let held = each(&self.slots, |slot| {
            let [word, high] = each(slot, Word::get);
            (word, layout.agrees(word, key.stored) && high == key.high)
        });
        let (chosen, put) = choose(layout, held);
        let [word, high] = &self.slots[chosen];
        word.set(layout.word(key.stored, bounds, nodes));
        high.set(key.high);
        if put == Put::Evicted {
            let [older, _] = &self.slots[(chosen + 1) % N];
            older.set(layout.cheaper(older.get()));
        }
        self.version.unlock(version);
        put
    }

    fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let slots = self.slots.iter().map(|slot| each(slot, Word::get));
        slots
            .map(|[word, high]| (word, high))
            .filter(|&(word, _)| word != 0)
    }

    fn add(&self, word: u64, high: u64) {
        if let Some(slot) = self.slots.iter().find(|slot| slot[0].get() == 0) {
            slot[0].set(word);
            slot[1].set(high);
        }
    }
}
