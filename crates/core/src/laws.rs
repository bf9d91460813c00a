//! The laws of games, as code that checks them.
//!
//! Solvers trust the statements of a game. So the author of a game calls [`all`] from a test, for several
//! instances of the game. (If the game has no notation, call [`capabilities`]; if it has only rules, call
//! [`rules`].)
//!
//! ```
//! use yomikiri_core::{Game, Outcome, Player};
//! use yomikiri_core::laws::{self, Law, Sample};
//!
//! /// Players take one or two stones; the player who takes the last one wins.
//! struct Stones;
//!
//! impl Game for Stones {
//!     type Position = (u32, Player);
//!     type Move = u32;
//!     fn start(&self) -> (u32, Player) {
//!         (10, Player::First)
//!     }
//!     fn to_move(&self, &(_, mover): &(u32, Player)) -> Player {
//!         mover
//!     }
//!     fn outcome(&self, &(left, mover): &(u32, Player)) -> Option<Outcome> {
//!         (left == 0).then_some(Outcome::Win(mover.opponent()))
//!     }
//!     fn moves(&self, &(left, _): &(u32, Player)) -> impl Iterator<Item = u32> {
//!         1..=left.min(2)
//!     }
//!     fn play(&self, &(left, mover): &(u32, Player), taken: u32) -> (u32, Player) {
//!         (left - taken, mover.opponent())
//!     }
//! }
//!
//! # fn main() -> Result<(), laws::Broken> {
//! let report = laws::rules(&Stones, &Sample::default())?;
//! assert!(report.complete && report.count(Law::Rules).checks > 0);
//! # Ok(())
//! # }
//! ```
//!
//! A law is checked at the positions of a [`Sample`]. An oracle in this module finds the values by plain means, also
//! if play cycles. A check that passes is evidence. If the sample is [complete](Report::complete) and nothing was
//! skipped, it is a proof for that instance, except for the laws of texts, because nobody can try all texts.
//!
//! The game may be wrong in any way. The checks stop at the first law that does not hold. They assume that
//! the game's methods return.

mod bounded;
mod hashed;
mod normal;
mod notation;
mod oracle;
mod report;
mod rules;
mod sample;
mod structure;
mod texts;
mod values;

pub use report::{Broken, Count, Law, Report};
pub use sample::Sample;

use crate::capability::{
    Acyclic, Bounded, Declared, Direct, Expand, Indexed, Keyed, Merged, Normal, Ordered,
    Parametric, Reversible, Symmetric,
};
use crate::{Capabilities, Game, Notation, Pictured};
use oracle::Oracle;
use sample::Sampled;

/// Checks every law of this game: the laws of its rules, of each capability that it offers, of its
/// notation and of its diagrams.
///
/// Positions that the notation accepts join the sample, whether or not play reaches them.
///
/// # Errors
///
/// If a law is broken. The error names the first one. The rules come first, because a game with broken
/// rules breaks other laws too.
pub fn all<G: Capabilities + Notation + Pictured>(
    game: &G,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    let mut sampled = Sampled::gather(game, sample).written(G::position_text);
    let of_rules = rules::rules(&sampled)?;
    let (of_positions, accepted) = notation::positions(&sampled)?;
    sampled.extend(accepted.iter().map(|(_, position)| position.clone()));
    let mut report = offered_in(&sampled)?;
    report.add(Law::Rules, of_rules);
    report.add(Law::Notation, of_positions);
    report.add(Law::Notation, notation::moves(&sampled, &accepted)?);
    report.add(Law::Pictured, notation::pictured(&sampled)?);
    Ok(report)
}

/// Checks the laws of the rules and of each capability that the game offers.
///
/// # Errors
///
/// If a law is broken. The error names the first one.
pub fn capabilities<G: Capabilities>(
    game: &G,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    offered_in(&Sampled::gather(game, sample))
}

fn offered_in<G: Capabilities>(sampled: &Sampled<'_, G>) -> Result<Report, Broken> {
    let game = sampled.game;
    let mut report = sampled.report();
    report.offered = game.offered();
    if G::ALWAYS_KEYED && game.keyed().is_none() {
        return Err(Broken {
            law: Law::Keyed,
            position: None,
            text: None,
            explanation: "a game that is always keyed hands out no keys".to_owned(),
        });
    }
    report.add(Law::Rules, rules::rules(sampled)?);
    if let Some(view) = game.acyclic() {
        report.add(Law::Acyclic, structure::acyclic(sampled, &view)?);
    }
    if let Some(view) = game.keyed() {
        report.add(Law::Keyed, structure::keyed(sampled, &view)?);
    }
    if let Some(view) = game.indexed() {
        report.add(Law::Indexed, structure::indexed(sampled, &view)?);
    }
    if let Some(view) = game.reversible() {
        report.add(Law::Reversible, structure::reversible(sampled, &view)?);
    }
    if let Some(view) = game.ordered() {
        report.add(Law::Ordered, structure::ordered(sampled, &view)?);
    }
    if let Some(view) = game.normal() {
        report.add(Law::Normal, normal::normal(sampled, &view)?);
    }
    if let Some(view) = game.parametric() {
        report.add(Law::Parametric, structure::parametric(sampled, &view)?);
    }
    if let Some(view) = game.declared() {
        report.add(Law::Declared, structure::declared(sampled, &view)?);
    }
    let speaks = |law: &Law| law.speaks_of_values() && report.offered.contains(&law.name());
    if !Law::ALL.iter().any(speaks) {
        return Ok(report);
    }
    let oracle = &mut Oracle::over(sampled);
    if let Some(view) = game.merged() {
        report.add(Law::Merged, values::merged(sampled, &view, oracle)?);
    }
    if let Some(view) = game.expand() {
        report.add(Law::Expand, values::expand(sampled, &view, oracle)?);
    }
    if let Some(view) = game.symmetric() {
        report.add(Law::Symmetric, values::symmetric(sampled, &view, oracle)?);
    }
    if let Some(view) = game.bounded() {
        let expand = game.expand();
        let found = bounded::bounded(sampled, &view, expand.as_ref(), oracle)?;
        report.add(Law::Bounded, found);
    }
    if let Some(view) = game.direct() {
        report.add(Law::Direct, values::direct(sampled, &view, oracle)?);
    }
    Ok(report)
}

/// Executes one law and reports what was checked.
fn alone<'g, G: Game>(
    game: &'g G,
    sample: &'g Sample<G::Position>,
    law: Law,
    run: impl FnOnce(&Sampled<'g, G>) -> Result<Count, Broken>,
) -> Result<Report, Broken> {
    let sampled = Sampled::gather(game, sample);
    let count = run(&sampled)?;
    let mut report = sampled.report();
    report.add(law, count);
    Ok(report)
}

/// Checks the laws of [`Game`]:
///
/// * Each method gives the same answer when it is called again.
/// * Equal positions have equal hashes and equal futures.
/// * A position that is not over has moves, each listed once.
/// * Moves gain points only in a game that [`has_gains`](Game::has_gains).
/// * Points stay within [`POINTS_LIMIT`](crate::POINTS_LIMIT) along the lines of play that are tried.
///
/// It is also a law that play reaches finitely many positions, but no test can show it.
///
/// # Errors
///
/// If a law is broken.
pub fn rules<G: Game>(game: &G, sample: &Sample<G::Position>) -> Result<Report, Broken> {
    alone(game, sample, Law::Rules, rules::rules)
}

/// Checks the law of [`Acyclic`]: the rank strictly falls with every move.
///
/// # Errors
///
/// If the law is broken.
pub fn acyclic<G: Game>(
    game: &G,
    view: &impl Acyclic<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Acyclic, |sampled| {
        structure::acyclic(sampled, view)
    })
}

/// Checks the law of [`Keyed`]: different positions have different keys, equal positions have equal keys,
/// and no key has more bits than stated.
///
/// # Errors
///
/// If the law is broken.
pub fn keyed<G: Game>(
    game: &G,
    view: &impl Keyed<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Keyed, |sampled| {
        structure::keyed(sampled, view)
    })
}

/// Checks the law of [`Merged`]: positions with equal keys have equal values for the player to move.
///
/// # Errors
///
/// If the law is broken.
pub fn merged<G: Game>(
    game: &G,
    view: &impl Merged<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Merged, |sampled| {
        values::merged(sampled, view, &mut Oracle::over(sampled))
    })
}

/// Checks the law of [`Expand`]: every child is one that `moves` and `play` give, and comes once; a best child is
/// included; and forced play keeps the value.
///
/// # Errors
///
/// If the law is broken.
pub fn expand<G: Game>(
    game: &G,
    view: &impl Expand<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Expand, |sampled| {
        values::expand(sampled, view, &mut Oracle::over(sampled))
    })
}

/// Checks the law of [`Indexed`]: round trips from every position of the sample, and from up to four times
/// [`positions`](Sample::positions) indices, or from all if there are no more.
///
/// # Errors
///
/// If the law is broken.
pub fn indexed<G: Game>(
    game: &G,
    view: &impl Indexed<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Indexed, |sampled| {
        structure::indexed(sampled, view)
    })
}

/// Checks the law of [`Reversible`]: predecessors are listed once, a legal move leads from each, and none
/// that play can reach is missing.
///
/// # Errors
///
/// If the law is broken.
pub fn reversible<G: Game>(
    game: &G,
    view: &impl Reversible<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Reversible, |sampled| {
        structure::reversible(sampled, view)
    })
}

/// Checks the law of [`Symmetric`]. The canonical form is its own canonical form. It has the same player to
/// move, outcome and value, and the same children up to symmetry. The size of an orbit divides the order,
/// and equals the counted size if the sample is [complete](Report::complete).
///
/// # Errors
///
/// If the law is broken.
pub fn symmetric<G: Game>(
    game: &G,
    view: &impl Symmetric<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Symmetric, |sampled| {
        values::symmetric(sampled, view, &mut Oracle::over(sampled))
    })
}

/// Checks the law of [`Bounded`]: the score lies within the bounds, for each question that can be asked. If the game
/// offers `expand`, it determines the positions in which play is forced.
///
/// # Errors
///
/// If the law is broken.
pub fn bounded<G: Game>(
    game: &G,
    view: &impl Bounded<G>,
    expand: Option<&impl Expand<G>>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Bounded, |sampled| {
        bounded::bounded(sampled, view, expand, &mut Oracle::over(sampled))
    })
}

/// Checks the law of [`Ordered`]: every legal move has a hint, which is the same when it is asked again, and a
/// slot below the number of slots. (The solvers are responsible for hints changing only the time.)
///
/// # Errors
///
/// If the law is broken.
pub fn ordered<G: Game>(
    game: &G,
    view: &impl Ordered<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Ordered, |sampled| {
        structure::ordered(sampled, view)
    })
}

/// Checks the law of [`Direct`]: the values are those of the plain recursion, from
/// [`value`](Direct::value) and from a [`table`](Direct::table).
///
/// # Errors
///
/// If the law is broken.
pub fn direct<G: Game>(
    game: &G,
    view: &impl Direct<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Direct, |sampled| {
        values::direct(sampled, view, &mut Oracle::over(sampled))
    })
}

/// Checks the law of [`Normal`]: the turn passes with every move, the player to move has lost when the game is over,
/// turning twice changes nothing, and the moves of a position are those of its parts.
///
/// # Errors
///
/// If the law is broken.
pub fn normal<G: Game>(
    game: &G,
    view: &impl Normal<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Normal, |sampled| {
        normal::normal(sampled, view)
    })
}

/// Checks the law of [`Parametric`]: no move gains points, and the outcome of a finished position that is
/// worth a sum of weights is that sum.
///
/// # Errors
///
/// If the law is broken.
pub fn parametric<G: Game>(
    game: &G,
    view: &impl Parametric<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Parametric, |sampled| {
        structure::parametric(sampled, view)
    })
}

/// Checks the part of the law of [`Declared`] that needs no reading of the text: different positions have
/// different codes, equal positions have equal codes, and the moves of a position have different numbers.
///
/// # Errors
///
/// If the law is broken.
pub fn declared<G: Game>(
    game: &G,
    view: &impl Declared<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Declared, |sampled| {
        structure::declared(sampled, view)
    })
}

/// Checks the laws of [`Notation`]:
///
/// * Positions and moves are read back as written.
/// * The text of a move is unique, and no text has white space.
/// * Altered, foreign, empty and enormous texts give errors whose spans lie inside the text, never a panic.
/// * Accepted positions are written and read back, and obey the [`rules`] for some plies.
///
/// The check catches panics if the build unwinds. If the build aborts, so does the test.
///
/// # Errors
///
/// If a law is broken. The error is [`Law::Rules`] if a position that was read breaks the rules.
pub fn notation<G: Notation>(game: &G, sample: &Sample<G::Position>) -> Result<Report, Broken> {
    let mut sampled = Sampled::gather(game, sample).written(G::position_text);
    let (of_positions, accepted) = notation::positions(&sampled)?;
    sampled.extend(accepted.iter().map(|(_, position)| position.clone()));
    let mut report = sampled.report();
    report.add(Law::Rules, rules::rules(&sampled)?);
    report.add(Law::Notation, of_positions);
    report.add(Law::Notation, notation::moves(&sampled, &accepted)?);
    Ok(report)
}

/// Checks the laws of [`Pictured`]: every place has its own name, links and targets name places that exist,
/// and drawing as text does not panic.
///
/// # Errors
///
/// If a law is broken.
pub fn pictured<G: Pictured>(game: &G, sample: &Sample<G::Position>) -> Result<Report, Broken> {
    alone(game, sample, Law::Pictured, notation::pictured)
}
