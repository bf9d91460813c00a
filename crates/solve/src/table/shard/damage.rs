//! Files that are damaged, or that belong elsewhere: found by those who read them, and set aside.

use super::standing;
use super::store::Store;
use super::task::Task;
use crate::table::TableError;
use crate::table::storage::Storage;

/// The beginning of the names of files that were set aside.
pub(super) const ASIDE: &str = "bad-";

/// Sets a file aside.
pub(super) fn set_aside(storage: &dyn Storage, name: &str) -> Result<(), TableError> {
    match storage.rename(name, &format!("{ASIDE}{name}")) {
        // Somebody else has done it.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        moved => moved.map_err(|error| TableError::io(format!("cannot set {name} aside"), error)),
    }
}

/// Does something once more where a file was damaged: what the store remembers of it may not be so any more.
pub(super) fn twice_if_damaged<T>(
    storage: &dyn Storage,
    mut work: impl FnMut() -> Result<T, TableError>,
) -> Result<T, TableError> {
    match work() {
        Err(TableError::Damaged(_)) if storage.forget() => work(),
        done => done,
    }
}

/// Those files that a task reads and that are damaged, and why.
pub(super) fn damaged_inputs(store: &Store<'_>, task: Task) -> Vec<(Task, String)> {
    let inputs = standing::inputs(store, task).into_iter();
    let damaged = inputs.filter_map(|input| match store.sound(input) {
        Err(TableError::Damaged(what)) => Some((input, what)),
        _ => None,
    });
    damaged.collect()
}

/// Sets those files aside that a task came upon and that are damaged. If there are none, the error stands.
pub(super) fn spoilt(
    storage: &dyn Storage,
    task: Task,
    error: TableError,
) -> Result<Vec<(Task, String)>, TableError> {
    if !matches!(error, TableError::Damaged(_)) {
        return Err(error);
    }
    storage.forget();
    // A plan that cannot be read is no input of a task.
    let Ok(store) = Store::open(storage) else {
        return Err(error);
    };
    let damaged = damaged_inputs(&store, task);
    for (input, _) in &damaged {
        set_aside(storage, &input.to_string())?;
    }
    match damaged.is_empty() {
        true => Err(error),
        false => Ok(damaged),
    }
}
