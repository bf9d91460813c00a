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
    fn load(&self) -> u64;
    /// Writes.
    fn store(&self, word: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }
    #[inline(always)]
    fn store(&self, word: u64) {
        self.store(word, Relaxed);
    }
}

/// Four entries in half a cache line, aligned so as not to lie on two.
///
/// Slots are filled in their order and never emptied: after an empty one there are only empty ones.
#[repr(align(32))]
#[derive(Default)]
pub(super) struct Bucket<W = AtomicU64>(pub(super) [W; WAYS]);

impl<W: Word> Bucket<W> {
    /// The bounds in the entry with this stored part, if there is one.
    ///
    /// All four words are compared before anything is decided: where an entry lies is nothing that a
    /// processor could guess. The first that agrees with the stored part is the entry, or it is
    /// empty, and then there is none further on.
    #[inline(always)]
    pub(super) fn get(&self, layout: &Layout, stored: u64) -> Option<Bounds> {
        let words = self.0.each_ref().map(Word::load);
        let mut found = 0u32;
        for &word in words.iter().rev() {
            found = found << 1 | u32::from(layout.agrees(word, stored));
        }
        let word = *words.get(found.trailing_zeros() as usize)?;
        (word != 0).then(|| layout.bounds(word))
    }

    /// Stores an entry. In a full bucket the entry of the least work goes; one of the others grows
    /// cheaper, so that what was dear long ago goes too.
    #[inline]
    pub(super) fn put(&self, layout: &Layout, stored: u64, bounds: Bounds, nodes: u64) -> Put {
        let word = layout.word(stored, bounds, nodes);
        let words = self.0.each_ref().map(Word::load);
        // Its own slot before an empty one, an empty one before the cheapest; the first of equals.
        let least = (0..).zip(words).fold(u64::MAX, |least, (index, held)| {
            let cost = select_unpredictable(layout.agrees(held, stored), 0, 2 + layout.work(held));
            let cost = select_unpredictable(held == 0, 1, cost);
            least.min(cost * WAYS as u64 + index)
        });
        let chosen = least as usize % WAYS;
        self.0[chosen].store(word);
        match least / WAYS as u64 {
            0 => return Put::Updated,
            1 => return Put::Filled,
            _ => {}
        }
        let older = &self.0[(chosen + 1) % WAYS];
        older.store(layout.cheaper(older.load()));
        Put::Evicted
    }
}
