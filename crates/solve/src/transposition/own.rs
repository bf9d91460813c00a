//! A table that one thread has to itself.

use super::{Account, Bounds, Layout, Place, Table};

/// A small table of one thread, which grows on its own.
///
/// Most positions of a search have few plies to come, and most of those are soon forgotten. Where they
/// have a table of their own that the nearest caches hold, looking one up takes no time, they do not
/// drive from the large table what was dear, and threads have fewer cache lines to quarrel about.
pub(crate) struct Own {
    table: Table,
    account: Account,
    limit: u64,
}

impl Own {
    /// The bytes that the caches next to a processor have for such a table.
    pub(crate) const BYTES: u64 = 512 << 10;

    /// An empty table for the same entries as another, of 2<sup>`bits`</sup> buckets or as many as there
    /// have to be. With what it grows from it takes at most `limit` bytes; `None` if that is too little.
    pub(crate) fn new(layout: &Layout, bits: u32, limit: u64) -> Option<Own> {
        let bits = bits.max(layout.least_bits());
        let fits = Table::bytes_of(bits) <= limit;
        let table = fits.then(|| Table::new(layout.clone(), bits)).flatten()?;
        Some(Own {
            account: table.open(),
            table,
            limit,
        })
    }

    /// The table, to look positions up.
    #[inline(always)]
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// The most bytes it takes.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// The entries there are.
    pub(crate) fn len(&self) -> u64 {
        self.table.len() + self.account.filled
    }

    /// Stores bounds, as [`Table::put`] does.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: Place, bounds: Bounds, nodes: u64) {
        let put = self.table.put(place, bounds, nodes, &mut self.account);
        if put.is_err() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let fresh = self.table.open();
        self.table
            .close(std::mem::replace(&mut self.account, fresh));
        self.table.grow(self.limit);
        self.account = self.table.open();
    }
}
