//! Faults of a file of parts.

use std::fmt;

/// A fault of a file of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartsFault {
    /// The bytes do not follow the format.
    Damaged {
        /// The offset of the fault in the file.
        byte: usize,
        /// The fault, in a clause.
        what: String,
    },
    /// A key of the file belongs to no position of the game.
    NoPosition {
        /// The name of the game.
        game: String,
        /// The key.
        key: u128,
    },
    /// The rules give a position another value than the file does.
    Wrong {
        /// The name of the game.
        game: String,
        /// The position, in the game's notation.
        position: String,
        /// The value in the file.
        told: String,
        /// The value by the rules.
        derived: String,
    },
}

impl fmt::Display for PartsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartsFault::Damaged { byte, what } => write!(f, "byte {byte}: {what}"),
            PartsFault::NoPosition { game, key } => {
                write!(f, "{key} is the number of no position of `{game}`")
            }
            PartsFault::Wrong {
                game,
                position,
                told,
                derived,
            } => write!(
                f,
                "`{position}` of `{game}` is worth `{told}` in the file and `{derived}` by the rules"
            ),
        }
    }
}

impl std::error::Error for PartsFault {}
