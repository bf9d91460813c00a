//! Values of parts that outlast a search.

use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};
use yomikiri_cgt::{Value, Values};
use yomikiri_core::Game;

/// Values of parts that sessions with sums borrow for each search, and return together with the new ones. They are
/// gone while a session searches. If another session searches meanwhile, it forgets what it has learnt, and works
/// without them from then on.
pub type SharedParts = Arc<Mutex<Option<PartValues>>>;

/// The approximate bytes of a known value, here and in the index of read keys.
pub(super) const ENTRY: usize = 80;

/// Computes the key of a part, a position with First to move. The key is the same in every run, and no other part has
/// it. `None` if the part has no key.
pub type PartKey<G> = fn(&G, &<G as Game>::Position) -> Option<u128>;

/// Values of parts of one game. A [key](PartKey) identifies a part.
#[derive(Debug, Default)]
pub struct PartValues {
    /// The store of all values. Sessions keep references into it between searches, so it may grow, but must not be
    /// replaced.
    pub values: Values<'static>,
    pub(super) known: FxHashMap<u128, Value>,
    /// The keys of the values that searches have found.
    pub(super) found: Vec<u128>,
}

impl PartValues {
    /// Adds known values of parts; the values are in this store. They have to be right: no search derives them again.
    pub fn learn(&mut self, known: impl IntoIterator<Item = (u128, Value)>) {
        self.known.extend(known);
    }

    /// Returns the values that searches have found since the last call.
    pub fn take_found(&mut self) -> Vec<(u128, Value)> {
        let found = std::mem::take(&mut self.found).into_iter();
        found.map(|key| (key, self.known[&key])).collect()
    }
}
