//! `table probe`: values and best moves out of a table.

use super::args::TableProbeArgs;
use super::open;
use crate::desk::Desk;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lines::{LINE_LIMIT, Line, Lines};
use crate::outcome::{Exit, Failure};
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::{JSON_VERSION, JsonError, JsonValue};
use yomikiri_catalog::table::{OpenTable, ProbeError, Probed};
use yomikiri_catalog::{AnyGame, QueryError, TextError};

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
    #[serde(flatten)]
    value: JsonValue,
    is_best: bool,
}

/// What is asked, and how it is answered.
struct Probing<'a> {
    table: OpenTable,
    game: Box<dyn AnyGame>,
    args: &'a TableProbeArgs,
    exit: Exit,
}

pub(super) fn run(args: &TableProbeArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (mut table, game) = open(&args.dir.dir, desk)?;
    if let Some(cache) = args.cache {
        table = table.with_cache(usize::try_from(cache).unwrap_or(usize::MAX));
    }
    let mut probing = Probing {
        table,
        game,
        args,
        exit: Exit::Answered,
    };
    if args.positions.iter().any(|position| position == "-") {
        if args.positions.len() > 1 {
            return Err(Failure::bad("`-` stands alone: positions come from stdin"));
        }
        probing.stream(desk)?;
        return Ok(probing.exit);
    }
    // Nothing is printed when an argument is bad.
    let mut answers = Vec::new();
    for position in &args.positions {
        let probed = probing.game.probe_table(&probing.table, position);
        answers.push(probed.map_err(|error| failure(position, error))?);
    }
    for answer in &answers {
        probing.write(answer, desk)?;
    }
    Ok(Exit::Answered)
}

/// A position that was an argument has no answer.
fn failure(position: &str, error: ProbeError) -> Failure {
    match error {
        ProbeError::Text(error) => Diagnostic::at("position", position, &error).into(),
        ProbeError::NotThere => {
            let error = TextError::new(0..position.len(), error.to_string());
            Diagnostic::at("position", position, &error).into()
        }
        ProbeError::Table(fault) => fault.into(),
    }
}

impl Probing<'_> {
    /// Answers stdin line by line.
    fn stream(&mut self, desk: &mut Desk) -> Result<(), Failure> {
        let mut lines = Lines::new(files::open("-")?);
        let mut number = 0;
        while let Some(line) = lines.next(|| desk.flush())? {
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
            let text = match text {
                Ok(text) => text,
                Err((text, message)) => {
                    self.bad(number, &text, TextError::new(0..0, message), desk)?;
                    continue;
                }
            };
            match self.game.probe_table(&self.table, text) {
                Ok(probed) => self.write(&probed, desk)?,
                Err(ProbeError::Table(fault)) => return Err(fault.into()),
                Err(ProbeError::Text(error)) => self.bad(number, text, error, desk)?,
                Err(ProbeError::NotThere) => {
                    let error = TextError::new(0..text.len(), ProbeError::NotThere.to_string());
                    self.bad(number, text, error, desk)?;
                }
            }
        }
        Ok(())
    }

    fn bad(
        &mut self,
        number: usize,
        text: &str,
        error: TextError,
        desk: &mut Desk,
    ) -> Result<(), Failure> {
        self.exit = Exit::BadInput;
        match self.args.output.json {
            true => {
                let error = QueryError::Text(error.clone());
                desk.json(&JsonError::new(self.game.name(), text, &error))?;
            }
            false => desk.out().write_all(b"error\n")?,
        }
        desk.say_error(&Diagnostic::in_line("stdin", number, text, &error));
        Ok(())
    }

    /// The value, a tab, the best moves; or all of it as JSON.
    fn write(&self, probed: &Probed, desk: &mut Desk) -> Result<(), Failure> {
        let moves = probed.moves.iter().filter(|_| self.args.moves);
        if self.args.output.json {
            let moves = moves.map(|found| JsonProbedMove {
                mv: &found.mv,
                value: found.value.into(),
                is_best: found.best,
            });
            return desk.json(&JsonProbed {
                version: JSON_VERSION,
                game: self.game.name(),
                position: &probed.position,
                ask: self.table.subject().ask.name(),
                bound: "exact",
                value: probed.value.into(),
                best: probed.best().collect(),
                moves: self.args.moves.then(|| moves.collect()),
                solver: "table",
            });
        }
        let best: Vec<&str> = probed.best().collect();
        let moves: String = moves
            .map(|found| format!("\t{} {}", found.mv, found.value))
            .collect();
        writeln!(desk.out(), "{}\t{}{moves}", probed.value, best.join(" "))?;
        Ok(())
    }
}
