//! Shared code of the `shard` verbs: the store, its plan and its game.

use crate::console::Console;
use crate::files;
use crate::outcome::Failure;
use crate::stores::{self, Place};
use crate::tables::of_table;
use clap::Args;
use std::path::{Path, PathBuf};
use yomikiri_catalog::table::shard::{Plan, Ran, Task};
use yomikiri_catalog::table::{Building, Phase, Subject, TableFault};
use yomikiri_catalog::{AnyGame, open_subject_game};

// A store.
#[derive(Debug, Args)]
pub(crate) struct StoreArg {
    /// The folder of the plan; in a program built with `--features stores` also s3://BUCKET/PATH, gs:// or
    /// az:// (not for `make` and `slurm`)
    #[arg(value_name = "STORE")]
    pub(crate) store: PathBuf,
}

impl StoreArg {
    /// Opens the folder and reads its plan.
    ///
    /// # Errors
    ///
    /// If the folder does not exist, or holds no plan, or holds a plan that does not belong to its files.
    pub(super) fn open(&self) -> Result<(Place, Plan), Failure> {
        let shown = self.store.display();
        if stores::address(&self.store).is_none() && !self.store.is_dir() {
            return Err(Failure::bad(format!("there is no folder `{shown}`")));
        }
        let place = Place::at(&self.store)?;
        let storage = place.storage.as_ref();
        let plan = Plan::read(storage);
        let plan = plan.and_then(|plan| plan.is_of_store(storage).map(|()| plan));
        let plan = plan.map_err(|fault| {
            let again = match fault {
                TableFault::Damaged(_) => "; the same `shard plan` command writes it again",
                _ => "",
            };
            let why = format!("cannot open `{shown}`: {fault}{again}");
            Failure::from(fault).saying(why)
        })?;
        Ok((place, plan))
    }

    /// Opens the folder, its plan and the game of the plan.
    ///
    /// # Errors
    ///
    /// As for [`open`](StoreArg::open), and if the game cannot be opened.
    pub(super) fn open_game(&self) -> Result<(Place, Plan, Box<dyn AnyGame>), Failure> {
        let (place, plan) = self.open()?;
        let subject: &Subject = plan.subject();
        let game = of_table(subject, open_subject_game(subject, &files::Disk))?;
        Ok((place, plan, game))
    }
}

/// Reports files that were set aside.
pub(super) fn say_aside<'a>(why: impl IntoIterator<Item = &'a String>, console: &Console) {
    for why in why {
        console.say(format_args!("note: {why}: set aside"));
    }
}

/// Returns the failure of a task that found damaged files.
pub(super) fn not_done(task: Task, aside: &[(Task, String)]) -> Failure {
    let mut first: Vec<Task> = aside.iter().map(|(task, _)| *task).collect();
    first.sort_unstable();
    let names: Vec<String> = first.iter().map(Task::to_string).collect();
    Failure::Limit(format!("{task} is not done: run {} first", names.join(" ")))
}

/// Converts the fault of a task.
pub(super) fn failed(task: Task, fault: TableFault, store: &Path) -> Failure {
    let mut why = format!("{task}: {fault}");
    if let TableFault::Io { .. } = &fault {
        let (store, scratch) = (store.display(), std::env::temp_dir());
        why += &format!(
            " (the store is `{store}`; scratch files are in `{}`, or where TMPDIR says)",
            scratch.display()
        );
    }
    Failure::from(fault).saying(why)
}

/// Returns the result of a task as a few words.
pub(super) fn word(ran: &Ran) -> &'static str {
    match ran {
        Ran::Done | Ran::Remade(_) => "done",
        Ran::WasThere => "was there",
        Ran::Nothing => "nothing to do",
        Ran::SetAside(_) => "not done",
    }
}

/// Formats the progress of a task.
pub(super) fn line(task: Task, building: &Building) -> String {
    let doing = match building.phase {
        Phase::Enumerating => "enumerating",
        Phase::Valuing => "valuing",
        Phase::Sealing => "copying",
    };
    let done = indicatif::HumanCount(building.done);
    format!("{task}: {doing}, rank {}: {done} stored", building.tier)
}

/// Returns the path of the store as text, for a script.
///
/// # Errors
///
/// If the store is no folder: scripts keep their own files in it.
pub(super) fn path(store: &Path) -> Result<String, Failure> {
    if let Some(address) = stores::address(store) {
        return Err(Failure::bad(format!(
            "`{address}` is no folder, and the script needs one: let `shard next` and `shard run` do the work, or `shard work`"
        )));
    }
    let path = std::path::absolute(store);
    let path = path.map_err(|error| Failure::system("cannot tell where the store is", &error))?;
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| Failure::bad("the path of the store is no UTF-8 text"))
}

/// Returns the path of this program, as scripts call it.
pub(super) fn program() -> String {
    let path = std::env::current_exe().ok();
    let path = path.and_then(|path| path.to_str().map(str::to_owned));
    path.unwrap_or_else(|| "yomikiri".to_owned())
}

/// The most tasks that a script lists.
const MOST_LISTED: u64 = 1_000_000;

/// Returns the number of tiers that a script lists.
///
/// # Errors
///
/// If there are too many to list.
pub(super) fn listed(plan: &Plan) -> Result<u64, Failure> {
    let tasks = plan.most_tiers.saturating_mul(2 * plan.cutting.shards + 1);
    match tasks <= MOST_LISTED {
        true => Ok(plan.most_tiers),
        false => Err(Failure::bad(format!(
            "there may be {} tiers of {} shards, too many to list: `shard next` tells what can be done, \
             and `shard work` does it",
            plan.most_tiers, plan.cutting.shards
        ))),
    }
}
