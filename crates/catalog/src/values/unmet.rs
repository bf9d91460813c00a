//! The condition of normal play that a game does not meet.

use crate::{AnyGame, Control, Outcome};
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
    /// The player who has made the last move can lose.
    Win,
    /// The game does not state that it is a game of normal play.
    Unstated,
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unmet::Gains => "moves gain points",
            Unmet::Points => "points decide who wins",
            Unmet::Cycles => "play may cycle",
            Unmet::Draw => "play can end in a draw",
            Unmet::Win => "the player who makes the last move can lose",
            Unmet::Unstated => "it is not known to be a game of normal play",
        })
    }
}

/// The most moves of the random games that look for an end which normal play does not have.
const MOST_MOVES: usize = 500;

impl Unmet {
    /// Finds the reason for a game that does not offer normal play, within the limits of the search.
    pub(super) fn of(game: &dyn AnyGame, start: &str, control: &mut Control<'_>) -> Unmet {
        if game.has_gains() {
            return Unmet::Gains;
        }
        if game.counts_points() {
            return Unmet::Points;
        }
        if !game.offered().contains(&"acyclic") {
            return Unmet::Cycles;
        }
        let mut random = Random::new(0);
        let mut at = start.to_owned();
        // The player who has moved last. (Who is to move when play is over, not every game tells.)
        let mut last = None;
        for _ in 0..MOST_MOVES {
            if control.advance(1).is_err() {
                break;
            }
            let Ok(board) = game.board(&at) else { break };
            at = match board.outcome {
                Some(Outcome::Draw) => return Unmet::Draw,
                Some(outcome) if last.is_some() && outcome.winner() != last => return Unmet::Win,
                Some(_) => start.to_owned(),
                None => match random.pick(&board.moves) {
                    Some(mv) => mv.position.clone(),
                    None => break,
                },
            };
            last = board.outcome.is_none().then_some(board.to_move);
        }
        Unmet::Unstated
    }
}
