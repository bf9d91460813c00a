//! Errors of values of positions and sums.

use super::parts::PartsFault;
use super::unmet::Unmet;
use crate::{SpecError, Stop, TextError};
use std::fmt;
use yomikiri_cgt::Error;

/// The reason why there is no value.
#[derive(Debug)]
pub enum ValueError {
    /// The text of a sum is wrong.
    Text {
        /// Whether the text is the sum to compare with.
        other: bool,
        /// The fault.
        error: TextError,
    },
    /// A game in the sum is wrong: its spec in the text, or its file.
    Spec {
        /// Whether the fault is in the sum to compare with.
        other: bool,
        /// The byte of that sum at which the spec begins.
        at: usize,
        /// The spec as it was given.
        spec: String,
        /// The fault.
        error: Box<SpecError>,
    },
    /// A position in the sum is wrong.
    Position {
        /// Whether the fault is in the sum to compare with.
        other: bool,
        /// The byte of that sum at which the position begins; `None` if it was given apart.
        at: Option<usize>,
        /// The position as it was given.
        position: String,
        /// The fault.
        error: TextError,
    },
    /// A game is not one of normal play, for this reason.
    NotNormal(String, Unmet),
    /// The players have different moves, but the question asks for Grundy values.
    NotImpartial(String),
    /// The file of parts is damaged or wrong.
    Parts(PartsFault),
    /// A limit of the question was reached.
    Stopped(Stop),
    /// A limit of the computation was reached.
    Beyond(String),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Text { error, .. } | ValueError::Position { error, .. } => {
                f.write_str(&error.message)
            }
            ValueError::Spec { error, .. } => f.write_str(&error.error.message),
            ValueError::NotNormal(game, unmet) => write!(
                f,
                "`{game}` has no value of this kind: {unmet}, and only games of normal play have such values. There a player who cannot \
                 move loses, nothing else ends play, play cannot cycle, and either player may be to move in any position"
            ),
            ValueError::NotImpartial(game) => write!(
                f,
                "`{game}` has no Grundy value: the two players do not have the same moves"
            ),
            ValueError::Parts(fault) => fault.fmt(f),
            ValueError::Stopped(why) => why.fmt(f),
            ValueError::Beyond(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ValueError {}

impl ValueError {
    /// Converts the error of a computation; `why` is the limit of the question that was reached, if
    /// one was.
    pub(super) fn of(error: Error, why: Option<Stop>) -> ValueError {
        match error {
            Error::Stopped => ValueError::Stopped(why.unwrap_or(Stop::Cancelled)),
            error => ValueError::Beyond(error.to_string()),
        }
    }
}
