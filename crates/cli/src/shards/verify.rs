//! `shard verify`.

use super::store::{StoreArg, failed, line};
use crate::args::OutputArgs;
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::stores::{Scratch, tag};
use crate::tables::RoomArgs;
use clap::Args;
use indicatif::HumanCount;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::Counted;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::shard::{Checked, Standing, Task, TaskRoom, all_done, standing};
use yomikiri_catalog::table::{Building, Kept};

/// Verify finished tasks: repeat each from the rules and the files that it reads, and compare the bytes
///
/// The command changes no file of the folder. If a task cannot be repeated because a file that it reads is
/// damaged or missing, it counts as unknown, and the fault names that file.
///
/// Exit codes: 0 all are right; 1 a task is wrong or unknown, and the command names each fault; 2 bad input; 3
/// a limit, or the system failed.
#[derive(Debug, Args)]
pub(crate) struct ShardVerifyArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,
    /// The tasks (default: all finished tasks)
    #[arg(value_name = "TASK")]
    pub(crate) tasks: Vec<Task>,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The result of a check, as JSON.
#[derive(Debug, Serialize)]
struct JsonChecked {
    version: u32,
    task: String,
    /// The verdict; `None` if the task cannot be repeated.
    right: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

pub(super) fn run(args: &ShardVerifyArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (place, _, game) = args.store.open_game()?;
    let store = Kept::new(place.storage.as_ref());
    if args.tasks.contains(&Task::Finish) {
        return Err(Failure::bad("`table verify` verifies the finished table"));
    }
    let tasks = match args.tasks.is_empty() {
        true => all_done(&store)?,
        false => args.tasks.clone(),
    };
    let mut control = args.room.silent(console);
    let (mut right, mut wrong, mut unknown) = (0, 0, 0);
    let count = Counted(HumanCount(tasks.len() as u64), "task");
    for (number, task) in tasks.into_iter().enumerate() {
        let scratch = Scratch::default();
        let room = TaskRoom {
            store: &store,
            scratch: &scratch,
            tag: &tag(0),
            options: args.room.options(),
            held: None,
            // Files made here are removed afterwards.
            lasting: false,
        };
        let mut teller = console.teller();
        let mut told = |building: &Building| {
            teller(format!(
                "{} of {} verified; {}",
                HumanCount(number as u64),
                count,
                line(task, building)
            ));
        };
        let checked = game.check_task(&room, task, &mut control, &mut told);
        let checked = checked.map_err(|fault| failed(task, fault, &args.store.store))?;
        let (verdict, fault) = match checked {
            Checked::Right => (Some(true), None),
            Checked::Wrong(why) => (Some(false), Some(why)),
            Checked::Unknown(why) => (None, Some(format!("`{task}` cannot be done again: {why}"))),
            Checked::Nothing => {
                return Err(Failure::bad(format!("`{task}`: the game has no such task")));
            }
        };
        let counted = match verdict {
            Some(true) => &mut right,
            Some(false) => &mut wrong,
            None => &mut unknown,
        };
        *counted += 1;
        match (&fault, args.output.json) {
            (_, true) => console.json(&JsonChecked {
                version: JSON_VERSION,
                task: task.to_string(),
                right: verdict,
                fault,
            })?,
            (Some(why), false) => writeln!(console.out(), "fault: {why}")?,
            (None, false) => {}
        }
        console.flush()?;
    }
    if !args.output.json {
        write!(console.out(), "{right} right, {wrong} wrong")?;
        match unknown {
            0 => writeln!(console.out())?,
            _ => writeln!(console.out(), ", {unknown} unknown")?,
        }
    }
    if args.tasks.is_empty() {
        match standing(&store) {
            Ok(standing) => say_missing(&standing, console),
            Err(fault) => console.say(format_args!("note: {fault}")),
        }
    }
    Ok(match wrong + unknown {
        0 => Exit::Answered,
        _ => Exit::Found,
    })
}

/// Reports the tasks that are not done, since nothing was verified of them.
fn say_missing(standing: &Standing, console: &Console) {
    let Some(first) = standing.ready.first() else {
        return;
    };
    let more = match standing.ready.len() {
        1 => String::new(),
        count => format!(" and {} more", HumanCount(count as u64 - 1)),
    };
    console.say(format_args!(
        "note: not all tasks are done: `{first}`{more} can run now"
    ));
}
