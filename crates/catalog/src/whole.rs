//! Answers about whole games.
//!
//! A plain session answers about the position of a text, so if moves gain points, it counts only those still to
//! come. A text that gives the line of play from the start, `start after MOVE MOVE`, also tells the points gained
//! before. Sessions opened here add these.

use crate::answer::{Answer, Bound, Moves, QueryError};
use crate::table::{Missing, OpenTable};
use crate::{AnyGame, AnySession, Points, Want};
use yomikiri::table::TableError;
use yomikiri::{Ask, Control, Method, Refusal, Stop};

/// Opens a session as [`AnyGame::session`] does; it adds the points that a text tells.
///
/// # Errors
///
/// If the method or the question does not apply to this game.
pub fn session(
    game: &dyn AnyGame,
    ask: Ask,
    method: Option<Method>,
) -> Result<Box<dyn AnySession + '_>, Refusal> {
    let open = move |ask| game.session(ask, method);
    Ok(Whole::boxed(game, ask, open(ask)?, move |ask| {
        open(ask).ok()
    }))
}

/// Opens a session as [`AnyGame::table_session`] does. It adds the points that a text tells if the table can
/// combine them: a table of margins can, a table of winners cannot.
///
/// # Errors
///
/// If the table is one of another game, of other rules, or of a question that does not imply this one.
pub fn table_session<'g>(
    game: &'g dyn AnyGame,
    table: &'g OpenTable,
    ask: Ask,
    missing: Missing,
) -> Result<Box<dyn AnySession + 'g>, TableError> {
    let open = move |ask| game.table_session(table, ask, missing);
    Ok(Whole::boxed(game, ask, open(ask)?, move |ask| {
        open(ask).ok()
    }))
}

/// Returns the points gained along the line of play that a text gives; `None` if it gives none, or if moves gain no
/// points.
///
/// # Errors
///
/// If the text is not a position of the game.
pub fn points(game: &dyn AnyGame, text: &str) -> Result<Option<Points>, QueryError> {
    Ok(game.gains(text)?.map(|gains| Points::of(&gains)))
}

/// Opens a session for a question, if there can be one.
type Open<'g> = Box<dyn Fn(Ask) -> Option<Box<dyn AnySession + 'g>> + 'g>;

/// A session that adds the points gained before a position, if its text tells them.
struct Whole<'g> {
    game: &'g dyn AnyGame,
    ask: Ask,
    /// The session that answers `ask` about the points still to come.
    to_come: Box<dyn AnySession + 'g>,
    open: Open<'g>,
    /// The session for margins if `ask` is who wins, which depends on the points gained before. `None` until it is
    /// needed.
    margin: Option<Box<dyn AnySession + 'g>>,
}

impl<'g> Whole<'g> {
    /// Adds the points to the answers of a session, if moves gain any.
    fn boxed(
        game: &'g dyn AnyGame,
        ask: Ask,
        to_come: Box<dyn AnySession + 'g>,
        open: impl Fn(Ask) -> Option<Box<dyn AnySession + 'g>> + 'g,
    ) -> Box<dyn AnySession + 'g> {
        if !game.has_gains() {
            return to_come;
        }
        Box::new(Whole {
            game,
            ask,
            to_come,
            open: Box::new(open),
            margin: None,
        })
    }

    /// Returns the session for the whole game, with the points gained before. `None` if only the points to come are
    /// known: the text gives no line of play, or a table holds no margins.
    fn whole(
        &mut self,
        text: &str,
    ) -> Result<Option<(&mut (dyn AnySession + 'g), Points)>, QueryError> {
        // At the start all points are still to come.
        let gains = self.game.gains(text)?.unwrap_or_default();
        if gains.is_empty() {
            return Ok(None);
        }
        let points = Points::of(&gains);
        if Points::question(true, self.ask) == self.ask {
            return Ok(Some((&mut *self.to_come, points)));
        }
        if self.margin.is_none() {
            self.margin = (self.open)(Ask::Margin);
        }
        Ok(self.margin.as_mut().map(|margin| (&mut **margin, points)))
    }
}

impl AnySession for Whole<'_> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let (game, ask) = (self.game, self.ask);
        let Some((session, points)) = self.whole(position)? else {
            return self.to_come.answer(position, want, control);
        };
        // More moves may win than only those that win by most.
        let by_winner = want.best && ask == Ask::Winner;
        let asked = Want {
            best: want.best && !by_winner,
            ..want
        };
        let mut found = session.answer(position, asked, control)?;
        if by_winner && found.stopped.is_none() {
            let moves = points.moves(session.moves(position, control)?, ask).answer;
            let (_, mut legal) = game.legal(position)?;
            found.best = moves.best.map(|best| {
                legal.retain(|mv| best.contains(mv));
                legal
            });
            found.stopped = moves.stopped;
            found.nodes += moves.nodes;
            found.stored = moves.stored;
            found.elapsed += moves.elapsed;
        }
        points.count_in(&mut found, ask);
        Ok(found)
    }

    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        let ask = self.ask;
        let Some((session, points)) = self.whole(position)? else {
            return self.to_come.value(position, control);
        };
        let (bound, stopped) = session.value(position, control)?;
        Ok((points.bound(bound, ask), stopped))
    }

    fn value_of_marks(
        &mut self,
        marks: &[i8],
        control: &mut Control<'_>,
    ) -> Result<Option<(Bound, Option<Stop>)>, QueryError> {
        self.to_come.value_of_marks(marks, control)
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let ask = self.ask;
        let Some((session, points)) = self.whole(position)? else {
            return self.to_come.moves(position, control);
        };
        let mut found = points.moves(session.moves(position, control)?, ask);
        found.answer.points = Some(points.both());
        Ok(found)
    }
}
