//! `shard verify`.

use super::store::{StoreArg, line};
use crate::args::OutputArgs;
use crate::desk::Desk;
use crate::outcome::{Exit, Failure};
use crate::stores::{Scratch, tag};
use crate::tables::RoomArgs;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::shard::{Checked, Task, TaskRoom, all_done};
use yomikiri_catalog::table::{Building, Kept};

/// Verify finished tasks: do each again from the rules and its neighbours, and compare the bytes
///
/// Exit codes: 0 all are right, 1 one is not, and each fault is named.
#[derive(Debug, Args)]
pub(crate) struct ShardVerifyArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,
    /// The tasks; without any, all that are done
    #[arg(value_name = "TASK")]
    pub(crate) tasks: Vec<Task>,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What came of a check, as JSON.
#[derive(Debug, Serialize)]
struct JsonChecked {
    version: u32,
    task: String,
    right: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

pub(super) fn run(args: &ShardVerifyArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (place, _, game) = args.store.open_game()?;
    let store = Kept::new(place.storage.as_ref());
    if args.tasks.contains(&Task::Finish) {
        return Err(Failure::bad("`table verify` verifies the finished table"));
    }
    let tasks = match args.tasks.is_empty() {
        true => all_done(&store)?,
        false => args.tasks.clone(),
    };
    let mut control = args.room.control(desk);
    let mut exit = Exit::Answered;
    let (mut right, mut wrong) = (0, 0);
    for task in tasks {
        let scratch = Scratch::default();
        let room = TaskRoom {
            store: &store,
            scratch: &scratch,
            tag: &tag(0),
            options: args.room.options(),
            held: None,
            lasting: true,
        };
        let mut teller = desk.teller();
        let mut told = |building: &Building| teller(line(task, building));
        let fault = match game.check_task(&room, task, &mut control, &mut told)? {
            Checked::Right => None,
            Checked::Nothing => Some(format!("`{task}`: the game has no such shard")),
            Checked::Wrong(why) => Some(why),
        };
        match &fault {
            None => right += 1,
            Some(_) => wrong += 1,
        }
        exit = exit.max(match fault {
            None => Exit::Answered,
            Some(_) => Exit::Found,
        });
        match (&fault, args.output.json) {
            (_, true) => desk.json(&JsonChecked {
                version: JSON_VERSION,
                task: task.to_string(),
                right: fault.is_none(),
                fault,
            })?,
            (Some(why), false) => writeln!(desk.out(), "fault: {why}")?,
            (None, false) => {}
        }
        desk.flush()?;
    }
    if !args.output.json {
        writeln!(desk.out(), "{right} right, {wrong} wrong")?;
    }
    Ok(exit)
}
