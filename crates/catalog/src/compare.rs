//! Every solver on the same position, side by side.

use crate::answer::{Answer, QueryError, Want};
use crate::{AnyGame, Points, whole};
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
    let points = whole::points(game, position)?;
    // If nobody is ahead, who wins what is to come wins the game.
    let is_even = points.is_none_or(|points| points.ahead() == 0);
    let question = Points::question(!is_even, ask);
    let row = |method| {
        let mut answer = |method| {
            let mut session = game.session(question, Some(method))?;
            let mut found = session.answer(position, Want::VALUE, &mut control())?;
            if let Some(points) = points {
                points.count_in(&mut found, ask);
            }
            Ok(found)
        };
        Row {
            method,
            result: answer(method),
        }
    };
    Ok(Method::ALL.map(row).into())
}
