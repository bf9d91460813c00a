//! The capability of games in which weights matter only at the end.

use super::Absent;
use crate::Game;

/// States that weights matter only at the end of the game.
///
/// The positions, the moves and the end of play do not depend on the weights. A finished position is
/// worth a fixed outcome or a sum of weights. So the whole game, solved once, is an expression of minima
/// and maxima over sums of weights: one skeleton for millions of weightings.
///
/// **Law**: no move gains points. At every finished position for which [`form`](Parametric::form) returns
/// `true`, the outcome is a margin: the sum of the [`weights`](Parametric::weights), each multiplied by the
/// count that `form` writes. No test of one instance can show that everything else is the same under other
/// weights. The implementation vouches for it and gives the reason in its doc comment.
pub trait Parametric<G: Game>: Send + Sync {
    /// Returns the weights of this instance. Instances that differ only in weights have equally many.
    fn weights(&self) -> &[i64];

    /// Returns whether the value of a finished position is a sum of weights. If so, the method writes into `counts`,
    /// which has a place for each weight, how often each weight counts for First (negative: for Second). If not, the
    /// outcome is the same under all weights.
    fn form(&self, position: &G::Position, counts: &mut [i64]) -> bool;
}

impl<G: Game> Parametric<G> for Absent {
    fn weights(&self) -> &[i64] {
        match *self {}
    }
    fn form(&self, _: &G::Position, _: &mut [i64]) -> bool {
        match *self {}
    }
}

impl<G: Game, T: Parametric<G>> Parametric<G> for &T {
    fn weights(&self) -> &[i64] {
        (**self).weights()
    }
    fn form(&self, position: &G::Position, counts: &mut [i64]) -> bool {
        (**self).form(position, counts)
    }
}
