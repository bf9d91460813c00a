//! All solvers side by side on one position.

use crate::answer::{Answer, QueryError, Want};
use crate::{AnyGame, whole};
use yomikiri::{Ask, Control, Method};

/// The result of one solver.
#[derive(Clone, Debug)]
pub struct Row {
    /// The solver.
    pub method: Method,
    /// Its answer, or the reason why it has none.
    pub result: Result<Answer, QueryError>,
}

/// Asks every solver about a position, each with an empty table; `control` makes the limits of each. If the
/// position is a line of play, the points gained along it count.
///
/// # Errors
///
/// If the text is not a position of the game.
pub fn compare<'c>(
    game: &dyn AnyGame,
    position: &str,
    ask: Ask,
    mut control: impl FnMut() -> Control<'c>,
) -> Result<Vec<Row>, QueryError> {
    game.legal(position)?;
    let row = |method| {
        let mut answer = |method| {
            let mut session = whole::session(game, ask, Some(method))?;
            session.answer(position, Want::VALUE, &mut control())
        };
        Row {
            method,
            result: answer(method),
        }
    };
    Ok(Method::ALL.map(row).into())
}
