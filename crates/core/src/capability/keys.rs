//! The capabilities that give positions numbers: keys, coarser keys, indices.

use crate::Game;
use std::hash::Hash;

/// Gives every position a unique integer key.
///
/// **Law**: the key is injective over every position that the game's [`Notation`](crate::Notation)
/// accepts and over all positions that follow from it. So a value cached under a key can never belong to
/// another position. If a key leaves anything out, its doc comment carries the argument why two positions
/// still cannot share it.
pub trait Keyed<G: Game>: Send + Sync {
    /// The key's type.
    type Key: Key;
    /// Returns how many low bits a key may use.
    fn bits(&self) -> u32 {
        Self::Key::BITS
    }
    /// Returns the key of a position.
    fn key(&self, position: &G::Position) -> Self::Key;
    /// Returns whether [`position`](Keyed::position) turns keys back into positions. Tables hold only keys, so they
    /// need a game that does this, or a game that is [`Indexed`].
    fn leads_back(&self) -> bool {
        false
    }
    /// Returns the position of a key, if keys [lead back](Keyed::leads_back).
    ///
    /// **Law**: `position(key(p)) == Some(p)` for every position of the first law. For any other integer
    /// the result is `None` or a position whose key it is.
    fn position(&self, key: Self::Key) -> Option<G::Position> {
        let _ = key;
        None
    }
}

/// An unsigned integer that can serve as a key.
pub trait Key: Copy + Ord + Hash + std::fmt::Debug + Send + Sync + Into<u128> + 'static {
    /// The width in bits.
    const BITS: u32;
    /// The type in which solvers compute with these keys: `u64`, or `u128` if keys need more bits.
    type Word: Key;
    /// Narrows a number that is known to fit. This is the inverse of `Into<u128>`.
    fn from_u128(wide: u128) -> Self;
}

impl Key for u32 {
    const BITS: u32 = 32;
    type Word = u64;
    #[inline]
    fn from_u128(wide: u128) -> u32 {
        wide as u32
    }
}

impl Key for u64 {
    const BITS: u32 = 64;
    type Word = u64;
    #[inline]
    fn from_u128(wide: u128) -> u64 {
        wide as u64
    }
}

impl Key for u128 {
    const BITS: u32 = 128;
    type Word = u128;
    #[inline]
    fn from_u128(wide: u128) -> u128 {
        wide
    }
}

/// Gives positions a coarser key than [`Keyed`]: several positions of the same value may share a key.
///
/// **Law**: positions with equal keys have equal values for the player to move, under every question. So
/// a key may leave out whose turn it is. The implementation's doc comment carries the proof.
pub trait Merged<G: Game>: Send + Sync {
    /// The key's type. It has at most 64 bits if the key of [`Keyed`] has at most 64.
    type Key: Key;
    /// Returns how many low bits a key may use.
    fn bits(&self) -> u32 {
        Self::Key::BITS
    }
    /// Returns the key that a position shares with other positions of the same value.
    fn merged_key(&self, position: &G::Position) -> Self::Key;
}

/// Numbers the positions, for tables (rank and unrank).
///
/// **Law**: `position(index(p)) == Some(p)` and `index(p) < len()` for every position that the notation
/// accepts and all that follow from it. `index(position(i)) == i` for every `i < len()` that is not a
/// gap (`None`).
pub trait Indexed<G: Game>: Send + Sync {
    /// Returns the number of indices, gaps included.
    fn len(&self) -> u64;
    /// Returns whether there are no indices. Every game has some.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns the index of a position.
    fn index(&self, position: &G::Position) -> u64;
    /// Returns the position with an index, or `None` for a gap.
    fn position(&self, index: u64) -> Option<G::Position>;
}
