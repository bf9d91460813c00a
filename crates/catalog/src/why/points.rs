//! What is to be compared in a game of points.

use super::{Choice, Points};
use crate::{AnyGame, AnySession, Bound, QueryError, Want};
use yomikiri::{Ask, Control, Player, Stop};

/// The moves of a line that people read.
const MOST_READ: usize = 60;

/// Best play, what it comes to, and what the first two choices are worth.
pub(super) fn points(
    game: &dyn AnyGame,
    position: &str,
    control: &mut Control<'_>,
) -> Result<Points, QueryError> {
    let mut session = game.session(Ask::Margin, None)?;
    let want = Want {
        best: false,
        line: true,
    };
    let answer = session.answer(position, want, control)?;
    let (Bound::Exact(margin), Some(mut line)) = (answer.bound, answer.line) else {
        return Err(QueryError::Stopped(answer.stopped.unwrap_or(Stop::Nodes)));
    };
    let complete = line.len() <= MOST_READ;
    line.truncate(MOST_READ);
    let mut choices = Vec::new();
    let mut gained = [0i64; 2];
    let mut at = position.to_owned();
    for (index, mv) in line.iter().enumerate() {
        let told = index < 2;
        if !(told || complete && game.has_gains()) {
            break;
        }
        let found = session.moves(&at, control)?;
        if let Some(why) = found.answer.stopped {
            return Err(QueryError::Stopped(why));
        }
        let Some(made) = found.moves.iter().find(|known| known.mv == *mv) else {
            break;
        };
        if told {
            let worse = found.moves.iter().find(|known| !known.best);
            choices.push(Choice {
                player: found.to_move,
                position: at.clone(),
                best: (mv.clone(), made.value),
                next: worse.map(|known| (known.mv.clone(), known.value)),
                moves: found.moves.len(),
            });
        }
        if game.has_gains() {
            let gain = gain(
                session.as_mut(),
                made.value.margin(),
                &made.position,
                control,
            )?;
            gained[found.to_move as usize] += match found.to_move {
                Player::First => gain,
                Player::Second => -gain,
            };
        }
        at = made.position.clone();
    }
    Ok(Points {
        margin,
        gained: (complete && game.has_gains()).then_some(gained),
        line,
        complete,
        choices,
    })
}

/// What a move gained, from First's side: its worth less that of the position it leads to.
fn gain(
    session: &mut dyn AnySession,
    worth: Option<i64>,
    next: &str,
    control: &mut Control<'_>,
) -> Result<i64, QueryError> {
    let after = session.answer(next, Want::VALUE, control)?;
    match (after.bound, after.stopped) {
        (Bound::Exact(value), _) => Ok(worth.unwrap_or(0) - value.margin().unwrap_or(0)),
        (_, stopped) => Err(QueryError::Stopped(stopped.unwrap_or(Stop::Nodes))),
    }
}
