//! The session of a typed game behind the face: texts in, answers out.

use super::AnySession;
use super::erased::{Erased, Parsed};
use crate::answer::{Answer, Bound, Moves, QueryError, Want};
use crate::book::Book;
use std::sync::Arc;
use std::time::Duration;
use yomikiri::capability::{Acyclic, Bounded as _};
use yomikiri::method::choose;
use yomikiri::table::key_of;
use yomikiri::{
    Ask, Control, Halt, Method, MoveRange, MoveValue, Progress, Refusal, Session, SharedParts,
    Stop, Tablebase, Value,
};
use yomikiri_games::registry::Playable;

/// One question about a game without its type.
pub(super) struct ErasedSession<'g, G: Playable> {
    game: &'g Erased<G>,
    ask: Ask,
    /// The method asked for; without one, the method is picked by position.
    method: Option<Method>,
    /// The book that is read before a method is picked.
    book: Option<&'static Book>,
    picked: Option<Picked>,
    /// The positions at which searches end, if there are any.
    tablebase: Option<Arc<dyn Tablebase<G> + 'g>>,
    /// One session for each method used so far.
    sessions: Vec<Session<'g, G>>,
}

/// The solvers that race, and the nodes that each gets: about a tenth of a second.
const RACE: [(Method, u64); 3] = [
    (Method::AlphaBeta, 50_000),
    (Method::Sums, 5_000),
    (Method::ProofNumber, 50_000),
];

/// The solvers that take turns if a game expands its own children and prunes moves, and the length of a turn in the
/// first round. Each round is twice as long as the one before. (Alpha-beta is ahead on most of these boards, and
/// proof numbers are far ahead on 4x4x4. Most boards are solved in the first turn.)
const TURNS: [Method; 2] = [Method::AlphaBeta, Method::ProofNumber];
const FIRST_TURN: Duration = Duration::from_secs(3);

/// The findings of a solver about a position.
struct Found {
    bound: Bound,
    stopped: Option<Stop>,
    nodes: u64,
}

/// The picked method and the highest rank for which it is known to suit. A method that suits a position also suits
/// all positions nearer to the end.
struct Picked {
    method: Method,
    reason: String,
    rank: Option<u64>,
}

impl<'g, G: Playable> ErasedSession<'g, G> {
    /// Creates a session by the given method, or by whichever fits each position best.
    ///
    /// # Errors
    ///
    /// A question or a method that does not apply is refused before the first position.
    pub(super) fn new(
        game: &'g Erased<G>,
        ask: Ask,
        method: Option<Method>,
    ) -> Result<Self, Refusal> {
        let first = Session::new(&game.game, ask, method.unwrap_or(Method::Retrograde))?;
        Ok(ErasedSession {
            game,
            ask,
            method,
            book: match method {
                None => game.book(ask),
                Some(_) => None,
            },
            picked: None,
            tablebase: None,
            sessions: vec![first],
        })
    }

    /// Creates a session without a book, whose searches end at the positions of a tablebase.
    ///
    /// # Errors
    ///
    /// As for [`new`](ErasedSession::new).
    pub(super) fn with_tablebase(
        game: &'g Erased<G>,
        ask: Ask,
        tablebase: Arc<dyn Tablebase<G> + 'g>,
    ) -> Result<Self, Refusal> {
        let session = ErasedSession::new(game, ask, None)?;
        Ok(ErasedSession {
            book: None,
            tablebase: Some(tablebase),
            ..session
        })
    }

    /// Creates a session by the solver of sums, with the known values of parts.
    ///
    /// # Errors
    ///
    /// As for [`new`](ErasedSession::new).
    pub(super) fn by_sums(
        game: &'g Erased<G>,
        ask: Ask,
        parts: SharedParts,
    ) -> Result<Self, Refusal> {
        let session = Session::by_sums(&game.game, ask, parts, key_of)?;
        Ok(ErasedSession {
            game,
            ask,
            method: Some(Method::Sums),
            book: None,
            picked: None,
            tablebase: None,
            sessions: vec![session],
        })
    }

    fn pick(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Method, Refusal> {
        if let Some(method) = self.method {
            return Ok(method);
        }
        let game = &self.game.game;
        let rank = game.acyclic().map(|acyclic| acyclic.rank(at));
        let picked = match self.picked.take() {
            Some(picked) if rank <= picked.rank => picked,
            _ => {
                let mut choice = choose(game, self.ask, at, control);
                // A search that stores every position it meets does not read the tablebase.
                if self.tablebase.is_some() && choice.method == Method::Memo {
                    choice.method = Method::AlphaBeta;
                }
                if choice.method == Method::Retrograde {
                    let session = self.session(choice.method)?;
                    if let Some(size) = session.size_up(at, control)? {
                        choice.reason = format!("{}, and {size}", choice.reason);
                    }
                }
                if choice.method == Method::AlphaBeta
                    && let Some(first) = self.first_to_answer(at, control)
                {
                    choice.method = first;
                    choice.reason = format!("{}, and it was the first to answer", choice.reason);
                }
                Picked {
                    method: choice.method,
                    reason: choice.reason,
                    rank,
                }
            }
        };
        Ok(self.picked.insert(picked).method)
    }

    /// Lets several solvers search for who wins, and returns the first that finds it, if one does. The results of all are
    /// kept.
    fn first_to_answer(&mut self, at: &G::Position, control: &mut Control<'_>) -> Option<Method> {
        if self.ask != Ask::Winner {
            return None;
        }
        let game = &self.game.game;
        let sifts = game.bounded().is_some_and(|bounded| bounded.sifts());
        match game.expand().is_some() {
            // Such games have been tuned for alpha-beta.
            true if !sifts => None,
            true => self.by_turns(at, control),
            false => self.by_race(at, sifts, control),
        }
    }

    /// Lets solvers take turns until one of them has an answer.
    fn by_turns(&mut self, at: &G::Position, control: &mut Control<'_>) -> Option<Method> {
        let mut turn = FIRST_TURN;
        loop {
            let mut is_open = false;
            for method in TURNS {
                let Ok(session) = self.session(method) else {
                    continue;
                };
                let found = control.for_at_most(turn, |control| session.value(at, control));
                let left = control.time_left().is_none_or(|left| !left.is_zero());
                match found {
                    Ok(_) => return Some(method),
                    Err(Halt::Stopped {
                        why: Stop::Time, ..
                    }) if left => is_open = true,
                    Err(Halt::Stopped {
                        why: Stop::Memory, ..
                    }) => {}
                    Err(_) => return None,
                }
            }
            if !is_open {
                return None;
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// Gives each solver a few nodes, one after the other.
    fn by_race(
        &mut self,
        at: &G::Position,
        sifts: bool,
        control: &mut Control<'_>,
    ) -> Option<Method> {
        let mut race = RACE;
        // If a game prunes moves in a search for the winner, proof-number search profits more than alpha-beta.
        if sifts {
            race.reverse();
        }
        for (method, nodes) in race {
            // Sums are not looked up in a tablebase.
            if self.tablebase.is_some() && method == Method::Sums {
                continue;
            }
            let Ok(session) = self.session(method) else {
                continue;
            };
            let mut part = control.part(nodes);
            let found = session.value(at, &mut part);
            // If this exceeds the limit, the next search notices it from `control`.
            let over = control.advance(part.done().nodes).is_err();
            if found.is_ok() || over {
                return found.is_ok().then_some(method);
            }
        }
        None
    }

    fn session(&mut self, method: Method) -> Result<&mut Session<'g, G>, Refusal> {
        let index = match self
            .sessions
            .iter()
            .position(|session| session.method() == method)
        {
            Some(index) => index,
            None => {
                let (game, ask) = (&self.game.game, self.ask);
                self.sessions.push(match &self.tablebase {
                    Some(known) => Session::with_tablebase(game, ask, method, Arc::clone(known))?,
                    None => Session::new(game, ask, method)?,
                });
                self.sessions.len() - 1
            }
        };
        Ok(&mut self.sessions[index])
    }

    fn value_at(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        if let Some(value) = self.read(at, control) {
            return Ok((Bound::Exact(value), None));
        }
        let method = self.pick(at, control)?;
        bound(self.session(method)?.value(at, control))
    }

    /// Returns the value of a position in the book. It counts as a visit, but no limit suppresses a known value.
    fn read(&self, at: &G::Position, control: &mut Control<'_>) -> Option<Value> {
        let (_, value) = self.game.by_book(self.book?, at)?;
        let _ = control.visit();
        value.answering(self.ask)
    }

    /// Returns the value of a position and of its moves, if the book has them all. Each counts as a visit.
    fn read_moves(
        &self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Option<(Value, Vec<MoveValue<G::Move>>)> {
        let moves = self.game.moves_by_book(self.book?, self.ask, at)?;
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
        let method = self.pick(&at, control)?;
        let rest = unless_stopped(self.session(method)?.line(&at, control), &mut stopped)?;
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
            ask: self.ask,
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
        found: Found,
        before: Progress,
        control: &Control<'_>,
    ) -> Answer {
        let mut sessions = self.sessions.iter();
        let session = sessions.find(|session| session.method() == method);
        Answer {
            game: self.game.name.clone(),
            position: at.text.clone().into_owned(),
            ask: self.ask,
            bound: found.bound,
            to_come: self.game.is_to_come(&at.position),
            points: None,
            best: None,
            line: None,
            solver: method.name(),
            table_read: None,
            reason: self.picked.as_ref().map(|picked| picked.reason.clone()),
            nodes: found.nodes,
            stored: session.map_or(0, Session::stored),
            elapsed: control.done().elapsed - before.elapsed,
            stopped: found.stopped,
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
        let method = self.pick(&at.position, control)?;
        let session = self.session(method)?;
        let (bound, mut stopped) = bound(session.value(&at.position, control))?;
        let nodes = control.done().nodes - before.nodes;
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
        let found = Found {
            bound,
            stopped,
            nodes,
        };
        Ok(Answer {
            best,
            line,
            ..self.said(&at, method, found, before, control)
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
        let method = self.pick(&at.position, control)?;
        let found = self.session(method)?.survey(&at.position, control)?;
        let answer = Found {
            bound: Bound::of(found.lower, found.upper),
            stopped: found.stopped,
            nodes: found.nodes,
        };
        let answer = self.said(&at, method, answer, before, control);
        Ok(self.game.moves_from(&at, answer, &found.moves))
    }
}
