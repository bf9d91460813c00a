//! The condition of normal play that a game does not meet.

use crate::{AnyGame, Control, Outcome, Stop};
use std::fmt;
use yomikiri::random::Random;

/// The reason why a game is not one of normal play: the first one that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmet {
    /// Moves gain points.
    Gains,
    /// Points decide a finished game.
    Points,
    /// Play may cycle, or the game does not state that it cannot.
    Cycles,
    /// Play can end in a draw.
    Draw,
    /// Play can end with a win of the player to move.
    Win,
    /// The game does not state that it is one of normal play.
    Unstated,
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unmet::Gains => "moves gain points",
            Unmet::Points => "points decide who wins",
            Unmet::Cycles => "play may cycle",
            Unmet::Draw => "play can end in a draw",
            Unmet::Win => "a player who has no move can win",
            Unmet::Unstated => "it is not known to be one of normal play",
        })
    }
}

/// The most moves of the random games that look for an end which normal play does not have.
const MOST_MOVES: usize = 500;

impl Unmet {
    /// Finds the reason for a game that does not offer normal play.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub(super) fn of(
        game: &dyn AnyGame,
        start: &str,
        control: &mut Control<'_>,
    ) -> Result<Unmet, Stop> {
        if game.has_gains() {
            return Ok(Unmet::Gains);
        }
        if game.counts_points() {
            return Ok(Unmet::Points);
        }
        if !game.offered().contains(&"acyclic") {
            return Ok(Unmet::Cycles);
        }
        let mut random = Random::new(0);
        let mut at = start.to_owned();
        for _ in 0..MOST_MOVES {
            control.advance(1)?;
            let Ok(board) = game.board(&at) else { break };
            at = match board.outcome {
                Some(Outcome::Draw) => return Ok(Unmet::Draw),
                Some(outcome) if outcome.winner() == Some(board.to_move) => return Ok(Unmet::Win),
                Some(_) => start.to_owned(),
                None => match random.pick(&board.moves) {
                    Some(mv) => mv.position.clone(),
                    None => break,
                },
            };
        }
        Ok(Unmet::Unstated)
    }
}
