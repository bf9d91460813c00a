//! Values of parts that outlast a search.

use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};
use yomikiri_cgt::{Value, Values};
use yomikiri_core::Game;

/// Values of parts that sessions by sums take for each search, and give back with those that it has found. They are gone
/// while a session searches. Another session that searches meanwhile forgets what it has learnt, and does without from then
/// on.
pub type SharedParts = Arc<Mutex<Option<PartValues>>>;

/// About the bytes that a known value takes, here and where its key was read.
pub(super) const ENTRY: usize = 80;

/// The key of a part, a position with First to move: the same in every run, and of no other part. `None` if it has none.
pub type PartKey<G> = fn(&G, &<G as Game>::Position) -> Option<u128>;

/// Values of parts of one game. A part is told by its [key](PartKey).
#[derive(Debug, Default)]
pub struct PartValues {
    /// The store of all values. Sessions keep values of it between searches, so it may grow, and no other store may take
    /// its place.
    pub values: Values<'static>,
    pub(super) known: FxHashMap<u128, Value>,
    /// The keys of those that searches have found.
    pub(super) found: Vec<u128>,
}

impl PartValues {
    /// Adds values of parts that are known, of the store. They have to be right: nobody derives them again.
    pub fn learn(&mut self, known: impl IntoIterator<Item = (u128, Value)>) {
        self.known.extend(known);
    }

    /// The values that searches have found since this was last asked.
    pub fn take_found(&mut self) -> Vec<(u128, Value)> {
        let found = std::mem::take(&mut self.found).into_iter();
        found.map(|key| (key, self.known[&key])).collect()
    }
}
