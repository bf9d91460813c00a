//! A solver under a question: the scores of positions and moves, as their player sees them.

use crate::question::Question;
use crate::{Control, Failure, Solver};
use yomikiri_core::{Game, Player, Score, Stop};

pub(super) struct By<'g, G: Game, Q: Question> {
    pub(super) game: &'g G,
    pub(super) solver: Box<dyn Solver<G, Q::Score> + 'g>,
}

/// The result of a move, by the rules alone.
pub(super) struct Led<G: Game> {
    pub(super) next: G::Position,
    pub(super) mover: Player,
    /// The next player to move.
    pub(super) to_move: Player,
    gain: i64,
    /// The lead, in points, of the next player to move.
    next_lead: i64,
}

impl<G: Game> Led<G> {
    /// Converts a score of the next position to the view of the player who made the move and was `lead` points ahead.
    pub(super) fn seen<Q: Question>(&self, score: Q::Score, lead: i64) -> Option<Q::Seen> {
        Q::see(score.of_move(self.gain, self.mover, self.to_move)?, lead)
    }
}

/// A move, its score and the position it leads to.
pub(super) struct Step<G: Game, Q: Question> {
    pub(super) next: G::Position,
    /// The score of the move, as its mover sees it.
    pub(super) seen: Q::Seen,
    /// The score of the next position, as the player to move there sees it.
    pub(super) next_seen: Q::Seen,
    /// The lead, in points, of the player to move there.
    pub(super) next_lead: i64,
}

impl<G: Game, Q: Question> By<'_, G, Q> {
    /// Returns the score of a position as seen by the player to move, who is `lead` points ahead.
    pub(super) fn see(
        &mut self,
        at: &G::Position,
        lead: i64,
        control: &mut Control<'_>,
    ) -> Result<Q::Seen, Failure<Q::Seen>> {
        match self.solver.score(at, Q::window(lead), control) {
            Ok(score) => Q::see(score, lead).ok_or(Failure::stopped(Stop::Points)),
            Err(failure) => seen_failure::<Q>(failure, lead).settled(),
        }
    }

    /// Returns the result of a move of a player who is `lead` points ahead. `None` if the points exceed the limit.
    pub(super) fn led(&self, at: &G::Position, mv: G::Move, lead: i64) -> Option<Led<G>> {
        let game = self.game;
        let mover = game.to_move(at);
        let next = game.play(at, mv);
        let to_move = game.to_move(&next);
        let gain = if game.has_gains() {
            game.gain(at, mv)
        } else {
            0
        };
        let led = lead.checked_add(gain)?;
        let next_lead = if mover == to_move {
            led
        } else {
            led.checked_neg()?
        };
        Some(Led {
            next,
            mover,
            to_move,
            gain,
            next_lead,
        })
    }

    /// Returns the score of the position after a move, as exactly as its mover needs it.
    pub(super) fn after(
        &mut self,
        led: &Led<G>,
        control: &mut Control<'_>,
    ) -> Result<Q::Score, Failure<Q::Score>> {
        let window = Q::window(led.next_lead);
        control.aside(|control| self.solver.score(&led.next, window, control))
    }

    /// Returns the score of a move for its mover, who is `lead` points ahead.
    pub(super) fn step(
        &mut self,
        at: &G::Position,
        mv: G::Move,
        lead: i64,
        control: &mut Control<'_>,
    ) -> Result<Step<G, Q>, Failure<Q::Seen>> {
        let points = || Failure::stopped(Stop::Points);
        let led = self.led(at, mv, lead).ok_or_else(points)?;
        // A range proven there belongs to another position, and proves nothing about this one.
        let score = self.after(&led, control).map_err(|failure| match failure {
            Failure::Refused(refusal) => Failure::Refused(refusal),
            Failure::Stopped { why, .. } => Failure::stopped(why),
        })?;
        Ok(Step {
            seen: led.seen::<Q>(score, lead).ok_or_else(points)?,
            next_seen: Q::see(score, led.next_lead).ok_or_else(points)?,
            next: led.next,
            next_lead: led.next_lead,
        })
    }
}

fn seen_failure<Q: Question>(failure: Failure<Q::Score>, lead: i64) -> Failure<Q::Seen> {
    match failure {
        Failure::Refused(refusal) => Failure::Refused(refusal),
        Failure::Stopped { why, lower, upper } => Failure::Stopped {
            why,
            lower: Q::see(lower, lead).unwrap_or(Q::Seen::WORST),
            upper: Q::see(upper, lead).unwrap_or(Q::Seen::BEST),
        },
    }
}
