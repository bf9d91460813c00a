//! The capability of games whose rules are plain data.

use super::Absent;
use crate::Game;
use crate::declared::Declaration;

/// States the rules as plain data, by which an independent program can play.
///
/// **Law**: the [declaration](Declared::declaration), read as the book describes, is this game. The
/// [`code`](Declared::code) names a position there, and the [`number`](Declared::number) a move. Then the
/// player to move, the legal moves, the positions to which they lead, their gains and the outcome are the
/// same. `laws` checks that codes are injective over every position that the notation accepts, and that
/// numbers distinguish the moves of a position. A test compares the game with the independent checker's
/// reading of the text.
pub trait Declared<G: Game>: Send + Sync {
    /// Returns the rules.
    fn declaration(&self) -> Declaration;
    /// Returns the number of a position under the declared rules.
    fn code(&self, position: &G::Position) -> u128;
    /// Returns the number of a legal move under the declared rules.
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
