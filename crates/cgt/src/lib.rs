//! Values of short partizan games under normal play, in which a player who cannot move has lost.
//!
//! [`Values`] stores canonical forms, each once, so that two games are equal exactly if their [`Value`]s
//! are. It compares, adds and negates them, and finds stops, thermographs, atomic weights and reduced
//! canonical forms. [`Octal`] has the Grundy values of octal games and proves their periods.
//!
//! The crate contains no particular game and no solver. The theory is that of Berlekamp, Conway and Guy,
//! "Winning Ways" (second edition 2001), and of Siegel, "Combinatorial Game Theory" (2013).

mod canonical;
mod dyadic;
mod error;
mod impartial;
mod name;
mod order;
mod parse;
mod reduced;
mod sparse;
mod store;
mod sum;
mod terms;
mod thermograph;
mod wall;
mod weight;

pub use dyadic::Dyadic;
pub use error::Error;
pub use impartial::{Octal, OctalError, Period, mex};
pub use order::Outcome;
pub use parse::ParseError;
pub use store::{Compact, Side, Value, Values};
pub use terms::{Term, terms};
pub use wall::{Thermograph, Wall};
