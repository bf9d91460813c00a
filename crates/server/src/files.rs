//! The files named when the server was started, those contained in its tables, and the built-in examples; no
//! others.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
#[cfg(unix)]
use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use yomikiri_catalog::asked::{Arena, Fault};
#[cfg(unix)]
use yomikiri_catalog::program::{Errors, Waits, start};
use yomikiri_catalog::table::{OpenTable, held_file};
use yomikiri_catalog::{Files, Program, Shipped, open, read};

/// The family of games that a file declares.
const RULES: &str = "rules";
/// The most bytes that are read of a file.
const MOST: u64 = 64 << 20;

/// Files by the exact text that named them on the command line. No other text opens a file, even if it leads to
/// the same one.
#[derive(Default)]
pub(crate) struct NamedFiles {
    paths: Vec<String>,
    /// The file that declares a game.
    rules: Option<String>,
    /// The tables; the files contained in them are found by any path.
    tables: Arc<[OpenTable]>,
    /// The program in the spec, with the game that it knows once somebody has opened it, shared by all.
    command: Option<Named>,
    program: Mutex<Option<Arc<Arena>>>,
    /// The number of changes seen. Results from before a change are not used after it.
    revision: AtomicU64,
}

/// The time of a file's last change, and its length.
pub(crate) type Stamp = Option<(SystemTime, u64)>;

/// The command line of a program named when the server was started.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    command: String,
    seconds: u64,
    bytes: u64,
}

impl Named {
    fn of(program: &Program<'_>) -> Named {
        Named {
            command: program.command.to_owned(),
            seconds: program.seconds,
            bytes: program.bytes,
        }
    }
}

/// Files that record the program in a spec, and start none.
struct Noting(Cell<Option<Named>>);

impl Files for Noting {
    fn read(&self, _: &str) -> Result<String, String> {
        Err(String::new())
    }
    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        self.0.set(Some(Named::of(program)));
        Err(Fault::new("no program is started yet"))
    }
}

impl NamedFiles {
    /// Collects the files that a game's spec names, and those in tables.
    pub(crate) fn of(spec: Option<&str>, tables: Arc<[OpenTable]>) -> NamedFiles {
        let (mut paths, mut rules) = (Vec::new(), None);
        if let Some(Ok((info, spec))) = spec.map(read) {
            let named = spec.settings().filter(|(key, _)| info.is_file(key));
            paths.extend(named.map(|(_, path)| path.to_owned()));
            rules = paths.first().filter(|_| info.name == RULES).cloned();
        }
        // Reading the spec asks for its program.
        let noting = Noting(Cell::default());
        let _ = spec
            .filter(|spec| spec.starts_with("program:"))
            .map(|spec| open(spec, &noting));
        NamedFiles {
            paths,
            rules,
            tables,
            command: noting.0.take(),
            program: Mutex::default(),
            revision: AtomicU64::new(0),
        }
    }

    /// Returns the path of the rules file, if the server was started with one.
    pub(crate) fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// Returns whether there are no files.
    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Returns the number of changes so far.
    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    /// Returns the current stamps of the files.
    pub(crate) fn stamps(&self) -> Vec<Stamp> {
        let stamp = |path: &String| {
            let about = fs::metadata(path).ok()?;
            Some((about.modified().ok()?, about.len()))
        };
        self.paths.iter().map(stamp).collect()
    }

    /// Counts a change.
    pub(crate) fn changed(&self) {
        self.revision.fetch_add(1, Ordering::AcqRel);
    }
}

impl Files for NamedFiles {
    fn read(&self, path: &str) -> Result<String, String> {
        let is_named = self.paths.iter().any(|named| named == path);
        if !is_named && let Ok(example) = Shipped.read(path) {
            return Ok(example);
        }
        if !is_named || !Path::new(path).exists() {
            let held = self.tables.iter().find_map(|table| held_file(table, path));
            if let Some(text) = held {
                return Ok(text.to_owned());
            }
        }
        if !is_named {
            return Err("only a file named when the server was started can be opened".to_owned());
        }
        let file = File::open(path).map_err(|error| error.to_string())?;
        let mut text = String::new();
        let length = file.take(MOST + 1).read_to_string(&mut text);
        match length.map_err(|error| error.to_string())? as u64 {
            0..=MOST => Ok(text),
            _ => Err(format!("it is longer than {} MiB", MOST >> 20)),
        }
    }

    /// Returns the game of the program named when the server was started, and of no other; restarts the program
    /// after a failure.
    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        if self.command.as_ref() != Some(&Named::of(program)) {
            let why = "only a program named when the server was started can be asked";
            return Shipped.program(program).map_err(|_| Fault::new(why));
        }
        let mut running = self.program.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(arena) = running.as_ref().filter(|arena| arena.fault().is_none()) {
            return Ok(Arc::clone(arena));
        }
        let arena = started(program)?;
        *running = Some(Arc::clone(&arena));
        Ok(arena)
    }
}

#[cfg(unix)]
fn started(program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
    // The program ends only by its own limits, or with the server.
    static NEVER: AtomicBool = AtomicBool::new(false);
    start(program, Errors::Shown, Waits::ForAnswers, &NEVER)
}

#[cfg(not(unix))]
fn started(_: &Program<'_>) -> Result<Arc<Arena>, Fault> {
    Err(Fault::new("programs are run on Unix only"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_named_opens() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.graph");
        fs::write(&path, "text").unwrap();
        let path = path.to_str().unwrap();
        let files = NamedFiles::of(Some(&format!("graph:file={path}")), Arc::default());
        assert_eq!(files.read(path).as_deref(), Ok("text"));
        let file_name = path.rsplit('/').next().unwrap();
        let around = format!("{}/../{}", folder.path().display(), file_name);
        for other in ["/etc/passwd", "a.graph", "", around.as_str()] {
            assert!(files.read(other).is_err(), "{other}");
        }
        assert!(NamedFiles::of(Some("tictactoe"), Arc::default()).is_empty());
        assert!(NamedFiles::of(None, Arc::default()).read(path).is_err());
    }

    #[test]
    fn a_change_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.graph");
        fs::write(&path, "1").unwrap();
        let files = NamedFiles::of(
            Some(&format!("graph:file={}", path.display())),
            Arc::default(),
        );
        let before = files.stamps();
        assert_eq!(files.stamps(), before);
        fs::write(&path, "12").unwrap();
        assert_ne!(files.stamps(), before);
        fs::remove_file(&path).unwrap();
        assert_eq!(files.stamps(), [None]);
    }
}
