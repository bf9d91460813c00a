//! A table that one thread has to itself.

use super::{Bounds, Layout, Place, Put, Table};
use yomikiri_core::capability::Key;

/// Where one look in so many finds something, what is lost is missed. (In Connect Four it is one in nine,
/// in domineering, hex and clobber one in four, and there a table twice as large halves the nodes.)
const MISSED: u64 = 6;

/// The bytes that the caches next to a processor have for such a table.
pub(crate) const OWN_BYTES: u64 = 512 << 10;

/// A small table of one thread, for positions with few plies to come.
///
/// They are most of a search, and most of them are soon forgotten. Where they have a table of their own
/// that the nearest caches hold, looking one up takes no time, they do not drive from the large table what
/// was dear, and threads have fewer cache lines to quarrel about.
///
/// But where lines of play meet again and again, more should be kept of them than it has room for. So it
/// grows on its own as long as it may, and then takes fewer plies whenever too much is found in it.
pub(crate) struct Own<W> {
    pub(super) table: Table<W>,
    limit: u64,
    /// The most plies to come, as wanted and as it has turned out.
    wanted: u32,
    rank: u32,
    /// Entries there are.
    filled: u64,
    /// Entries lost since it last changed, looks since then, and those that found something.
    lost: u64,
    looks: u64,
    found: u64,
}

impl<W: Key> Own<W> {
    /// An empty table for the same entries as another, of 2<sup>`bits`</sup> buckets or as many as there
    /// have to be, for positions with at most `rank` plies to come. With what it grows from it takes at
    /// most `limit` bytes; `None` if that is too little.
    pub(crate) fn new(layout: &Layout, bits: u32, limit: u64, rank: u32) -> Option<Self> {
        let bits = bits.max(layout.least_bits());
        let fits = layout.bytes(bits) <= limit;
        Some(Own {
            table: fits.then(|| Table::new(layout.clone(), bits)).flatten()?,
            limit,
            wanted: rank,
            rank,
            filled: 0,
            lost: 0,
            looks: 0,
            found: 0,
        })
    }

    /// Whether [`new`](Own::new) would make such a table, whatever it holds.
    pub(crate) fn fits(&self, layout: &Layout, limit: u64) -> bool {
        let own = self.table.layout();
        own.top() == layout.top() && own.low_bits() == layout.low_bits() && self.limit == limit
    }

    /// Takes positions with at most `rank` plies to come, if that is more than was wanted before.
    pub(crate) fn want(&mut self, rank: u32) {
        if rank > self.wanted {
            (self.wanted, self.rank) = (rank, rank);
        }
    }

    /// The bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&mut self, place: Place<W>) -> Option<Bounds> {
        let found = self.table.get_alone(place);
        self.looks += 1;
        self.found += u64::from(found.is_some());
        found
    }

    /// The same for whoever only wants to know.
    pub(crate) fn peek(&self, place: Place<W>) -> Option<Bounds> {
        self.table.get(place)
    }

    /// Whether positions with so many plies to come belong here.
    #[inline(always)]
    pub(crate) fn takes(&self, left: u32) -> bool {
        left <= self.rank
    }

    /// The entries there are.
    pub(crate) fn len(&self) -> u64 {
        self.filled
    }

    /// The entries that there is room for.
    pub(crate) fn room(&self) -> u64 {
        self.table.room()
    }

    /// Stores bounds, as [`Table::put`] does.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: Place<W>, bounds: Bounds, nodes: u64) {
        match self.table.store_alone(place, bounds, nodes) {
            Put::Updated | Put::Missed => {}
            Put::Filled => self.filled += 1,
            Put::Evicted => {
                self.lost += 1;
                if self.lost > self.table.room() / 4 {
                    self.change();
                }
            }
        }
    }

    #[cold]
    fn change(&mut self) {
        let is_missed = MISSED * self.found > self.looks;
        if !self.table.grow(self.limit) && is_missed {
            self.rank -= self.rank.min(1);
        }
        self.lost = 0;
        self.looks = 0;
        self.found = 0;
    }
}
