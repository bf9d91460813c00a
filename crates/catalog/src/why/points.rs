//! The comparison in a game of points.

use super::{Choice, Points};
use crate::{AnyGame, Bound, QueryError, Want};
use yomikiri::{Ask, Control, Stop};

/// The most moves of a line for readers.
const MOST_READ: usize = 60;

/// Returns best play, its result, and the values of the first two choices. Points gained `before` count in
/// values.
pub(super) fn points(
    game: &dyn AnyGame,
    position: &str,
    before: Option<crate::Points>,
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
    // The values of a choice include the points gained before it.
    let before = before.unwrap_or_default();
    let margin = before.value(margin, Ask::Margin);
    let mut so_far = before;
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
        let found = so_far.moves(found, Ask::Margin);
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
        so_far = so_far.after(found.to_move, made.gain.unwrap_or(0));
        at = made.position.clone();
    }
    let gained = [0, 1].map(|player| so_far.both()[player] - before.both()[player]);
    Ok(Points {
        margin,
        before: (before != crate::Points::default()).then(|| before.both()),
        gained: (complete && game.has_gains()).then_some(gained),
        line,
        complete,
        choices,
    })
}
