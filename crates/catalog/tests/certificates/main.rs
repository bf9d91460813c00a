//! Certificates, made here and judged by the independent checker. One binary, because the catalogue is
//! slow to link.

mod forgery;
mod oracle;
mod parts;
mod random;
#[path = "../../../games/tests/games/files/rules_file/random.rs"]
mod rules_file;
mod shelf;
mod strategies;
mod threats;
mod truths;
mod values;
mod why;

use std::path::{Path, PathBuf};
use yomikiri_catalog::{Ask, Certificate, Control, Files, Halves, open};
use yomikiri_check::{Fault, Limits, Proved, check};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// Files that truths name lie beside them.
pub(crate) struct TestFiles;

impl Files for TestFiles {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(testdata().join(path)).map_err(|error| error.to_string())
    }
}

/// A certificate of the exact value of a position.
pub(crate) fn prove(spec: &str, position: &str, ask: Ask) -> Certificate {
    let game = open(spec, &TestFiles).unwrap_or_else(|error| panic!("{spec}: {error}"));
    game.prove(position, ask, Halves::Both, &mut Control::new())
        .unwrap_or_else(|error| panic!("{spec} {position} {ask}: {error}"))
}

/// What the checker says.
pub(crate) fn judge(bytes: &[u8]) -> Result<Proved, Fault> {
    check(bytes, &Limits::default())
}

/// What both checkers print last of a file, or alone.
pub(crate) fn verdict(bytes: &[u8]) -> String {
    match judge(bytes) {
        Ok(_) => "proved".to_owned(),
        Err(fault) => format!("rejected: {fault}"),
    }
}
