//! Positions of normal play, with the moves of both players.

use std::any::Any;
use yomikiri::capability::{Acyclic, Normal, NumberAndNimber};
use yomikiri::table::{key_of, position_of};
use yomikiri::{Capabilities, Game, Notation, Player};
use yomikiri_games::compact::Compact;

/// A position of a game of normal play whose positions are integers. The player to move does not matter:
/// all returned positions have First to move.
#[derive(Clone, Copy, Debug)]
pub struct NormalPlay<'g> {
    game: &'g Compact,
    start: u128,
}

impl<'g> NormalPlay<'g> {
    /// Returns the game as one of normal play, if it is one; only compact games are.
    pub(super) fn new<G: Game + 'static>(game: &'g G, at: &G::Position) -> Option<NormalPlay<'g>> {
        let game = (game as &dyn Any).downcast_ref::<Compact>()?;
        let start = *(at as &dyn Any).downcast_ref::<u128>()?;
        game.acyclic()?;
        let normal = game.normal()?;
        let start = match game.to_move(&start) {
            Player::First => start,
            Player::Second => normal.turned(&start),
        };
        Some(NormalPlay { game, start })
    }

    /// Returns the position that was asked about.
    pub fn start(&self) -> u128 {
        self.start
    }

    /// Returns whether both players always have the same moves.
    pub fn impartial(&self) -> bool {
        self.game.impartial()
    }

    /// Returns a bound on the number of moves still to come.
    pub fn plies(&self, position: u128) -> u64 {
        self.game.rank(&position)
    }

    /// Returns the positions whose sum a position is. Equal parts are the same position.
    pub fn parts(&self, position: u128) -> Vec<u128> {
        self.game.parts(&position)
    }

    /// Returns the value of a position, if it is a number plus a nimber that the game knows without trying moves.
    pub fn number_and_nimber(&self, position: u128) -> Option<NumberAndNimber> {
        self.game.number_and_nimber(&position)
    }

    /// Returns the number of a position in files: it is the same in every run, and no other position has
    /// it.
    pub fn key(&self, position: u128) -> u128 {
        key_of(self.game, &position).unwrap_or(position)
    }

    /// Returns whether [`at`](NormalPlay::at) finds positions by their numbers.
    pub fn leads_back(&self) -> bool {
        position_of(self.game, self.key(self.start)).is_some()
    }

    /// Returns the position with a number, if it is one with First to move.
    pub fn at(&self, key: u128) -> Option<u128> {
        let position = position_of(self.game, key)?;
        (self.game.to_move(&position) == Player::First).then_some(position)
    }

    /// Returns the positions to which a player can move.
    pub fn next(&self, position: u128, player: Player) -> Vec<u128> {
        let moves = self.game.moves_of(self.game, &position, player);
        moves.into_iter().map(|(_, next)| next).collect()
    }

    /// Returns the moves of a player as text, with the positions after them.
    pub fn moves(&self, position: u128, player: Player) -> Vec<(String, u128)> {
        let from = match player {
            Player::First => position,
            Player::Second => self.game.turned(&position),
        };
        let text = |(mv, next)| (self.game.move_text(&from, mv), next);
        let moves = self.game.moves_of(self.game, &position, player).into_iter();
        moves.map(text).collect()
    }

    /// Returns the position as text.
    pub fn text(&self, position: u128) -> String {
        self.game.position_text(&position)
    }
}
