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
//! a bucket may then hold the same key, each with true bounds. The tests run two threads in one bucket
//! through every order of their reads and writes (with `loom`).
//!
//! # Size
//!
//! A table starts small, because a small one stays in the processor's caches, and doubles when much
//! more has been stored than it holds, up to a limit of bytes. Growing needs `&mut`: it happens
//! between searches, or inside one that has the table to itself. The stored part of a key shrinks by
//! a bit when the table doubles, and the other way round: a table whose keys leave no room for the
//! bounds cannot be as small as that ([`Layout::least_bits`]).

mod bucket;
mod layout;
mod memory;
mod own;
#[cfg(test)]
mod tests;

use bucket::{Bucket, WAYS, Word};
pub(crate) use layout::{Layout, Mix};
use memory::Memory;
pub(crate) use own::Own;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Tables up to this size are in the processor's reach, and growing costs less than what is lost:
/// beyond, a table twice as large is slower than one that is written over now and then.
const NEAR: u64 = 8 << 20;

/// Tables up to this size lie in the nearer caches of a processor.
const AT_HAND: u64 = 256 << 10;

/// Proven bounds, as codes: whole numbers in the range that the [`Layout`] was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The score is at least this.
    pub(crate) lower: i32,
    /// The score is at most this.
    pub(crate) upper: i32,
}

impl Bounds {
    /// What both say together.
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// What they make of the question whether the score reaches `bound`: a lower bound of it that does,
    /// or an upper bound that does not, or nothing.
    #[inline(always)]
    pub(crate) fn answer(self, bound: i32) -> Option<i32> {
        if self.lower >= bound {
            return Some(self.lower);
        }
        (self.upper < bound).then_some(self.upper)
    }
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
    memory: Memory,
    /// Entries there are.
    filled: AtomicU64,
    /// Whether it cannot grow any more.
    grown: bool,
    at_hand: bool,
}

/// What one thread has stored in a table of a given size.
#[derive(Debug, Default)]
pub(crate) struct Account {
    /// Entries that took an empty slot.
    filled: u64,
    /// Entries that took another's place.
    evicted: u64,
    /// How many of those are too many.
    patience: u64,
}

/// A larger table is worth while.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crowded;

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Put {
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
            memory: Memory::new(bits)?,
            layout,
            filled: AtomicU64::new(0),
            grown: false,
            at_hand: Table::bytes_of(bits) <= AT_HAND,
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

    /// Whether looking a key up takes no longer than asking for its bucket beforehand.
    #[inline]
    pub(crate) fn is_at_hand(&self) -> bool {
        self.at_hand
    }

    /// The entries there are.
    pub(crate) fn len(&self) -> u64 {
        self.filled.load(Relaxed)
    }

    /// The entries there is room for.
    pub(crate) fn room(&self) -> u64 {
        (WAYS * self.memory.len()) as u64
    }

    /// Where a key belongs; valid however the table grows.
    #[inline]
    pub(crate) fn place(&self, key: u64) -> Place {
        Place {
            mixed: self.mix.mix(key),
        }
    }

    /// Asks the processor to have the bucket at hand soon. A hint.
    #[inline]
    pub(crate) fn prefetch(&self, place: Place) {
        prefetch(self.memory.bucket(place.mixed));
    }

    /// The bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&self, place: Place) -> Option<Bounds> {
        let stored = self.layout.stored_part(place.mixed);
        self.memory.bucket(place.mixed).get(&self.layout, stored)
    }

    /// An account for a thread that is going to store bounds.
    pub(crate) fn open(&self) -> Account {
        Account {
            filled: 0,
            evicted: 0,
            patience: self.patience(),
        }
    }

    /// Stores bounds, found with an amount of work (larger is dearer).
    ///
    /// # Errors
    ///
    /// Where so much has been lost that the table should grow. The bounds are stored all the same.
    #[inline]
    pub(crate) fn put(
        &self,
        place: Place,
        bounds: Bounds,
        nodes: u64,
        account: &mut Account,
    ) -> Result<(), Crowded> {
        match self.store(place, bounds, nodes) {
            Put::Updated => {}
            Put::Filled => account.filled += 1,
            Put::Evicted => {
                account.evicted += 1;
                if account.evicted > account.patience {
                    return Err(Crowded);
                }
            }
        }
        Ok(())
    }

    /// Stores bounds, and says what became of them.
    #[inline(always)]
    fn store(&self, place: Place, bounds: Bounds, nodes: u64) -> Put {
        let stored = self.layout.stored_part(place.mixed);
        let bucket = self.memory.bucket(place.mixed);
        bucket.put(&self.layout, stored, bounds, nodes)
    }

    /// Closes an account: until then its entries are not among those that there are.
    pub(crate) fn close(&self, account: Account) {
        self.filled.fetch_add(account.filled, Relaxed);
    }

    /// After so many entries written over others' a larger table is worth its slower memory.
    fn patience(&self) -> u64 {
        let slots = self.room();
        match Table::bytes_of(self.layout.bucket_bits()) {
            _ if self.grown => u64::MAX,
            bytes if bytes < NEAR => slots / 4,
            _ => 16 * slots,
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
        let Some(larger) = Memory::new(bits) else {
            self.grown = true;
            return false;
        };
        self.layout = old.with_bucket_bits(bits);
        self.at_hand = Table::bytes_of(bits) <= AT_HAND;
        let smaller = std::mem::replace(&mut self.memory, larger);
        for (index, bucket) in smaller.iter().enumerate() {
            for word in bucket.0.iter().map(Word::load) {
                if word == 0 {
                    continue;
                }
                let mixed = old.whole(index, word);
                let moved = self.layout.moved(word, &old, mixed);
                // A bucket's entries go to several: there is always room.
                let slots = &self.memory.bucket(mixed).0;
                if let Some(slot) = slots.iter().find(|slot| Word::load(*slot) == 0) {
                    Word::store(slot, moved);
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
