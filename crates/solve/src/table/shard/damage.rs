//! Files that are damaged, or that belong elsewhere: found by those who read them, and set aside.

use super::aside::move_aside;
use super::standing;
use super::store::{Store, names};
use super::task::Task;
use crate::table::TableError;
use crate::table::storage::Storage;
use std::io::ErrorKind;

/// Sets the file of a task aside, unless the plan itself is the one that belongs elsewhere.
pub(super) fn set_aside(store: &Store<'_>, name: &str) -> Result<(), TableError> {
    store.plan.is_of_store(store.storage)?;
    move_aside(store.storage, name)
}

/// Those files that a task reads and that are there, but are no good: each is damaged, or the system does not give it out.
pub(super) fn faulty_inputs(store: &Store<'_>, task: Task) -> Vec<(Task, TableError)> {
    let inputs = standing::inputs(store, task).into_iter();
    let faulty = inputs.filter_map(|input| match store.sound(input) {
        Err(error @ (TableError::Damaged(_) | TableError::Io { .. })) => Some((input, error)),
        _ => None,
    });
    faulty.collect()
}

/// Those of them that are damaged, and why.
fn damaged_inputs(store: &Store<'_>, task: Task) -> Vec<(Task, String)> {
    let faulty = faulty_inputs(store, task).into_iter();
    let damaged = faulty.filter_map(|(input, error)| match error {
        TableError::Damaged(what) => Some((input, what)),
        _ => None,
    });
    damaged.collect()
}

/// The files of all tasks whose frame is damaged, and why. What a task reads is not known in full where a file is missing that
/// says it.
fn damaged_frames(store: &Store<'_>) -> Result<Vec<(Task, String)>, TableError> {
    let names = names(store.storage)?;
    let there = names.iter().filter_map(|name| name.parse().ok());
    let damaged = there.filter_map(|task| match store.shard(task) {
        Err(TableError::Damaged(what)) => Some((task, what)),
        _ => None,
    });
    Ok(damaged.collect())
}

/// Whether a file ended before it should.
fn is_end(error: &TableError) -> bool {
    matches!(error, TableError::Io { error, .. } if error.kind() == ErrorKind::UnexpectedEof)
}

/// How often a task is tried that comes upon damaged files, if none of what it reads is damaged afterwards.
const TRIES: usize = 3;

/// Does a task, or sets those files aside that it comes upon and that are damaged.
///
/// # Errors
///
/// Those of the task. That something is damaged is one only where none of what it reads is.
pub(super) fn done_or_set_aside<T>(
    storage: &dyn Storage,
    task: Task,
    mut work: impl FnMut() -> Result<T, TableError>,
) -> Result<Result<T, Vec<(Task, String)>>, TableError> {
    let mut tries = 0;
    loop {
        let error = match work() {
            // A file that was cut off while it was read has an end where none should be.
            Err(error) if matches!(error, TableError::Damaged(_)) || is_end(&error) => error,
            done => return done.map(Ok),
        };
        // What the store remembers of a file may not be so any more.
        storage.forget();
        // A plan that cannot be read is no input of a task.
        let Ok(store) = Store::open(storage) else {
            return Err(error);
        };
        let mut damaged = damaged_inputs(&store, task);
        if damaged.is_empty() && tries + 1 == TRIES {
            damaged = damaged_frames(&store)?;
        }
        for (input, _) in &damaged {
            // Looking at all took a while: another worker may have made it again.
            if !matches!(store.sound(*input), Err(TableError::Damaged(_))) {
                continue;
            }
            set_aside(&store, &input.to_string())?;
        }
        tries += 1;
        match damaged.is_empty() {
            false => return Ok(Err(damaged)),
            true if tries == TRIES => return Err(error),
            // The file is another one now: somebody has set it aside, and may have made it again.
            true => {}
        }
    }
}
