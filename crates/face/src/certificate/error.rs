//! Why there is no certificate.

use std::fmt;
use yomikiri::{Failure, Refusal, Stop, TextError};
use yomikiri_games::asked::Fault;

/// What is said of a game whose rules no certificate can state.
pub(super) const UNSAID: &str = "no certificate can state the rules of this game (it can state lines of cells, heaps, graphs and walks on a grid)";

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProveError {
    /// The text is not a position.
    Text(TextError),
    /// The question does not apply to this game.
    Refused(Refusal),
    /// A limit was reached.
    Stopped(Stop),
    /// The game has no declared rules, and more positions or moves than are written down.
    NotDeclared {
        /// How many positions would be.
        most: usize,
    },
    /// Strategies prove nothing of this kind.
    NoStrategies(Beyond),
    /// Trees with threats prove nothing of this kind.
    NoThreats(Beyond),
    /// The notes are those of another search.
    OtherNotes,
    /// The proof takes more positions than it may.
    Larger,
    /// The search and the proof do not agree: a bug, and no certificate.
    Inconsistent,
    /// The game itself failed: whoever knows its rules gave no answer, or a wrong one.
    Failed(Fault),
}

/// What strategies, or threats, do not speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// In how many plies a player wins.
    Plies,
    /// Games that certificates do not state as claimed cells.
    Rules,
    /// So many cells.
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
    /// The stop with which a search ends. Any other error goes to `keep`, and the search ends as if cancelled.
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
