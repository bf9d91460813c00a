//! Play by the rules, with a count of the moves looked at.

use crate::fault::{Fault, Reason};
use crate::rules::{Rules, State};
use crate::value::Player;

/// The rules, and the number of moves that may still be looked at.
pub(crate) struct Play<'r> {
    pub(crate) rules: &'r dyn Rules,
    pub(crate) moves: u64,
}

impl Play<'_> {
    /// Returns the player to move in a listed position.
    pub(crate) fn turn(&self, code: u128) -> Result<Player, Fault> {
        match self.rules.state(code) {
            Some(State::Turn(mover)) => Ok(mover),
            Some(State::Over(_)) => Err(self.fault(Reason::GameIsOver, code)),
            None => Err(Fault::at(Reason::NotAPosition, code.to_string())),
        }
    }

    /// Counts one move.
    pub(crate) fn count(&mut self) -> Result<(), Fault> {
        self.moves = self.moves.checked_sub(1).ok_or(Fault::Limit("moves"))?;
        Ok(())
    }

    /// Returns a fault found at a position.
    pub(crate) fn fault(&self, reason: Reason, code: u128) -> Fault {
        Fault::at(reason, self.rules.show(code))
    }
}
