//! `shard finish`.

use super::store::{StoreArg, failed, line, not_done, say_aside};
use crate::args::OutputArgs;
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::sources::open_table;
use crate::stores::{Place, Scratch, tag};
use crate::tables::{Info, RoomArgs};
use clap::Args;
use std::path::Path;
use yomikiri_catalog::table::shard::{Ran, Task, TaskRoom, finish};
use yomikiri_catalog::table::{Building, Kept};

/// Write the table when all tasks are done: the file that `table build` would have written
///
/// The command keeps the files of the tasks. It removes half-written files and damaged files that were set aside.
#[derive(Debug, Args)]
pub(crate) struct ShardFinishArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,
    /// The directory of the table (default: the folder of the plan)
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub(crate) dir: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn run(args: &ShardFinishArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (place, _) = args.store.open()?;
    let dir = args.dir.as_deref().unwrap_or(&args.store.store);
    let other = args.dir.as_deref().map(Place::at).transpose()?;
    let store = place.storage.as_ref();
    let out = other.as_ref().map_or(store, |other| other.storage.as_ref());
    let scratch = Scratch::default();
    let room = TaskRoom {
        store: &Kept::new(store),
        scratch: &scratch,
        tag: &tag(0),
        options: args.room.options(),
        held: None,
        lasting: true,
    };
    let mut teller = console.teller();
    let mut told = |building: &Building| teller(line(Task::Finish, building));
    let finished = finish(&room, out, &mut args.room.silent(console), &mut told);
    match finished.map_err(|fault| failed(Task::Finish, fault, dir))? {
        Ran::SetAside(aside) => {
            say_aside(aside.iter().map(|(_, why)| why), console);
            return Err(not_done(Task::Finish, &aside));
        }
        Ran::Remade(why) => {
            say_aside([&why], console);
            say_table(dir, args.output.json, console)?;
        }
        Ran::WasThere => {
            say_table(dir, args.output.json, console)?;
            console.say("note: the table was there already");
        }
        Ran::Done | Ran::Nothing => say_table(dir, args.output.json, console)?,
    }
    Ok(Exit::Answered)
}

/// Reports the contents of the finished table, as `table build` does.
pub(super) fn say_table(dir: &Path, json: bool, console: &mut Console) -> Result<(), Failure> {
    Info::of(&open_table(dir)?)?.say(json, console)
}
