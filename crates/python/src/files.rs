//! Files that specs name.

use std::sync::Arc;
use yomikiri_catalog::asked::{Arena, Fault};
use yomikiri_catalog::{Files, Program};

/// Reads any file that the process may read.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }

    #[cfg(unix)]
    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        use std::sync::atomic::AtomicBool;
        use yomikiri_catalog::program::{Errors, Waits, start};
        // Ctrl-C is looked at between answers; each of them has its own time.
        static NEVER: AtomicBool = AtomicBool::new(false);
        start(program, Errors::Shown, Waits::ForAnswers, &NEVER)
    }
}
