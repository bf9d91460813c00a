//! The laws of the capabilities that concern values.

use super::hashed::{Map, Set};
use super::oracle::{Oracle, Worth};
use super::report::{Broken, Count, Law};
use super::sample::{Sampled, children};
use crate::capability::{Direct, Expand, Forced, Merged, Symmetric};
use crate::{Ask, Game};

/// Compares the worth of a position with one that should be equal, unless either cannot be found.
fn agree<G: Game>(
    sampled: &Sampled<'_, G>,
    oracle: &mut Oracle<'_, G>,
    count: &mut Count,
    law: Law,
    position: &G::Position,
    (other, found): (
        impl FnOnce() -> String,
        impl FnOnce(&mut Oracle<'_, G>) -> Option<Worth>,
    ),
) -> Result<(), Broken> {
    let expected = oracle.worth(position);
    let Some((expected, found)) = expected.and_then(|worth| Some((worth, found(oracle)?))) else {
        count.skipped += 1;
        return Ok(());
    };
    count.value();
    if expected == found {
        return Ok(());
    }
    let explanation = format!("it is worth {expected}, but {} {found}", other());
    Err(sampled.broken(law, position, explanation))
}

pub(super) fn merged<G: Game, V: Merged<G>>(
    sampled: &Sampled<'_, G>,
    view: &V,
    oracle: &mut Oracle<'_, G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    let mut owners: Map<V::Key, &G::Position> = Map::default();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Merged, position, why));
        let key = view.merged_key(position);
        let wide: u128 = key.into();
        if wide.checked_shr(view.bits()).unwrap_or(0) != 0 {
            return fail(format!(
                "the key {key:?} has more than {} bits",
                view.bits()
            ));
        }
        if view.merged_key(&position.clone()) != key {
            return fail("the key differs when asked again".to_owned());
        }
        count.check();
        // It is enough to compare with the first of each class, because equality is transitive.
        let owner = *owners.entry(key).or_insert(position);
        if owner == position {
            continue;
        }
        // The values are for the player to move, so exchange the players if the movers differ.
        let turned = sampled.game.to_move(owner) != sampled.game.to_move(position);
        let other = || format!("{owner:?} with the same key has, for its player to move,");
        let found = |oracle: &mut Oracle<'_, G>| {
            let worth = oracle.worth(owner)?;
            Some(if turned { worth.turned() } else { worth })
        };
        agree(
            sampled,
            oracle,
            &mut count,
            Law::Merged,
            position,
            (other, found),
        )?;
    }
    Ok(count)
}

pub(super) fn expand<G: Game, V: Expand<G>>(
    sampled: &Sampled<'_, G>,
    view: &V,
    oracle: &mut Oracle<'_, G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    let game = sampled.game;
    let mut reused = V::Scratch::default();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Expand, position, why));
        let all = children(game, position);
        if all.is_empty() {
            continue;
        }
        for scratch in [&mut reused, &mut V::Scratch::default()] {
            // Leftovers of an abandoned expansion must not change the next one.
            let _ = view.expand(position, scratch).next();
            let kept: Vec<_> = view.expand(position, scratch).collect();
            if kept.is_empty() {
                return fail("`expand` leaves out every child".to_owned());
            }
            for (index, (mv, child)) in kept.iter().enumerate() {
                if kept[..index].iter().any(|(earlier, _)| earlier == mv) {
                    return fail(format!("`expand` yields the move {mv:?} twice"));
                }
                if !all.contains(&(*mv, child.clone())) {
                    return fail(format!("no legal move {mv:?} leads to {child:?}"));
                }
                count.check();
            }
            let best = |oracle: &mut Oracle<'_, G>| {
                let worths = kept.iter().map(|(mv, child)| {
                    let gain = if game.has_gains() {
                        game.gain(position, *mv)
                    } else {
                        0
                    };
                    Some((gain, oracle.worth(child)?))
                });
                let worths: Vec<(i64, Worth)> = worths.collect::<Option<_>>()?;
                Worth::of_moves(game.to_move(position), worths.into_iter())
            };
            let other = || "the best of the children yielded".to_owned();
            agree(
                sampled,
                oracle,
                &mut count,
                Law::Expand,
                position,
                (other, best),
            )?;
        }
        forced(sampled, view, oracle, &mut count, position)?;
    }
    Ok(count)
}

/// Checks that the position after forced play has the same value, shifted by the plies played.
fn forced<G: Game, V: Expand<G>>(
    sampled: &Sampled<'_, G>,
    view: &V,
    oracle: &mut Oracle<'_, G>,
    count: &mut Count,
    position: &G::Position,
) -> Result<(), Broken> {
    let forced = view.forced(position);
    let (plies, open, gain) = match &forced {
        Forced::Decided { plies, .. } => (*plies, None, 0),
        Forced::Open {
            plies,
            position,
            gain,
        } => (*plies, Some(position), *gain),
    };
    if open.is_some_and(|end| sampled.game.outcome(end).is_some()) {
        let why = "`forced` calls a position open in which the game is over".to_owned();
        return Err(sampled.broken(Law::Expand, position, why));
    }
    if open.is_some_and(|end| !is_open(sampled.game, Some(view), end)) {
        let why = "`forced` calls a position open from which play is forced".to_owned();
        return Err(sampled.broken(Law::Expand, position, why));
    }
    let found = |oracle: &mut Oracle<'_, G>| {
        let mut worth = match forced {
            Forced::Decided { outcome, .. } => {
                Worth::of_outcome(outcome, sampled.game.has_gains())?
            }
            Forced::Open { ref position, .. } => oracle.worth(position)?,
        };
        // If only one move is legal, the mover matters only for the sign of the gain.
        let mover = sampled.game.to_move(position);
        for ply in 0..plies.max(u32::from(gain != 0)) {
            let gain = if ply == 0 { gain } else { 0 };
            worth = Worth::of_moves(mover, [(gain, worth)].into_iter())?;
        }
        Some(worth)
    };
    let other = || "what forced play leads to".to_owned();
    agree(
        sampled,
        oracle,
        count,
        Law::Expand,
        position,
        (other, found),
    )
}

pub(super) fn symmetric<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Symmetric<G>,
    oracle: &mut Oracle<'_, G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    let game = sampled.game;
    let order = view.order() as u64;
    for position in &mirrored(sampled, view) {
        let fail = |why: String| Err(sampled.broken(Law::Symmetric, position, why));
        let canonical = view.canonical(position);
        if view.canonical(&canonical) != canonical {
            return fail(format!(
                "the canonical form {canonical:?} has another canonical form"
            ));
        }
        if game.to_move(&canonical) != game.to_move(position) {
            return fail(format!(
                "the canonical form {canonical:?} has another player to move"
            ));
        }
        if game.outcome(&canonical) != game.outcome(position) {
            return fail(format!(
                "the canonical form {canonical:?} has another outcome"
            ));
        }
        let other = || format!("its canonical form {canonical:?} is worth");
        let found = |oracle: &mut Oracle<'_, G>| oracle.worth(&canonical);
        agree(
            sampled,
            oracle,
            &mut count,
            Law::Symmetric,
            position,
            (other, found),
        )?;
        if canonical_children(game, view, position) != canonical_children(game, view, &canonical) {
            return fail(format!(
                "its children are not, up to symmetry, those of its canonical form {canonical:?}"
            ));
        }
        let orbit = view.orbit(position);
        if orbit == 0 || !order.is_multiple_of(orbit) {
            return fail(format!(
                "an orbit of {orbit} does not divide an order of {order}"
            ));
        }
        if view.orbit(&canonical) != orbit {
            return fail(format!(
                "an orbit of {orbit}, but another for the canonical form"
            ));
        }
        let images = view.images(position);
        let other = |image: &&G::Position| view.canonical(image) != canonical;
        if let Some(image) = images.iter().take(MOST_IMAGES).find(other) {
            return fail(format!("its image {image:?} has another canonical form"));
        }
        if orbit.saturating_mul(images.len() as u64) <= MOST_STEPS {
            let found = images_of_images(view, position, orbit);
            if found != orbit {
                return fail(format!("an orbit of {orbit}, but {found} different images"));
            }
        }
        count.check();
    }
    Ok(count)
}

/// The limit for the images of a position whose canonical forms are checked.
const MOST_IMAGES: usize = 16;

/// The limit for the steps from image to image when an orbit is counted.
const MOST_STEPS: u64 = 4096;

/// Returns the sample, and then up to the same number of mirror images that are not in it. Play from a position that
/// is not its own mirror image need not reach these.
fn mirrored<G: Game>(sampled: &Sampled<'_, G>, view: &impl Symmetric<G>) -> Vec<G::Position> {
    let mut positions = sampled.positions.clone();
    let most = 2 * positions.len();
    let mut seen: Set<G::Position> = positions.iter().cloned().collect();
    for position in &sampled.positions {
        for image in view.images(position) {
            if positions.len() < most && seen.insert(image.clone()) {
                positions.push(image);
            }
        }
    }
    positions
}

/// Counts the different positions that steps from image to image reach, including the position itself. Stops at one
/// more than `most`.
fn images_of_images<G: Game>(view: &impl Symmetric<G>, position: &G::Position, most: u64) -> u64 {
    let mut seen = Set::from_iter([position.clone()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        for image in view.images(&position) {
            if seen.len() as u64 <= most && seen.insert(image.clone()) {
                open.push(image);
            }
        }
    }
    seen.len() as u64
}

/// Counts the different children for each canonical form and gain.
fn canonical_children<G: Game>(
    game: &G,
    view: &impl Symmetric<G>,
    position: &G::Position,
) -> Map<(i64, G::Position), usize> {
    let mut different: Map<(i64, G::Position), ()> = Map::default();
    for (mv, child) in children(game, position) {
        let gain = if game.has_gains() {
            game.gain(position, mv)
        } else {
            0
        };
        different.insert((gain, child), ());
    }
    let mut forms = Map::default();
    for (gain, child) in different.into_keys() {
        *forms.entry((gain, view.canonical(&child))).or_default() += 1;
    }
    forms
}

/// Returns whether the game is not over and play is not forced.
pub(super) fn is_open<G: Game>(
    game: &G,
    view: Option<&impl Expand<G>>,
    position: &G::Position,
) -> bool {
    let is_free = |view| match Expand::forced(view, position) {
        Forced::Open {
            plies,
            position: at,
            ..
        } => plies == 0 && at == *position,
        Forced::Decided { .. } => false,
    };
    game.outcome(position).is_none() && view.is_none_or(is_free)
}

pub(super) fn direct<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Direct<G>,
    oracle: &mut Oracle<'_, G>,
) -> Result<Count, Broken> {
    let mut count = Count::default();
    let game = sampled.game;
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Direct, position, why));
        for ask in Ask::ALL {
            if !view.answers(ask) {
                continue;
            }
            if ask == Ask::Distance && game.has_gains() {
                return fail("distance is answered although moves gain points".to_owned());
            }
            let value = view.value(position, ask);
            if value.ask() != ask {
                return fail(format!("asked for {ask}, `value` answers {value:?}"));
            }
            count.check();
            let Some(worth) = oracle.worth(position) else {
                count.skipped += 1;
                continue;
            };
            if let Some(expected) = worth.value(ask) {
                if value != expected {
                    return fail(format!(
                        "{ask}: `value` is {value}, by the rules {expected}"
                    ));
                }
                count.value();
            }
            let next = children(game, position).into_iter().map(|(_, child)| child);
            let asked = std::iter::once(position.clone()).chain(next);
            tabled(sampled, view, oracle, &mut count, position, ask, asked)?;
        }
    }
    // Make one table for all positions that play can reach.
    if let ([start], Some(first)) = (&game.starts()[..], sampled.positions.first())
        && start == first
    {
        for ask in Ask::ALL.into_iter().filter(|&ask| view.answers(ask)) {
            let reached = sampled.positions[..sampled.reached].iter().cloned();
            tabled(sampled, view, oracle, &mut count, start, ask, reached)?;
        }
    }
    Ok(count)
}

/// Checks that the table made for a position has the values of the positions that follow.
fn tabled<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Direct<G>,
    oracle: &mut Oracle<'_, G>,
    count: &mut Count,
    position: &G::Position,
    ask: Ask,
    followers: impl Iterator<Item = G::Position>,
) -> Result<(), Broken> {
    let table = view.table(position, ask);
    for follower in followers {
        let Some(expected) = oracle.worth(&follower).and_then(|worth| worth.value(ask)) else {
            continue;
        };
        let value = view.look_up(&table, &follower, ask);
        if value != expected {
            let why =
                format!("{ask}: its table has {value} for {follower:?}, by the rules {expected}");
            return Err(sampled.broken(Law::Direct, position, why));
        }
        count.value();
    }
    Ok(())
}
