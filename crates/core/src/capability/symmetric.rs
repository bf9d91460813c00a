//! The capability of games with symmetries.

use crate::Game;

/// Picks one canonical position from each orbit: the positions that a symmetry of the game makes alike.
///
/// **Law**: [`canonical`](Symmetric::canonical) is idempotent and keeps the player to move, the outcome
/// and the value. It commutes with play: the canonical forms of a position's children are those of the
/// children of its canonical form. All [`images`](Symmetric::images) of a position have the same canonical
/// form, and steps from image to image reach the whole [`orbit`](Symmetric::orbit).
pub trait Symmetric<G: Game>: Send + Sync {
    /// Returns the number of symmetries, the identity included.
    fn order(&self) -> usize;
    /// Returns the representative of the position's orbit.
    fn canonical(&self, position: &G::Position) -> G::Position;
    /// Returns the number of different positions in the orbit, whether or not play reaches them. It
    /// divides [`order`](Symmetric::order).
    fn orbit(&self, position: &G::Position) -> u64;
    /// Returns the images of a position under a set of symmetries that generates all others. Play need
    /// not reach the images; the laws use them to look at mirror images.
    fn images(&self, position: &G::Position) -> Vec<G::Position>;
}
