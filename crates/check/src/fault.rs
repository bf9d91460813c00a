//! Why a file is not accepted.

use std::fmt;

/// What is wrong with a file that is rejected: the reasons of the book, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The first line is another.
    NotACertificate,
    /// The first line has another number.
    UnknownVersion,
    /// The file ends too early.
    Truncated,
    /// A line of the header is not as it should be.
    BadHeader,
    /// A line of the declared rules is not as it should be.
    BadRules,
    /// A value that does not answer the question, `distance` where moves gain points; all values where they do
    /// not prove each other.
    BadClaim,
    /// `root` is no position.
    BadRoot,
    /// A stream is not one of zlib, or not of the length that is stated.
    BadCompression,
    /// A varint that is too long or too large, a number of no value, a stream that ends early or goes on.
    BadNumbers,
    /// Strategy leaves.
    UnknownLeaves,
    /// A line `symmetry` that does not leave the rules as they are.
    BadSymmetry,
    /// A strategy that is not as it should be, or that is not there.
    BadStrategy,
    /// A difference of 0, or codes that pass 2<sup>128</sup>.
    NotAscending,
    /// The SHA-256 is another.
    WrongDigest,
    /// Something follows the digest.
    TrailingBytes,
    /// A code that the rules do not know.
    NotAPosition,
    /// A position listed where nobody moves.
    GameIsOver,
    /// The claimant's move is none, or a move is listed for the opponent.
    IllegalMove,
    /// Play leads to a position that is not listed.
    MissingPosition,
    /// Play ends below the threshold.
    EndingFallsShort,
    /// Gains and the next bound do not add up to the bound.
    BoundNotKept,
    /// A rank that does not fall; in a claim of delay, one that is too great.
    RankNotKept,
    /// In a claim of values, one that is not the best of what moves lead to.
    ValueNotKept,
    /// In a claim of values as long as a player has made no mistake, one that neither player can be sure of.
    NobodySure,
    /// No rule of a strategy gives a move.
    NoRule,
    /// A rule of a strategy gives two.
    TwoMoves,
    /// Play by a strategy ends below the threshold.
    StrategyFallsShort,
    /// Strategies are played out through more positions than the file says.
    PlayoutTooLong,
    /// A pairing does not answer every line.
    PairingFails,
    /// The root promises less than is claimed.
    ClaimNotKept,
}

impl Reason {
    /// The name that the book gives it: its own, in small letters.
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !name.is_empty() {
                name.push(' ');
            }
            name.extend(letter.to_lowercase());
        }
        name
    }
}

/// Why a file is not accepted as a proof.
#[derive(Debug)]
pub enum Fault {
    /// It is none.
    Rejected {
        /// Why.
        reason: Reason,
        /// The position at which that was found, as the rules show it; for rules, the line.
        at: Option<String>,
    },
    /// A limit was reached: nothing is decided.
    Limit(&'static str),
    /// It could not be read.
    Io(std::io::Error),
}

impl Fault {
    pub(crate) fn at(reason: Reason, place: impl Into<String>) -> Fault {
        let at = Some(place.into());
        Fault::Rejected { reason, at }
    }
}

impl fmt::Display for Fault {
    /// `REASON`, or `REASON at POSITION`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Rejected { reason, at } => {
                f.write_str(&reason.name())?;
                at.iter().try_for_each(|at| write!(f, " at {at}"))
            }
            Fault::Limit(what) => write!(f, "the limit of {what} was reached"),
            Fault::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl From<Reason> for Fault {
    fn from(reason: Reason) -> Fault {
        Fault::Rejected { reason, at: None }
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        Fault::Io(error)
    }
}
