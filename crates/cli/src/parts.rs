//! Files of values of parts: `--parts` of `value` and of `solve`.

use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::outcome::Failure;
use clap::Args;
use std::io;
use std::path::Path;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::values::{Parts, ValueError};

#[derive(Debug, Args)]
pub(crate) struct PartsArgs {
    /// Read known values of positions and of their parts from FILE, and add new ones. FILE need not exist yet,
    /// and may hold parts of several games. The command checks all forms in it and a sample of its values: see
    /// --check-parts
    #[arg(long, value_name = "FILE")]
    pub(crate) parts: Option<String>,
    /// With --parts: check every value in FILE for these games against the rules. Use this with files from
    /// others
    #[arg(long, requires = "parts")]
    check_parts: bool,
}

impl PartsArgs {
    /// Returns the path of the file as the user gave it; empty if there is none.
    pub(crate) fn path(&self) -> &str {
        self.parts.as_deref().unwrap_or_default()
    }

    /// Reads the file, if it exists.
    pub(crate) fn open(&self) -> Result<Option<Parts>, Failure> {
        let Some(path) = &self.parts else {
            return Ok(None);
        };
        if path == "-" {
            return Err(Failure::bad(
                "parts are kept in a file, which stdin and stdout are not",
            ));
        }
        let mut parts = Parts::open(path).map_err(|error| Failure::opening(path, &error))?;
        files::reads(Path::new(path));
        parts.check_all = self.check_parts;
        Ok(Some(parts))
    }

    /// Converts the error of a file that could not be written.
    pub(crate) fn saved(&self, saved: io::Result<()>) -> Result<(), Failure> {
        saved.map_err(|error| files::unwritten(self.path(), &error))
    }
}

/// Combines an answer with the result of saving the file. Values found before a limit are saved too, and a file that
/// cannot be written does not cost the answer. If both failed, both errors are reported.
pub(crate) fn both<T>(
    told: Result<T, Failure>,
    saved: Result<(), Failure>,
    lang: Lang,
    console: &Console,
) -> Result<T, Failure> {
    match (told, saved) {
        (Err(failure), Err(unsaved)) => {
            console.report(&unsaved.in_language(lang));
            Err(failure)
        }
        (told, saved) => {
            let told = told?;
            saved.map(|()| told)
        }
    }
}

/// Converts the error of a value, or of a file of parts that cannot be used.
pub(crate) fn failure(path: &str, error: ValueError) -> Failure {
    match error {
        ValueError::Text { error, .. } => Diagnostic::bare(error.message).into(),
        ValueError::Spec { spec, error, .. } => Failure::in_spec(&spec, *error),
        ValueError::Position {
            position, error, ..
        } => Diagnostic::at("position", &position, &error).into(),
        ValueError::Parts(fault) => Failure::bad(format!("`{path}`: {fault}")),
        ValueError::Stopped(why) => Failure::stopped(why),
        ValueError::Beyond(why) => Failure::Limit(why),
        ValueError::NotNormal(..) | ValueError::NotImpartial(_) => Failure::bad(error.to_string()),
    }
}
