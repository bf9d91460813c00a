//! Why a file is not accepted.

use std::fmt;

/// Declares [`Reason`] from rows: a reason, and the name that the book gives it, which is its
/// documentation too.
///
/// A macro and not a function, so that a reason and its name stand in one place.
macro_rules! reasons {
    ($($reason:ident $name:literal)*) => {
        /// What is wrong with a file that is rejected: the reasons of the book, in its order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason {
            $(#[doc = $name] $reason),*
        }

        impl Reason {
            /// The name that the book gives it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Reason::$reason => $name),*
                }
            }
        }
    };
}

reasons! {
    NotACertificate "not a certificate"
    UnknownVersion "unknown version"
    Truncated "truncated"
    BadHeader "bad header"
    BadRules "bad rules"
    BadClaim "bad claim"
    BadRoot "bad root"
    BadCompression "bad compression"
    BadNumbers "bad numbers"
    UnknownLeaves "unknown leaves"
    NotAscending "not ascending"
    WrongDigest "wrong digest"
    TrailingBytes "trailing bytes"
    NotAPosition "not a position"
    GameIsOver "game is over"
    IllegalMove "illegal move"
    MissingPosition "missing position"
    EndingFallsShort "ending falls short"
    BoundNotKept "bound not kept"
    RankNotKept "rank not kept"
    ValueNotKept "value not kept"
    ClaimNotKept "claim not kept"
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
            Fault::Rejected { reason, at: None } => f.write_str(reason.name()),
            Fault::Rejected {
                reason,
                at: Some(at),
            } => write!(f, "{} at {at}", reason.name()),
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
