//! Giving files another name that are no good.

use crate::table::TableError;
use crate::table::storage::Storage;
use std::io::{self, ErrorKind};

/// The beginning of the names of files that were set aside.
pub(super) const ASIDE: &str = "bad-";

/// Names that are tried for a file that is set aside: a folder may have one, and nothing can be put in its place.
const MOST_NAMES: u32 = 100;

/// Gives a file the name of one that was set aside.
pub(super) fn move_aside(storage: &dyn Storage, name: &str) -> Result<(), TableError> {
    let mut number = 1;
    loop {
        let aside = match number {
            1 => format!("{ASIDE}{name}"),
            _ => format!("{ASIDE}{number}-{name}"),
        };
        match storage.rename(name, &aside) {
            Ok(()) => return Ok(()),
            // Somebody else has done it.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) if number < MOST_NAMES && is_taken(storage, &aside, &error) => number += 1,
            Err(error) => {
                return Err(TableError::io(format!("cannot set {name} aside"), error));
            }
        }
    }
}

/// Whether a rename failed for what has the new name.
fn is_taken(storage: &dyn Storage, aside: &str, error: &io::Error) -> bool {
    match error.kind() {
        ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::DirectoryNotEmpty
        | ErrorKind::AlreadyExists => true,
        // Perhaps a file that nobody may replace.
        ErrorKind::PermissionDenied => {
            let names = storage.names();
            names.is_ok_and(|names| names.iter().any(|name| name == aside))
        }
        _ => false,
    }
}
