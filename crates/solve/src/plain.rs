//! The oracle: plain recursion over the lines of play.

use crate::deep::{NoStack, with_stack};
use crate::{Control, Failure, Solver, Window};
use yomikiri_core::capability::Acyclic;
use yomikiri_core::{Game, Score, Stop};

/// Plain recursion: *the best over the moves of gain + the next position's score, turned round when
/// the turn passes*.
///
/// It visits every line of play to its end, stores nothing, prunes nothing and **is never
/// optimised**: every other solver is held equal to it. Its node count is the number of nodes of the
/// game tree. Needs a game that vouches for being [`Acyclic`], or it might not come back.
pub struct Plain<'g, G, A> {
    game: &'g G,
    acyclic: A,
}

impl<'g, G: Game, A: Acyclic<G>> Plain<'g, G, A> {
    /// A solver for `game`.
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

    fn stored(&self) -> u64 {
        0
    }
}

fn recurse<G: Game, S: Score>(
    game: &G,
    gains: bool,
    position: &G::Position,
    control: &mut Control<'_>,
) -> Result<S, Stop> {
    control.visit()?;
    let mover = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return Ok(S::of_outcome(outcome, mover));
    }
    let mut best = S::WORST;
    for mv in game.moves(position) {
        let next = game.play(position, mv);
        let gain = if gains { game.gain(position, mv) } else { 0 };
        let score: S = recurse(game, gains, &next, control)?;
        best = best.max(
            score
                .of_move(gain, mover, game.to_move(&next))
                .ok_or(Stop::Points)?,
        );
    }
    Ok(best)
}
