//! What is judged here is also left as files, with the verdicts, in `certificates` below the folder for
//! temporary files of tests: `ci/certificates.sh` holds the checker in Python to them.

use crate::verdict;
use std::fs;
use std::path::Path;

/// Writes files for the other checker.
pub(crate) struct Shelf {
    folder: String,
    verdicts: String,
}

impl Shelf {
    pub(crate) fn new(name: &str) -> Shelf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("certificates")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Shelf {
            folder: folder.display().to_string(),
            verdicts: String::new(),
        }
    }

    /// Puts a file under a name of its own.
    pub(crate) fn put_next(&mut self, bytes: &[u8]) {
        let number = self.verdicts.lines().count();
        self.put(&number.to_string(), bytes);
    }

    pub(crate) fn put(&mut self, name: &str, bytes: &[u8]) {
        fs::write(format!("{}/{name}.proof", self.folder), bytes).unwrap();
        self.verdicts
            .push_str(&format!("{name}.proof\t{}\n", verdict(bytes)));
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = fs::write(format!("{}/verdicts", self.folder), &self.verdicts);
    }
}
