//! The reference solver: plain recursion over the lines of play.

use crate::deep::{NoStack, with_stack};
use crate::{Control, Failure, Solver, Window};
use yomikiri_core::capability::Acyclic;
use yomikiri_core::{Game, Score, Stop};

/// Plain recursion: *the best over the moves of gain + the next position's score, negated when the
/// turn passes*.
///
/// It visits every line of play to its end. It stores nothing, prunes nothing and uses only the
/// rules. Every other solver is tested against it. Its node count is the number of nodes of the
/// game tree. It needs an [`Acyclic`] game; otherwise it might never return.
pub struct Plain<'g, G, A> {
    game: &'g G,
    acyclic: A,
}

impl<'g, G: Game, A: Acyclic<G>> Plain<'g, G, A> {
    /// Creates a solver for `game`.
    pub fn new(game: &'g G, acyclic: A) -> Self {
        Plain { game, acyclic }
    }
}

impl<G: Game, A: Acyclic<G>, S: Score> Solver<G, S> for Plain<'_, G, A> {
    fn score(
        &mut self,
        position: &G::Position,
        _window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        let game = self.game;
        let gains = game.has_gains();
        let plies = self.acyclic.rank(position);
        let search = || recurse(game, gains, position, control);
        match with_stack(game, position, plies, search) {
            Ok(Ok(score)) => Ok(score),
            Ok(Err(why)) | Err(NoStack::Stopped(why)) => Err(Failure::stopped(why)),
            Err(NoStack::Refused(refusal)) => Err(Failure::Refused(refusal)),
        }
    }

    fn resumes(&self) -> bool {
        false
    }

    fn stored(&self) -> u64 {
        0
    }
}

/// Returns the score of any position, finished or not.
fn recurse<G: Game, S: Score>(
    game: &G,
    gains: bool,
    position: &G::Position,
    control: &mut Control<'_>,
) -> Result<S, Stop> {
    control.visit()?;
    match game.outcome(position) {
        Some(outcome) => Ok(S::of_outcome(outcome, game.to_move(position))),
        None => of_open(game, gains, position.clone(), control),
    }
}

/// Returns the score of a position that is not over. It evaluates finished children in place: half
/// of all positions are finished, and so need no call.
fn of_open<G: Game, S: Score>(
    game: &G,
    gains: bool,
    position: G::Position,
    control: &mut Control<'_>,
) -> Result<S, Stop> {
    let mut best = S::WORST;
    for mv in game.moves(&position) {
        control.visit()?;
        let next = game.play(&position, mv);
        let gain = if gains { game.gain(&position, mv) } else { 0 };
        // If the game says that turns alternate, the compiler knows whose turn it is in `next`.
        let mover = match G::ALTERNATING {
            true => game.to_move(&next).opponent(),
            false => game.to_move(&position),
        };
        let score: S = match game.outcome_after_move(&next) {
            Some(outcome) => S::of_outcome(outcome, mover),
            None => {
                let turned = G::ALTERNATING || game.to_move(&next) != mover;
                let score: S = of_open(game, gains, next, control)?;
                if turned { score.turned() } else { score }
            }
        };
        best = best.max(score.after_ply(gain).ok_or(Stop::Points)?);
    }
    Ok(best)
}
