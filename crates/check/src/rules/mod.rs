//! The declared rules of a game, and how it is played by them.

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

/// What there is to do in a position.
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
    /// The code of the position it leads to.
    pub code: u128,
    /// What there is to do there.
    pub state: State,
    /// The points that it gains its mover; their negative has 64 bits too.
    pub gain: i64,
}

/// Declared rules, ready to be played by. Positions are codes; only `state` may be asked about other numbers.
pub trait Rules {
    /// What there is to do in a position; `None` if the code is that of no position.
    fn state(&self, code: u128) -> Option<State>;

    /// Whose turn it is in a position, also where the game is over.
    fn to_move(&self, code: u128) -> Player;

    /// A number that all numbers of moves are below in a position that is not over.
    fn most_moves(&self, code: u128) -> u32;

    /// The move with this number, if it is legal in a position that is not over.
    fn step(&self, code: u128, number: u32) -> Option<Step>;

    /// The position for people to see.
    fn show(&self, code: u128) -> String;

    /// The rules in a few words.
    fn words(&self) -> String;

    /// What strategies speak of, if the players claim cells and there are at most 64 places.
    fn places(&self) -> Option<Places> {
        None
    }

    /// Whether moves gain points.
    fn has_gains(&self) -> bool {
        false
    }

    /// What play that never ends is worth, where there may be such play.
    fn endless(&self) -> Option<Outcome> {
        None
    }
}

impl dyn Rules + '_ {
    /// The legal moves of a position that is not over, by ascending number.
    pub fn steps(&self, code: u128) -> impl Iterator<Item = Step> {
        (0..self.most_moves(code)).filter_map(move |number| self.step(code, number))
    }
}
