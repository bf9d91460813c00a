//! `--positions`: reads a position a line and writes an answer a line, in order and without delay.

use crate::args::{LimitArgs, SolverArgs};
use crate::console::{Console, search_beside};
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::interrupt;
use crate::lines::{LINE_LIMIT, Line, Lines};
use crate::outcome::{Exit, Failure};
use crate::sources;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use std::time::{Duration, Instant};
use yomikiri_catalog::answer::{JSON_VERSION, JsonError};
use yomikiri_catalog::asked::Fault;
use yomikiri_catalog::table::{Missing, OpenTable};
use yomikiri_catalog::values::Loan;
use yomikiri_catalog::{
    Answer, AnyGame, AnySession, Ask, Control, Progress, QueryError, Stop, TextError, whole,
};

/// The most lines that wait for an answer, for each thread.
const WAITING: u64 = 64;

/// The question about each line.
pub(crate) trait Asked: Sync {
    /// The result for a line.
    type Found: Send;

    /// Answers the question about the position of a text.
    ///
    /// # Errors
    ///
    /// If the text is no position, or if the question does not apply.
    fn find(
        &self,
        session: &mut dyn AnySession,
        text: &str,
        control: &mut Control<'_>,
    ) -> Result<Self::Found, QueryError>;

    /// Returns the position's own answer in the result; `None` if no solver was asked.
    fn answer<'f>(&self, found: &'f Self::Found) -> Option<&'f Answer>;

    /// Writes the result as text, or as a line of JSON.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn write(&self, found: &Self::Found, console: &mut Console) -> Result<(), Failure>;

    /// Says what a limit cut short.
    fn short_of(&self, found: &Self::Found) -> Option<String>;
}

/// The means to answer a batch.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub(crate) ask: Ask,
    pub(crate) solver: &'a SolverArgs,
    pub(crate) limits: &'a LimitArgs,
    /// The table to read answers from, instead of a solver.
    pub(crate) table: Option<&'a OpenTable>,
    /// The file of values of parts that the solver uses and adds to.
    pub(crate) parts: Option<&'a Loan<'a>>,
    /// Whether each position is solved with an empty table.
    pub(crate) cold: bool,
    pub(crate) json: bool,
}

impl<'a> Means<'a> {
    /// Opens a session that answers.
    pub(crate) fn session(
        self,
        game: &'a dyn AnyGame,
    ) -> Result<Box<dyn AnySession + 'a>, Failure> {
        match self.parts {
            Some(loan) => Ok(loan.session(self.ask)?),
            None => sources::session(game, self.ask, self.solver.solver.0, self.table),
        }
    }
}

/// The summary of a batch, as JSON.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    version: u32,
    summary: bool,
    game: &'a str,
    ask: &'static str,
    positions: u64,
    errors: u64,
    nodes: u64,
    /// Whether each position was solved with an empty table; otherwise `tables` is the number of tables.
    cold: bool,
    tables: u64,
    seconds: f64,
}

/// A batch in progress.
struct Batch<'a, A: Asked> {
    game: &'a dyn AnyGame,
    asked: &'a A,
    means: Means<'a>,
    /// The name of the input in errors.
    origin: &'a str,
    exit: Exit,
    /// The lines read, and (`answered`) those of them that are answered.
    positions: u64,
    answered: u64,
    errors: u64,
    nodes: u64,
    /// The replies to lines whose turn has not come.
    early: BTreeMap<u64, Reply<A::Found>>,
}

/// A line with its result.
struct Reply<F> {
    text: String,
    found: Result<F, QueryError>,
}

/// The threads that answer: this one, or several.
enum Team<'a, A: Asked> {
    Alone(Box<Worker<'a, A>>),
    Several {
        lines: Sender<(u64, String)>,
        replies: Receiver<(u64, Reply<A::Found>)>,
        threads: u64,
    },
}

impl<A: Asked> Team<'_, A> {
    /// Returns the number of tables from which positions are answered.
    fn tables(&self) -> u64 {
        match self {
            Team::Alone(_) => 1,
            Team::Several { threads, .. } => *threads,
        }
    }
}

/// A session with everything that answering a line needs.
struct Worker<'a, A> {
    game: &'a dyn AnyGame,
    asked: &'a A,
    means: Means<'a>,
    session: Box<dyn AnySession + 'a>,
    /// Whether the session has stored anything yet.
    used: bool,
}

impl<'a, A: Asked> Worker<'a, A> {
    fn new(game: &'a dyn AnyGame, asked: &'a A, means: Means<'a>) -> Result<Self, Failure> {
        Ok(Worker {
            session: means.session(game)?,
            used: false,
            game,
            asked,
            means,
        })
    }

    fn find<'c>(
        &mut self,
        text: &str,
        control: impl Fn() -> Control<'c>,
    ) -> Result<A::Found, QueryError> {
        if self.used && self.means.cold {
            self.forget()?;
        }
        let found = self.asked.find(&mut *self.session, text, &mut control())?;
        // The table entries of earlier positions must not cost this position its answer, so retry with an empty table.
        let answer = self.asked.answer(&found);
        if answer.is_some_and(|answer| answer.stopped == Some(Stop::Memory)) && self.used {
            if let Some(loan) = self.means.parts {
                loan.forget()?;
            }
            self.forget()?;
            return self.find(text, control);
        }
        self.used = true;
        Ok(found)
    }

    fn forget(&mut self) -> Result<(), QueryError> {
        match self.means {
            Means {
                table: Some(table),
                ask,
                ..
            } => {
                let session = whole::table_session(self.game, table, ask, Missing::Search);
                // The first session of this table could be opened.
                self.session = session.map_err(|error| QueryError::from(&error))?;
            }
            Means {
                parts: Some(loan),
                ask,
                ..
            } => self.session = loan.session(ask)?,
            Means { ask, solver, .. } => {
                self.session = whole::session(self.game, ask, solver.solver.0)?;
            }
        }
        self.used = false;
        Ok(())
    }
}

pub(crate) fn run<A: Asked>(
    game: &dyn AnyGame,
    path: &str,
    asked: &A,
    means: Means<'_>,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let started = Instant::now();
    let mut batch = Batch {
        game,
        asked,
        means,
        origin: files::shown(path),
        exit: Exit::Answered,
        positions: 0,
        answered: 0,
        errors: 0,
        nodes: 0,
        early: BTreeMap::new(),
    };
    let source = files::open(path)?;
    let mut lines = match means.parts {
        None => Lines::new(Box::new(source) as Box<dyn Read>),
        // After an interrupt the file of parts must still be written.
        Some(_) => Lines::attended(source)?,
    };
    let empty_is_start = game.legal("").is_ok();
    // Refuse a question that cannot be asked before the first line.
    let alone = Worker::new(game, asked, means)?;
    // A limit of memory is for one table: divided among threads, it could cost a line its answer. Values of parts
    // serve one search at a time.
    let threads = match means.limits.max_memory.is_some() || means.parts.is_some() {
        true => 1,
        false => means.limits.threads(),
    };
    let tables = std::thread::scope(|scope| {
        let several = (threads > 1).then(|| {
            let watch = console.watch_several(Duration::ZERO);
            several(scope, game, asked, means, (threads, watch))
        });
        let mut team = several
            .flatten()
            .unwrap_or_else(|| Team::Alone(Box::new(alone)));
        while batch.exit != Exit::Interrupted {
            let line = lines.next_while(|| {
                batch.catch_up(&team, 0, console)?;
                console.flush()?;
                Ok(batch.exit != Exit::Interrupted)
            })?;
            let Some(line) = line else {
                if means.parts.is_some() && interrupt::is_raised() {
                    batch.exit = Exit::Interrupted;
                }
                break;
            };
            let line = read(line, empty_is_start);
            batch.line(line, &mut team, console)?;
        }
        batch.catch_up(&team, 0, console)?;
        Ok::<_, Failure>(team.tables())
    })?;
    if means.json {
        console.json(&Summary {
            version: JSON_VERSION,
            summary: true,
            game: game.name(),
            ask: means.ask.name(),
            positions: batch.positions,
            errors: batch.errors,
            nodes: batch.nodes,
            cold: means.cold,
            tables,
            seconds: started.elapsed().as_secs_f64(),
        })?;
    }
    Ok(batch.exit)
}

/// Starts threads that answer lines, each with its own table: as many as wanted, or as the system allows. Returns
/// `None` if that is none.
fn several<'s, 'e, A: Asked>(
    scope: &'s Scope<'s, 'e>,
    game: &'s dyn AnyGame,
    asked: &'s A,
    means: Means<'s>,
    (threads, watch): (
        usize,
        Option<impl FnMut(&Progress) + Clone + Send + 'static>,
    ),
) -> Option<Team<'s, A>> {
    let (lines, take) = channel::<(u64, String)>();
    let (give, replies) = channel();
    let take = Arc::new(Mutex::new(take));
    let started = (0..threads).map_while(|number| {
        // Thread stacks must not take all memory, so leave some.
        if number > 0 && Vec::<u8>::new().try_reserve_exact(RESERVE).is_err() {
            return None;
        }
        let (take, give, watch) = (take.clone(), give.clone(), watch.clone());
        let work = move || {
            let Ok(mut worker) = Worker::new(game, asked, means) else {
                return;
            };
            loop {
                // A thread that panicked holds no line, so a poisoned lock is harmless.
                let next = take
                    .lock()
                    .unwrap_or_else(|poison| poison.into_inner())
                    .recv();
                let Ok((number, text)) = next else { return };
                let control = || search_beside(means.solver, means.limits, threads, watch.clone());
                // The reply is waited for, so a defect of a solver must not lose it. The panic goes on afterwards, and
                // ends the command.
                let found = catch_unwind(AssertUnwindSafe(|| worker.find(&text, control)));
                let (found, panic) = match found {
                    Ok(found) => (found, None),
                    Err(panic) => (Err(QueryError::Failed(Fault::new(DEFECT))), Some(panic)),
                };
                let is_wanted = give.send((number, Reply { text, found })).is_ok();
                if let Some(panic) = panic {
                    resume_unwind(panic);
                }
                if !is_wanted {
                    return;
                }
            }
        };
        std::thread::Builder::new().spawn_scoped(scope, work).ok()
    });
    let threads = started.count() as u64;
    (threads > 0).then_some(Team::Several {
        lines,
        replies,
        threads,
    })
}

/// The reply to a line on which a solver panicked.
const DEFECT: &str = "the solver failed: this is a defect of the program";

/// The memory that must be free before another thread starts, 192 MiB: an allocator may reserve up to 128 MiB of
/// addresses for a thread.
const RESERVE: usize = 192 << 20;

/// Reads a line as text, or returns the reason why it is none. In some games an empty line is a position.
fn read(line: Line<'_>, empty_is_start: bool) -> Result<String, (String, TextError)> {
    let bytes = match line {
        Line::Whole(bytes) => bytes,
        Line::TooLong => {
            let message = format!("the line is longer than {LINE_LIMIT} bytes");
            return Err((String::new(), TextError::new(0..0, message)));
        }
    };
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let start = error.valid_up_to();
            let span = start..start + char::REPLACEMENT_CHARACTER.len_utf8();
            let text = String::from_utf8_lossy(bytes).into_owned();
            return Err((text, TextError::new(span, "the line is not UTF-8 text")));
        }
    };
    if text.trim().is_empty() && !empty_is_start {
        let error = TextError::new(0..text.len(), "a position is expected here");
        return Err((text.to_owned(), error));
    }
    Ok(text.to_owned())
}

impl<A: Asked> Batch<'_, A> {
    /// Answers a line, now or when its turn comes. Only writing can fail; a bad line is answered with `error`.
    fn line(
        &mut self,
        line: Result<String, (String, TextError)>,
        team: &mut Team<'_, A>,
        console: &mut Console,
    ) -> Result<(), Failure> {
        self.positions += 1;
        let reply = match (line, &mut *team) {
            (Err((text, error)), _) => Reply {
                text,
                found: Err(error.into()),
            },
            (Ok(text), Team::Alone(worker)) => {
                let Means { solver, limits, .. } = self.means;
                let control = || console.search_from(self.game, &text, solver, limits);
                let found = worker.find(&text, control);
                Reply { text, found }
            }
            (Ok(text), Team::Several { lines, threads, .. }) => {
                let waiting = WAITING * *threads;
                if lines.send((self.positions, text)).is_err() {
                    return Err(Failure::bad("no thread is left to answer"));
                }
                return self.catch_up(team, waiting, console);
            }
        };
        self.early.insert(self.positions, reply);
        self.catch_up(team, u64::MAX, console)
    }

    /// Writes the available answers, in the order of the lines, until at most `waiting` lines wait for theirs.
    fn catch_up(
        &mut self,
        team: &Team<'_, A>,
        waiting: u64,
        console: &mut Console,
    ) -> Result<(), Failure> {
        loop {
            while let Some(reply) = self.early.remove(&(self.answered + 1)) {
                self.answered += 1;
                self.write(reply, console)?;
            }
            let Team::Several { replies, .. } = team else {
                return Ok(());
            };
            let reply = match self.positions - self.answered {
                0 => return Ok(()),
                left if left > waiting => replies.recv().ok(),
                _ => replies.try_recv().ok(),
            };
            let Some((number, reply)) = reply else {
                return Ok(());
            };
            self.early.insert(number, reply);
        }
    }

    fn write(&mut self, reply: Reply<A::Found>, console: &mut Console) -> Result<(), Failure> {
        let found = match reply.found {
            Ok(found) => found,
            Err(error) => return self.bad(&reply.text, error, console),
        };
        if let Some(answer) = self.asked.answer(&found) {
            self.nodes += answer.nodes;
            self.exit = self.exit.max(answer.stopped.into());
        }
        self.asked.write(&found, console)?;
        if let Some(what) = self.asked.short_of(&found) {
            console.say(format_args!("{}:{}: {what}", self.origin, self.answered));
        }
        Ok(())
    }

    /// Answers a line that has no answer.
    fn bad(&mut self, text: &str, error: QueryError, console: &mut Console) -> Result<(), Failure> {
        // All other lines would fail too.
        if let QueryError::Failed(_) | QueryError::Parts(_) = error {
            return Err(Failure::in_query(text, error));
        }
        self.errors += 1;
        self.exit = self.exit.max(match error {
            QueryError::Stopped(why) => Some(why).into(),
            _ => Exit::BadInput,
        });
        if self.means.json {
            console.json(&JsonError::new(self.game.name(), text, &error))?;
        } else {
            console.out().write_all(b"error\n")?;
        }
        let number = usize::try_from(self.answered).unwrap_or(usize::MAX);
        console.say_error(&match error {
            QueryError::Text(error) => Diagnostic::in_line(self.origin, number, text, &error),
            other => Diagnostic::bare(format!("{}:{number}: {other}", self.origin)),
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests;
