//! Agents: players whose moves are graded.

use yomikiri_face::AnyPosition;

/// A player whose moves are graded.
///
/// # Who should implement it
///
/// Anything that plays: [`Command`](super::Command) runs a program, other languages call a function.
pub trait Agent {
    /// Chooses a move of a position that is not over, in the game's notation. The position knows the
    /// moves that led to it.
    ///
    /// # Errors
    ///
    /// If the agent has no move; a random move is then made in its place.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<String, Fault>;
}

/// A fault of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The agent gave an answer that is no legal move.
    Illegal,
    /// The agent did not answer in time.
    Timeout,
    /// The agent ended, or its pipes failed.
    Crash,
    /// The caller cancelled the grading.
    Cancelled,
}

impl Fault {
    /// Returns its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Illegal => "illegal",
            Fault::Timeout => "timeout",
            Fault::Crash => "crash",
            Fault::Cancelled => "interrupted",
        }
    }
}
