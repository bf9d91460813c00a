//! Why a file is not accepted.

use std::fmt;

/// What is wrong with a file that is rejected. The names are those of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The first line is another.
    NotACertificate,
    /// The first line has another number.
    UnknownVersion,
    /// The file ends too early.
    Truncated,
    /// A line of the text is not as it should be.
    BadHeader,
    /// The declared rules are not as they should be.
    BadRules,
    /// A value that does not answer the question.
    BadClaim,
    /// The root is no position.
    BadRoot,
    /// A stream that cannot be decompressed.
    BadCompression,
    /// A number that is too long or too large, or too few or too many of them.
    BadNumbers,
    /// Strategy leaves, of which this version knows none.
    UnknownLeaves,
    /// Codes that do not ascend.
    NotAscending,
    /// The digest is another.
    WrongDigest,
    /// Something follows the digest.
    TrailingBytes,
    /// A code that the rules do not know.
    NotAPosition,
    /// A position listed where the game is over.
    GameIsOver,
    /// A move listed that is none.
    IllegalMove,
    /// Play leads to a position that is not listed.
    MissingPosition,
    /// Play ends below the threshold.
    EndingFallsShort,
    /// Gains and the next bound do not add up to the bound.
    BoundNotKept,
    /// A rank that does not fall, or is too great.
    RankNotKept,
    /// The root promises less than is claimed.
    ClaimNotKept,
}

impl Reason {
    /// The name that the book gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::NotACertificate => "not a certificate",
            Reason::UnknownVersion => "unknown version",
            Reason::Truncated => "truncated",
            Reason::BadHeader => "bad header",
            Reason::BadRules => "bad rules",
            Reason::BadClaim => "bad claim",
            Reason::BadRoot => "bad root",
            Reason::BadCompression => "bad compression",
            Reason::BadNumbers => "bad numbers",
            Reason::UnknownLeaves => "unknown leaves",
            Reason::NotAscending => "not ascending",
            Reason::WrongDigest => "wrong digest",
            Reason::TrailingBytes => "trailing bytes",
            Reason::NotAPosition => "not a position",
            Reason::GameIsOver => "game is over",
            Reason::IllegalMove => "illegal move",
            Reason::MissingPosition => "missing position",
            Reason::EndingFallsShort => "ending falls short",
            Reason::BoundNotKept => "bound not kept",
            Reason::RankNotKept => "rank not kept",
            Reason::ClaimNotKept => "claim not kept",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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

impl fmt::Display for Fault {
    /// `REASON`, or `REASON at POSITION`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Rejected { reason, at: None } => reason.fmt(f),
            Fault::Rejected {
                reason,
                at: Some(at),
            } => write!(f, "{reason} at {at}"),
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
