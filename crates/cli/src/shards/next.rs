//! `shard next`.

use super::store::StoreArg;
use crate::args::OutputArgs;
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::shard::{Task, standing};

/// List the tasks that can run now, in any order and at the same time
///
/// The list is empty if no task is left. With --json a last line reports the progress.
#[derive(Debug, Args)]
pub(crate) struct ShardNextArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A task, as JSON.
#[derive(Debug, Serialize)]
struct JsonTask {
    version: u32,
    task: String,
    stage: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<u64>,
}

/// The progress of the work, as JSON.
#[derive(Debug, Serialize)]
struct JsonStanding {
    version: u32,
    ready: usize,
    done: u64,
    known: u64,
    all_known: bool,
    finished: bool,
}

pub(super) fn run(args: &ShardNextArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (place, _) = args.store.open()?;
    let standing = standing(place.storage.as_ref())?;
    for task in &standing.ready {
        if !args.output.json {
            writeln!(console.out(), "{task}")?;
            continue;
        }
        let (stage, tier, round, shard) = match *task {
            Task::Cut(tier) => ("cut", Some(tier), None, None),
            Task::Keys(tier, shard) => ("keys", Some(tier), None, Some(shard)),
            Task::Join => ("join", None, None, None),
            Task::Open(shard) => ("open", None, None, Some(shard)),
            Task::Round(round) => ("round", None, Some(round), None),
            Task::Back(round, shard) => ("back", None, Some(round), Some(shard)),
            Task::Values(tier, shard) => ("values", Some(tier), None, Some(shard)),
            Task::Finish => ("finish", None, None, None),
        };
        console.json(&JsonTask {
            version: JSON_VERSION,
            task: task.to_string(),
            stage,
            tier,
            round,
            shard,
        })?;
    }
    match args.output.json {
        true => console.json(&JsonStanding {
            version: JSON_VERSION,
            ready: standing.ready.len(),
            done: standing.done,
            known: standing.known,
            all_known: standing.all_known,
            finished: standing.is_finished(),
        })?,
        false if standing.is_finished() => {
            console.say("note: the table is there: nothing is left to do")
        }
        false => {}
    }
    Ok(Exit::Answered)
}
