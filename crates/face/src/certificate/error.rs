//! The reasons why there is no certificate.

use std::fmt;
use yomikiri::{Failure, Refusal, Stop, TextError};
use yomikiri_games::asked::Fault;

/// The message for a game whose rules no certificate can state.
pub(super) const UNSAID: &str = "no certificate can state the rules of this game (it can state lines of cells, heaps, graphs and walks on a grid)";

/// The reason why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProveError {
    /// The text is not a position.
    Text(TextError),
    /// The question does not apply to this game.
    Refused(Refusal),
    /// A limit was reached.
    Stopped(Stop),
    /// The game has no declared rules, and too many positions or moves to be written down.
    NotDeclared {
        /// The most positions that would be written down.
        most: usize,
    },
    /// Strategies cannot prove this.
    NoStrategies(Beyond),
    /// Trees with threats cannot prove this.
    NoThreats(Beyond),
    /// The notes belong to another search.
    OtherNotes,
    /// The proof needs more positions than it may have.
    Larger,
    /// The search and the proof contradict each other. This is a bug, and there is no certificate.
    Inconsistent,
    /// The game itself failed: its rules, in another program, gave no answer or a wrong one.
    Failed(Fault),
}

/// A subject that strategies, or threats, cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The number of plies of a win.
    Plies,
    /// Games that certificates do not state as claimed cells.
    Rules,
    /// This many cells.
    Size,
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Beyond::Plies => "strategies prove who wins, or by how many points, but not in how many plies",
            Beyond::Rules => "strategies are for games that a certificate states as claimed cells: this game is of another kind, or has more than 64 cells",
            Beyond::Size => "strategies speak of at most 64 cells in all, or of 32 where a player chooses between two marks",
        })
    }
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProveError::Text(error) => error.fmt(f),
            ProveError::Refused(refusal) => refusal.fmt(f),
            ProveError::Stopped(stop) => stop.fmt(f),
            ProveError::NotDeclared { most } => write!(
                f,
                "{UNSAID}, and more than {most} positions or four times as many moves are too many to write \
                 down as a graph"
            ),
            ProveError::Failed(fault) => fault.fmt(f),
            ProveError::NoStrategies(beyond) => beyond.fmt(f),
            ProveError::NoThreats(Beyond::Plies) => f.write_str("threats prove who wins, but not by how many points or in how many plies"),
            ProveError::NoThreats(_) => f.write_str("threats are for boards of at most 64 cells on which a line of a player's own marks wins: this game is of another kind"),
            ProveError::OtherNotes => f.write_str(
                "the file to resume from is of another game, position or question, or is no such file",
            ),
            ProveError::Larger => f.write_str("the proof takes more positions than it may"),
            ProveError::Inconsistent => f.write_str(
                "the proof does not come out as the search did: this is a bug, please report it",
            ),
        }
    }
}

impl std::error::Error for ProveError {}

impl ProveError {
    /// Returns the stop with which a search ends. Any other error goes to `keep`, and the search ends as if
    /// cancelled.
    pub(super) fn into_stop(self, keep: impl FnOnce(ProveError)) -> Stop {
        match self {
            ProveError::Stopped(stop) => stop,
            error => {
                keep(error);
                Stop::Cancelled
            }
        }
    }
}

impl From<TextError> for ProveError {
    fn from(error: TextError) -> ProveError {
        ProveError::Text(error)
    }
}

impl From<Stop> for ProveError {
    fn from(stop: Stop) -> ProveError {
        ProveError::Stopped(stop)
    }
}

impl<S> From<Failure<S>> for ProveError {
    fn from(failure: Failure<S>) -> ProveError {
        match failure {
            Failure::Refused(refusal) => ProveError::Refused(refusal),
            Failure::Stopped { why, .. } => ProveError::Stopped(why),
        }
    }
}
