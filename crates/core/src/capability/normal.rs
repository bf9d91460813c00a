//! The capability of games of normal play.

use crate::{Game, Player};

/// States that a game is one of normal play: the players move alternately, and a player who cannot move has lost.
///
/// Such a position has a value as a combinatorial game, given by the moves that each player would have. The value of
/// a sum is the sum of the values.
///
/// **Law**: no move gains points, the turn passes with every move, and a position that is over is lost for
/// the player to move. [`turned`](Normal::turned) changes nothing but whose turn it is: it is its own
/// inverse. In an [`impartial`](Normal::impartial) game, turning commutes with play. The moves of a position
/// are those of its [`parts`](Normal::parts): the parts of its children are its own parts with one of them
/// replaced by the parts of one of that part's children.
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
}
