//! Weights that enter a game only at its end.

use super::Absent;
use crate::Game;

/// Weights enter only at the end: which positions and moves there are, and when play is over, does
/// not depend on them; a finished position is worth a fixed outcome, or a sum of weights.
///
/// So the whole game, solved once, is an expression of minima and maxima over sums of weights: one
/// skeleton of rules for millions of weightings.
///
/// **Law**: no move gains points; at every finished position of which [`form`](Parametric::form) says
/// so, the outcome is a margin: the sum of the [`weights`](Parametric::weights), each as often as
/// `form` writes. That all else is the same under other weights no test of one instance can show: it
/// is the implementation's word, with the reason in its doc comment.
pub trait Parametric<G: Game>: Send + Sync {
    /// The weights of this instance. Other instances that differ in nothing else have as many.
    fn weights(&self) -> &[i64];

    /// Whether a finished position is worth a sum of weights; if so, `counts`, which has a place for
    /// each weight, is overwritten with how often each counts for First (negative: for Second).
    /// If not, the outcome is the same whatever the weights.
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
