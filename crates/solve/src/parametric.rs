//! One skeleton of rules, millions of weightings.
//!
//! Where weights enter a game only at its end ([`Parametric`]), the value of a position is an
//! expression of maxima (First to move) and minima (Second to move) over the finished positions:
//! outright results, and *forms*, sums of weights. [`Skeleton`] derives that expression from the
//! rules, by recursion over all positions, each once, and simplifies it as it goes by the laws of
//! minimum and maximum alone, which hold whatever the forms turn out to be worth. [`Compiled`] is the
//! expression of one position, ready to be given weights.
//!
//! # Why comparisons with 0 decide who wins
//!
//! For any threshold `t`, `max(a, b) > t` exactly when `a > t` or `b > t`, and `min(a, b) > t` exactly
//! when both are. So the value of an expression of minima and maxima exceeds `t` exactly when the
//! same expression with *or* for maximum and *and* for minimum is true of the statements "this form
//! exceeds `t`". For `t` = 0 that is who wins; it is a monotone Boolean function of as many
//! comparisons as forms are left, and where they are few, a table of bits. And since the value is one
//! of the forms (or outright), looking for the greatest form that the value reaches finds the exact
//! margin with a few questions to the same table. Where the forms are too many for a table, the
//! expression itself, a diagram of minima and maxima, is evaluated.

mod compiled;
mod skeleton;

pub use compiled::{Compiled, Scratch};
pub use skeleton::{Form, Skeleton};

use crate::{Control, Failure, Identify, Refusal, Solver, Window};
use yomikiri_core::capability::{Acyclic, Parametric};
use yomikiri_core::{Ask, Game, Margin, Outcome, Player, Score};

/// Solves a game whose weights enter only at the end by its [`Skeleton`], with the game's own
/// weights.
///
/// For one weighting this is a memoised recursion with extra work; what it is for is that
/// [`Skeleton`] serves all weightings. `distance` is refused: the skeleton forgets how long play took.
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
    /// A solver for `game`.
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
        // Whatever a finished game may be worth, so may this position: the sign of a margin says who
        // wins.
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
