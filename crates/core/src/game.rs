//! The rules of a game.

use crate::{Outcome, Player};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of a two-player, zero-sum game of perfect information.
///
/// `&self` holds what is fixed before play starts (size, weights, variant); a
/// [`Position`](Game::Position) holds everything that the future depends on, the player to move
/// included.
///
/// # Who should implement it
///
/// Anyone with rules. These seven methods are all that `plain` and `retrograde` need. Whatever else
/// a game can offer (depth-first caches, keys, symmetry, bounds) is a [capability](crate::capability)
/// on top: optional, and separate, so that a game pays only for what it states.
///
/// # Laws
///
/// [`laws::rules`](crate::laws::rules) executes them:
///
/// * **Equal positions have equal futures**: the same player to move, outcome, moves in the same
///   order, gains and next positions.
/// * **Over or not**: `outcome` is `Some` exactly when the game is over; a position that is not over
///   has at least one move. A player who may pass has a passing move.
/// * **Moves are legal and distinct**: `moves` yields each move once; `play` and `gain` are called
///   with moves that `moves` yields at that very position, and with no others.
/// * **Finite**: from any position only finitely many positions can be reached. Play may cycle; then
///   [`endless`](Game::endless) says what going on for ever is worth.
/// * **What is said twice is the same**: [`outcome_after_move`](Game::outcome_after_move) is `outcome`;
///   where the game is [`ALTERNATING`](Game::ALTERNATING), the other player is to move after each move.
/// * **Points add up**: no line of play, until a position returns, collects gains and a final margin
///   beyond ±2<sup>62</sup> ([`POINTS_LIMIT`](crate::POINTS_LIMIT)). A game checks this when it is made.
pub trait Game: Send + Sync {
    /// Whether the turn passes with every move, in every instance. Known when a solver is compiled, it
    /// need not be looked up.
    const ALTERNATING: bool = false;

    /// A state of play.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, meaningful together with the position it is made in.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The position that play usually starts from. Solvers take any position.
    fn start(&self) -> Self::Position;

    /// All positions that play may start from; the usual one first.
    fn starts(&self) -> Vec<Self::Position> {
        vec![self.start()]
    }

    /// What play that never ends is worth. Only matters where play can cycle.
    fn endless(&self) -> Outcome {
        Outcome::Draw
    }

    /// Whose turn it is. Must answer for finished positions too (then it fixes only from whose side
    /// the result is looked at).
    fn to_move(&self, position: &Self::Position) -> Player;

    /// The result, exactly when the game is over.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The same of a position that a legal move has just led to. A game that knows more of those than of
    /// any position can answer faster.
    #[inline(always)]
    fn outcome_after_move(&self, next: &Self::Position) -> Option<Outcome> {
        self.outcome(next)
    }

    /// All legal moves of a position that is not over. The order decides nothing but ties: a
    /// principal variation follows the first best move.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Whether any move may gain points. Where this is `false`, [`gain`](Game::gain) is never asked.
    fn has_gains(&self) -> bool {
        false
    }

    /// The points that a legal move earns its mover (negative: costs).
    fn gain(&self, position: &Self::Position, mv: Self::Move) -> i64 {
        let _ = (position, mv);
        0
    }
}

impl<G: Game> Game for &G {
    const ALTERNATING: bool = G::ALTERNATING;
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> Self::Position {
        (**self).start()
    }
    fn starts(&self) -> Vec<Self::Position> {
        (**self).starts()
    }
    fn endless(&self) -> Outcome {
        (**self).endless()
    }
    #[inline]
    fn to_move(&self, position: &Self::Position) -> Player {
        (**self).to_move(position)
    }
    #[inline]
    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        (**self).outcome(position)
    }
    #[inline(always)]
    fn outcome_after_move(&self, next: &Self::Position) -> Option<Outcome> {
        (**self).outcome_after_move(next)
    }
    #[inline]
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        (**self).moves(position)
    }
    #[inline]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        (**self).play(position, mv)
    }
    fn has_gains(&self) -> bool {
        (**self).has_gains()
    }
    #[inline]
    fn gain(&self, position: &Self::Position, mv: Self::Move) -> i64 {
        (**self).gain(position, mv)
    }
}
