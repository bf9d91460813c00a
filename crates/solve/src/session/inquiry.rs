//! The answers of a session, whatever the question.

use super::by::By;
use super::halt::Halt;
use super::survey::{Known, Survey};
use crate::question::Question;
use crate::{Control, Refusal};
use rustc_hash::FxHashSet;
use yomikiri_core::{Game, Score, Stop, Value};

/// A [`Session`](super::Session) with the type of its question erased.
pub(super) trait Inquiry<G: Game> {
    fn value(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Value, Halt>;
    fn moves(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal>;
    fn survey(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal>;
    fn line(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Vec<G::Move>, Halt>;
    fn count(
        &mut self,
        at: &G::Position,
        most: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<usize>, Stop>;
    fn stored(&self) -> u64;
}

impl<G: Game, Q: Question> Inquiry<G> for By<'_, G, Q> {
    fn value(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Value, Halt> {
        let to_move = self.game.to_move(at);
        self.solver.unfollow();
        match self.see(at, 0, control) {
            Ok(seen) => Ok(seen.absolute(to_move)),
            Err(failure) => Err(Halt::new(failure, to_move)),
        }
    }

    fn moves(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal> {
        self.survey_moves(at, Known::nothing(), control)
    }

    fn survey(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal> {
        self.solver.unfollow();
        let known = self.own_range(at, control)?;
        self.survey_moves(at, known, control)
    }

    fn line(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Vec<G::Move>, Halt> {
        let game = self.game;
        let start_to_move = game.to_move(at);
        let halt = |failure| Halt::new(failure, start_to_move);
        self.solver.follow(at);
        let (mut at, mut lead) = (at.clone(), 0);
        let mut best = self.see(&at, lead, control).map_err(halt)?;
        let mut before = FxHashSet::default();
        let mut line = Vec::new();
        while game.outcome(&at).is_none() && before.insert(at.clone()) {
            let mut found = None;
            for mv in game.moves(&at) {
                let step = self.step(&at, mv, lead, control).map_err(halt)?;
                if step.seen == best {
                    found = Some((mv, step));
                    break;
                }
            }
            // By the recursion, some move has the value of the position. Endless play is the exception: its distance
            // has no number of plies by which moves could differ.
            let Some((mv, step)) = found else { break };
            line.push(mv);
            (at, lead, best) = (step.next, step.next_lead, step.next_seen);
        }
        if game.outcome(&at).is_none() && before.contains(&at) {
            // The last move went back to a position that the line already contains.
            line.pop();
        }
        Ok(line)
    }

    fn count(
        &mut self,
        at: &G::Position,
        most: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<usize>, Stop> {
        self.solver.count(at, most, control)
    }

    fn stored(&self) -> u64 {
        self.solver.stored()
    }
}
