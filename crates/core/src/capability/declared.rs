//! Rules as plain data.

use super::Absent;
use crate::Game;
use crate::declared::Declaration;

/// The rules as plain data that a stranger's program can play by.
///
/// **Law**: the [declaration](Declared::declaration), played by as the book says, is this game: with
/// [`code`](Declared::code) and [`number`](Declared::number) naming positions and moves there, the same
/// player is to move, the same moves are legal and lead to the same positions for the same gains, and
/// the outcome is the same. `laws` checks that codes are injective over every position that the notation
/// accepts and that numbers tell the moves of a position apart; that the game is the same is held by a
/// test against the independent checker's reading of the text.
pub trait Declared<G: Game>: Send + Sync {
    /// The rules.
    fn declaration(&self) -> Declaration;
    /// A position's number under the declared rules.
    fn code(&self, position: &G::Position) -> u128;
    /// A legal move's number under the declared rules.
    fn number(&self, position: &G::Position, mv: G::Move) -> u32;
}

impl<G: Game> Declared<G> for Absent {
    fn declaration(&self) -> Declaration {
        match *self {}
    }
    fn code(&self, _: &G::Position) -> u128 {
        match *self {}
    }
    fn number(&self, _: &G::Position, _: G::Move) -> u32 {
        match *self {}
    }
}

impl<G: Game, T: Declared<G>> Declared<G> for &T {
    fn declaration(&self) -> Declaration {
        (**self).declaration()
    }
    fn code(&self, position: &G::Position) -> u128 {
        (**self).code(position)
    }
    fn number(&self, position: &G::Position, mv: G::Move) -> u32 {
        (**self).number(position, mv)
    }
}
