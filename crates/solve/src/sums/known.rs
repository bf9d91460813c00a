//! Values of parts that outlast a search.

use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};
use yomikiri_cgt::{Value, Values};

/// Values of parts that a session by sums uses and adds to.
pub type SharedParts = Arc<Mutex<PartValues>>;

/// Values of parts of one game: those that are known before a search, and those that it finds. A part is a position
/// with First to move, told by its [key](crate::table::key_of).
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
