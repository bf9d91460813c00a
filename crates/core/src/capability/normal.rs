//! The capability of games of normal play.

use crate::{Game, Player};
use std::cmp::Ordering;

/// States that a game is one of normal play: the players move alternately, and a player who cannot move has lost.
///
/// Such a position has a value as a combinatorial game, given by the moves that each player would have. The value of
/// a sum is the sum of the values.
///
/// **Law**: no move gains points, the turn passes with every move, and a position that is over is lost for
/// the player to move. [`turned`](Normal::turned) changes nothing but whose turn it is: it is its own
/// inverse. In an [`impartial`](Normal::impartial) game, turning commutes with play. The moves of a position
/// are those of its [`parts`](Normal::parts): the parts of its children are its own parts with one of them
/// replaced by the parts of one of that part's children. A [known value](Normal::number_and_nimber)
/// is the value: the same whoever's turn it is, the sum of the values of the parts, and the one that the values after
/// all moves allow.
pub trait Normal<G: Game>: Send + Sync {
    /// Returns the same position with the other player to move.
    fn turned(&self, position: &G::Position) -> G::Position;

    /// Returns whether both players always have the same moves.
    fn impartial(&self) -> bool {
        false
    }

    /// Returns positions whose sum is the position, with the same player to move. Equal parts may be given as the
    /// same position, and parts in which neither player has a move may be left out. By default the position is its
    /// only part.
    fn parts(&self, position: &G::Position) -> Vec<G::Position> {
        vec![position.clone()]
    }

    /// Returns the moves that a player would have in a position with First to move, in move order. Each comes with
    /// the position after it, in which First is to move again. The list is empty if the player cannot move.
    fn moves_of(
        &self,
        game: &G,
        position: &G::Position,
        player: Player,
    ) -> Vec<(G::Move, G::Position)> {
        let turned;
        let from = match player {
            Player::First => position,
            Player::Second => {
                turned = self.turned(position);
                &turned
            }
        };
        if game.outcome(from).is_some() {
            return Vec::new();
        }
        let next = |mv| {
            let next = game.play(from, mv);
            match player {
                Player::First => (mv, self.turned(&next)),
                Player::Second => (mv, next),
            }
        };
        game.moves(from).map(next).collect()
    }

    /// Returns the negative of a position: each player has the moves of the other, and these lead to negatives
    /// again. The negative has the form of a part, with the same player to move. Returns `None` if the game does not
    /// know it. The player who moves second wins the sum of a position and its negative.
    fn negative(&self, position: &G::Position) -> Option<G::Position> {
        let _ = position;
        None
    }

    /// Returns the value of a position, if it is a number plus a nimber that the game knows without trying moves.
    /// Whose turn it is does not matter.
    fn number_and_nimber(&self, position: &G::Position) -> Option<NumberAndNimber> {
        let _ = position;
        None
    }
}

/// A value of normal play: a dyadic number, positive if it is good for First, plus a nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberAndNimber {
    /// The number times 2^60: its denominator is at most 2^60.
    pub number: i128,
    /// The nimber: 0 if the value is a number.
    pub nimber: u32,
}

impl NumberAndNimber {
    /// The exponent of the unit of numbers, 2^-60.
    pub const EXPONENT: u32 = 60;
    /// The value 0.
    pub const ZERO: NumberAndNimber = NumberAndNimber {
        number: 0,
        nimber: 0,
    };

    /// Returns the winner if a player is to move.
    pub fn winner(self, to_move: Player) -> Player {
        match (self.number.cmp(&0), self.nimber) {
            (Ordering::Greater, _) => Player::First,
            (Ordering::Less, _) => Player::Second,
            (Ordering::Equal, 0) => to_move.opponent(),
            (Ordering::Equal, _) => to_move,
        }
    }

    /// Returns the sum of two values.
    pub fn plus(self, other: NumberAndNimber) -> NumberAndNimber {
        NumberAndNimber {
            number: self.number + other.number,
            nimber: self.nimber ^ other.nimber,
        }
    }
}
