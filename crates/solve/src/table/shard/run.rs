//! Doing tasks.

use super::aside::ASIDE;
use super::damage::{done_or_set_aside, set_aside};
use super::held::Held;
use super::store::{Store, names, part_name};
use super::task::Task;
use super::tools::{Output, Tools};
use super::{cut, cyclic, finish as table, keys, values};
use crate::Control;
use crate::table::TableError;
use crate::table::build::supports;
use crate::table::finished::has_table;
use crate::table::format::FILE;
use crate::table::site::{Building, LEAST_MEMORY, Options};
use crate::table::source::{AnySource, Source, source_of};
use crate::table::storage::{Storage, WRITING};
use crate::table::word::Word;
use yomikiri_core::Capabilities;

/// The place where a worker does tasks, and its resources.
pub struct TaskRoom<'r> {
    /// The files of the plan.
    pub store: &'r dyn Storage,
    /// A directory of the worker's own for data that do not fit into memory.
    pub scratch: &'r dyn Storage,
    /// A tag in the names of this worker's unfinished files, so that workers do not overwrite each other's: letters
    /// and digits that no other worker of the store uses.
    pub tag: &'r str,
    /// The worker's resources.
    pub options: Options,
    /// The memory that the worker's tasks share, in addition to the memory of each task.
    pub held: Option<&'r Held>,
    /// Whether a file has to be durable before it gets its final name. Otherwise the worker is quicker, but a failure
    /// of the machine may leave damaged files; their checksums reveal that, and they are made again.
    pub lasting: bool,
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The task has made its file.
    Done,
    /// The task has made its file, and has set a bad one in its place aside; the text says why.
    Remade(String),
    /// The file was there already.
    WasThere,
    /// The game has no such tier, or the tier no such shard.
    Nothing,
    /// Some input files were damaged and were set aside; each with the reason. Their tasks are to be done again, and
    /// then this one.
    SetAside(Vec<(Task, String)>),
}

/// Does a task, unless it is done already.
///
/// # Errors
///
/// [`TableError::NotYet`] if an input of the task is missing; limits; and if a file cannot be read or written.
pub fn run<G: Capabilities>(
    game: &G,
    room: &TaskRoom<'_>,
    task: Task,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Ran, TableError> {
    let mut own = None;
    let once = || run_once(game, room, task, control, told, &mut own);
    let ran = done_or_set_aside(room.store, task, once)?;
    Ok(came(task, ran, own))
}

/// Combines the result of a task with the reason why its own file was set aside.
fn came(task: Task, ran: Result<Ran, Vec<(Task, String)>>, own: Option<String>) -> Ran {
    match (ran, own) {
        (Ok(Ran::Done), Some(why)) => Ran::Remade(why),
        (Ok(ran), _) => ran,
        // A damaged table stays until another one replaces it.
        (Err(mut aside), own) => {
            aside.extend(own.filter(|_| task != Task::Finish).map(|why| (task, why)));
            Ran::SetAside(aside)
        }
    }
}

/// Does a task, and checks for damage only the file in the task's own place.
fn run_once<G: Capabilities>(
    game: &G,
    room: &TaskRoom<'_>,
    task: Task,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
    own: &mut Option<String>,
) -> Result<Ran, TableError> {
    let store = Store::open(room.store)?;
    if task == Task::Finish {
        return finish_once(room, room.store, control, told, own);
    }
    let name = task.to_string();
    // Workers that look for tasks read all of a cut.
    let look = || {
        match task {
            Task::Cut(tier) => {
                store.sound(task)?;
                store.cut(tier)?;
            }
            Task::Join => {
                store.sound(task)?;
                store.join()?;
            }
            Task::Round(round) => {
                store.sound(task)?;
                cyclic::Round::read(&store, round)?;
            }
            _ => {
                store.shard(task)?;
            }
        }
        Ok(())
    };
    let there = match look() {
        Err(TableError::Damaged(_)) if room.store.forget() => look(),
        there => there,
    };
    match there {
        Ok(()) => return Ok(Ran::WasThere),
        // With a plan that has replaced another one, no task may run.
        Err(TableError::NotYet(_)) => store.plan.is_of_store(room.store)?,
        // The file is bad, so it is made again.
        Err(TableError::Damaged(what)) => {
            set_aside(&store, &name)?;
            *own = Some(what);
        }
        Err(error) => return Err(error),
    }
    let made = with_source(game, &store, |any| {
        of_source(any, &store, room, room.store, task, control, told)
    });
    match made {
        Ok(true) => Ok(Ran::Done),
        Ok(false) => Ok(Ran::Nothing),
        Err(error) => {
            // If it cannot be removed now, it is removed when the table is finished.
            let _ = room.store.remove(&part_name(room.tag, &name));
            // Another worker may have done the task, and removed the files.
            if matches!(error, TableError::Io { .. }) && store.shard(task).is_ok() {
                return Ok(Ran::WasThere);
            }
            Err(error)
        }
    }
}

/// Writes the table of a store into a directory, the store's own or another. Alternatively it sets damaged files
/// aside, whose tasks are then to be done again. A damaged table is made again.
///
/// # Errors
///
/// [`TableError::NotYet`] if a task is not done; limits; and if a file cannot be read or written.
pub fn finish(
    room: &TaskRoom<'_>,
    out: &dyn Storage,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Ran, TableError> {
    let mut own = None;
    let once = || finish_once(room, out, control, told, &mut own);
    let ran = done_or_set_aside(room.store, Task::Finish, once)?;
    Ok(came(Task::Finish, ran, own))
}

/// Writes the table, and checks for damage only the table itself.
fn finish_once(
    room: &TaskRoom<'_>,
    out: &dyn Storage,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
    own: &mut Option<String>,
) -> Result<Ran, TableError> {
    let store = Store::open(room.store)?;
    let came = match table::is_there(&store, out, control, own)? {
        true => Ran::WasThere,
        false => {
            let (tag, options, is_damaged) = (room.tag, &room.options, own.is_some());
            let written = table::finish(&store, out, is_damaged, tag, options, control, told);
            // Another worker may have written the table, and removed the files.
            if matches!(written, Err(TableError::Io { .. }))
                && !is_damaged
                && has_table(out, &store.plan.header).unwrap_or(false)
            {
                return Ok(Ran::WasThere);
            }
            written?;
            Ran::Done
        }
    };
    tidy_up(room.store)?;
    tidy_beside(out)?;
    Ok(came)
}

/// Removes the files that workers have left beside a finished table: unfinished files, claims, and files that were
/// set aside. They are not needed any more, and a worker that still uses one has nothing left to do.
///
/// # Errors
///
/// If the store cannot be listed.
pub fn tidy_up(store: &dyn Storage) -> Result<(), TableError> {
    let begins = [WRITING, CLAIM, ASIDE];
    let left = names(store)?.into_iter();
    for name in left.filter(|name| begins.iter().any(|begin| name.starts_with(begin))) {
        let _ = store.remove(&name);
    }
    Ok(())
}

/// Removes files that other writers of a table have left in a directory, which may hold anything else.
fn tidy_beside(out: &dyn Storage) -> Result<(), TableError> {
    for name in names(out)?.iter().filter(|name| is_left(name)) {
        let _ = out.remove(name);
    }
    Ok(())
}

/// Returns whether a writer of a table left this file: the table's name follows `bad-`, `bad-NUMBER-` or `part-TAG-`.
fn is_left(name: &str) -> bool {
    let Some(before) = name.strip_suffix(FILE) else {
        return false;
    };
    let is_all = |begin: &str, of: fn(char) -> bool| {
        let middle = before.strip_prefix(begin);
        let middle = middle.and_then(|middle| middle.strip_suffix('-'));
        middle.is_some_and(|middle| middle.chars().all(of))
    };
    before == ASIDE || is_all(ASIDE, char::is_numeric) || is_all(WRITING, char::is_alphanumeric)
}

/// The beginning of the names of files by which workers announce their work. No task reads them.
pub const CLAIM: &str = "claim-";

/// Opens the game behind its keys, which must be those of the plan.
pub(super) fn with_source<G: Capabilities, T>(
    game: &G,
    store: &Store<'_>,
    work: impl FnOnce(AnySource<'_>) -> Result<T, TableError>,
) -> Result<T, TableError> {
    let header = &store.plan.header;
    supports(game, header.subject.ask)?;
    work(source_of(game, &header.subject)?)
}

/// This is not generic, so that it is compiled in this crate, once for all games.
pub(super) fn of_source(
    source: AnySource<'_>,
    store: &Store<'_>,
    room: &TaskRoom<'_>,
    out: &dyn Storage,
    task: Task,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<bool, TableError> {
    if room.options.memory < LEAST_MEMORY {
        return Err(TableError::NoRoom {
            of: "memory",
            needed: LEAST_MEMORY,
            allowed: room.options.memory,
        });
    }
    match source {
        AnySource::Narrow(source) => of_any(&*source, store, room, out, task, control, told),
        AnySource::Wide(source) => of_any(&*source, store, room, out, task, control, told),
        AnySource::Widest(source) => of_any(&*source, store, room, out, task, control, told),
    }
}

/// Does a task of a game behind its keys. Returns whether the game has such a task.
pub(super) fn of_any<W: Word>(
    source: &dyn Source<W>,
    store: &Store<'_>,
    room: &TaskRoom<'_>,
    out: &dyn Storage,
    task: Task,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<bool, TableError> {
    let header = &store.plan.header;
    if (source.bits(), source.cyclic()) != (header.bits, header.cyclic) {
        return Err(TableError::OtherRules(
            "the plan's keys are not those of this game".to_owned(),
        ));
    }
    let mut tools = Tools {
        source,
        output: Output {
            storage: out,
            tag: room.tag,
            lasting: room.lasting,
            most: room.options.disk,
        },
        held: room.held,
        scratch: room.scratch,
        options: &room.options,
        control,
        told,
    };
    match task {
        Task::Cut(tier) => cut::cut(store, &tools, tier),
        Task::Keys(tier, number) => keys::keys(&mut tools, store, tier, number),
        Task::Join | Task::Open(_) | Task::Round(_) | Task::Back(..) if !header.cyclic => Ok(false),
        Task::Join => cyclic::join(&tools, store),
        Task::Open(number) => cyclic::open(&mut tools, store, number),
        Task::Round(round) => cyclic::round(&tools, store, round),
        Task::Back(round, number) => cyclic::back(&mut tools, store, round, number),
        Task::Values(tier, number) if header.cyclic => match tier {
            0 => {
                room.held.into_iter().for_each(Held::clear);
                cyclic::values(&mut tools, store, number)
            }
            _ => Ok(false),
        },
        Task::Values(tier, number) => values::values(&mut tools, store, tier, number),
        Task::Finish => Ok(false),
    }
}
