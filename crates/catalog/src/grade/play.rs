//! Games that an agent plays to be graded.

use super::grader::Choice;
use super::{Agent, Fault, GradeError, Grader, TOGETHER};
use crate::Points;
use std::sync::Arc;
use yomikiri::random::Random;
use yomikiri::{Player, Stop};

/// The opponent of an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// An opponent that makes any legal move, all equally likely.
    #[default]
    Random,
    /// An opponent that makes any perfect move, all equally likely.
    Perfect,
    /// The agent itself.
    Same,
}

impl Opponent {
    /// All opponents.
    pub const ALL: [Opponent; 3] = [Opponent::Random, Opponent::Perfect, Opponent::Same];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Opponent::Random => "random",
            Opponent::Perfect => "perfect",
            Opponent::Same => "self",
        }
    }
}

/// The games that an agent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The number of games. The agent is First in the first game, Second in the next, and so on in
    /// turn.
    pub games: u64,
    /// The longest game, in plies; longer games are broken off.
    pub plies: usize,
    /// The agent's opponent.
    pub opponent: Opponent,
    /// The seed of the opponent's choices.
    pub seed: u64,
}

impl Default for Play {
    fn default() -> Play {
        Play {
            games: 100,
            plies: 1000,
            opponent: Opponent::Random,
            seed: 0,
        }
    }
}

impl Grader<'_, '_> {
    /// Lets an agent play, and grades its moves. If the agent fails to give a legal move, the fault is
    /// counted, and a random move is made in its place and not graded.
    ///
    /// # Errors
    ///
    /// If the question has no answer, or if the grading is to stop.
    pub fn play(&mut self, agent: &mut dyn Agent, play: &Play) -> Result<(), GradeError> {
        let mut games = Vec::new();
        for game in 0..play.games {
            let mut random = Random::new(play.seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let side = match game % 2 {
                0 => Player::First,
                _ => Player::Second,
            };
            games.push(self.play_one(agent, play, side, &mut random)?);
            if games.len() == TOGETHER {
                self.grade(std::mem::take(&mut games))?;
            }
        }
        Ok(self.grade(games)?)
    }

    /// Lets an agent play a game, and returns its moves.
    fn play_one(
        &mut self,
        agent: &mut dyn Agent,
        play: &Play,
        side: Player,
        random: &mut Random,
    ) -> Result<Vec<Choice>, GradeError> {
        let text = yomikiri_face::START;
        let broken = |error| GradeError::Text {
            word: text.to_owned(),
            number: None,
            error,
        };
        let mut at = Arc::clone(self.game).hold(text).map_err(broken)?;
        let mut choices = Vec::new();
        for ply in 0..play.plies {
            let legal = at.moves().to_vec();
            if legal.is_empty() {
                break;
            }
            let usual = at.usual_text();
            let points = Points::of(&at.gains());
            let its_turn = play.opponent == Opponent::Same || at.to_move() == side;
            let mv = if its_turn {
                let chosen = agent.choose(at.as_ref());
                let chosen = chosen.and_then(|mv| match legal.contains(&mv) {
                    true => Ok(mv),
                    false => Err(Fault::Illegal),
                });
                match chosen {
                    Ok(mv) => {
                        choices.push(Choice {
                            ply,
                            points,
                            at: usual,
                            mv: mv.clone(),
                            name: None,
                        });
                        Some(mv)
                    }
                    Err(Fault::Cancelled) => {
                        return Err(crate::QueryError::Stopped(Stop::Cancelled).into());
                    }
                    Err(fault) => {
                        self.fault(fault);
                        random.pick(&legal).cloned()
                    }
                }
            } else {
                self.reply(play.opponent, (&usual, points), &legal, random)?
            };
            let Some(mv) = mv else { break };
            at.push(&mv).map_err(broken)?;
        }
        Ok(choices)
    }

    /// Chooses the opponent's move: a random one if a limit keeps perfect play unknown.
    fn reply(
        &mut self,
        opponent: Opponent,
        (usual, points): (&str, Points),
        legal: &[String],
        random: &mut Random,
    ) -> Result<Option<String>, GradeError> {
        if opponent == Opponent::Perfect
            && let Some(judged) = self.judge.at(usual)?
        {
            let judged = judged.whole(points, self.judge.ask);
            let best = judged.moves.iter().filter(|mv| mv.best);
            let best: Vec<&String> = best.map(|mv| &mv.mv).collect();
            return Ok(random.pick(&best).map(|mv| (*mv).clone()));
        }
        Ok(random.pick(legal).cloned())
    }
}
