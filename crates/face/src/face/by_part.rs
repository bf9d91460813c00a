//! Answers from a table of a part of a game. For a position that the table does not have, the error says which
//! positions it has.

use super::{AnyGame, AnySession};
use crate::answer::{Answer, Bound, Moves, QueryError, Want};
use crate::table::{OpenTable, ProbeError};
use yomikiri::{Control, Stop, TextError};

/// The most positions that are named in an error.
const NAMED: usize = 3;

/// Returns why a table of this game does not have a position, as a sentence without a full stop. If the table is of a
/// part of the game, the sentence names the positions that the table starts from, or some of them.
pub fn why_missing(game: &dyn AnyGame, table: &OpenTable, why: &ProbeError) -> String {
    let from = &table.subject().from;
    let named = game.start_texts(&from[..from.len().min(NAMED)]);
    let Some(named) = named.ok().filter(|named| !named.is_empty()) else {
        return why.to_string();
    };
    let mut starts = named.join("`, `");
    if from.len() > NAMED {
        starts += "`, `...";
    }
    match why {
        ProbeError::NotThere => format!(
            "the table does not have this position: it holds only what play can reach from `{starts}`"
        ),
        ProbeError::BothMistaken => format!(
            "the table does not have this position: it is semi-strong, and play comes here from `{starts}` only if \
             both players leave the best moves in it, or not at all"
        ),
        other => other.to_string(),
    }
}

/// A session over a table of a part of a game.
pub(super) struct ByPart<'t> {
    game: &'t dyn AnyGame,
    table: &'t OpenTable,
    session: Box<dyn AnySession + 't>,
}

impl<'t> ByPart<'t> {
    pub(super) fn new(
        game: &'t dyn AnyGame,
        table: &'t OpenTable,
        session: Box<dyn AnySession + 't>,
    ) -> ByPart<'t> {
        ByPart {
            game,
            table,
            session,
        }
    }

    /// Returns the error of a question about a position, with a reason if the table does not have the position.
    fn explained(&self, position: &str, error: QueryError) -> QueryError {
        if !matches!(error, QueryError::Text(_)) {
            return error;
        }
        let asked = self.table.subject().ask;
        match self.game.table_value(self.table, asked, position) {
            Err(why @ (ProbeError::NotThere | ProbeError::BothMistaken)) => {
                let why = why_missing(self.game, self.table, &why);
                TextError::new(0..position.len(), why).into()
            }
            _ => error,
        }
    }
}

impl AnySession for ByPart<'_> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let answer = self.session.answer(position, want, control);
        answer.map_err(|error| self.explained(position, error))
    }

    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        let value = self.session.value(position, control);
        value.map_err(|error| self.explained(position, error))
    }

    fn value_of_marks(
        &mut self,
        marks: &[i8],
        control: &mut Control<'_>,
    ) -> Result<Option<(Bound, Option<Stop>)>, QueryError> {
        self.session.value_of_marks(marks, control)
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let moves = self.session.moves(position, control);
        moves.map_err(|error| self.explained(position, error))
    }
}
