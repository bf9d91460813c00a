//! A table that belongs to one thread.

use super::{Bounds, Layout, Place, Put, Table};
use yomikiri_core::capability::Key;

/// If more than one lookup in this many succeeds, the lost entries are missed. (In Connect Four one in
/// nine succeeds; in domineering, hex and clobber one in four, and there a table of twice the size halves
/// the nodes.)
const MISSED: u64 = 6;

/// The bytes of such a table, so that it fits the caches next to a processor.
pub(crate) const OWN_BYTES: u64 = 512 << 10;

/// A small table of one thread, for positions near the end of the game.
///
/// Most positions of a search are of this kind, and most of them are soon forgotten. In a table of their
/// own, which the nearest caches hold, a lookup takes almost no time. They also do not evict valuable
/// entries from the large table, and threads contend for fewer cache lines.
///
/// If transpositions are frequent, however, more of these positions should be kept than the table has room
/// for. So it grows as far as its limit lets it. After that it takes positions of fewer plies whenever too
/// many lookups succeed.
pub(crate) struct Own<W> {
    pub(super) table: Table<W>,
    limit: u64,
    /// The most plies to come of the positions that belong here: as wanted, and as reduced since.
    wanted: u32,
    rank: u32,
    /// Filled slots.
    filled: u64,
    /// Entries lost since the table last changed, lookups since then, and the successful ones.
    lost: u64,
    looks: u64,
    found: u64,
}

impl<W: Key> Own<W> {
    /// Creates an empty table with entries like those of `layout`, for positions with at most `rank` plies
    /// to come. It has 2<sup>`bits`</sup> buckets, or as many as the layout needs. Together with the table
    /// that it grows from it takes at most `limit` bytes; `None` if that is too little.
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

    /// Returns whether [`new`](Own::new) would make a table of this kind, apart from its entries.
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

    /// Returns the bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&mut self, place: Place<W>) -> Option<Bounds> {
        let found = self.table.get_alone(place);
        self.looks += 1;
        self.found += u64::from(found.is_some());
        found
    }

    /// Like [`get`](Own::get), but does not count the lookup.
    pub(crate) fn peek(&self, place: Place<W>) -> Option<Bounds> {
        self.table.get(place)
    }

    /// Returns whether positions with `left` plies to come belong here.
    #[inline(always)]
    pub(crate) fn takes(&self, left: u32) -> bool {
        left <= self.rank
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> u64 {
        self.filled
    }

    /// Returns the number of entries that fit.
    pub(crate) fn room(&self) -> u64 {
        self.table.room()
    }

    /// Stores bounds, as [`Table::store`] does.
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
