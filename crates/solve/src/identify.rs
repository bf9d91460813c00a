//! What positions are remembered under.

use std::hash::Hash;
use yomikiri_core::Game;
use yomikiri_core::capability::Keyed;

/// Something that tells positions apart: their key, or the position itself.
///
/// **Law**: injective. A cached value can never belong to another position.
pub trait Identify<G: Game> {
    /// What is stored.
    type Id: Eq + Hash + Clone + Send + Sync;
    /// The identity of a position.
    fn id(&self, position: &G::Position) -> Self::Id;
}

/// Positions under their unique integer keys.
#[derive(Clone, Copy, Debug)]
pub struct ByKey<K>(pub K);

/// Positions under themselves, for games without keys.
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
