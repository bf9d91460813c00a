//! Strategy stealing (Nash 1949): it proves who wins, but not how.

use super::patience::unless_given_up;
use crate::{AnyGame, Board, QueryError};
use yomikiri::declared::Declaration;
use yomikiri::{Ask, Control, Player, Value};

/// The kind of a strategy-stealing argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steal {
    /// An extra mark never harms, and there are no draws: the player who begins wins.
    Wins,
    /// An extra mark never harms: the player who begins does not lose.
    Holds,
    /// Every reply to this move could have been played in its place.
    Spare(String),
}

/// The most replies whose positions are compared.
const MOST: usize = 2_000;

/// Returns how the player to move steals a strategy, if that explains the value.
pub(super) fn steal(
    game: &dyn AnyGame,
    board: &Board,
    value: Value,
    control: &mut Control<'_>,
) -> Result<Option<Steal>, QueryError> {
    let mover = board.to_move;
    let wins = value.winner() == Some(mover);
    if board.can_steal && wins {
        return Ok(Some(Steal::Wins));
    }
    if !wins && value.winner().is_some() {
        return Ok(None);
    }
    if !wins {
        return Ok(holds(game, board)?.then_some(Steal::Holds));
    }
    match spare(game, board, control) {
        Ok(found) => Ok(found.map(Steal::Spare)),
        Err(error) => unless_given_up(error).map(|()| None),
    }
}

/// Returns whether the board is empty, and the game is one of own lines in which marks may be placed anywhere.
fn holds(game: &dyn AnyGame, board: &Board) -> Result<bool, QueryError> {
    let Some(at) = game.declared_at(&board.position)? else {
        return Ok(false);
    };
    let Declaration::Cells(rules) = &at.rules else {
        return Ok(false);
    };
    let usual = rules.marks == "own" && rules.lines_win && rules.support.is_empty();
    let is_even = rules.full.is_some_and(|full| full.winner().is_none());
    Ok(usual && is_even && at.code == 0 && at.to_move == Player::First)
}

/// Returns a move such that every reply to it could have been played in its place, to the same effect: the marks are
/// the same, and the player to move wins there or does not, whichever player it is.
fn spare(
    game: &dyn AnyGame,
    board: &Board,
    control: &mut Control<'_>,
) -> Result<Option<String>, QueryError> {
    let most = board.moves.len();
    // After a move that changes most of the board, not all replies can be available at once.
    let mut candidates = Vec::new();
    for mv in board.moves.iter().take(MOST) {
        control.advance(1).map_err(QueryError::Stopped)?;
        let after = game.board(&mv.position)?;
        if after.outcome.is_none()
            && after.to_move != board.to_move
            && after.moves.len() + 1 >= most
        {
            candidates.push((mv, after));
        }
    }
    let [(mv, after)] = candidates.as_slice() else {
        return Ok(None);
    };
    // A player with own pieces cannot make the other player's moves.
    let owned = |board: &Board| {
        board
            .diagram
            .places
            .iter()
            .any(|place| place.mark.is_some_and(|mark| mark.owner.is_some()))
    };
    if owned(board) || after.moves.len() > MOST {
        return Ok(None);
    }
    let mut session = game.session(Ask::Winner, None)?;
    let now = session.moves(&board.position, control)?;
    let then = session.moves(&after.position, control)?;
    if now.answer.stopped.or(then.answer.stopped).is_some() {
        return Ok(None);
    }
    for reply in &then.moves {
        control.advance(1).map_err(QueryError::Stopped)?;
        let Some(direct) = now.moves.iter().find(|direct| direct.mv == reply.mv) else {
            return Ok(None);
        };
        let [here, there] = [&direct.position, &reply.position].map(|at| game.board(at));
        let same = here?.diagram.places == there?.diagram.places;
        // The marks are the same, with the other player to move.
        let turned = direct.value.winner() == reply.value.winner().map(Player::opponent);
        if !same || !turned {
            return Ok(None);
        }
    }
    Ok(Some(mv.mv.clone()))
}
