//! Values of parts that outlast a search.

use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};
use yomikiri_cgt::{Value, Values};
use yomikiri_core::Game;

/// Values of parts that a session by sums takes when it begins, and gives back with what it has found when it is dropped.
/// Another session that begins meanwhile finds none.
pub type SharedParts = Arc<Mutex<Option<PartValues>>>;

/// About the bytes that a known value takes, here and where its key was read.
pub(super) const ENTRY: usize = 80;

/// The key of a part, a position with First to move: the same in every run, and of no other part. `None` if it has none.
pub type PartKey<G> = fn(&G, &<G as Game>::Position) -> Option<u128>;

/// Values of parts of one game: those that are known before a search, and those that it finds. A part is told by
/// its [key](PartKey).
#[derive(Debug, Default)]
pub struct PartValues {
    pub(super) values: Values<'static>,
    pub(super) known: FxHashMap<u128, Value>,
    pub(super) found: FxHashMap<u128, Value>,
}

impl PartValues {
    /// The values of parts that are known, all of one store. They have to be right: nobody derives them again.
    pub fn new(values: Values<'static>, known: impl IntoIterator<Item = (u128, Value)>) -> Self {
        PartValues {
            values,
            known: known.into_iter().collect(),
            found: FxHashMap::default(),
        }
    }

    /// The store, with the values that searches have added.
    pub fn into_found(self) -> (Values<'static>, impl Iterator<Item = (u128, Value)>) {
        (self.values, self.found.into_iter())
    }
}
