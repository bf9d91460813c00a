//! A table made task by task: each task reads files of a store and makes one, so that any number of workers on
//! any number of machines can do them, in any order that [`standing()`] allows.
//!
//! The stages are those of [`build`](super::build()), on a part of a tier at a time. A tier is cut into ranges of keys
//! ([`Task::Cut`]). For each range a task merges what shards of higher tiers lead to, writes these keys, and expands them:
//! what they lead to is sorted and kept beside them as *questions* ([`Task::Keys`]). Once all keys are known, values go up:
//! a task reads the *answers* to a shard's questions, finds the values of its positions, and answers what shards of
//! higher tiers ask about these ([`Task::Values`]). So each question and each answer is written once, and nobody
//! reads a whole tier. [`Task::Finish`] copies keys and values into the table, which has the bytes that `build` writes.
//!
//! Where play may cycle, tiers are plies, and values go backward in rounds once all positions are known: see
//! the module `cyclic`.
//!
//! A file gets its name when it is whole and lasting. A task that is done twice writes the same bytes twice. A file
//! that is damaged, or that belongs elsewhere, is set aside by the task that comes upon it, and its own task can be
//! done again.

mod cut;
mod cyclic;
mod file;
mod finish;
mod forecast;
mod head;
mod held;
mod keys;
mod ranges;
mod standing;
mod store;
mod subgame;
mod task;
mod tools;
mod values;

pub use forecast::{Forecast, RoundForecast, forecast};
pub use held::Held;
pub use standing::{Standing, Watch};
pub use store::{Cutting, MOST_SHARDS, Plan};
pub use task::Task;

use super::TableError;
use super::build::{Built, same_subject, supports};
use super::format::{FILE, Header, LONGEST_FILE, Subject};
use super::site::{Building, LEAST_MEMORY, Options};
use super::source::{AnySource, Source, source};
use super::storage::{Storage, WRITING, read_exact_at};
use super::word::Word;
use crate::Control;
use file::ShardFile;
use store::{Store, names, part_name};
use tools::{Output, Tools};
use yomikiri_core::Capabilities;

/// Where a worker does tasks, and with what.
pub struct TaskRoom<'r> {
    /// The files of the plan.
    pub store: &'r dyn Storage,
    /// A directory of the worker's own for what has no room in memory.
    pub scratch: &'r dyn Storage,
    /// What tells the worker's unfinished files from those of others: letters and digits that no other worker of
    /// the store has.
    pub tag: &'r str,
    /// What the worker may take.
    pub options: Options,
    /// What the worker's tasks hold in memory for each other, beside what each may take.
    pub held: Option<&'r Held>,
    /// Whether a file has to be lasting before it gets its name. Without this the worker is quicker, and what a
    /// failure of the machine leaves is damaged: found by its checksums, and made again.
    pub lasting: bool,
}

/// What came of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// Its file is there now.
    Done,
    /// Its file was there already.
    WasThere,
    /// The game has no such tier, or the tier no such shard.
    Nothing,
    /// Files that it reads were damaged, and were set aside: which, and why. Their tasks are to be done again, and
    /// then this one.
    SetAside(Vec<(Task, String)>),
}

/// What came of checking the file of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It is what the task makes.
    Right,
    /// It is not, and why.
    Wrong(String),
    /// The game has no such task.
    Nothing,
}

/// Plans the table of a game in a store: writes how it is cut. The same call again changes nothing.
///
/// # Errors
///
/// What cannot be; another plan in the store.
pub fn plan<G: Capabilities>(
    game: &G,
    subject: &Subject,
    store: &dyn Storage,
    cutting: Cutting,
    tag: &str,
) -> Result<Plan, TableError> {
    fn about<W: Word>(source: &dyn Source<W>) -> (u32, bool, bool, u64) {
        let ranks = source.starts().into_iter().map(|(rank, _)| rank);
        let greatest = ranks.max().unwrap_or_default();
        (
            source.bits(),
            source.cyclic(),
            source.taken_back(),
            greatest.saturating_add(1),
        )
    }
    supports(game, subject.ask)?;
    let unsupported = |what: &str| Err(TableError::Unsupported(what.to_owned()));
    if subject
        .file
        .as_ref()
        .is_some_and(|file| file.len() > LONGEST_FILE)
    {
        return unsupported("the file that the game is read from is too long for a table to hold");
    }
    if !(1..=MOST_SHARDS).contains(&cutting.shards) {
        return unsupported("a tier has 1 to 1048576 shards");
    }
    let (bits, cyclic, taken_back, most_tiers) = match source(game, subject.symmetric)? {
        AnySource::Narrow(source) => about(&*source),
        AnySource::Wide(source) => about(&*source),
        AnySource::Widest(source) => about(&*source),
    };
    if subject.extent.is_semi_strong() {
        return unsupported("a semi-strong table cannot be cut into tasks: `table build` makes it");
    }
    if cyclic && !taken_back {
        return unsupported(
            "play may cycle, and its moves cannot be taken back or gain points: such games cannot be cut into tasks; \
             `table build` makes their tables",
        );
    }
    let header = Header {
        subject: subject.clone(),
        bits,
        cyclic,
    };
    let plan = Plan::new(header, cutting, most_tiers);
    plan.write(store, tag)?;
    Ok(plan)
}

/// How far the work on a store has come, and which tasks can be done now. Who asks often asks a [`Watch`].
///
/// # Errors
///
/// A store without a plan, and those of the system.
pub fn standing(store: &dyn Storage) -> Result<Standing, TableError> {
    Watch::default().standing(store)
}

/// The tasks whose files are there.
///
/// # Errors
///
/// A store without a plan, and those of the system.
pub fn all_done(store: &dyn Storage) -> Result<Vec<Task>, TableError> {
    standing::all_done(&Store::open(store)?)
}

/// Does a task, unless it is done.
///
/// # Errors
///
/// [`TableError::NotYet`] where something that the task reads is not there; limits; everything that can happen to
/// files.
pub fn run<G: Capabilities>(
    game: &G,
    room: &TaskRoom<'_>,
    task: Task,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Ran, TableError> {
    let ran = twice_if_damaged(room.store, || run_once(game, room, task, control, told));
    ran.or_else(|error| spoilt(room.store, task, error).map(Ran::SetAside))
}

/// The same without a look at what is damaged.
fn run_once<G: Capabilities>(
    game: &G,
    room: &TaskRoom<'_>,
    task: Task,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Ran, TableError> {
    let store = Store::open(room.store)?;
    if task == Task::Finish {
        return match finish_once(room, room.store, control, told)? {
            Built::Finished => Ok(Ran::Done),
            Built::WasThere => Ok(Ran::WasThere),
        };
    }
    let name = task.to_string();
    // Whoever asks what is to be done reads all of a cut.
    let look = || {
        store.shard(task).and_then(|file| match task {
            Task::Cut(_) | Task::Join | Task::Round(_) => {
                file.check().map_err(|error| file::within(&name, error))
            }
            _ => Ok(()),
        })
    };
    let there = match look() {
        Err(TableError::Damaged(_)) if room.store.forget() => look(),
        there => there,
    };
    match there {
        Ok(()) => return Ok(Ran::WasThere),
        Err(TableError::NotYet(_)) => {}
        // What is there is no good, and is made again.
        Err(TableError::Damaged(_)) => set_aside(room.store, &name)?,
        Err(error) => return Err(error),
    }
    let made = with_source(game, &store, |any| {
        of_source(any, &store, room, room.store, task, control, told)
    });
    match made {
        Ok(true) => Ok(Ran::Done),
        Ok(false) => Ok(Ran::Nothing),
        Err(error) => {
            // What cannot be removed now is removed when the table is finished.
            let _ = room.store.remove(&part_name(room.tag, &name));
            // Another worker may have done the task, and tidied up.
            if matches!(error, TableError::Io { .. }) && store.shard(task).is_ok() {
                return Ok(Ran::WasThere);
            }
            Err(error)
        }
    }
}

/// Does a finished task again, beside the store, and compares.
///
/// # Errors
///
/// Those of [`run`]; damage of what the task reads is one here.
pub fn check<G: Capabilities>(
    game: &G,
    room: &TaskRoom<'_>,
    task: Task,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Checked, TableError> {
    let store = Store::open(room.store)?;
    let name = task.to_string();
    let there = match store.shard(task).and_then(|file| {
        file.check().map_err(|error| file::within(&name, error))?;
        Ok(file)
    }) {
        Ok(file) => Some(file),
        Err(TableError::NotYet(_)) => None,
        Err(TableError::Damaged(what)) => return Ok(Checked::Wrong(what)),
        Err(error) => return Err(error),
    };
    let made = with_source(game, &store, |any| {
        of_source(any, &store, room, room.scratch, task, control, told)
    })?;
    match (made, there) {
        (false, None) => Ok(Checked::Nothing),
        (false, Some(_)) => Ok(Checked::Wrong(format!(
            "`{name}`: the game has no such shard"
        ))),
        (true, None) => Err(TableError::NotYet(format!("`{name}` is not there yet"))),
        (true, Some(there)) => {
            let again = ShardFile::open(room.scratch, &name)?;
            let same = same_bytes(&there, &again, control)?;
            drop(again);
            let removed = room.scratch.remove(&name);
            removed.map_err(|error| TableError::io(format!("cannot remove {name}"), error))?;
            Ok(match same {
                true => Checked::Right,
                false => Checked::Wrong(format!(
                    "`{name}`: its checksums are right, and something else follows from the rules"
                )),
            })
        }
    }
}

/// Writes the table of a store into a directory, the store's own or another; or sets damaged files aside, whose
/// tasks are to be done again.
///
/// # Errors
///
/// [`TableError::NotYet`] where a task is not done; limits; everything that can happen to files.
pub fn finish(
    room: &TaskRoom<'_>,
    out: &dyn Storage,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Result<Built, Vec<(Task, String)>>, TableError> {
    let done = twice_if_damaged(room.store, || finish_once(room, out, control, told));
    match done {
        Err(error) => spoilt(room.store, Task::Finish, error).map(Err),
        done => done.map(Ok),
    }
}

/// The same without a look at what is damaged.
fn finish_once(
    room: &TaskRoom<'_>,
    out: &dyn Storage,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Built, TableError> {
    let store = Store::open(room.store)?;
    match finish::finish(&store, out, room.tag, &room.options, control, told) {
        Ok(built) => {
            for name in names(room.store)? {
                // Nobody needs what was left behind; whoever is at it still has nothing to do.
                if [WRITING, CLAIM, ASIDE]
                    .iter()
                    .any(|begin| name.starts_with(begin))
                {
                    let _ = room.store.remove(&name);
                }
            }
            Ok(built)
        }
        // Another worker may have written the table, and tidied up.
        Err(TableError::Io { .. }) if names(out)?.contains(FILE) => {
            same_subject(out, &store.plan.header)?;
            Ok(Built::WasThere)
        }
        Err(error) => Err(error),
    }
}

/// The beginning of the names of files that were set aside.
const ASIDE: &str = "bad-";
/// The beginning of the names of files by which workers tell each other what they are doing. No task reads them.
pub const CLAIM: &str = "claim-";

/// Sets a file aside.
fn set_aside(storage: &dyn Storage, name: &str) -> Result<(), TableError> {
    match storage.rename(name, &format!("{ASIDE}{name}")) {
        // Somebody else has done it.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        moved => moved.map_err(|error| TableError::io(format!("cannot set {name} aside"), error)),
    }
}

/// Does something once more where a file was damaged: what the store remembers of it may not be so any more.
fn twice_if_damaged<T>(
    storage: &dyn Storage,
    mut work: impl FnMut() -> Result<T, TableError>,
) -> Result<T, TableError> {
    match work() {
        Err(error) if is_damage(&error) && storage.forget() => work(),
        done => done,
    }
}

/// Whether a file that was read may be damaged.
fn is_damage(error: &TableError) -> bool {
    matches!(error, TableError::Damaged(_) | TableError::Format(_))
}

/// Sets those files aside that a task came upon and that are damaged. If there are none, the error stands.
fn spoilt(
    storage: &dyn Storage,
    task: Task,
    error: TableError,
) -> Result<Vec<(Task, String)>, TableError> {
    if !is_damage(&error) {
        return Err(error);
    }
    storage.forget();
    // A plan that cannot be read is no input of a task.
    let Ok(store) = Store::open(storage) else {
        return Err(error);
    };
    let mut aside = Vec::new();
    for input in standing::inputs(&store, task) {
        let name = input.to_string();
        let checked = store
            .shard(input)
            .and_then(|file| file.check().map_err(|error| file::within(&name, error)));
        if let Err(TableError::Damaged(what) | TableError::Format(what)) = checked {
            set_aside(storage, &name)?;
            aside.push((input, what));
        }
    }
    match aside.is_empty() {
        true => Err(error),
        false => Ok(aside),
    }
}

fn same_bytes(
    one: &ShardFile,
    other: &ShardFile,
    control: &mut Control<'_>,
) -> Result<bool, TableError> {
    let failed = |error| TableError::io("cannot read the shard", error);
    let (one, other) = (one.reading(), other.reading());
    let len = one.len().map_err(failed)?;
    if other.len().map_err(failed)? != len {
        return Ok(false);
    }
    let mut buffers = [vec![0; 1 << 16], vec![0; 1 << 16]];
    let mut at = 0;
    while at < len {
        let count = (len - at).min(1 << 16) as usize;
        for (file, buffer) in [one, other].into_iter().zip(&mut buffers) {
            read_exact_at(file, at, &mut buffer[..count]).map_err(failed)?;
        }
        if buffers[0][..count] != buffers[1][..count] {
            return Ok(false);
        }
        at += count as u64;
        control.advance(0)?;
    }
    Ok(true)
}

/// Looks at the game behind its keys, which have to be those of the plan.
fn with_source<G: Capabilities, T>(
    game: &G,
    store: &Store<'_>,
    work: impl FnOnce(AnySource<'_>) -> Result<T, TableError>,
) -> Result<T, TableError> {
    let header = &store.plan.header;
    supports(game, header.subject.ask)?;
    work(source(game, header.subject.symmetric)?)
}

/// Not generic, so that it is compiled in this crate, once for all games.
fn of_source(
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

/// Does a task of a game behind its keys; whether the game has such a task.
fn of_any<W: Word>(
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
