//! A table of proven bounds that cannot mistake one position for another.
//!
//! # Why a lookup cannot lie
//!
//! * **Whole keys.** The low `k` bits of a key go through a bijection of the `k`-bit numbers ([`Mix`]). The low bits
//!   of the result choose the bucket, and the entry stores the others. So bucket and entry together determine the low
//!   part. The high bits of a long key are stored whole. They are also mixed into the low part, which can be undone
//!   because they are known. Two positions with the same place and the same stored parts have the same key.
//! * **Empty is no entry.** Bounds are stored as numbers from 1, so the word of an entry is never 0. An empty slot
//!   holds 0.
//! * **One word.** Mostly the stored part, the bounds and the work fit one `u64`, which one atomic operation reads or
//!   writes as a whole. So no thread reads a torn entry, whatever the memory order. Entries depend on nothing else,
//!   so `Relaxed` is enough. (A thread that has the table to itself, by `&mut`, reads and writes plain words.)
//! * **Or a sequence lock.** An entry for longer keys takes two words. Each bucket counts the changes made to it
//!   ([`Version`](wide::Version)), before and after each. A reader reads the count first and last, and discards the
//!   entry if the count was odd or has changed. Nobody waits: in a conflict the reader finds nothing, and the writer
//!   does not store.
//!
//! A race between two writers can only lose one of two true entries, or keep both: then two slots of a bucket hold
//! the same key, each with true bounds. The tests run two threads in one bucket through every order of their reads
//! and writes (with `loom`), for both kinds of entries.
//!
//! # Size
//!
//! A table starts small, because a small one stays in the processor's caches, and grows when much more has been
//! stored than it holds, up to a limit of bytes. Growing needs `&mut`: it happens between searches, or inside one
//! that has the table to itself. The stored part of a key shrinks by a bit when the table doubles. So a table has a
//! least size, below which the stored part leaves no room for the bounds ([`Layout::least_bits`]).

mod bucket;
mod layout;
mod memory;
mod own;
#[cfg(test)]
mod tests;
mod wide;

pub(crate) use bucket::Put;
use bucket::{Bucket, Entry, Slots};
pub(crate) use layout::{Bounds, Layout, Mix};
use memory::{Memory, Plain};
pub(crate) use own::{OWN_BYTES, Own};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use wide::WideBucket;
use yomikiri_core::capability::Key;

/// The multiple of its slots that a larger table loses in entries before it grows, if nodes are cheap. Tuned on
/// boards of Connect Four, whose nodes take 100 to 130 ns.
const PATIENCE: u64 = 16;

/// Nodes that take this long are expensive: several memory accesses fit into one.
const DEAR: Duration = Duration::from_nanos(300);

/// If a node takes this many times [`DEAR`] or more, a large table grows as early as a small one.
const DEAREST: u32 = 4;

/// Tables up to this many bytes lie in the nearer caches of a processor.
const AT_HAND: u64 = 256 << 10;

/// The mixed key, from which a table of any size computes the bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place<W> {
    mixed: W,
}

impl<W: Key> Place<W> {
    /// Returns an arbitrary place, for callers to which the place does not matter.
    pub(crate) fn any() -> Self {
        Place {
            mixed: W::from_u128(0),
        }
    }

    /// Returns a number that differs for different keys; for long keys, nearly always.
    #[inline]
    pub(crate) fn hash(self) -> u64 {
        let mixed: u128 = self.mixed.into();
        match W::BITS > u64::BITS {
            true => mixed as u64 ^ ((mixed >> 64) as u64).wrapping_mul(SPREAD),
            false => mixed as u64,
        }
    }
}

/// An odd number whose multiples look random.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A transposition table whose keys fit a `W`. A bucket of four one-word entries takes 32 bytes, one of three
/// two-word entries 64.
pub(crate) struct Table<W> {
    layout: Layout,
    mix: Mix,
    /// The buckets of one-word entries.
    words: Memory<Bucket>,
    /// The buckets of two-word entries, if the layout has those; always `None` if `W` is one word.
    wide: Option<Memory<WideBucket>>,
    /// Filled slots.
    filled: AtomicU64,
    /// Entries that were overwritten since the last [`forget_losses`](Table::forget_losses), in closed accounts.
    evicted: AtomicU64,
    /// The limit in bytes under which the table could not grow any more.
    full_grown: Option<u64>,
    /// Whether the table waits for more losses before it grows: see [`grow_for`](Table::grow_for).
    waits: bool,
    /// The time of a node of the search, in multiples of [`DEAR`], from 1 to [`DEAREST`].
    dearness: u32,
    at_hand: bool,
    keys: PhantomData<W>,
}

/// The outcomes of one thread's stores in a table of a given size.
#[derive(Debug, Default)]
pub(crate) struct Account {
    /// Entries that took an empty slot.
    filled: u64,
    /// Entries that overwrote that of another position.
    evicted: u64,
    /// The number of overwritten entries at which the table should grow, less those lost before.
    patience: u64,
}

impl Account {
    /// Returns the number of empty slots that were filled.
    pub(crate) fn filled(&self) -> u64 {
        self.filled
    }

    /// Counts the outcome of one more store.
    ///
    /// # Errors
    ///
    /// If so many entries were lost that the table should grow.
    #[inline(always)]
    pub(crate) fn note(&mut self, put: Put) -> Result<(), Crowded> {
        match put {
            Put::Updated | Put::Missed => {}
            Put::Filled => self.filled += 1,
            Put::Evicted => self.evicted += 1,
        }
        match self.evicted > self.patience {
            true => Err(Crowded),
            false => Ok(()),
        }
    }
}

/// The signal that a larger table is worth its cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crowded;

impl<W: Key> Table<W> {
    /// Creates an empty table of 2<sup>`bits`</sup> buckets; `None` if the system has no room or the keys and codes
    /// do not fit their words in a table of that size.
    pub(crate) fn new(layout: Layout, bits: u32) -> Option<Self> {
        let is_wide = layout.is_wide();
        debug_assert!(!is_wide || W::BITS > u64::BITS, "made for longer keys");
        if bits < layout.least_bits() {
            return None;
        }
        let layout = layout.with_bucket_bits(bits);
        Some(Table {
            mix: Mix::new(layout.low_bits()),
            words: Memory::new(if is_wide { 0 } else { bits })?,
            wide: match is_wide {
                true => Some(Memory::new(bits)?),
                false => None,
            },
            at_hand: layout.bytes(bits) <= AT_HAND,
            layout,
            filled: AtomicU64::new(0),
            evicted: AtomicU64::new(0),
            full_grown: None,
            waits: false,
            dearness: 1,
            keys: PhantomData,
        })
    }

    /// Returns the buckets of two-word entries, if the table has those.
    #[inline(always)]
    fn wide(&self) -> Option<&Memory<WideBucket>> {
        // If keys are one word, the compiler removes this branch.
        self.wide.as_ref().filter(|_| W::BITS > u64::BITS)
    }

    /// Returns the layout.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns whether a lookup takes no longer than a prefetch of its bucket.
    #[inline]
    pub(crate) fn is_at_hand(&self) -> bool {
        self.at_hand
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> u64 {
        self.filled.load(Relaxed)
    }

    /// Returns the number of entries that fit.
    pub(crate) fn room(&self) -> u64 {
        let slots = match self.wide() {
            Some(wide) => wide::WAYS * wide.len(),
            None => bucket::WAYS * self.words.len(),
        };
        slots as u64
    }

    /// Returns the place of a key; it stays valid when the table grows.
    #[inline(always)]
    pub(crate) fn place(&self, key: W) -> Place<W> {
        let key: u128 = key.into();
        let mixed = match self.wide() {
            Some(_) => self.mixed(key),
            None => self.mix.mix(key as u64).into(),
        };
        Place {
            mixed: W::from_u128(mixed),
        }
    }

    /// Mixes the low part of a long key with its high part, which stays as it is and so can undo this.
    #[inline(never)]
    fn mixed(&self, key: u128) -> u128 {
        let (low, high) = self.layout.split(key);
        // This is one round of a Feistel network; the same round undoes it.
        let stirred = high.wrapping_mul(SPREAD);
        let low = self.mix.mix(low ^ self.mix.within(stirred ^ stirred >> 32));
        self.layout.join(low, high)
    }

    /// Returns the number that chooses the bucket, and the part of the key that an entry stores.
    #[inline(always)]
    fn entry(&self, place: Place<W>) -> (u64, Entry) {
        let mixed: u128 = place.mixed.into();
        let (low, high) = match self.wide() {
            Some(_) => self.layout.split(mixed),
            None => (mixed as u64, 0),
        };
        let stored = self.layout.stored_part(low);
        (low, Entry { stored, high })
    }

    /// Hints to the processor to load the bucket into its cache.
    #[inline]
    pub(crate) fn prefetch(&self, place: Place<W>) {
        let (low, _) = self.entry(place);
        match self.wide() {
            Some(wide) => prefetch(wide.bucket(low)),
            None => prefetch(self.words.bucket(low)),
        }
    }

    /// Returns the bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&self, place: Place<W>) -> Option<Bounds> {
        let (low, entry) = self.entry(place);
        match self.wide() {
            Some(wide) => wide.bucket(low).get(&self.layout, entry),
            None => self.words.bucket(low).get(&self.layout, entry),
        }
    }

    /// Like [`get`](Table::get), for a thread that has the table to itself.
    #[inline(always)]
    pub(crate) fn get_alone(&mut self, place: Place<W>) -> Option<Bounds> {
        let (low, entry) = self.entry(place);
        match self.wide() {
            Some(wide) => wide.bucket(low).get(&self.layout, entry),
            None => {
                let bucket = self.words.bucket_mut(low);
                bucket.get_alone(&self.layout, entry)
            }
        }
    }

    /// Opens an account for a thread that is going to store bounds.
    pub(crate) fn open(&self) -> Account {
        Account {
            filled: 0,
            evicted: 0,
            patience: self.patience().saturating_sub(self.evicted.load(Relaxed)),
        }
    }

    /// Stores bounds with the work that found them (more work is more valuable), and returns the outcome.
    #[inline(always)]
    pub(crate) fn store(&self, place: Place<W>, bounds: Bounds, nodes: u64) -> Put {
        let (low, entry) = self.entry(place);
        match self.wide() {
            Some(wide) => wide.bucket(low).put(&self.layout, entry, bounds, nodes),
            None => {
                let bucket = self.words.bucket(low);
                bucket.put(&self.layout, entry, bounds, nodes)
            }
        }
    }

    /// Like [`store`](Table::store), for a thread that has the table to itself.
    #[inline(always)]
    pub(crate) fn store_alone(&mut self, place: Place<W>, bounds: Bounds, nodes: u64) -> Put {
        let (low, entry) = self.entry(place);
        match self.wide() {
            Some(wide) => wide.bucket(low).put(&self.layout, entry, bounds, nodes),
            None => {
                let bucket = self.words.bucket_mut(low);
                bucket.put_alone(&self.layout, entry, bounds, nodes)
            }
        }
    }

    /// Closes an account: adds its filled slots and its losses to those of the table.
    pub(crate) fn close(&self, account: Account) {
        self.filled.fetch_add(account.filled, Relaxed);
        self.evicted.fetch_add(account.evicted, Relaxed);
    }

    /// Forgets the losses so far, before a search of other positions with at most `limit` bytes.
    pub(crate) fn forget_losses(&mut self, limit: u64) {
        *self.evicted.get_mut() = 0;
        self.full_grown = self.full_grown.filter(|least| limit <= *least);
    }

    /// Returns the number of overwritten entries from which a larger table is worth its slower memory.
    fn patience(&self) -> u64 {
        let slots = self.room();
        match () {
            () if self.full_grown.is_some() => u64::MAX,
            () if self.layout.is_near() => slots / 4,
            () if self.waits => PATIENCE * slots,
            () => slots / u64::from(self.dearness),
        }
    }

    /// Grows the table if that saves time, for a search whose nodes take the time `node`. A larger table costs a
    /// longer memory access at every node, and saves nodes. So if nodes are as cheap as such an access, more entries
    /// must be lost first; if they are more expensive, fewer.
    pub(crate) fn grow_for(&mut self, node: Duration, limit: u64) {
        match self.layout.is_near() || self.waits || node >= DEAR {
            true => {
                self.grow(limit);
                let times = (node.as_nanos() / DEAR.as_nanos()) as u32;
                self.dearness = times.clamp(1, DEAREST);
            }
            false => self.waits = true,
        }
    }

    /// Grows the table if the old and the new one fit `limit` bytes and the system has the memory; keeps every entry.
    /// Returns whether the table grew. If it did not, it does not ask to grow again under this limit.
    pub(crate) fn grow(&mut self, limit: u64) -> bool {
        let old = self.layout.clone();
        let before = old.bytes(old.bucket_bits());
        let fits =
            |&bits: &u32| bits <= old.low_bits() && old.bytes(bits).saturating_add(before) <= limit;
        // Small tables fill up at once, so they grow fourfold, half as often.
        let most = old.bucket_bits() + if old.is_near() { 2 } else { 1 };
        let bits = (old.bucket_bits() + 1..=most).rev().find(fits);
        let larger = bits.and_then(|bits| Table::<W>::new(old.clone(), bits));
        let Some(larger) = larger else {
            self.full_grown = Some(limit);
            return false;
        };
        match (self.wide(), larger.wide()) {
            (Some(from), Some(to)) => move_all(from, &old, to, &larger.layout),
            _ => move_all(&self.words, &old, &larger.words, &larger.layout),
        }
        let filled = *self.filled.get_mut();
        *self = Table {
            filled: AtomicU64::new(filled),
            ..larger
        };
        true
    }
}

/// Moves all entries to a larger table. The entries of one bucket spread over several, so there is always room.
fn move_all<B: Slots + Plain>(from: &Memory<B>, old: &Layout, to: &Memory<B>, new: &Layout) {
    for (index, bucket) in from.iter().enumerate() {
        for (word, high) in bucket.entries() {
            let mixed = old.whole(index, word);
            to.bucket(mixed).add(new.moved(word, old, mixed), high);
        }
    }
}

/// Hints to the processor to load the cache line at a reference.
#[inline]
fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads and writes nothing that a program can see, and faults at no address; besides,
        // this address comes from a reference. SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}
