//! `solve --positions`: a position a line, an answer a line, in order and as they come.

use crate::args::SolveArgs;
use crate::desk::Desk;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lines::{LINE_LIMIT, Line, Lines};
use crate::outcome::{Exit, Failure};
use crate::solve::{short_of, wanted, write};
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use yomikiri_catalog::answer::{JSON_VERSION, JsonAnswer, JsonError};
use yomikiri_catalog::{Answer, AnyGame, AnySession, QueryError, Stop, TextError};

/// What a batch came to, as JSON.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    version: u32,
    summary: bool,
    game: &'a str,
    ask: &'static str,
    positions: u64,
    errors: u64,
    nodes: u64,
    seconds: f64,
}

/// A batch on its way.
struct Batch<'a> {
    game: &'a dyn AnyGame,
    args: &'a SolveArgs,
    session: Box<dyn AnySession + 'a>,
    /// Whether the session has stored anything yet.
    used: bool,
    /// What the input is called in errors.
    origin: &'a str,
    exit: Exit,
    positions: u64,
    errors: u64,
    nodes: u64,
}

pub(crate) fn run(
    game: &dyn AnyGame,
    path: &str,
    args: &SolveArgs,
    desk: &mut Desk,
) -> Result<Exit, Failure> {
    let started = Instant::now();
    let mut batch = Batch {
        session: game.session(args.ask.ask, args.solver.solver.0)?,
        used: false,
        game,
        args,
        origin: if path == "-" { "stdin" } else { path },
        exit: Exit::Answered,
        positions: 0,
        errors: 0,
        nodes: 0,
    };
    let mut lines = Lines::new(files::open(path)?);
    while batch.exit != Exit::Interrupted {
        let Some(line) = lines.next(|| desk.flush())? else {
            break;
        };
        batch.line(line, desk)?;
    }
    if args.output.json {
        desk.json(&Summary {
            version: JSON_VERSION,
            summary: true,
            game: game.name(),
            ask: args.ask.ask.name(),
            positions: batch.positions,
            errors: batch.errors,
            nodes: batch.nodes,
            seconds: started.elapsed().as_secs_f64(),
        })?;
    }
    Ok(batch.exit)
}

impl Batch<'_> {
    /// Answers a line. What fails here is writing; a bad line is answered with `error`.
    fn line(&mut self, line: Line<'_>, desk: &mut Desk) -> Result<(), Failure> {
        self.positions += 1;
        let bytes = match line {
            Line::Whole(bytes) => bytes,
            Line::TooLong => {
                let message = format!("the line is longer than {LINE_LIMIT} bytes");
                return self.bad("", TextError::new(0..0, message).into(), desk);
            }
        };
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let start = error.valid_up_to();
                let span = start..start + char::REPLACEMENT_CHARACTER.len_utf8();
                let error = TextError::new(span, "the line is not UTF-8 text");
                return self.bad(&String::from_utf8_lossy(bytes), error.into(), desk);
            }
        };
        if text.trim().is_empty() {
            let error = TextError::new(0..text.len(), "a position is expected here");
            return self.bad(text, error.into(), desk);
        }
        let answer = match self.answer(text, desk) {
            Ok(answer) => answer,
            Err(error) => return self.bad(text, error, desk),
        };
        self.nodes += answer.nodes;
        self.exit = self.exit.max(answer.stopped.into());
        match self.args.output.json {
            true => desk.json(&JsonAnswer::from(&answer))?,
            false => write(&answer, desk)?,
        }
        if let Some(what) = short_of(&answer) {
            desk.say(format_args!("{}:{}: {what}", self.origin, self.positions));
        }
        Ok(())
    }

    fn answer(&mut self, text: &str, desk: &Desk) -> Result<Answer, QueryError> {
        let want = wanted(self.args);
        let limits = &self.args.limits;
        let answer = self.session.answer(text, want, &mut desk.control(limits))?;
        // What earlier positions left behind must not cost this one its answer.
        if answer.stopped == Some(Stop::Memory) && self.used {
            self.session = self
                .game
                .session(self.args.ask.ask, self.args.solver.solver.0)?;
            self.used = false;
            return self.answer(text, desk);
        }
        self.used = true;
        Ok(answer)
    }

    /// Answers a line that has no answer.
    fn bad(&mut self, text: &str, error: QueryError, desk: &mut Desk) -> Result<(), Failure> {
        self.errors += 1;
        self.exit = self.exit.max(Exit::BadInput);
        if self.args.output.json {
            desk.json(&JsonError::new(self.game.name(), text, &error))?;
        } else {
            desk.out().write_all(b"error\n")?;
        }
        let number = usize::try_from(self.positions).unwrap_or(usize::MAX);
        desk.say_error(&match error {
            QueryError::Text(error) => Diagnostic::in_line(self.origin, number, text, &error),
            other => Diagnostic::bare(format!("{}:{number}: {other}", self.origin)),
        });
        Ok(())
    }
}
