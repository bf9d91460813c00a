//! One skeleton of rules, millions of weightings.
//!
//! In some games weights enter only at the end ([`Parametric`]). Then the value of a position is an
//! expression of maxima (First to move) and minima (Second to move) over the finished positions. A
//! finished position is an outright result or a *form*, a sum of weights. [`Skeleton`] derives this
//! expression from the rules by recursion, looking at each position once. It simplifies the
//! expression by laws of minimum and maximum that hold for all values of the forms. [`Compiled`] is
//! the expression of one position, ready to be given weights.
//!
//! # Why comparisons with 0 decide who wins
//!
//! For any threshold `t`, `max(a, b) > t` exactly if `a > t` or `b > t`, and `min(a, b) > t`
//! exactly if both are. So replace every maximum by *or* and every minimum by *and*, and every form
//! by the statement "this form exceeds `t`": the value exceeds `t` exactly if the result is true.
//! For `t` = 0 this says who wins. It is a monotone Boolean function with one input for each form
//! that is left; if these are few, it fits a table of bits. The exact margin is one of the forms
//! (or an outright result). It is the greatest form that the value reaches, and a few lookups in
//! the same table find it. If there are too many forms for a table, the expression itself is
//! evaluated as a diagram of minima and maxima.

mod compiled;
mod nodes;
mod skeleton;

pub use compiled::{Compiled, Scratch};
pub use nodes::Form;
pub use skeleton::Skeleton;

use crate::{Control, Failure, Identify, Refusal, Solver, Window};
use yomikiri_core::capability::{Acyclic, Parametric};
use yomikiri_core::{Ask, Game, Margin, Outcome, Player, Score};

/// Solves a game whose weights enter only at its end, by its [`Skeleton`] and the game's own
/// weights.
///
/// For one weighting this is a memoised recursion with extra work. It pays because one [`Skeleton`]
/// serves all weightings. It refuses `distance`, because the skeleton does not keep the number of
/// plies.
pub struct ByParametric<'g, G: Game, A, I: Identify<G>, P> {
    skeleton: Skeleton<'g, G, A, I, P>,
    game: &'g G,
    /// The values of the skeleton's nodes so far, from First's side.
    values: Vec<Margin>,
}

impl<'g, G, A, I, P> ByParametric<'g, G, A, I, P>
where
    G: Game,
    A: Acyclic<G>,
    I: Identify<G>,
    P: Parametric<G>,
{
    /// Creates a solver for `game`.
    pub fn new(game: &'g G, acyclic: A, identify: I, parametric: P) -> Self {
        ByParametric {
            skeleton: Skeleton::new(game, acyclic, identify, parametric),
            game,
            values: Vec::new(),
        }
    }
}

impl<G, A, I, P, S> Solver<G, S> for ByParametric<'_, G, A, I, P>
where
    G: Game,
    A: Acyclic<G>,
    I: Identify<G> + Send + Sync,
    P: Parametric<G>,
    S: Score,
{
    fn score(
        &mut self,
        position: &G::Position,
        _window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        if S::ASK == Ask::Distance {
            return Err(Failure::Refused(Refusal::NotParametric(S::ASK)));
        }
        let node = self
            .skeleton
            .node(position, control)
            .map_err(|why| why.failure())?;
        self.skeleton.evaluate(&mut self.values);
        // The sign of a margin says who wins, so a margin is an answer here too.
        let outcome = match self.values[node as usize] {
            Margin::Win => Outcome::Win(Player::First),
            Margin::Points(points) => Outcome::Margin(points),
            Margin::Loss => Outcome::Win(Player::Second),
        };
        Ok(S::of_outcome(outcome, self.game.to_move(position)))
    }

    fn stored(&self) -> u64 {
        self.skeleton.positions()
    }
}
