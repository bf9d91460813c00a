//! `shard plan`.

use crate::args::OutputArgs;
use crate::desk::Desk;
use crate::outcome::{Exit, Failure};
use crate::stores::{Place, tag};
use crate::tables::{RoomArgs, SubjectArgs, time};
use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::shard::Cutting;
use yomikiri_catalog::table::{Estimate, TableFault};

/// Plan a table: write into a folder how its game is cut into tasks
///
/// The command also says what the tasks will take, from an estimate. The folder then has all that workers need, also
/// the text of a rules file. The same command again changes nothing. If play may cycle, the game has to be one whose moves
/// can be taken back and gain no points.
#[derive(Debug, Args)]
pub(crate) struct ShardPlanArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    /// The folder of the plan; the command makes it if it does not exist
    #[arg(short = 'o', long = "output", value_name = "STORE")]
    pub(crate) store: std::path::PathBuf,
    /// The most shards in a tier
    #[arg(long, value_name = "N", default_value_t = Cutting::default().shards, value_parser = clap::value_parser!(u64).range(1..=yomikiri_catalog::table::shard::MOST_SHARDS))]
    pub(crate) shards: u64,
    /// Positions in a shard, about, of tiers that are too small for so many shards
    #[arg(long, value_name = "N", default_value_t = Cutting::default().least, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) least: u64,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
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
    shards: u64,
    least_positions: u64,
    may_cycle: bool,
    /// If play cannot cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_tiers: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
}

/// What the tasks will take, from the estimate.
#[derive(Debug, Serialize)]
struct Expected {
    positions: u64,
    stored: u64,
    /// Bytes of the table, and of the store when all tasks are done.
    table_bytes: u64,
    store_bytes: u64,
    /// Of all tasks, on one processor.
    seconds: f64,
    /// Of the largest task.
    task_positions: u64,
    task_seconds: f64,
    task_memory: u64,
    /// Of a round in which all shards are active, if play may cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<RoundCost>,
}

/// What a round costs at most, if play may cycle.
#[derive(Debug, Serialize)]
struct RoundCost {
    /// Bytes that are read, and about as many are written if much changes.
    bytes: u64,
    /// On one processor.
    seconds: f64,
}

/// Bytes of the store for each stored position: its key and value, what it leads to, and the answers to that. With the
/// table 5.1 on connect4 with 5 columns and 5 rows, in shards of 125,000 positions; more where keys are longer.
const STORE_BYTES: f64 = 6.0;
/// How much longer tasks take than `table build`, since they write down what they ask: 1.2 to 1.5 times there.
const LONGER: f64 = 1.4;
/// Bytes of memory that a task makes use of for each of its positions (25 there, whose keys have 4 bytes), beside a
/// fixed part.
const A_POSITION: f64 = 64.0;
const FIXED: f64 = (16 << 20) as f64;

/// The same where play may cycle, of six men's morris in 16 shards, with distances (35 and 1.8 there).
const STORE_BYTES_OF_ROUNDS: f64 = 35.0;
const LONGER_IN_ROUNDS: f64 = 1.8;
/// Bytes of the open moves of a position.
const OPENS: f64 = 0.5;
/// Seconds that a round takes to read a position, and to write it again.
const A_ROUND: f64 = 30e-9;

impl Expected {
    fn of(found: &Estimate, cutting: Cutting, may_cycle: bool) -> Expected {
        let shards = (found.largest / cutting.least as f64).clamp(1.0, cutting.shards as f64);
        let largest = found.largest / shards;
        let (longer, store_bytes) = match may_cycle {
            true => (LONGER_IN_ROUNDS, STORE_BYTES_OF_ROUNDS),
            false => (LONGER, STORE_BYTES),
        };
        let seconds = found.time.as_secs_f64() * longer;
        Expected {
            positions: found.positions as u64,
            stored: found.stored as u64,
            table_bytes: found.bytes as u64,
            store_bytes: (found.stored * store_bytes) as u64,
            seconds,
            task_positions: largest as u64,
            // Keys take about as long as values do.
            task_seconds: seconds / 2.0 * largest / found.stored.max(1.0),
            task_memory: (FIXED + A_POSITION * largest) as u64,
            round: may_cycle.then_some(RoundCost {
                bytes: (found.bytes + found.stored * OPENS) as u64,
                seconds: found.stored * A_ROUND,
            }),
        }
    }
}

pub(super) fn run(args: &ShardPlanArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (game, subject) = args.subject.open(&args.room, desk)?;
    let cutting = Cutting {
        shards: args.shards,
        least: args.least,
    };
    let estimate = match game.estimate_table(&subject, &mut args.room.control(desk)) {
        Ok(found) => Some(found),
        Err(TableFault::Stopped(why)) => return Err(Failure::stopped(why)),
        // What cannot be estimated may be done all the same.
        Err(_) => None,
    };
    let place = Place::at(&args.store)?;
    let plan = game.plan_shards(&subject, place.storage.as_ref(), cutting, &tag(0))?;
    let may_cycle = plan.may_cycle();
    let expected = estimate.map(|found| Expected::of(&found, cutting, may_cycle));
    let said = JsonPlan {
        version: JSON_VERSION,
        game: &plan.subject().game,
        ask: plan.subject().ask.name(),
        symmetric: plan.subject().symmetric,
        shards: cutting.shards,
        least_positions: cutting.least,
        may_cycle,
        most_tiers: (!may_cycle).then_some(plan.most_tiers),
        expected,
    };
    if args.output.json {
        desk.json(&said)?;
        return Ok(Exit::Answered);
    }
    let shards = HumanCount(said.shards);
    match said.most_tiers {
        Some(tiers) => writeln!(
            desk.out(),
            "{}: at most {} tiers of at most {shards} shards",
            said.game,
            HumanCount(tiers),
        )?,
        None => writeln!(
            desk.out(),
            "{}: play may cycle: plies, then rounds, of at most {shards} shards",
            said.game,
        )?,
    }
    if let Some(expected) = &said.expected {
        writeln!(
            desk.out(),
            "expected: {} stored positions, {} in the store, {} of one processor",
            HumanCount(expected.stored),
            HumanBytes(expected.store_bytes),
            time(expected.seconds),
        )?;
        writeln!(
            desk.out(),
            "a task: at most about {} positions, {} of memory, {}",
            HumanCount(expected.task_positions),
            HumanBytes(expected.task_memory),
            time(expected.task_seconds),
        )?;
        if let Some(round) = &expected.round {
            writeln!(
                desk.out(),
                "a round: at most {} read, and as many written, {} of one processor",
                HumanBytes(round.bytes),
                time(round.seconds),
            )?;
        }
    }
    Ok(Exit::Answered)
}
