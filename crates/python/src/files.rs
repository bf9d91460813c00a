//! The files that specs name.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use yomikiri_catalog::asked::{Arena, Fault};
use yomikiri_catalog::{Files, OneFile, Program};

/// Reads any file that the process may read, or only the given text, until the flag is raised.
pub(crate) struct Disk<'c> {
    pub(crate) text: Option<&'c str>,
    pub(crate) cancel: &'c AtomicBool,
}

impl Files for Disk<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        match self.text {
            Some(text) => OneFile(text).read(path),
            None => std::fs::read_to_string(path).map_err(|error| error.to_string()),
        }
    }

    fn is_stopped(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    #[cfg(unix)]
    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        use yomikiri_catalog::program::{Errors, Waits, start};
        // Ctrl-C is checked between answers; each answer has its own time limit.
        static NEVER: AtomicBool = AtomicBool::new(false);
        if let Some(text) = self.text {
            return OneFile(text).program(program);
        }
        start(program, Errors::Shown, Waits::ForAnswers, &NEVER)
    }
}
