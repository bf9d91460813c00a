//! Limits of a solver, and the reasons why it stopped early.

use std::fmt;
use std::time::Duration;

/// The limits of a solver. `None` means no limit of that kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of positions that it may visit.
    pub nodes: Option<u64>,
    /// The bytes of stored positions and values (without the program's own size).
    pub memory: Option<u64>,
    /// The wall-clock time from the moment when the solver is called.
    pub time: Option<Duration>,
}

/// The reason why a solver stopped before it had the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// [`Limits::nodes`] was reached.
    Nodes,
    /// [`Limits::memory`] was reached, or the system had no more memory.
    Memory,
    /// [`Limits::time`] was reached.
    Time,
    /// The caller cancelled the question.
    Cancelled,
    /// Points along a line of play went beyond [`POINTS_LIMIT`](crate::POINTS_LIMIT).
    ///
    /// A game checks its totals when it is made and names the cell or edge at fault. This is the safety
    /// net for a game that does not.
    Points,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Nodes => "the limit of nodes was reached",
            Stop::Memory => "the limit of memory was reached",
            Stop::Time => "the time limit was reached",
            Stop::Cancelled => "interrupted",
            Stop::Points => "the points along a line of play exceed 2^62",
        })
    }
}

impl std::error::Error for Stop {}
