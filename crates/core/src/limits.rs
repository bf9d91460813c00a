//! How far a solver may go, and why it stopped short.

use std::fmt;
use std::time::Duration;

/// What a solver may use. `None` means no limit of that kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Bytes of stored positions and values (not the program's own size).
    pub memory: Option<u64>,
    /// Wall-clock time from the moment the solver is asked.
    pub time: Option<Duration>,
}

/// Why a solver stopped before it had the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// [`Limits::nodes`] was reached.
    Nodes,
    /// [`Limits::memory`] was reached, or the system had no more.
    Memory,
    /// [`Limits::time`] was reached.
    Time,
    /// The caller cancelled.
    Cancelled,
    /// Points along a line of play went beyond [`POINTS_LIMIT`](crate::POINTS_LIMIT).
    ///
    /// A game checks its totals when it is made and names the cell or edge at fault; this is the
    /// safety net under a game that does not.
    Points,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Nodes => "the limit of nodes was reached",
            Stop::Memory => "the limit of memory was reached",
            Stop::Time => "the time limit was reached",
            Stop::Cancelled => "cancelled",
            Stop::Points => "the points along a line of play exceed 2^62",
        })
    }
}

impl std::error::Error for Stop {}
