//! The rules of a game.

use crate::{Outcome, Player};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of a two-player, zero-sum game of perfect information.
///
/// `&self` holds everything that is fixed before play starts (size, weights, variant). A
/// [`Position`](Game::Position) holds everything on which the future depends, including the player to
/// move.
///
/// # Who should implement it
///
/// Anyone who wants to solve a game of their own. The solvers `plain` and `retrograde` need only this
/// trait. Everything else that a game can offer (acyclic play, keys, symmetry, bounds) is an optional
/// [capability](crate::capability).
///
/// # Laws
///
/// [`laws::rules`](crate::laws::rules) executes them:
///
/// * **Equal positions have equal futures**: the same player to move, outcome, moves in the same
///   order, gains and next positions.
/// * **The game is over or has a move**: `outcome` is `Some` exactly when the game is over. A position
///   that is not over has at least one move. If a player may pass, passing is a move.
/// * **Moves are legal and distinct**: `moves` yields each move once. Callers pass to `play` and `gain`
///   only moves that `moves` yields at that position.
/// * **Finite**: from any position only finitely many positions can be reached. Play may cycle; then
///   [`endless`](Game::endless) gives the result of play that never ends.
/// * **Facts stated twice agree**: [`outcome_after_move`](Game::outcome_after_move) equals `outcome`. If
///   the game is [`ALTERNATING`](Game::ALTERNATING), the other player is to move after each move.
/// * **Points do not overflow**: no line of play, until a position returns, collects gains and a final
///   margin beyond ±2<sup>62</sup> ([`POINTS_LIMIT`](crate::POINTS_LIMIT)). A game checks this when it
///   is made.
pub trait Game: Send + Sync {
    /// Whether the turn passes with every move, in every instance of the game. Solvers use this at compile time and
    /// need not ask [`to_move`](Game::to_move).
    const ALTERNATING: bool = false;

    /// A state of play.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move. It has a meaning only together with the position in which it is made.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Returns the position from which play usually starts. Solvers accept any position.
    fn start(&self) -> Self::Position;

    /// Returns all positions from which play may start, the usual one first.
    fn starts(&self) -> Vec<Self::Position> {
        vec![self.start()]
    }

    /// Returns the result of play that never ends. It matters only if play can cycle.
    fn endless(&self) -> Outcome {
        Outcome::Draw
    }

    /// Returns the player to move. A finished position has one too, but only so that solvers can score the result
    /// from this player's side.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// Returns the result if the game is over, and otherwise `None`.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Returns the same as [`outcome`](Game::outcome), for a position that a legal move has just reached. A
    /// game may know more about such positions and so answer faster.
    #[inline(always)]
    fn outcome_after_move(&self, next: &Self::Position) -> Option<Outcome> {
        self.outcome(next)
    }

    /// Returns all legal moves of a position that is not over. The order decides only ties: a principal
    /// variation follows the first best move.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Returns the position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Returns whether any move may gain points. If this is `false`, solvers never call [`gain`](Game::gain).
    fn has_gains(&self) -> bool {
        false
    }

    /// Returns whether points may decide the game: gains of moves or margins of ends, as far as the game states it. This
    /// changes no value. It tells which question interests people most.
    fn counts_points(&self) -> bool {
        // If endless play is worth points, so is the end.
        self.has_gains() || matches!(self.endless(), Outcome::Margin(_))
    }

    /// Returns the points that a legal move gains for the player who makes it (negative: costs).
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
    fn counts_points(&self) -> bool {
        (**self).counts_points()
    }
    #[inline]
    fn gain(&self, position: &Self::Position, mv: Self::Move) -> i64 {
        (**self).gain(position, mv)
    }
}
