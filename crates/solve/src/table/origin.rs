//! The positions that play starts from in a table: where the game starts, or given positions, so that the table is of
//! a part of the game.

use super::TableError;
use super::format::MOST_STARTS;
use super::place::{has_keys, key_of, position_of};
use rustc_hash::{FxHashMap, FxHashSet};
use yomikiri_core::capability::Symmetric;
use yomikiri_core::{Capabilities, Game};

/// Returns the keys of given positions for [`Subject::from`](super::Subject::from): the table is then of the positions
/// that play reaches from these. There are no keys if play from these positions is that of the whole game.
///
/// # Errors
///
/// [`TableError::Unsupported`] if the game's positions have no keys that lead back to them, or if there are too many.
pub fn part_from<G: Capabilities>(
    game: &G,
    positions: &[G::Position],
) -> Result<Vec<u128>, TableError> {
    has_keys(game)?;
    let keys = |positions: &[G::Position]| {
        let mut keys: Vec<u128> = positions
            .iter()
            .filter_map(|position| key_of(game, position))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    let from = keys(positions);
    if from.len() > MOST_STARTS {
        return Err(TableError::Unsupported(format!(
            "a table starts from at most {MOST_STARTS} positions, and these are {}",
            from.len()
        )));
    }
    // A number that another position has would make a table of other positions.
    if starts_of(game, &from).is_err() {
        return Err(TableError::Unsupported(
            "the key of a position that the table is to start from does not lead back to it"
                .to_owned(),
        ));
    }
    match from == keys(&game.starts()) {
        true => Ok(Vec::new()),
        false => Ok(from),
    }
}

/// Returns the positions that play starts from in a table with this [`Subject::from`](super::Subject::from).
///
/// # Errors
///
/// [`TableError::Damaged`] if a key belongs to no position.
pub fn starts_of<G: Capabilities>(game: &G, from: &[u128]) -> Result<Vec<G::Position>, TableError> {
    if from.is_empty() {
        return Ok(game.starts());
    }
    let start = |key: &u128| {
        let position = position_of(game, *key).filter(|at| key_of(game, at) == Some(*key));
        position.ok_or_else(|| {
            TableError::damaged(format!("play starts from the key {key:#x} of no position"))
        })
    };
    from.iter().map(start).collect()
}

/// Returns whether a table of the game, with this [`Subject::from`](super::Subject::from), can let one position stand
/// for an orbit. It can if play reaches every orbit as a whole or not at all, which is so if it holds for the starts.
pub fn symmetry_holds<G: Capabilities>(game: &G, from: &[u128]) -> bool {
    match (game.symmetric(), starts_of(game, from)) {
        (Some(view), Ok(starts)) => orbits_are_whole(&view, &starts),
        _ => false,
    }
}

/// Returns whether the images of each of these positions are among them.
pub(crate) fn orbits_are_whole<G: Game>(view: &impl Symmetric<G>, starts: &[G::Position]) -> bool {
    let distinct: FxHashSet<&G::Position> = starts.iter().collect();
    // The number of positions of each orbit that are there, and one of them.
    let mut orbits: FxHashMap<G::Position, (u64, &G::Position)> = FxHashMap::default();
    for start in distinct {
        orbits.entry(view.canonical(start)).or_insert((0, start)).0 += 1;
    }
    let mut orbits = orbits.values();
    orbits.all(|(count, start)| *count == view.orbit(start))
}
