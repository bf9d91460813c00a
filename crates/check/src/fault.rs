//! The reasons why a file is not accepted.

use std::fmt;

/// The fault of a rejected file: the reasons in the book, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The first line is not that of a certificate.
    NotACertificate,
    /// The first line has another version number.
    UnknownVersion,
    /// The file ends too early.
    Truncated,
    /// A line of the header is malformed.
    BadHeader,
    /// A line of the declared rules is malformed.
    BadRules,
    /// A value that does not answer the question; `distance` if moves gain points; all values if they do not
    /// prove each other.
    BadClaim,
    /// `root` is no position.
    BadRoot,
    /// A stream is not one of zlib, or does not have the stated length.
    BadCompression,
    /// A varint that is too long or too large, a number that stands for no value, or a stream that ends early
    /// or goes on.
    BadNumbers,
    /// Strategy leaves in a list of positions.
    UnknownLeaves,
    /// A line `symmetry` that does not keep the rules.
    BadSymmetry,
    /// A strategy that is malformed, or does not exist.
    BadStrategy,
    /// A difference of 0, or codes that pass 2<sup>128</sup>.
    NotAscending,
    /// The SHA-256 is wrong.
    WrongDigest,
    /// Something follows the digest.
    TrailingBytes,
    /// A code that is no position under the rules.
    NotAPosition,
    /// A listed position in which the game is over.
    GameIsOver,
    /// The claimant's move is illegal, or a move is listed for the opponent.
    IllegalMove,
    /// Play leads to a position that is not listed.
    MissingPosition,
    /// Play ends below the threshold.
    EndingFallsShort,
    /// Gains and the next bound do not add up to the bound.
    BoundNotKept,
    /// A rank that does not fall, or in a claim of delay, one that is too great.
    RankNotKept,
    /// In a claim of values, a value that is not the best over the moves.
    ValueNotKept,
    /// In a claim of values as long as a player has made no mistake, a value that neither player can be sure
    /// of.
    NobodySure,
    /// No rule of a strategy gives a move.
    NoRule,
    /// A rule of a strategy gives two moves.
    TwoMoves,
    /// Play by a strategy ends below the threshold.
    StrategyFallsShort,
    /// The strategies are played out through more positions than the file states.
    PlayoutTooLong,
    /// A pairing does not answer every line.
    PairingFails,
    /// The root guarantees less than the claim.
    ClaimNotKept,
}

impl Reason {
    /// Returns the name in the book: the name of the variant, in small letters.
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

/// The reason why a file is not accepted as a proof.
#[derive(Debug)]
pub enum Fault {
    /// The file is no proof.
    Rejected {
        /// The reason.
        reason: Reason,
        /// The position where the fault was found, as the rules show it; for rules, the line.
        at: Option<String>,
    },
    /// A limit was reached: nothing is decided.
    Limit(&'static str),
    /// The file could not be read.
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
