//! The capability of games with an exact method of their own.

use crate::{Ask, Game, Value};

/// Solves positions by the game's own, faster exact method.
///
/// **Law**: for every question that the method answers, [`value`](Direct::value) and
/// [`look_up`](Direct::look_up) give the value of the plain recursion.
pub trait Direct<G: Game>: Send + Sync {
    /// The values of many positions at once, or `()` if the method is as fast without a table.
    type Table: Send + 'static;

    /// Returns whether the method answers this question.
    fn answers(&self, ask: Ask) -> bool;

    /// Returns the value of a position under a question that the method [`answers`](Direct::answers).
    fn value(&self, position: &G::Position, ask: Ask) -> Value;

    /// Returns a table of the values of `position` and of all positions that follow from it, for best
    /// moves and lines.
    fn table(&self, position: &G::Position, ask: Ask) -> Self::Table;

    /// Returns the value of the position for which the table was made, or of one that follows from it.
    fn look_up(&self, table: &Self::Table, position: &G::Position, ask: Ask) -> Value;

    /// Returns how many positions one call of [`value`](Direct::value) visits, for statistics.
    fn cost(&self, position: &G::Position) -> u64;
}
