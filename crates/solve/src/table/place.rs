//! Positions as numbers: the place of a position in a table, and the position with a key.

use super::TableError;
use yomikiri_core::capability::{Acyclic, Indexed, Key, Keyed, Symmetric};
use yomikiri_core::{Capabilities, Game};

/// The error of a game whose positions have no numbers.
pub(crate) const NO_KEYS: &str = "a table needs positions with keys that lead back to them, or an index: this game offers neither";

/// The place of a position in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) rank: u64,
    pub(crate) key: u128,
}

/// Returns the bits that number `count` items.
pub(crate) fn index_bits(count: u64) -> u32 {
    (64 - count.saturating_sub(1).leading_zeros()).max(1)
}

/// Returns the bits of the keys in a game's tables; `None` for a game without keys for one.
pub(crate) fn key_bits_of<G: Capabilities>(game: &G) -> Option<u32> {
    match game.keyed().filter(Keyed::leads_back) {
        Some(keyed) => Some(keyed.bits().max(1)),
        None => Some(index_bits(game.indexed()?.len())),
    }
}

/// Returns the place of a position in a table; `None` for a game without keys for one.
#[inline]
pub(crate) fn place_of<G: Capabilities>(
    game: &G,
    symmetric: bool,
    position: &G::Position,
) -> Option<Place> {
    let canonical;
    let position = match symmetric {
        true => {
            canonical = game.symmetric()?.canonical(position);
            &canonical
        }
        false => position,
    };
    let rank = game.acyclic().map_or(0, |acyclic| acyclic.rank(position));
    let key = match game.keyed().filter(Keyed::leads_back) {
        Some(keyed) => keyed.key(position).into(),
        None => u128::from(game.indexed()?.index(position)),
    };
    Some(Place { rank, key })
}

/// Checks that positions have numbers that can be decoded.
///
/// # Errors
///
/// [`TableError::Unsupported`] if they have none.
pub(crate) fn has_keys<G: Capabilities>(game: &G) -> Result<(), TableError> {
    match key_bits_of(game) {
        Some(_) => Ok(()),
        None => Err(TableError::Unsupported(NO_KEYS.to_owned())),
    }
}

/// Returns the key of a position itself, not of one that stands for it; `None` for a game without keys.
pub fn key_of<G: Capabilities>(game: &G, position: &G::Position) -> Option<u128> {
    place_of(game, false, position).map(|place| place.key)
}

/// Returns the position with a key, if there is one.
pub fn position_of<G: Capabilities>(game: &G, key: u128) -> Option<G::Position> {
    match game.keyed().filter(Keyed::leads_back) {
        Some(keyed) => keyed.position(narrowed(&keyed, key)?),
        None => game.indexed()?.position(u64::try_from(key).ok()?),
    }
}

/// Returns a key in the view's type, if it fits.
fn narrowed<G: Game, K: Keyed<G>>(_: &K, key: u128) -> Option<K::Key> {
    let narrow = K::Key::from_u128(key);
    (narrow.into() == key).then_some(narrow)
}
