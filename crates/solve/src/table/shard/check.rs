//! Checking finished tasks by doing them again.

use super::damage::faulty_inputs;
use super::file::ShardFile;
use super::run::{TaskRoom, of_source, with_source};
use super::store::{Store, part_name};
use super::task::Task;
use crate::Control;
use crate::table::TableError;
use crate::table::site::Building;
use crate::table::storage::read_exact_at;
use yomikiri_core::Capabilities;

/// The result of checking the file of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The file is what the task makes.
    Right,
    /// The file is something else; the text says why.
    Wrong(String),
    /// The file cannot be read, or it cannot be made again because a file that the task reads is damaged, missing or
    /// unreadable. The text says which file, and why.
    Unknown(String),
    /// The game has no such task.
    Nothing,
}

/// Does a finished task again, outside the store, and compares the files.
///
/// # Errors
///
/// As for [`run`](super::run()), except for files that are damaged or cannot be read. It changes no file of the
/// store.
pub fn check<G: Capabilities>(
    game: &G,
    room: &TaskRoom<'_>,
    task: Task,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Checked, TableError> {
    let store = Store::open(room.store)?;
    let name = task.to_string();
    let there = match store.sound(task) {
        Ok(file) => Some(file),
        Err(TableError::NotYet(_)) => None,
        Err(TableError::Damaged(what)) => return Ok(Checked::Wrong(what)),
        // The disk fails to return the file, or the worker may not read it.
        Err(error @ TableError::Io { .. }) => return Ok(Checked::Unknown(error.to_string())),
        Err(error) => return Err(error),
    };
    let made = with_source(game, &store, |any| {
        of_source(any, &store, room, room.scratch, task, control, told)
    });
    if made.is_err() {
        let _ = room.scratch.remove(&part_name(room.tag, &name));
    }
    let made = match made {
        // The file may still be right, but that cannot be decided.
        Err(error @ (TableError::Damaged(_) | TableError::Io { .. })) => {
            let faulty = faulty_inputs(&store, task).into_iter();
            let faults: Vec<String> = faulty.map(|(_, fault)| fault.to_string()).collect();
            return match (error, faults.is_empty()) {
                (_, false) => Ok(Checked::Unknown(faults.join("; "))),
                (TableError::Damaged(what), true) => Ok(Checked::Unknown(what)),
                (error, true) => Err(error),
            };
        }
        Err(TableError::NotYet(what)) if there.is_some() => return Ok(Checked::Unknown(what)),
        Err(TableError::NotYet(_)) => {
            return Err(TableError::NotYet(format!("`{name}` is not there yet")));
        }
        made => made?,
    };
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
