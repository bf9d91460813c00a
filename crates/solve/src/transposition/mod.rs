//! A table of proven bounds that cannot mistake one position for another.
//!
//! # Why a lookup cannot lie
//!
//! * **Whole keys.** The low part of a key, `k` bits, goes through a bijection of the `k`-bit numbers
//!   ([`Mix`]). The low bits of the result choose the bucket and all the others are stored with the entry:
//!   bucket and stored part together are the mixed low part, and that is the low part. What a long key has
//!   beyond it is stored whole (and stirred into the low part, which it takes out again, being known). Two
//!   positions with the same place and the same stored parts have the same key.
//! * **Empty is no entry.** Bounds are stored as numbers from 1, so the word of an entry is never 0,
//!   which is what an empty slot holds.
//! * **One word.** Mostly all of that and the work are one `u64` that is read and written by one atomic
//!   operation each: what is read was written as a whole, for this bucket. There is no torn entry to
//!   accept, whatever the memory order; entries depend on nothing else, so `Relaxed` is enough. (A thread
//!   that has the table to itself, by `&mut`, reads and writes plain words.)
//! * **Or a sequence lock.** Of longer keys an entry is two words. Each bucket counts the changes made to
//!   it ([`Version`](wide::Version)), before and after each; whoever reads looks at the number first and at the
//!   end, and takes nothing that was read while it was odd or changed. Nobody waits: a reader finds
//!   nothing then, and a writer leaves it be.
//!
//! What a race between two writers can do is lose one of two true entries, or keep both: two slots of
//! a bucket may then hold the same key, each with true bounds. The tests run two threads in one bucket
//! through every order of their reads and writes (with `loom`), for both kinds of entries.
//!
//! # Size
//!
//! A table starts small, because a small one stays in the processor's caches, and grows when much
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
mod wide;

use bucket::{Bucket, Entry, Slots};
pub(crate) use layout::{Layout, Mix};
use memory::{Memory, Plain};
pub(crate) use own::{OWN_BYTES, Own};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use wide::WideBucket;
use yomikiri_core::capability::Key;

/// Tables up to this size are in the processor's reach, and growing costs less than what is lost:
/// beyond, a table twice as large is slower than one that is written over now and then.
const NEAR: u64 = 8 << 20;

/// How often over, in entries lost, a larger table waits to be worth while where nodes are cheap: tuned on
/// boards of Connect Four, whose nodes take 100 to 130 ns.
const PATIENCE: u64 = 16;

/// Nodes that take so long are dear: several waits for memory fit into one.
const DEAR: Duration = Duration::from_nanos(300);

/// Where a node takes this many times [`DEAR`] or more, a table grows as soon as a small one does.
const DEAREST: u32 = 4;

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

/// Where a key belongs, in a table of any size: the key itself, mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place<W> {
    mixed: W,
}

impl<W: Key> Place<W> {
    /// That of nothing in particular.
    pub(crate) fn any() -> Self {
        Place {
            mixed: W::from_u128(0),
        }
    }

    /// A number that tells the key from every other, or from nearly every other if it is long.
    #[inline]
    pub(crate) fn hash(self) -> u64 {
        let mixed: u128 = self.mixed.into();
        match W::BITS > u64::BITS {
            true => mixed as u64 ^ ((mixed >> 64) as u64).wrapping_mul(SPREAD),
            false => mixed as u64,
        }
    }
}

/// An odd number whose multiples look like any others.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The table, of keys that are reckoned with as `W`. Its bytes are those of its buckets: 32 each and 8 an
/// entry, or 64 each and 16 an entry.
pub(crate) struct Table<W> {
    layout: Layout,
    mix: Mix,
    /// The buckets, unless entries are of two words.
    words: Memory<Bucket>,
    /// The buckets, if they are. Not where `W` is one word.
    wide: Option<Memory<WideBucket>>,
    /// Entries there are.
    filled: AtomicU64,
    /// Entries that took another's place, of late and by accounts that are closed.
    evicted: AtomicU64,
    /// The limit of bytes under which it could not grow any more.
    full_grown: Option<u64>,
    /// Whether more has to be lost before it grows: see [`grow_for`](Table::grow_for).
    waits: bool,
    /// How long a node of the search takes, in multiples of [`DEAR`], from 1 to [`DEAREST`].
    dearness: u32,
    at_hand: bool,
    keys: PhantomData<W>,
}

/// What one thread has stored in a table of a given size.
#[derive(Debug, Default)]
pub(crate) struct Account {
    /// Entries that took an empty slot.
    filled: u64,
    /// Entries that took another's place.
    evicted: u64,
    /// How many of those are too many, given those lost before.
    patience: u64,
}

impl Account {
    /// How many empty slots were taken.
    pub(crate) fn filled(&self) -> u64 {
        self.filled
    }

    /// What became of one more entry.
    ///
    /// # Errors
    ///
    /// Where so much has been lost that the table should grow.
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

/// A larger table is worth while.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crowded;

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// It took an empty slot.
    Filled,
    /// It took the place of an entry with the same key.
    Updated,
    /// It took the place of another position's entry.
    Evicted,
    /// It was not stored, because another thread was changing the bucket.
    Missed,
}

impl<W: Key> Table<W> {
    /// An empty table of 2<sup>`bits`</sup> buckets; `None` if the system has no room or the keys and
    /// codes do not fit their words in a table of that size.
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

    /// The buckets, if entries are of two words.
    #[inline(always)]
    fn wide(&self) -> Option<&Memory<WideBucket>> {
        // Where keys are one word that is known when it is compiled.
        self.wide.as_ref().filter(|_| W::BITS > u64::BITS)
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
        let slots = match self.wide() {
            Some(wide) => wide::WAYS * wide.len(),
            None => bucket::WAYS * self.words.len(),
        };
        slots as u64
    }

    /// Where a key belongs; valid however the table grows.
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

    /// A long key, of which only the low part is mixed: with the rest, for the rest is known then.
    #[inline(never)]
    fn mixed(&self, key: u128) -> u128 {
        let (low, high) = self.layout.split(key);
        // One round of a Feistel network, which the same round undoes.
        let stirred = high.wrapping_mul(SPREAD);
        let low = self.mix.mix(low ^ self.mix.within(stirred ^ stirred >> 32));
        self.layout.join(low, high)
    }

    /// What an entry there has of the key, and the number that chooses the bucket.
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

    /// Asks the processor to have the bucket at hand soon. A hint.
    #[inline]
    pub(crate) fn prefetch(&self, place: Place<W>) {
        let (low, _) = self.entry(place);
        match self.wide() {
            Some(wide) => prefetch(wide.bucket(low)),
            None => prefetch(self.words.bucket(low)),
        }
    }

    /// The bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&self, place: Place<W>) -> Option<Bounds> {
        let (low, entry) = self.entry(place);
        match self.wide() {
            Some(wide) => wide.bucket(low).get(&self.layout, entry),
            None => self.words.bucket(low).get(&self.layout, entry),
        }
    }

    /// The same for a thread that has the table to itself.
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

    /// An account for a thread that is going to store bounds.
    pub(crate) fn open(&self) -> Account {
        Account {
            filled: 0,
            evicted: 0,
            patience: self.patience().saturating_sub(self.evicted.load(Relaxed)),
        }
    }

    /// Stores bounds, found with an amount of work (larger is dearer), and says what became of them.
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

    /// The same for a thread that has the table to itself.
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

    /// Closes an account: until then its entries are not among those that there are, nor those that they took
    /// the place of among those that are lost.
    pub(crate) fn close(&self, account: Account) {
        self.filled.fetch_add(account.filled, Relaxed);
        self.evicted.fetch_add(account.evicted, Relaxed);
    }

    /// Forgets what has been lost: from here on other positions are looked for, with so many bytes at most.
    pub(crate) fn forget_losses(&mut self, limit: u64) {
        *self.evicted.get_mut() = 0;
        self.full_grown = self.full_grown.filter(|least| limit <= *least);
    }

    /// After so many entries written over others' a larger table is worth its slower memory.
    fn patience(&self) -> u64 {
        let slots = self.room();
        match () {
            () if self.full_grown.is_some() => u64::MAX,
            () if self.layout.is_near() => slots / 4,
            () if self.waits => PATIENCE * slots,
            () => slots / u64::from(self.dearness),
        }
    }

    /// Makes the table larger where that is worth the time, for a search whose nodes take so long. What a larger table
    /// costs is a longer wait for memory at every node, and what it saves is nodes: where these are as cheap as
    /// such a wait, more has to be lost first, and less where they are dearer.
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

    /// Makes the table larger, if `limit` bytes allow for the new one (the old one goes) and the
    /// system has them; keeps every entry. Whether it did; if not, it does not ask to again under this limit.
    pub(crate) fn grow(&mut self, limit: u64) -> bool {
        let old = self.layout.clone();
        let before = old.bytes(old.bucket_bits());
        let fits =
            |&bits: &u32| bits <= old.low_bits() && old.bytes(bits).saturating_add(before) <= limit;
        // Small tables fill up at once: fourfold, to grow half as often.
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

/// The logarithm of the number of buckets with which a table has room for all positions of a line of play:
/// with fewer it would have to grow on the way back along the first one.
/// (Nothing recurses deeper than [`DEPTH_LIMIT`](crate::DEPTH_LIMIT).)
fn bits_for(plies: u64) -> u32 {
    (plies.min(crate::DEPTH_LIMIT) / 2).max(1).ilog2() + 1
}

/// Moves all entries to a larger table. The entries of a bucket go to several: there is always room.
fn move_all<B: Slots + Plain>(from: &Memory<B>, old: &Layout, to: &Memory<B>, new: &Layout) {
    for (index, bucket) in from.iter().enumerate() {
        for (word, high) in bucket.entries() {
            let mixed = old.whole(index, word);
            to.bucket(mixed).add(new.moved(word, old, mixed), high);
        }
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
