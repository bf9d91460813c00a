//! The vocabulary of exact game solving.
//!
//! A [`Game`] is a set of rules for two players with perfect information. An [`Outcome`] is the
//! absolute result of a finished game; a [`Score`] is the same thing seen by the player to move,
//! under one of three questions ([`Ask`]); a [`Value`] is the absolute answer to such a question.
//! What a game can offer beyond its rules (a unique key, a symmetry, bounds, ...) are
//! [`capability`] traits, each with a law that [`laws`] executes.
//!
//! This crate does no I/O, knows no game and contains no solver.

pub mod capability;
pub mod declared;
pub mod diagram;
mod game;
pub mod laws;
mod limits;
mod notation;
mod outcome;
pub mod processor;
mod score;
mod value;

pub use capability::Capabilities;
pub use diagram::{Diagram, Layout, Pictured};
pub use game::Game;
pub use limits::{Limits, Stop};
pub use notation::{Notation, TextError};
pub use outcome::{Outcome, Player};
pub use score::{Ask, Distance, Margin, POINTS_LIMIT, Plies, Score, Wdl, check_points};
pub use value::{ParseValueError, Value};
