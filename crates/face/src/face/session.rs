//! The session of a typed game behind the face: texts in, answers out.

use super::AnySession;
use super::erased::{Erased, Parsed};
use super::solvers::Solvers;
use crate::answer::{Answer, Bound, Moves, QueryError, Want};
use crate::book::Book;
use yomikiri::{Control, Halt, Method, MoveRange, MoveValue, Progress, Stop, Value};
use yomikiri_games::registry::Playable;

/// One question about a game without its type.
pub(super) struct ErasedSession<'g, G: Playable> {
    game: &'g Erased<G>,
    /// The book that is read before a method is picked.
    book: Option<&'static Book>,
    solvers: Solvers<'g, G>,
}

impl<'g, G: Playable> ErasedSession<'g, G> {
    /// Creates a session that reads a book, if one is given, before it asks a solver.
    pub(super) fn new(
        game: &'g Erased<G>,
        book: Option<&'static Book>,
        solvers: Solvers<'g, G>,
    ) -> Self {
        ErasedSession {
            game,
            book,
            solvers,
        }
    }

    fn value_at(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        if let Some(value) = self.read(at, control) {
            return Ok((Bound::Exact(value), None));
        }
        let method = self.solvers.pick(at, control)?;
        bound(self.solvers.session(method)?.value(at, control))
    }

    /// Returns the value of a position in the book. It counts as a visit, but no limit suppresses a known value.
    fn read(&self, at: &G::Position, control: &mut Control<'_>) -> Option<Value> {
        let (_, value) = self.game.by_book(self.book?, at)?;
        let _ = control.visit();
        value.answering(self.solvers.ask)
    }

    /// Returns the value of a position and of its moves, if the book has them all. Each counts as a visit.
    fn read_moves(
        &self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Option<(Value, Vec<MoveValue<G::Move>>)> {
        let moves = self.game.moves_by_book(self.book?, self.solvers.ask, at)?;
        let _ = control.advance(moves.len() as u64);
        Some((self.read(at, control)?, moves))
    }

    /// Returns a line of perfect play: by the book as far as it goes, and then by a solver.
    fn line_by_book(
        &mut self,
        from: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<(Vec<G::Move>, Option<Stop>), QueryError> {
        let (mut at, mut line) = (from.clone(), Vec::new());
        while let Some((_, moves)) = self.read_moves(&at, control) {
            let Some(best) = moves.iter().find(|found| found.best) else {
                break;
            };
            line.push(best.mv);
            at = self.game.game.play(&at, best.mv);
        }
        let mut stopped = None;
        let method = self.solvers.pick(&at, control)?;
        let rest = unless_stopped(
            self.solvers.session(method)?.line(&at, control),
            &mut stopped,
        )?;
        line.extend(rest.into_iter().flatten());
        Ok((line, stopped))
    }

    /// Returns the whole answer, if the book has everything that is wanted.
    fn answer_by_book(
        &mut self,
        at: &Parsed<'_, G>,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Option<Answer>, QueryError> {
        let before = control.done();
        let found = match want.best {
            true => self.read_moves(&at.position, control),
            false => self
                .read(&at.position, control)
                .map(|value| (value, Vec::new())),
        };
        let Some((value, moves)) = found else {
            return Ok(None);
        };
        let (line, stopped) = match want.line {
            true => self.line_by_book(&at.position, control)?,
            false => (Vec::new(), None),
        };
        let best = moves.iter().filter(|found| found.best);
        let best = best.map(|found| self.game.game.move_text(&at.position, found.mv));
        Ok(Some(Answer {
            best: want.best.then(|| best.collect()),
            line: (want.line && stopped.is_none()).then(|| self.texts(&at.position, &line)),
            stopped,
            ..self.said_by_book(at, value, before, control)
        }))
    }

    /// Returns an answer of the book without moves and line.
    fn said_by_book(
        &self,
        at: &Parsed<'_, G>,
        value: Value,
        before: Progress,
        control: &Control<'_>,
    ) -> Answer {
        let done = control.done();
        let plies = self.book.map_or(0, Book::last_ply);
        Answer {
            game: self.game.name.clone(),
            position: at.text.clone().into_owned(),
            ask: self.solvers.ask,
            bound: Bound::Exact(value),
            to_come: self.game.is_to_come(&at.position),
            points: None,
            best: None,
            line: None,
            solver: "book",
            table_read: None,
            reason: Some(format!(
                "the values of all positions up to ply {plies} were found before"
            )),
            nodes: done.nodes - before.nodes,
            stored: self.book.map_or(0, |book| book.positions() as u64),
            elapsed: done.elapsed - before.elapsed,
            stopped: None,
        }
    }

    /// Returns an answer without moves and line.
    fn said(
        &self,
        at: &Parsed<'_, G>,
        method: Method,
        (bound, stopped): (Bound, Option<Stop>),
        before: Progress,
        control: &Control<'_>,
    ) -> Answer {
        let done = control.done();
        Answer {
            game: self.game.name.clone(),
            position: at.text.clone().into_owned(),
            ask: self.solvers.ask,
            bound,
            to_come: self.game.is_to_come(&at.position),
            points: None,
            best: None,
            line: None,
            solver: method.name(),
            table_read: None,
            reason: self.solvers.reason(),
            nodes: done.nodes - before.nodes,
            stored: self.solvers.stored(method),
            elapsed: done.elapsed - before.elapsed,
            stopped,
        }
    }

    fn texts(&self, from: &G::Position, moves: &[G::Move]) -> Vec<String> {
        let game = &self.game.game;
        let mut at = from.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(game.move_text(&at, mv));
            at = game.play(&at, mv);
        }
        texts
    }
}

/// Moves the limit out of a result: a result that a limit cut short is absent.
fn unless_stopped<T>(
    result: Result<T, Halt>,
    stopped: &mut Option<Stop>,
) -> Result<Option<T>, QueryError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Halt::Refused(refusal)) => Err(QueryError::Refused(refusal)),
        Err(Halt::Stopped { why, .. }) => {
            *stopped = Some(why);
            Ok(None)
        }
    }
}

/// Returns the bound that a search has proven, and the limit that it reached.
fn bound(found: Result<Value, Halt>) -> Result<(Bound, Option<Stop>), QueryError> {
    match found {
        Ok(value) => Ok((Bound::Exact(value), None)),
        Err(Halt::Refused(refusal)) => Err(refusal.into()),
        Err(Halt::Stopped { why, lower, upper }) => Ok((Bound::Range { lower, upper }, Some(why))),
    }
}

impl<G: Playable> AnySession for ErasedSession<'_, G> {
    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        let at = self.game.parse(position)?.position;
        self.value_at(&at, control)
    }

    fn value_of_marks(
        &mut self,
        marks: &[i8],
        control: &mut Control<'_>,
    ) -> Result<Option<(Bound, Option<Stop>)>, QueryError> {
        let at = self.game.game.position_of_marks(marks);
        at.map(|at| self.value_at(&at, control)).transpose()
    }

    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let at = self.game.parse(position)?;
        if let Some(answer) = self.answer_by_book(&at, want, control)? {
            return Ok(answer);
        }
        let before = control.done();
        let method = self.solvers.pick(&at.position, control)?;
        let session = self.solvers.session(method)?;
        let (bound, mut stopped) = bound(session.value(&at.position, control))?;
        let (mut best, mut line) = (None, None);
        if want.best && stopped.is_none() {
            let found = session.moves_so_far(&at.position, control)?;
            let known = found.moves.iter().all(|mv| mv.best.is_some());
            match known {
                true => best = Some(found.moves),
                false => stopped = found.stopped,
            }
        }
        if want.line && stopped.is_none() {
            line = unless_stopped(session.line(&at.position, control), &mut stopped)?;
        }
        let game = &self.game.game;
        let best = best.map(|moves| {
            let best = moves.iter().filter(|found| found.best == Some(true));
            best.map(|found| game.move_text(&at.position, found.mv))
                .collect()
        });
        let line = line.map(|line| self.texts(&at.position, &line));
        Ok(Answer {
            best,
            line,
            ..self.said(&at, method, (bound, stopped), before, control)
        })
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let at = self.game.parse(position)?;
        let before = control.done();
        if let Some((value, moves)) = self.read_moves(&at.position, control) {
            let answer = self.said_by_book(&at, value, before, control);
            let moves: Vec<MoveRange<G::Move>> = moves.into_iter().map(MoveRange::from).collect();
            return Ok(self.game.moves_from(&at, answer, &moves));
        }
        let method = self.solvers.pick(&at.position, control)?;
        let found = self
            .solvers
            .session(method)?
            .survey(&at.position, control)?;
        let answer = (Bound::of(found.lower, found.upper), found.stopped);
        let answer = self.said(&at, method, answer, before, control);
        Ok(self.game.moves_from(&at, answer, &found.moves))
    }
}
