//! The reasons why there is no exact answer.

use crate::{Failure, Refusal};
use std::fmt;
use yomikiri_core::{Player, Score, Stop, Value};

/// The reason why there is no exact answer, in absolute terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The method does not apply.
    Refused(Refusal),
    /// A limit was reached. The true value lies between `lower` and `upper`, seen from First's
    /// side, and these two differ.
    Stopped {
        /// The limit.
        why: Stop,
        /// Proven: First gets at least this.
        lower: Value,
        /// Proven: First gets at most this.
        upper: Value,
    },
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Refused(refusal) => refusal.fmt(f),
            Halt::Stopped { why, lower, upper } if Value::is_all_open(*lower, *upper) => why.fmt(f),
            Halt::Stopped { why, lower, upper } => {
                write!(f, "{why}; proven so far: {lower}..{upper}")
            }
        }
    }
}

impl std::error::Error for Halt {}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Halt {
        Halt::Refused(refusal)
    }
}

impl Halt {
    pub(super) fn new<S: Score>(failure: Failure<S>, to_move: Player) -> Halt {
        match failure {
            Failure::Refused(refusal) => Halt::Refused(refusal),
            Failure::Stopped { why, lower, upper } => {
                let (lower, upper) = match to_move {
                    Player::First => (lower, upper),
                    Player::Second => (upper, lower),
                };
                Halt::Stopped {
                    why,
                    lower: lower.absolute(to_move),
                    upper: upper.absolute(to_move),
                }
            }
        }
    }
}
