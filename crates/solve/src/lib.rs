//! Exact solvers for two-player, zero-sum games of perfect information.
//!
//! Implement [`Game`] for your rules, state with [`Capabilities`] what else holds for them, and ask a
//! [`Session`]. Every answer is exact. If a limit stops the solver, you get the range proven so far and
//! the name of the limit. If a method does not apply, you get a [`Refusal`] that says why.
//!
//! The vocabulary comes from `yomikiri-core`. This crate re-exports it.

mod alpha_beta;
mod bytes;
mod census;
mod chain;
mod components;
mod control;
mod deep;
mod direct;
mod identify;
mod map;
mod memo;
pub mod method;
mod parametric;
mod plain;
mod proof_number;
pub mod question;
mod reached;
mod retrograde;
mod session;
mod solver;
mod space;
pub mod table;
mod transposition;

pub use alpha_beta::{AlphaBeta, Coded, Offers, Options, Views};
pub use bytes::Bytes;
pub use census::{Census, CensusError, CensusOptions, Lines, Tally, census};
pub use chain::{Chain, Lengths, Sums};
pub use components::Components;
pub use control::{Control, Line, Progress, thread_count};
pub use deep::DEPTH_LIMIT;
pub use direct::ByDirect;
pub use identify::{ByKey, ByPosition, Identify};
pub use memo::Memo;
pub use method::{Choice, Method};
pub use parametric::{ByParametric, Compiled, Form, Scratch, Skeleton};
pub use plain::Plain;
pub use proof_number::ProofNumber;
pub use reached::Reached;
pub use retrograde::{Retrograde, Solved};
pub use session::{Halt, MoveRange, MoveValue, Session, Survey, places};
pub use solver::{Failure, Refusal, Solver, Window};
pub use space::{Edges, Id, Reversed, Space, SpaceError};
pub use yomikiri_core::*;
