//! Damaged or foreign files: tasks find them when reading, and set them aside.

use super::aside::move_aside;
use super::standing;
use super::store::{Store, names};
use super::task::Task;
use crate::table::TableError;
use crate::table::storage::Storage;
use std::io::ErrorKind;

/// Sets the file of a task aside, unless the plan itself belongs to another store.
pub(super) fn set_aside(store: &Store<'_>, name: &str) -> Result<(), TableError> {
    store.plan.is_of_store(store.storage)?;
    move_aside(store.storage, name)
}

/// Returns the existing inputs of a task that are damaged or cannot be read.
pub(super) fn faulty_inputs(store: &Store<'_>, task: Task) -> Vec<(Task, TableError)> {
    let inputs = standing::inputs(store, task).into_iter();
    let faulty = inputs.filter_map(|input| match store.sound(input) {
        Err(error @ (TableError::Damaged(_) | TableError::Io { .. })) => Some((input, error)),
        _ => None,
    });
    faulty.collect()
}

/// Returns the damaged inputs of a task, and why.
fn damaged_inputs(store: &Store<'_>, task: Task) -> Vec<(Task, String)> {
    let faulty = faulty_inputs(store, task).into_iter();
    let damaged = faulty.filter_map(|(input, error)| match error {
        TableError::Damaged(what) => Some((input, what)),
        _ => None,
    });
    damaged.collect()
}

/// Returns all tasks whose file has a damaged frame, and why. The inputs of a task are not fully known if a file that
/// lists them is missing.
fn damaged_frames(store: &Store<'_>) -> Result<Vec<(Task, String)>, TableError> {
    let names = names(store.storage)?;
    let there = names.iter().filter_map(|name| name.parse().ok());
    let damaged = there.filter_map(|task| match store.shard(task) {
        Err(TableError::Damaged(what)) => Some((task, what)),
        _ => None,
    });
    Ok(damaged.collect())
}

/// Returns whether a file ended too early.
fn is_end(error: &TableError) -> bool {
    matches!(error, TableError::Io { error, .. } if error.kind() == ErrorKind::UnexpectedEof)
}

/// How often a task is tried that finds damage, if none of its inputs proves to be damaged.
const TRIES: usize = 3;

/// Does a task, or sets the damaged files aside that it has read.
///
/// # Errors
///
/// Errors of the task. Damage is an error only if none of the task's inputs is damaged.
pub(super) fn done_or_set_aside<T>(
    storage: &dyn Storage,
    task: Task,
    mut work: impl FnMut() -> Result<T, TableError>,
) -> Result<Result<T, Vec<(Task, String)>>, TableError> {
    let mut tries = 0;
    loop {
        let error = match work() {
            // A file that was truncated while it was read ends too early.
            Err(error) if matches!(error, TableError::Damaged(_)) || is_end(&error) => error,
            done => return done.map(Ok),
        };
        // Cached facts about a file may be outdated.
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
            // Checking all files took a while, and another worker may have made this one again.
            if !matches!(store.sound(*input), Err(TableError::Damaged(_))) {
                continue;
            }
            set_aside(&store, &input.to_string())?;
        }
        tries += 1;
        match damaged.is_empty() {
            false => return Ok(Err(damaged)),
            true if tries == TRIES => return Err(error),
            // The file has changed: another worker has set it aside, and may have made it again.
            true => {}
        }
    }
}
