//! A session of any type.

use crate::answer::{Answer, Bound, Moves, QueryError, Want};
use yomikiri::{Control, Stop};

/// Answers one question about positions of one game, and keeps its results for the next position.
pub trait AnySession {
    /// Returns the value of a position and the other requested results.
    ///
    /// # Errors
    ///
    /// If the text is not a position, or the method does not apply to it. A limit is not an error: the answer then
    /// holds the range proven so far.
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError>;

    /// Returns the proven bound of the value of a position, and the limit that was reached, if one was. This is an
    /// [`answer`](AnySession::answer) without texts, which is quicker for many positions.
    ///
    /// # Errors
    ///
    /// As for [`answer`](AnySession::answer).
    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError>;

    /// Like [`value`](AnySession::value), for a board given by its marks; `None` if the board has to be given as
    /// text. See [`position_of_marks`](yomikiri::Notation::position_of_marks).
    ///
    /// # Errors
    ///
    /// As for [`answer`](AnySession::answer).
    fn value_of_marks(
        &mut self,
        marks: &[i8],
        control: &mut Control<'_>,
    ) -> Result<Option<(Bound, Option<Stop>)>, QueryError> {
        let _ = (marks, control);
        Ok(None)
    }

    /// Returns all legal moves of a position with their values, best first. If a limit is reached before all of them
    /// have values, returns [the proven bound of each](Moves::bounds). Up to half of the time goes to the position's
    /// own value, and the rest is divided among the moves.
    ///
    /// # Errors
    ///
    /// As for [`answer`](AnySession::answer).
    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError>;
}
