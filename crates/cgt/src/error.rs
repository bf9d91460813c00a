//! Why a value could not be found.

use std::fmt;

/// Why a value could not be found. None of them means that there is no value, but [`Error::NotAllSmall`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number is beyond ±2<sup>60</sup>, or its denominator beyond 2<sup>60</sup>.
    Number,
    /// A multiple of up is beyond ±500.
    Ups,
    /// A nimber is beyond *1023.
    Nimber,
    /// The options of options of a game are too deep.
    Deep,
    /// More canonical forms than the limit.
    Many(usize),
    /// The caller asked to stop.
    Stopped,
    /// The atomic weight of a game that is not all-small.
    NotAllSmall,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Number => f.write_str("a number is beyond 2^60, or its denominator is"),
            Error::Ups => f.write_str("a multiple of up is beyond 500"),
            Error::Nimber => f.write_str("a nimber is beyond *1023"),
            Error::Deep => f.write_str("a game has options more than 1,000 moves deep"),
            Error::Many(limit) => write!(f, "there are more than {limit} canonical forms"),
            Error::Stopped => f.write_str("stopped"),
            Error::NotAllSmall => f.write_str("only an all-small game has an atomic weight"),
        }
    }
}

impl std::error::Error for Error {}
