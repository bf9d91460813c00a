//! A table of proven bounds that cannot mistake one position for another.
//!
//! # Why a lookup cannot lie
//!
//! * **Whole keys.** A key of `k` bits goes through a bijection of the `k`-bit numbers ([`Mix`]). The
//!   low bits of the result choose the bucket and all the others are stored with the entry: bucket
//!   and stored part together are the mixed key, and that is the key. Two positions with the same
//!   place and the same stored part have the same key.
//! * **Empty is no entry.** Bounds are stored as numbers from 1, so the word of an entry is never 0,
//!   which is what an empty slot holds.
//! * **One word.** Key part, bounds and work are one `u64` that is read and written by one atomic
//!   operation each: what is read was written as a whole, for this bucket. There is no torn entry to
//!   accept, whatever the memory order; entries depend on nothing else, so `Relaxed` is enough.
//!
//! What a race between two writers can do is lose one of two true entries, or keep both: two slots of
//! a bucket may then hold the same key, each with true bounds.
//!
//! # Size
//!
//! A table starts small, because a small one stays in the processor's caches, and doubles when much
//! more has been stored than it holds, up to a limit of bytes. Growing needs `&mut`: it happens
//! between searches, or inside one that has the table to itself. The stored part of a key shrinks by
//! a bit when the table doubles, and the other way round: a table whose keys leave no room for the
//! bounds cannot be as small as that ([`Layout::least_bits`]).

mod layout;
#[cfg(test)]
mod tests;

pub(crate) use layout::{Layout, Mix};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Tables up to this size are in the processor's reach, and growing costs less than what is lost:
/// beyond, a table twice as large is slower than one that is written over now and then.
const NEAR: u64 = 8 << 20;

/// Slots of a bucket.
const WAYS: usize = 4;

/// Four entries in half a cache line, aligned so as not to lie on two.
#[repr(align(32))]
#[derive(Default)]
struct Bucket([AtomicU64; WAYS]);

/// Proven bounds, as codes: whole numbers in the range that the [`Layout`] was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The score is at least this.
    pub(crate) lower: i32,
    /// The score is at most this.
    pub(crate) upper: i32,
}

/// Where a key belongs, in a table of any size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    mixed: u64,
}

impl Place {
    /// A number that tells the key from every other.
    #[inline]
    pub(crate) fn hash(self) -> u64 {
        self.mixed
    }
}

/// The table. Its bytes are those of its buckets: 32 each, 8 an entry.
pub(crate) struct Table {
    layout: Layout,
    mix: Mix,
    buckets: Box<[Bucket]>,
    /// The number of buckets, less one: all ones in binary.
    mask: usize,
    /// Entries there are.
    filled: AtomicU64,
    /// Whether it cannot grow any more.
    grown: bool,
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// It took an empty slot.
    Filled,
    /// It took the place of an entry with the same key.
    Updated,
    /// It took the place of another position's entry.
    Evicted,
}

impl Table {
    /// An empty table of 2<sup>`bits`</sup> buckets; `None` if the system has no room or the keys and
    /// codes do not fit one word in a table of that size.
    pub(crate) fn new(layout: Layout, bits: u32) -> Option<Table> {
        if bits < layout.least_bits() {
            return None;
        }
        let layout = layout.with_bucket_bits(bits);
        Some(Table {
            mix: Mix::new(layout.key_bits()),
            buckets: buckets(bits)?,
            mask: (1 << bits) - 1,
            layout,
            filled: AtomicU64::new(0),
            grown: false,
        })
    }

    /// The bytes of a table of 2<sup>`bits`</sup> buckets.
    pub(crate) fn bytes_of(bits: u32) -> u64 {
        (size_of::<Bucket>() as u64).saturating_mul(1u64.checked_shl(bits).unwrap_or(u64::MAX))
    }

    /// The logarithm of the number of buckets with which a table has room for all positions of a line
    /// of play: with fewer it would have to grow on the way back along the first one.
    /// (Nothing recurses deeper than [`DEPTH_LIMIT`](crate::DEPTH_LIMIT).)
    pub(crate) fn bits_for(plies: u64) -> u32 {
        (plies.min(crate::DEPTH_LIMIT) / 2).max(1).ilog2() + 1
    }

    /// Its layout.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The entries there are.
    pub(crate) fn len(&self) -> u64 {
        self.filled.load(Relaxed)
    }

    /// The entries there is room for.
    pub(crate) fn room(&self) -> u64 {
        (WAYS * self.buckets.len()) as u64
    }

    /// Counts entries that took an empty slot: whoever puts them keeps count.
    pub(crate) fn count(&self, filled: u64) {
        self.filled.fetch_add(filled, Relaxed);
    }

    /// Where a key belongs; valid however the table grows.
    #[inline]
    pub(crate) fn place(&self, key: u64) -> Place {
        Place {
            mixed: self.mix.mix(key),
        }
    }

    #[inline(always)]
    fn bucket(&self, place: Place) -> &Bucket {
        &self.buckets[place.mixed as usize & self.mask]
    }

    /// Which of a bucket's words is the entry with this stored part, and what it is. All four are
    /// compared before anything is decided: where an entry lies is nothing that a processor could
    /// guess.
    #[inline(always)]
    fn find(&self, bucket: &Bucket, stored: u64) -> Option<(usize, u64)> {
        let words = bucket.0.each_ref().map(|slot| slot.load(Relaxed));
        let mut found = 0u32;
        for (index, &word) in words.iter().enumerate() {
            found |= u32::from(self.layout.is(word, stored)) << index;
        }
        let index = found.trailing_zeros() as usize;
        Some((index, *words.get(index)?))
    }

    /// Asks the processor to have the bucket at hand soon. A hint.
    #[inline]
    pub(crate) fn prefetch(&self, place: Place) {
        prefetch(self.bucket(place));
    }

    /// The bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&self, place: Place) -> Option<Bounds> {
        let stored = self.layout.stored_part(place.mixed);
        let (_, word) = self.find(self.bucket(place), stored)?;
        Some(self.layout.bounds(word))
    }

    /// Stores bounds, found with an amount of work (larger is dearer). In a full bucket the entry of
    /// the least work goes; one of the others grows cheaper, so that what was dear long ago goes too.
    #[inline]
    pub(crate) fn put(&self, place: Place, bounds: Bounds, nodes: u64) -> Put {
        let stored = self.layout.stored_part(place.mixed);
        let word = self.layout.word(stored, bounds, nodes);
        let slots = &self.bucket(place).0;
        let (mut cheapest, mut least) = (0, u64::MAX);
        for (index, slot) in slots.iter().enumerate() {
            let held = slot.load(Relaxed);
            if held == 0 {
                slot.store(word, Relaxed);
                return Put::Filled;
            }
            if self.layout.is(held, stored) {
                slot.store(word, Relaxed);
                return Put::Updated;
            }
            let work = self.layout.work(held);
            if work < least {
                (cheapest, least) = (index, work);
            }
        }
        slots[cheapest].store(word, Relaxed);
        let older = &slots[(cheapest + 1) % WAYS];
        older.store(self.layout.cheaper(older.load(Relaxed)), Relaxed);
        Put::Evicted
    }

    /// After so many entries written over others' a larger table is worth its slower memory.
    pub(crate) fn patience(&self) -> u64 {
        let slots = self.room();
        match Table::bytes_of(self.layout.bucket_bits()) {
            _ if self.grown => u64::MAX,
            bytes if bytes < NEAR => slots / 4,
            _ => 4 * slots,
        }
    }

    /// Makes the table larger, if `limit` bytes allow for the new one (the old one goes) and the
    /// system has them; keeps every entry. Whether it did; if not, it never asks to again.
    pub(crate) fn grow(&mut self, limit: u64) -> bool {
        let old = self.layout.clone();
        let before = Table::bytes_of(old.bucket_bits());
        let fits = |&bits: &u32| {
            bits <= old.key_bits() && Table::bytes_of(bits).saturating_add(before) <= limit
        };
        // Small tables fill up at once: fourfold, to grow half as often.
        let most = old.bucket_bits() + if before < NEAR { 2 } else { 1 };
        let Some(bits) = (old.bucket_bits() + 1..=most).rev().find(fits) else {
            self.grown = true;
            return false;
        };
        let Some(larger) = buckets(bits) else {
            self.grown = true;
            return false;
        };
        self.layout = old.with_bucket_bits(bits);
        self.mask = (1 << bits) - 1;
        let smaller = std::mem::replace(&mut self.buckets, larger);
        for (index, bucket) in smaller.iter().enumerate() {
            for word in bucket.0.iter().map(|slot| slot.load(Relaxed)) {
                if word == 0 {
                    continue;
                }
                let mixed = old.whole(index, word);
                let moved = self.layout.moved(word, &old, mixed);
                // A bucket's entries go to several: there is always room.
                let slots = &self.bucket(Place { mixed }).0;
                if let Some(slot) = slots.iter().find(|slot| slot.load(Relaxed) == 0) {
                    slot.store(moved, Relaxed);
                }
            }
        }
        true
    }
}

/// Asks for a cache line.
#[inline]
fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads and writes nothing that a program can see, and faults at no
        // address; this one is a reference besides. SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// So many empty buckets, unless the system has no room for them.
fn buckets(bits: u32) -> Option<Box<[Bucket]>> {
    let len = 1usize.checked_shl(bits)?;
    let mut buckets = Vec::new();
    buckets.try_reserve_exact(len).ok()?;
    buckets.resize_with(len, Bucket::default);
    Some(buckets.into_boxed_slice())
}
