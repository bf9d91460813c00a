//! `compare`: all solvers side by side on one position.

use crate::answers::TO_COME;
use crate::args::{AskArgs, At, LimitArgs, OutputArgs};
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use crate::table::Table;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use yomikiri_catalog::answer::{JSON_VERSION, JsonAnswer};
use yomikiri_catalog::compare::{Row, compare};
use yomikiri_catalog::{Ask, Bound, Limits, Stop, Value};

#[derive(Debug, Args)]
#[command(after_help = examples::COMPARE)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The default time and memory of each solver.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: u64 = 1 << 30;

/// A solver that does not apply, as JSON.
#[derive(Debug, Serialize)]
struct Refused<'a> {
    version: u32,
    game: &'a str,
    position: &'a str,
    ask: &'static str,
    solver: &'static str,
    error: String,
}

/// The summary after the solvers, as JSON.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    version: u32,
    summary: bool,
    game: &'a str,
    position: &'a str,
    ask: &'static str,
    /// Whether all exact values are equal.
    agree: bool,
    exact: usize,
    stopped: usize,
    refused: usize,
}

pub(crate) fn run(args: &CompareArgs, console: &mut Console) -> Result<Exit, Failure> {
    let game = console.open(&args.at.game.game)?;
    let position = args.at.position();
    let (position, ask) = (position.as_ref(), args.ask.ask);
    let given = args.limits.limits();
    // All solvers have the same time, whatever opening the game took.
    let limits = console.left(Limits {
        time: given.time.or(Some(TIME)),
        memory: given.memory.or(Some(MEMORY)),
        ..given
    });
    let rows = compare(game.as_ref(), position, ask, || {
        console.control_within(limits)
    })
    .map_err(|error| Failure::in_query(position, error))?;
    // If every solver refuses the question, there is no table.
    if let Some(Err(error)) = rows
        .iter()
        .map(|row| row.result.as_ref())
        .find(|_| rows.iter().all(|row| row.result.is_err()))
    {
        return Err(Failure::in_query(position, error.clone()));
    }
    let verdict = Verdict::of(&rows);
    match args.output.json {
        true => write_json(&rows, &verdict, (game.name(), position, ask), console)?,
        false => {
            write(&rows, console)?;
            console.flush()?;
            let mut answers = rows.iter().filter_map(|row| row.result.as_ref().ok());
            if answers.any(|answer| answer.to_come) {
                console.say(TO_COME);
            }
        }
    }
    if !verdict.agree {
        console.say("error: exact values differ; this is a bug in Yomikiri, please report it");
    }
    Ok(verdict.exit())
}

/// The verdict on the rows.
struct Verdict {
    agree: bool,
    exact: usize,
    stopped: usize,
    refused: usize,
    cancelled: bool,
}

impl Verdict {
    fn of(rows: &[Row]) -> Verdict {
        let answers: Vec<_> = rows
            .iter()
            .filter_map(|row| row.result.as_ref().ok())
            .collect();
        let exact: Vec<Value> = answers
            .iter()
            .filter_map(|answer| match answer.bound {
                Bound::Exact(value) => Some(value),
                Bound::Range { .. } => None,
            })
            .collect();
        Verdict {
            agree: exact.windows(2).all(|pair| pair[0] == pair[1]),
            exact: exact.len(),
            stopped: answers.len() - exact.len(),
            refused: rows.len() - answers.len(),
            cancelled: answers
                .iter()
                .any(|answer| answer.stopped == Some(Stop::Cancelled)),
        }
    }

    /// A limit in one solver does not matter if another has the answer.
    fn exit(&self) -> Exit {
        if self.cancelled {
            Exit::Interrupted
        } else if !self.agree {
            Exit::Found
        } else if self.exact == 0 {
            Exit::Limit
        } else {
            Exit::Answered
        }
    }
}

fn write(rows: &[Row], console: &mut Console) -> Result<(), Failure> {
    let mut table = Table::new(["solver", "value", "calls", "stored", "seconds"]);
    table.right(2..5);
    for row in rows {
        let Ok(answer) = &row.result else { continue };
        table.row([
            row.method.to_string(),
            answer.to_string(),
            answer.nodes.to_string(),
            answer.stored.to_string(),
            format!("{:.6}", answer.elapsed.as_secs_f64()),
        ]);
    }
    let out = console.out();
    write!(out, "{table}")?;
    for row in rows {
        match &row.result {
            Err(error) => writeln!(out, "{}: {error}", row.method)?,
            Ok(answer) => {
                if let Some(why) = answer.stopped {
                    writeln!(out, "{}: {why}", row.method)?;
                }
            }
        }
    }
    Ok(())
}

fn write_json(
    rows: &[Row],
    verdict: &Verdict,
    (game, position, ask): (&str, &str, Ask),
    console: &mut Console,
) -> Result<(), Failure> {
    for row in rows {
        match &row.result {
            Ok(answer) => console.json(&JsonAnswer::from(answer))?,
            Err(error) => console.json(&Refused {
                version: JSON_VERSION,
                game,
                position,
                ask: ask.name(),
                solver: row.method.name(),
                error: error.to_string(),
            })?,
        }
    }
    console.json(&Summary {
        version: JSON_VERSION,
        summary: true,
        game,
        position,
        ask: ask.name(),
        agree: verdict.agree,
        exact: verdict.exact,
        stopped: verdict.stopped,
        refused: verdict.refused,
    })
}
