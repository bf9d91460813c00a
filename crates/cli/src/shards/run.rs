//! `shard run`.

use super::store::{StoreArg, failed, line, not_done, say_aside, word};
use crate::args::OutputArgs;
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::stores::{Scratch, tag};
use crate::tables::RoomArgs;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::shard::{Ran, Task, TaskRoom};
use yomikiri_catalog::table::{Building, Kept};

/// Run tasks, one after the other
///
/// A task writes its file under a temporary name and renames it when it is complete. A task that is already
/// done changes nothing. A task that the game does not have is no error: there is nothing to do. The first task
/// that fails ends the run.
#[derive(Debug, Args)]
pub(crate) struct ShardRunArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,
    /// The tasks: cut-TIER, keys-TIER-SHARD, values-TIER-SHARD or finish; if play may cycle also join, open-SHARD,
    /// round-ROUND and back-ROUND-SHARD
    #[arg(value_name = "TASK", required = true)]
    pub(crate) tasks: Vec<Task>,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The result of a task, as JSON.
#[derive(Debug, Serialize)]
struct JsonRan {
    version: u32,
    task: String,
    came: &'static str,
    seconds: f64,
}

/// Explains a mistyped number, which is no error.
fn why(ran: &Ran) -> &'static str {
    match ran {
        Ran::Nothing => ", the game has no such task",
        _ => "",
    }
}

pub(super) fn run(args: &ShardRunArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (place, _, game) = args.store.open_game()?;
    let scratch = Scratch::default();
    let room = TaskRoom {
        store: &Kept::new(place.storage.as_ref()),
        scratch: &scratch,
        tag: &tag(0),
        options: args.room.options(),
        held: None,
        lasting: true,
    };
    for &task in &args.tasks {
        let (started, mut control) = (Instant::now(), args.room.silent(console));
        let mut teller = console.teller();
        let mut told = |building: &Building| teller(line(task, building));
        let ran = game.run_task(&room, task, &mut control, &mut told);
        let ran = ran.map_err(|fault| failed(task, fault, &args.store.store))?;
        if let Ran::SetAside(aside) = &ran {
            say_aside(aside.iter().map(|(_, why)| why), console);
            return Err(not_done(task, aside));
        }
        if let Ran::Remade(why) = &ran {
            say_aside([why], console);
        }
        match args.output.json {
            true => console.json(&JsonRan {
                version: JSON_VERSION,
                task: task.to_string(),
                came: word(&ran),
                seconds: started.elapsed().as_secs_f64(),
            })?,
            false => writeln!(console.out(), "{task}: {}{}", word(&ran), why(&ran))?,
        }
    }
    Ok(Exit::Answered)
}
