//! The vocabulary of exact game solving.
//!
//! - A [`Game`] is a set of rules for two players with perfect information.
//! - An [`Outcome`] is the absolute result of a finished game.
//! - A [`Score`] is the worth of a position to the player to move, under one of three questions
//!   ([`Ask`]).
//! - A [`Value`] is the absolute answer to a question.
//! - A game can offer more than its rules: a unique key, a symmetry, bounds and so on. Each of these is a
//!   [`capability`] trait with a law, and [`laws`] executes the laws.
//!
//! This crate does no I/O, knows no game and contains no solver.

pub mod capability;
pub mod declared;
pub mod diagram;
mod game;
pub mod laws;
mod limits;
mod notation;
mod numbers;
mod outcome;
pub mod processor;
pub mod random;
mod score;
mod value;

pub use capability::Capabilities;
pub use diagram::{Diagram, Layout, Pictured};
pub use game::Game;
pub use limits::{Limits, Stop};
pub use notation::{Notation, TextError};
pub use numbers::{Bytes, Counted};
pub use outcome::{Outcome, Player};
pub use score::{Distance, Margin, POINTS_LIMIT, Score, Wdl, check_points};
pub use value::{Ask, ParseValueError, Plies, Value};
