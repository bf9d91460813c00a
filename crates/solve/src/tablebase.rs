//! Values that are known before a search.

use yomikiri_core::{Game, Value};

/// Positions whose values are known before a search, such as those of a table of endgames.
///
/// **Law**: a value is that of the position under its own question, without points gained before it.
pub trait Tablebase<G: Game>: Send + Sync {
    /// Returns the value of a position, if it is known: under any question. (A value that does not bear on the
    /// question of the search is not used.) A search calls this for every position that its transposition table does
    /// not have.
    fn probe(&self, position: &G::Position) -> Option<Value>;
}
