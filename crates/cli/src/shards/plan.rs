//! `shard plan`.

use crate::args::seconds;
use crate::args::{OutputArgs, whole};
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::stores::{Place, Scratch, tag};
use crate::tables::{SubjectArgs, time};
use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::TableFault;
use yomikiri_catalog::table::shard::{Cutting, Forecast};
use yomikiri_catalog::{Counted, Limits};

/// Plan a table: cut its game into tasks, and write the plan to a folder
///
/// The command also estimates the cost: the number of positions, and, from a trial run of some tasks that takes
/// a few seconds, the time and memory. The folder then contains everything that workers need, including the
/// text of a rules file. Repeating the command changes nothing. If play may cycle, the game must allow moves to
/// be taken back, and moves must gain no points.
#[derive(Debug, Args)]
pub(crate) struct ShardPlanArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    /// The folder of the plan; created if it does not exist. In a program built with `--features stores` also
    /// s3://BUCKET/PATH, gs:// or az://
    #[arg(short = 'o', long = "output", value_name = "STORE")]
    pub(crate) store: std::path::PathBuf,
    /// The maximum number of shards in a tier
    #[arg(long, value_name = "N", default_value_t = Cutting::default().shards, value_parser = whole::<u64>(1..=yomikiri_catalog::table::shard::MOST_SHARDS), allow_negative_numbers = true)]
    pub(crate) shards: u64,
    /// The minimum number of positions in a shard, approximately; a small tier gets fewer shards
    #[arg(long, value_name = "N", default_value_t = Cutting::default().least, value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) least: u64,
    /// Stop after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A plan, as JSON.
#[derive(Debug, Serialize)]
struct JsonPlan<'p> {
    version: u32,
    game: &'p str,
    ask: &'static str,
    symmetric: bool,
    /// For a part of a game: the positions that play starts from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    from: Vec<String>,
    shards: u64,
    least_positions: u64,
    may_cycle: bool,
    /// The most tiers, if play cannot cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_tiers: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
}

/// The cost of the tasks, from an estimate and a trial.
#[derive(Debug, Serialize)]
struct Expected {
    positions: u64,
    /// Samples suggest that the game has at least this many positions, and at most `most`.
    least: u64,
    most: u64,
    stored: u64,
    /// The bytes of the table, and (`store_bytes`) of the store when all tasks are done.
    table_bytes: u64,
    store_bytes: u64,
    /// The processor time of all tasks together.
    seconds: f64,
    /// The positions, time and memory of the largest task.
    task_positions: u64,
    task_seconds: f64,
    task_memory: u64,
    /// The cost of a round in which all shards are active, if play may cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<RoundCost>,
    trial: Trial,
}

/// The part of the game whose tasks were done for the trial.
#[derive(Debug, Serialize)]
struct Trial {
    stored: u64,
    /// The processor time of the trial.
    seconds: f64,
    /// The rounds of the trial, if play may cycle; the game has more.
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u64>,
}

/// The greatest cost of a round, if play may cycle.
#[derive(Debug, Serialize)]
struct RoundCost {
    /// The bytes read; about as many are written if much changes.
    bytes: u64,
    /// The processor time.
    seconds: f64,
}

/// The bytes of memory that the idle program takes, as the system counts them (measured on Linux).
const PROGRAM: f64 = 10e6;

impl From<&Forecast> for Expected {
    fn from(found: &Forecast) -> Expected {
        let table = &found.table;
        Expected {
            positions: table.positions as u64,
            least: table.least as u64,
            most: table.most as u64,
            stored: table.stored as u64,
            table_bytes: table.bytes as u64,
            store_bytes: found.store_bytes as u64,
            seconds: found.time.as_secs_f64(),
            task_positions: found.task_positions as u64,
            task_seconds: found.task_time.as_secs_f64(),
            task_memory: (PROGRAM + found.task_memory) as u64,
            round: found.round.map(|round| RoundCost {
                bytes: round.bytes as u64,
                seconds: round.time.as_secs_f64(),
            }),
            trial: Trial {
                stored: found.tried,
                seconds: found.trial_time.as_secs_f64(),
                rounds: found.round.map(|round| round.tried),
            },
        }
    }
}

pub(super) fn run(args: &ShardPlanArgs, console: &mut Console) -> Result<Exit, Failure> {
    let control = &mut console.control_within(Limits {
        time: args.timeout,
        ..Limits::default()
    });
    let (game, subject) = args.subject.open(control, console)?;
    let cutting = Cutting {
        shards: args.shards,
        least: args.least,
    };
    let place = Place::at(&args.store)?;
    let plan = game.plan_shards(&subject, place.storage.as_ref(), cutting, &tag(0))?;
    let scratch = Scratch::default();
    let expected = match game.forecast_shards(&subject, cutting, &scratch, control) {
        Ok(found) => Some(Expected::from(&found)),
        Err(TableFault::Stopped(why)) => return Err(Failure::stopped(why)),
        // The tasks would not have room for scratch files either.
        Err(fault @ TableFault::Io { .. }) => {
            return Err(Failure::Limit(format!(
                "the plan is made, but there is no forecast: {fault} (scratch files are in `{}`)",
                std::env::temp_dir().display()
            )));
        }
        // The tasks may still be done.
        Err(fault) => {
            console.say(format_args!("note: there is no forecast: {fault}"));
            None
        }
    };
    let may_cycle = plan.may_cycle();
    let said = JsonPlan {
        version: JSON_VERSION,
        game: &plan.subject().game,
        ask: plan.subject().ask.name(),
        symmetric: plan.subject().symmetric,
        from: game.start_texts(&subject.from)?,
        shards: cutting.shards,
        least_positions: cutting.least,
        may_cycle,
        most_tiers: (!may_cycle).then_some(plan.most_tiers),
        expected,
    };
    if args.output.json {
        console.json(&said)?;
        return Ok(Exit::Answered);
    }
    let shards = match said.shards {
        1 => "1 shard".to_owned(),
        shards => format!("at most {}", Counted(HumanCount(shards), "shard")),
    };
    match said.most_tiers {
        Some(tiers) => writeln!(
            console.out(),
            "{}: at most {} of {shards}",
            said.game,
            Counted(HumanCount(tiers), "tier"),
        )?,
        None => writeln!(
            console.out(),
            "{}: play may cycle: plies, then rounds, of {shards}",
            said.game,
        )?,
    }
    if let Some(expected) = &said.expected {
        writeln!(
            console.out(),
            "expected: {}, {} in the store, {} of one processor",
            Counted(HumanCount(expected.stored), "stored position"),
            HumanBytes(expected.store_bytes),
            time(expected.seconds),
        )?;
        if expected.least < expected.most {
            let share = expected.stored as f64 / expected.positions.max(1) as f64;
            let stored = |positions: u64| (positions as f64 * share) as u64;
            writeln!(
                console.out(),
                "by samples there are between {} and {} of them, and all figures grow with their number",
                HumanCount(stored(expected.least)),
                HumanCount(stored(expected.most)),
            )?;
        }
        writeln!(
            console.out(),
            "a task: at most about {}, {} of memory, {}",
            Counted(HumanCount(expected.task_positions), "position"),
            HumanBytes(expected.task_memory),
            time(expected.task_seconds),
        )?;
        if let Some(round) = &expected.round {
            writeln!(
                console.out(),
                "a round: at most {} read, and as many written, {} of one processor",
                HumanBytes(round.bytes),
                time(round.seconds),
            )?;
        }
        let trial = &expected.trial;
        let rounds = trial
            .rounds
            .map(|rounds| format!(", {}", Counted(HumanCount(rounds), "round")));
        writeln!(
            console.out(),
            "measured on a part of the game: {} stored positions{}, {} of one processor",
            HumanCount(trial.stored),
            rounds.unwrap_or_default(),
            time(trial.seconds),
        )?;
    }
    Ok(Exit::Answered)
}
