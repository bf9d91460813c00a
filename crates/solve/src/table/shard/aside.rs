//! Setting bad files aside by renaming them.

use crate::table::TableError;
use crate::table::storage::Storage;
use std::io::{self, ErrorKind};

/// The beginning of the names of files that were set aside.
pub(super) const ASIDE: &str = "bad-";

/// The most names that are tried for a file that is set aside, because a folder may have a name and cannot be
/// replaced.
const MOST_NAMES: u32 = 100;

/// Renames a file to a name that marks it as set aside.
pub(super) fn move_aside(storage: &dyn Storage, name: &str) -> Result<(), TableError> {
    let mut number = 1;
    loop {
        let aside = match number {
            1 => format!("{ASIDE}{name}"),
            _ => format!("{ASIDE}{number}-{name}"),
        };
        match storage.rename(name, &aside) {
            Ok(()) => return Ok(()),
            // Another worker has set it aside.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) if number < MOST_NAMES && is_taken(storage, &aside, &error) => number += 1,
            Err(error) => {
                return Err(TableError::io(format!("cannot set {name} aside"), error));
            }
        }
    }
}

/// Returns whether a rename failed because of an existing file or folder with the new name.
fn is_taken(storage: &dyn Storage, aside: &str, error: &io::Error) -> bool {
    match error.kind() {
        ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::DirectoryNotEmpty
        | ErrorKind::AlreadyExists => true,
        // The name may be that of a file that must not be replaced.
        ErrorKind::PermissionDenied => {
            let names = storage.names();
            names.is_ok_and(|names| names.iter().any(|name| name == aside))
        }
        _ => false,
    }
}
