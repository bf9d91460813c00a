//! The reasons why a value could not be found.

use std::fmt;

/// The reason why a value could not be found. Except for [`Error::NotAllSmall`], the value exists
/// nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number is beyond ±2<sup>60</sup>, or its denominator beyond 2<sup>60</sup>.
    Number,
    /// A multiple of up is beyond ±500.
    Ups,
    /// A nimber is beyond *1023.
    Nimber,
    /// The options of options of a game nest too deeply.
    Deep,
    /// There are more canonical forms than this limit.
    Many(usize),
    /// The caller stopped the work.
    Stopped,
    /// The atomic weight was asked of a game that is not all-small.
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
