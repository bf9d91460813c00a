//! A one-move look at the moves: which end the game, and which let the other player end it.

use crate::AnyGame;
use crate::answer::QueryError;
use yomikiri::{Control, Player};

/// The promise of a move after a one-move look, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Promise {
    /// It wins at once.
    Wins,
    /// The look decides nothing.
    Open,
    /// The other player can win at once.
    Allows,
    /// It loses at once.
    Loses,
}

/// A move with its promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    /// The move.
    pub mv: String,
    /// The position after it.
    pub position: String,
    /// The promise.
    pub promise: Promise,
}

/// Judges the moves of a position, and the answers to each for as long as the control allows. If moves gain
/// points, the end alone does not tell who wins, so all moves are open.
///
/// # Errors
///
/// If the text is not a position.
pub fn first_look(
    game: &dyn AnyGame,
    position: &str,
    control: &mut Control<'_>,
) -> Result<Vec<Looked>, QueryError> {
    let board = game.board(position)?;
    let is_plain = !board.has_gains;
    let mover = board.to_move;
    let mut is_late = false;
    let mut looked = Vec::new();
    for mv in board.moves {
        let mut promise = Promise::Open;
        is_late = is_late || control.advance(1).is_err();
        if is_plain && !is_late {
            promise = promised(game, &mv.position, mover, control)?;
        }
        looked.push(Looked {
            mv: mv.mv,
            position: mv.position,
            promise,
        });
    }
    Ok(looked)
}

fn promised(
    game: &dyn AnyGame,
    position: &str,
    mover: Player,
    control: &mut Control<'_>,
) -> Result<Promise, QueryError> {
    let after = game.board(position)?;
    if let Some(outcome) = after.outcome {
        return Ok(match outcome.winner() {
            Some(winner) if winner == mover => Promise::Wins,
            Some(_) => Promise::Loses,
            None => Promise::Open,
        });
    }
    if after.to_move == mover {
        return Ok(Promise::Open);
    }
    for answer in &after.moves {
        if control.advance(1).is_err() {
            break;
        }
        let end = game.board(&answer.position)?.outcome;
        if end.and_then(yomikiri::Outcome::winner) == Some(mover.opponent()) {
            return Ok(Promise::Allows);
        }
    }
    Ok(Promise::Open)
}
