//! The declared rules of a game, and play by them.

mod cells;
mod graph;
mod ground;
mod heaps;
mod parse;
mod places;
mod walk;

pub(crate) use ground::members;
pub use parse::parse;
pub use places::Places;

use crate::value::{Outcome, Player};

/// The state of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The game is over.
    Over(Outcome),
    /// This player moves.
    Turn(Player),
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The code of the position after it.
    pub code: u128,
    /// The state there.
    pub state: State,
    /// The points that it gains its mover; their negation fits 64 bits too.
    pub gain: i64,
}

/// Declared rules, ready for play. Positions are codes; only `state` accepts other numbers.
pub trait Rules {
    /// Returns the state of a position; `None` if the code is not that of a position.
    fn state(&self, code: u128) -> Option<State>;

    /// Returns the player to move in a position, even if the game is over.
    fn to_move(&self, code: u128) -> Player;

    /// Returns a number that is greater than all numbers of moves in a position that is not over.
    fn most_moves(&self, code: u128) -> u32;

    /// Returns the move with this number, if it is legal in a position that is not over.
    fn step(&self, code: u128, number: u32) -> Option<Step>;

    /// Returns the position in a form for people.
    fn show(&self, code: u128) -> String;

    /// Returns the rules in a few words.
    fn words(&self) -> String;

    /// Returns the places that strategies refer to, if the players claim cells and there are at most 64
    /// places.
    fn places(&self) -> Option<Places> {
        None
    }

    /// Returns whether moves gain points.
    fn has_gains(&self) -> bool {
        false
    }

    /// Returns the worth of endless play, if play may be endless.
    fn endless(&self) -> Option<Outcome> {
        None
    }
}

impl dyn Rules + '_ {
    /// Returns the legal moves of a position that is not over, by ascending number.
    pub fn steps(&self, code: u128) -> impl Iterator<Item = Step> {
        (0..self.most_moves(code)).filter_map(move |number| self.step(code, number))
    }
}
