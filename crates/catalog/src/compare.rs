//! Every solver on the same position, side by side.

use crate::answer::{Answer, QueryError, Want};
use crate::{AnyGame, whole};
use yomikiri::{Ask, Control, Method};

/// What one solver made of a position.
#[derive(Clone, Debug)]
pub struct Row {
    /// The solver.
    pub method: Method,
    /// Its answer, or why it has none.
    pub result: Result<Answer, QueryError>,
}

/// Asks every solver about a position, each from nothing; `control` makes the limits of each. The points gained
/// along the line of play that a text tells count.
///
/// # Errors
///
/// When the text is not a position of the game.
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
