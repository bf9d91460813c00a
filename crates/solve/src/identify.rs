//! How solvers identify the positions that they remember.

use std::hash::Hash;
use yomikiri_core::Game;
use yomikiri_core::capability::Keyed;

/// Tells positions apart, by their key or by the position itself.
///
/// **Law**: the identity is injective. So a cached value never belongs to another position.
pub trait Identify<G: Game> {
    /// The identity that is stored.
    type Id: Eq + Hash + Clone + Send + Sync;
    /// Returns the identity of a position.
    fn id(&self, position: &G::Position) -> Self::Id;
}

/// Identifies a position by its unique integer key.
#[derive(Clone, Copy, Debug)]
pub struct ByKey<K>(pub K);

/// Identifies a position by itself. For games without keys.
#[derive(Clone, Copy, Debug)]
pub struct ByPosition;

impl<G: Game, K: Keyed<G>> Identify<G> for ByKey<K> {
    type Id = K::Key;
    #[inline]
    fn id(&self, position: &G::Position) -> K::Key {
        self.0.key(position)
    }
}

impl<G: Game> Identify<G> for ByPosition {
    type Id = G::Position;
    #[inline]
    fn id(&self, position: &G::Position) -> G::Position {
        position.clone()
    }
}
