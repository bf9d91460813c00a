//! The laws of games, as code that checks them.
//!
//! Solvers believe what a game says of itself. Whoever writes a game calls [`all`] from a test (or
//! [`capabilities`] when it has no notation, or [`rules`] when it is rules alone), for several
//! instances of the game:
//!
//! ```
//! use yomikiri_core::{Game, Outcome, Player};
//! use yomikiri_core::laws::{self, Law, Sample};
//!
//! /// Take one or two of the stones left; who takes the last one wins.
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
//! A law is checked at the positions of a [`Sample`], with values that an oracle of this module's
//! own finds by plain means, cycles included. So a check that passes is evidence; for a game small
//! enough for [`Report::complete`] and without anything skipped it is a proof for that instance, but
//! for the texts, which nobody can try all.
//!
//! The checks take a game that may be wrong in any way and stop at the first law that does not hold.
//! They assume that its methods return.

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
    Acyclic, Bounded, Declared, Direct, Expand, Indexed, Keyed, Merged, Ordered, Parametric,
    Reversible, Symmetric,
};
use crate::{Capabilities, Game, Notation, Pictured};
use oracle::Oracle;
use sample::Sampled;

/// Executes every law that speaks of this game: of its rules, of each capability that it offers, of
/// its notation and its diagrams.
///
/// Positions that the notation accepts, whether or not play reaches them, join the sample.
///
/// # Errors
///
/// The first law found broken. The rules come first, because a game whose rules are broken breaks
/// other laws too.
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

/// Executes the laws of the rules and of each capability that the game offers.
///
/// # Errors
///
/// The first law found broken.
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
        let found = values::bounded(sampled, &view, expand.as_ref(), oracle)?;
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

/// The laws of [`Game`]: everything is the same when asked again; equal positions have equal hashes
/// and futures; a game that is not over has moves, each listed once; only a game that
/// [`has_gains`](Game::has_gains) gains; points stay within
/// [`POINTS_LIMIT`](crate::POINTS_LIMIT) along the lines of play tried.
///
/// That play reaches finitely many positions is also a law, but no test can show it.
///
/// # Errors
///
/// Where a law is broken.
pub fn rules<G: Game>(game: &G, sample: &Sample<G::Position>) -> Result<Report, Broken> {
    alone(game, sample, Law::Rules, rules::rules)
}

/// The law of [`Acyclic`]: the rank strictly falls with every move.
///
/// # Errors
///
/// Where the law is broken.
pub fn acyclic<G: Game>(
    game: &G,
    view: &impl Acyclic<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Acyclic, |sampled| {
        structure::acyclic(sampled, view)
    })
}

/// The law of [`Keyed`]: different positions have different keys, equal ones equal keys, and no key
/// has more bits than stated.
///
/// # Errors
///
/// Where the law is broken.
pub fn keyed<G: Game>(
    game: &G,
    view: &impl Keyed<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Keyed, |sampled| {
        structure::keyed(sampled, view)
    })
}

/// The law of [`Merged`]: equal keys have the same player to move and equal values.
///
/// # Errors
///
/// Where the law is broken.
pub fn merged<G: Game>(
    game: &G,
    view: &impl Merged<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Merged, |sampled| {
        values::merged(sampled, view, &mut Oracle::over(sampled))
    })
}

/// The law of [`Expand`]: children that `moves` and `play` give, each once, the best included; and
/// forced play that keeps the value.
///
/// # Errors
///
/// Where the law is broken.
pub fn expand<G: Game>(
    game: &G,
    view: &impl Expand<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Expand, |sampled| {
        values::expand(sampled, view, &mut Oracle::over(sampled))
    })
}

/// The law of [`Indexed`]: round trips from every position of the sample and from its number of
/// indices, all of them where they are few.
///
/// # Errors
///
/// Where the law is broken.
pub fn indexed<G: Game>(
    game: &G,
    view: &impl Indexed<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Indexed, |sampled| {
        structure::indexed(sampled, view)
    })
}

/// The law of [`Reversible`]: predecessors are listed once, a legal move leads from each, and none
/// that play can reach is missing.
///
/// # Errors
///
/// Where the law is broken.
pub fn reversible<G: Game>(
    game: &G,
    view: &impl Reversible<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Reversible, |sampled| {
        structure::reversible(sampled, view)
    })
}

/// The law of [`Symmetric`]: the canonical form is its own, and has the same player to move, outcome
/// and value, and the same children up to symmetry; an orbit divides the order, and is what can be
/// counted where the sample is [complete](Report::complete).
///
/// # Errors
///
/// Where the law is broken.
pub fn symmetric<G: Game>(
    game: &G,
    view: &impl Symmetric<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Symmetric, |sampled| {
        values::symmetric(sampled, view, &mut Oracle::over(sampled))
    })
}

/// The law of [`Bounded`]: the score lies within the bounds, for each question that can be asked. `expand`
/// says from which positions play is forced, where the game offers that.
///
/// # Errors
///
/// Where the law is broken.
pub fn bounded<G: Game>(
    game: &G,
    view: &impl Bounded<G>,
    expand: Option<&impl Expand<G>>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Bounded, |sampled| {
        values::bounded(sampled, view, expand, &mut Oracle::over(sampled))
    })
}

/// The law of [`Ordered`]: every legal move has a hint, the same when asked again. (That hints change
/// nothing but time is a matter of the solvers.)
///
/// # Errors
///
/// Where the law is broken.
pub fn ordered<G: Game>(
    game: &G,
    view: &impl Ordered<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Ordered, |sampled| {
        structure::ordered(sampled, view)
    })
}

/// The law of [`Direct`]: the values are those of the plain recursion, from
/// [`value`](Direct::value) and from a [`table`](Direct::table).
///
/// # Errors
///
/// Where the law is broken.
pub fn direct<G: Game>(
    game: &G,
    view: &impl Direct<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Direct, |sampled| {
        values::direct(sampled, view, &mut Oracle::over(sampled))
    })
}

/// The law of [`Parametric`]: no move gains points, and the outcome of a finished position that is
/// worth a sum of weights is that sum.
///
/// # Errors
///
/// Where the law is broken.
pub fn parametric<G: Game>(
    game: &G,
    view: &impl Parametric<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Parametric, |sampled| {
        structure::parametric(sampled, view)
    })
}

/// What can be said of [`Declared`] without reading the text: different positions have different codes,
/// equal ones equal codes, and the moves of a position different numbers.
///
/// # Errors
///
/// Where the law is broken.
pub fn declared<G: Game>(
    game: &G,
    view: &impl Declared<G>,
    sample: &Sample<G::Position>,
) -> Result<Report, Broken> {
    alone(game, sample, Law::Declared, |sampled| {
        structure::declared(sampled, view)
    })
}

/// The laws of [`Notation`]: positions and moves are read back as written; a move's text is unique;
/// no text has white space; altered, foreign, empty and enormous texts give errors whose spans lie
/// inside, never a panic; and what is accepted is written and read back, and obeys the
/// [`rules`] for some plies.
///
/// Panics are caught where the build unwinds; where it aborts, so does the test.
///
/// # Errors
///
/// Where a law is broken; [`Law::Rules`] when it is one of a position that was read.
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

/// The laws of [`Pictured`]: places have names of their own, links and targets name places that
/// exist, drawing as text does not panic.
///
/// # Errors
///
/// Where a law is broken.
pub fn pictured<G: Pictured>(game: &G, sample: &Sample<G::Position>) -> Result<Report, Broken> {
    alone(game, sample, Law::Pictured, notation::pictured)
}
