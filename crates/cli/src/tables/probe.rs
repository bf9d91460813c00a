//! `table probe`: reads values and best moves from a table.

use super::args::DirArg;
use crate::args::{OutputArgs, ask_parser, size};
use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lines::{LINE_LIMIT, Line, Lines};
use crate::outcome::{Exit, Failure};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::{JSON_VERSION, JsonError, JsonValue};
use yomikiri_catalog::table::Missing;
use yomikiri_catalog::{
    Answer, AnyGame, AnySession, Ask, Bound, Control, MoveBound, QueryError, START, TextError,
    Want, whole,
};

/// Look up positions in a table: the value and the best moves, one line per position
#[derive(Debug, Args)]
pub(crate) struct TableProbeArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    /// The positions, in the game's notation. `-` reads one position per line from stdin and answers each at
    /// once. If a text is not a position, the command reports it and answers the others (default: the positions
    /// that play starts from in the table)
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<String>,
    /// The question (default: the table's own); a table of margins or distances also answers `winner`
    #[arg(long, value_name = "QUESTION", value_parser = ask_parser())]
    pub(crate) ask: Option<Ask>,
    /// Also print all legal moves with their values, in further columns `MOVE VALUE`
    #[arg(long)]
    pub(crate) moves: bool,
    /// The memory for blocks of values, in bytes [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) cache: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A position's answer, as JSON.
#[derive(Debug, Serialize)]
struct JsonProbed<'p> {
    version: u32,
    game: &'p str,
    position: &'p str,
    ask: &'static str,
    bound: &'static str,
    #[serde(flatten)]
    value: JsonValue,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    to_come: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
    best: Vec<&'p str>,
    /// All legal moves, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<JsonProbedMove<'p>>>,
    solver: &'static str,
}

/// A legal move with its value, as JSON.
#[derive(Debug, Serialize)]
struct JsonProbedMove<'p> {
    #[serde(rename = "move")]
    mv: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i64>,
    #[serde(flatten)]
    value: Option<JsonValue>,
    /// The bounds of a move that a semi-strong table leaves out; `upper` is the other bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<JsonValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<JsonValue>,
    /// Whether the move is best; absent if that is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_best: Option<bool>,
}

/// The questions, and the session that answers them.
struct Probing<'a> {
    game: &'a dyn AnyGame,
    session: Box<dyn AnySession + 'a>,
    args: &'a TableProbeArgs,
    exit: Exit,
}

/// A table's answer about a position; with the moves in move order, if asked for.
struct Probed {
    answer: Answer,
    moves: Option<Vec<MoveBound>>,
}

pub(super) fn run(args: &TableProbeArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (mut table, game) = args.dir.open()?;
    if let Some(cache) = args.cache {
        table = table.with_cache(usize::try_from(cache).unwrap_or(usize::MAX));
    }
    let mut probing = Probing {
        game: game.as_ref(),
        session: whole::table_session(
            game.as_ref(),
            &table,
            args.ask.unwrap_or(table.subject().ask),
            Missing::Refuse,
        )?,
        args,
        exit: Exit::Answered,
    };
    if args.positions.iter().any(|position| position == "-") {
        if args.positions.len() > 1 {
            return Err(Failure::bad("`-` stands alone: positions come from stdin"));
        }
        probing.stream(console)?;
        return Ok(probing.exit);
    }
    let starts = match args.positions.is_empty() {
        true if table.subject().is_part() => game.start_texts(&table.subject().from)?,
        true => vec![START.to_owned()],
        false => Vec::new(),
    };
    for position in args.positions.iter().chain(&starts) {
        let bad = |error: &TextError| Diagnostic::at("position", position, error);
        probing.answer(position, bad, console)?;
    }
    Ok(probing.exit)
}

impl Probing<'_> {
    /// Asks the table.
    fn ask(&mut self, position: &str) -> Result<Probed, QueryError> {
        let control = &mut Control::new();
        if !self.args.moves {
            let want = Want {
                best: true,
                line: false,
            };
            let answer = self.session.answer(position, want, control)?;
            let moves = None;
            return Ok(Probed { answer, moves });
        }
        let found = self.session.moves(position, control)?;
        let (_, order) = self.game.legal(position)?;
        // The moves that a semi-strong table leaves out have ranges.
        let exact = found.moves.into_iter().map(MoveBound::from);
        let mut moves: Vec<MoveBound> = exact.chain(found.bounds).collect();
        moves.sort_by_key(|found| order.iter().position(|mv| *mv == found.mv));
        Ok(Probed {
            answer: found.answer,
            moves: Some(moves),
        })
    }

    /// Answers stdin line by line.
    fn stream(&mut self, console: &mut Console) -> Result<(), Failure> {
        let mut lines = Lines::new(files::open("-")?);
        let mut number = 0;
        while let Some(line) = lines.next(|| console.flush())? {
            number += 1;
            let text = match line {
                Line::TooLong => Err((
                    String::new(),
                    format!("the line is longer than {LINE_LIMIT} bytes"),
                )),
                Line::Whole(bytes) => str::from_utf8(bytes).map_err(|_| {
                    let text = String::from_utf8_lossy(bytes).into_owned();
                    (text, "the line is not UTF-8 text".to_owned())
                }),
            };
            match text {
                Ok(text) => {
                    let bad = |error: &TextError| Diagnostic::in_line("stdin", number, text, error);
                    self.answer(text, bad, console)?;
                }
                Err((text, message)) => {
                    let error = TextError::new(0..0, message);
                    let told = Diagnostic::in_line("stdin", number, &text, &error);
                    self.bad(&text, &error, &told, console)?;
                }
            }
        }
        Ok(())
    }

    /// Answers a position, or reports the error in its text and goes on.
    fn answer(
        &mut self,
        text: &str,
        bad: impl Fn(&TextError) -> Diagnostic,
        console: &mut Console,
    ) -> Result<(), Failure> {
        match self.ask(text) {
            Ok(probed) => self.write(&probed, console),
            Err(QueryError::Text(error)) => self.bad(text, &error, &bad(&error), console),
            Err(error) => Err(Failure::in_query(text, error)),
        }
    }

    fn bad(
        &mut self,
        text: &str,
        error: &TextError,
        told: &Diagnostic,
        console: &mut Console,
    ) -> Result<(), Failure> {
        self.exit = Exit::BadInput;
        match self.args.output.json {
            true => {
                let error = QueryError::Text(error.clone());
                console.json(&JsonError::new(self.game.name(), text, &error))?;
            }
            false => console.out().write_all(b"error\n")?,
        }
        console.say_error(told);
        Ok(())
    }

    /// Writes the value, a tab and the best moves, or all of it as JSON.
    fn write(&self, probed: &Probed, console: &mut Console) -> Result<(), Failure> {
        let Probed { answer, moves } = probed;
        // Positions in a table have exact values.
        let (Bound::Exact(value) | Bound::Range { lower: value, .. }) = answer.bound;
        let best = answer.best.iter().flatten().map(String::as_str);
        let best: Vec<&str> = best.collect();
        if self.args.output.json {
            let moves = moves.as_ref().map(|moves| {
                let moves = moves.iter().map(|found| {
                    let (value, lower, upper) = match found.bound {
                        Bound::Exact(value) => (Some(value), None, None),
                        Bound::Range { lower, upper } => (None, Some(lower), Some(upper)),
                    };
                    JsonProbedMove {
                        mv: &found.mv,
                        gain: found.gain,
                        value: value.map(JsonValue::from),
                        lower: lower.map(JsonValue::from),
                        upper: upper.map(JsonValue::from),
                        is_best: found.best,
                    }
                });
                moves.collect()
            });
            return console.json(&JsonProbed {
                version: JSON_VERSION,
                game: &answer.game,
                position: &answer.position,
                ask: answer.ask.name(),
                bound: "exact",
                value: value.into(),
                to_come: answer.to_come,
                points: answer.points,
                best,
                moves,
                solver: answer.solver,
            });
        }
        let moves = moves.iter().flatten();
        let moves: String = moves
            .map(|found| format!("\t{} {}", found.mv, found.bound))
            .collect();
        writeln!(console.out(), "{value}\t{}{moves}", best.join(" "))?;
        Ok(())
    }
}
