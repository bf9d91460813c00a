//! The entries of one bucket where an entry is two words: behind a sequence lock.

use super::bucket::{Entry, Slots, Word, choose, each};
use super::layout::Layout;
use super::{Bounds, Put};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Slots of a bucket.
pub(super) const WAYS: usize = 3;

/// Counts the changes of a bucket, by one when a change begins and by one when it ends: while it is odd,
/// somebody is changing the bucket. It is a [sequence lock](https://doi.org/10.1145/2247684.2247688) (Boehm 2012).
///
/// For atomic words: what they are able to do is named, and what that makes is the same for all (in the
/// tests `loom`'s).
pub(super) trait Version: Word {
    /// Reads.
    fn load(&self, order: Ordering) -> u64;
    /// Writes.
    fn store(&self, number: u64, order: Ordering);
    /// Writes `to` if it is `from`, and says whether.
    fn exchange(&self, from: u64, to: u64, order: Ordering) -> bool;
    /// The fence that goes with that.
    fn fence(order: Ordering);

    /// The number, if nobody is changing the bucket. What is read of it later was written no earlier
    /// than the last change before that.
    #[inline(always)]
    fn begin(&self) -> Option<u64> {
        // Acquire: with `unlock`, so that the changes counted are seen.
        let version = self.load(Acquire);
        version.is_multiple_of(2).then_some(version)
    }

    /// Whether nothing that was read of the bucket since the number was this was written later.
    #[inline(always)]
    fn is_still(&self, version: u64) -> bool {
        // With the fence in `lock`: had a word of a later change been read, the number that this change
        // began with would be seen now.
        Self::fence(Acquire);
        self.load(Relaxed) == version
    }

    /// Begins a change, unless another thread is at one. Whoever reads anything of it sees that.
    #[inline(always)]
    fn lock(&self) -> Option<u64> {
        let version = self.load(Relaxed);
        // Acquire: with `unlock`, so that this change is made to what the last one left.
        if !version.is_multiple_of(2) || !self.exchange(version, version + 1, Acquire) {
            return None;
        }
        Self::fence(Release);
        Some(version)
    }

    /// Ends the change that began with this number.
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

/// Three entries of two words, and the number of changes made to them: a cache line.
///
/// Slots are filled in their order and never emptied, as in a [`Bucket`](super::bucket::Bucket).
#[repr(align(64))]
pub(super) struct WideBucket<W = AtomicU64, const N: usize = WAYS> {
    pub(super) version: W,
    /// An entry's word, and the high bits of its key.
    pub(super) slots: [[W; 2]; N],
}

// Called, so that tables of the usual kind need no room in the caches for what they do not do.
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

    // Where another thread is changing the bucket, nothing is stored: to wait would take longer than the
    // entry is worth.
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
