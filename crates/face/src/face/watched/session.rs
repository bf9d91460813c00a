//! Sessions on a game that may fail.

use super::guard::Watched;
use crate::answer::{Answer, Bound, Moves, QueryError, Want};
use crate::face::{AnyGame, AnySession};
use crate::position_text::START;
use yomikiri::{Ask, Control, Method, Outcome, Player, Plies, Stop, Value};

pub(super) struct WatchedSession<'g> {
    pub(super) game: &'g Watched,
    pub(super) session: Box<dyn AnySession + 'g>,
    pub(super) ask: Ask,
    pub(super) method: Option<Method>,
}

impl WatchedSession<'_> {
    /// Returns the limit of the source, if that leaves an answer: then none of the findings counts, but the start has
    /// some value. (For any other text, the source can no longer tell whether it is a position.)
    fn limit(&self, position: &str) -> Option<Stop> {
        let fault = self.game.arena.fault().filter(|_| position == START);
        fault.and_then(|fault| fault.limit)
    }
}

/// Returns the range of all values that a position may have.
fn all_values(ask: Ask) -> Bound {
    let [upper, lower] = Player::BOTH.map(|winner| match ask {
        Ask::Winner => Value::Winner(Some(winner)),
        Ask::Margin => Value::Margin(Outcome::Win(winner)),
        Ask::Distance => Value::Distance(Some((winner, Plies::Count(0)))),
    });
    Bound::Range { lower, upper }
}

impl AnySession for WatchedSession<'_> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let before = control.done();
        let session = &mut self.session;
        let answer = self
            .game
            .watch(control, |control| session.answer(position, want, control));
        let Some(why) = self.limit(position) else {
            return answer;
        };
        let done = control.done();
        Ok(Answer {
            game: self.game.name().to_owned(),
            position: position.to_owned(),
            ask: self.ask,
            bound: all_values(self.ask),
            to_come: false,
            points: None,
            best: None,
            line: None,
            solver: self.method.map_or("auto", Method::name),
            reason: None,
            table_read: None,
            nodes: done.nodes - before.nodes,
            stored: 0,
            elapsed: done.elapsed - before.elapsed,
            stopped: Some(why),
        })
    }
    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        let session = &mut self.session;
        let value = self
            .game
            .watch(control, |control| session.value(position, control));
        match self.limit(position) {
            None => value,
            Some(why) => Ok((all_values(self.ask), Some(why))),
        }
    }
    fn value_of_marks(
        &mut self,
        marks: &[i8],
        control: &mut Control<'_>,
    ) -> Result<Option<(Bound, Option<Stop>)>, QueryError> {
        let session = &mut self.session;
        self.game
            .watch(control, |control| session.value_of_marks(marks, control))
    }
    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let session = &mut self.session;
        self.game
            .watch(control, |control| session.moves(position, control))
    }
}
