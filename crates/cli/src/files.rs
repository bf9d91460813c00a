//! Reading and writing files, with limits.

use crate::interrupt;
use crate::outcome::Failure;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use yomikiri_catalog::asked::{Arena, Fault};
#[cfg(unix)]
use yomikiri_catalog::program::{Errors, Waits, start};
use yomikiri_catalog::table::{OpenTable, held_file};
use yomikiri_catalog::{AnyGame, BYTE_ORDER_MARK, Files, Program, SpecError, Stop};

/// The most bytes that are read of a file: far more than any solvable game needs, and far less than would hurt the
/// machine.
pub(crate) const FILE_LIMIT: u64 = 256 << 20;

/// The files that this command reads; its output must not overwrite them.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Records that a file is read.
pub(crate) fn reads(path: &Path) {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if !read.iter().any(|read| read == path) {
        read.push(path.to_owned());
    }
}

/// Returns whether this is one of the files that are read, under any name. (Devices and pipes do not count.)
fn is_read(path: &Path) -> bool {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let real = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    real(path).is_some_and(|path| read.iter().any(|read| real(read).as_ref() == Some(&path)))
}

/// The files of this machine, by the paths in specs.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        reads(Path::new(path));
        let bytes = read_all(file).map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
    }

    fn is_stopped(&self) -> bool {
        interrupt::flag().load(Ordering::Relaxed)
    }

    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        started(program, None)
    }
}

/// Starts a program. `within` limits the time for its first answer.
fn started(program: &Program<'_>, within: Option<Duration>) -> Result<Arc<Arena>, Fault> {
    #[cfg(unix)]
    return start(
        program,
        Errors::Shown,
        Waits::ForAskers(within),
        interrupt::flag(),
    );
    #[cfg(not(unix))]
    return Err(Fault::new("programs are run on Unix only"));
}

/// Opens the game that a spec names. If its file is missing, one of these tables may contain it. `within` limits the
/// time for a program's first answer, and `bytes` the memory for known positions of a game whose rules a program tells.
///
/// # Errors
///
/// If the spec is wrong, or if its program reached a limit.
pub(crate) fn open_game(
    spec: &str,
    tables: &[OpenTable],
    within: Option<Duration>,
    bytes: Option<u64>,
) -> Result<Box<dyn AnyGame>, Failure> {
    let files = Opening {
        bytes,
        ..Opening::new(tables, within)
    };
    yomikiri_catalog::open(spec, &files).map_err(|error| files.failure(spec, error))
}

/// The sources and limits for opening a game.
pub(crate) struct Opening<'t> {
    tables: &'t [OpenTable],
    within: Option<Duration>,
    /// The most bytes for known positions of the game, if that is limited.
    bytes: Option<u64>,
    started: Instant,
    /// The limit that the program of a spec reached.
    limit: Mutex<Option<Fault>>,
    /// Whether the reading of a file was told to stop.
    has_stopped: AtomicBool,
}

impl<'t> Opening<'t> {
    pub(crate) fn new(tables: &'t [OpenTable], within: Option<Duration>) -> Opening<'t> {
        Opening {
            tables,
            within,
            bytes: None,
            started: Instant::now(),
            limit: Mutex::default(),
            has_stopped: AtomicBool::new(false),
        }
    }

    /// Returns why a game was not opened: its spec is wrong, a limit was reached, or the user interrupted.
    pub(crate) fn failure(&self, spec: &str, error: SpecError) -> Failure {
        let limit = self.limit.lock().unwrap_or_else(PoisonError::into_inner);
        match &*limit {
            Some(limit) => limit.clone().into(),
            None if !self.has_stopped.load(Ordering::Relaxed) => Failure::in_spec(spec, error),
            None if Disk.is_stopped() => Failure::stopped(Stop::Cancelled),
            None => Failure::stopped(Stop::Time),
        }
    }
}

impl Files for Opening<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        if !Path::new(path).exists()
            && let Some(text) = self.tables.iter().find_map(|table| held_file(table, path))
        {
            return Ok(text.to_owned());
        }
        Disk.read(path)
    }

    fn is_stopped(&self) -> bool {
        let is_late = |within| self.started.elapsed() >= within;
        let is_stopped = Disk.is_stopped() || self.within.is_some_and(is_late);
        if is_stopped {
            self.has_stopped.store(true, Ordering::Relaxed);
        }
        is_stopped
    }

    fn most_bytes(&self) -> Option<u64> {
        self.bytes
    }

    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        let arena = started(program, self.within);
        if let Some(fault) = arena.as_ref().err().filter(|fault| fault.limit.is_some()) {
            let mut limit = self.limit.lock().unwrap_or_else(PoisonError::into_inner);
            *limit = Some(fault.clone());
        }
        arena
    }
}

/// Opens a text named on the command line, and skips its byte order mark; `-` is stdin.
///
/// # Errors
///
/// If there is no such file, or if it is a folder.
pub(crate) fn open(path: &str) -> Result<Text, Failure> {
    open_bytes(path).map(Unmarked::new)
}

/// Returns the name of an input in messages.
pub(crate) fn shown(path: &str) -> &str {
    match path {
        "-" => "stdin",
        path => path,
    }
}

/// Opens a binary input.
///
/// # Errors
///
/// As for [`open()`].
pub(crate) fn open_bytes(path: &str) -> Result<Box<dyn Read + Send>, Failure> {
    if path == "-" {
        // Reads as long as ours bypass stdin's own buffer: each call is one read of the system.
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(open_file(path)?))
}

/// Opens a file, a pipe or a device named on the command line.
///
/// # Errors
///
/// If there is no such file, or if it is a folder.
pub(crate) fn open_file(path: &str) -> Result<File, Failure> {
    let file = File::open(path).map_err(|error| Failure::opening(path, &error))?;
    reads(Path::new(path));
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Failure::bad(format!(
            "cannot read `{path}`: it is a folder"
        )));
    }
    Ok(file)
}

/// A text from any source.
pub(crate) type Text = Unmarked<Box<dyn Read + Send>>;

/// A text without the byte order mark at its start.
pub(crate) struct Unmarked<R> {
    source: R,
    /// The bytes of a mark read so far, while it may still be one.
    seen: Option<usize>,
    /// The bytes read but not handed out.
    held: Vec<u8>,
}

impl<R: Read> Unmarked<R> {
    /// Wraps `source`.
    pub(crate) fn new(source: R) -> Unmarked<R> {
        Unmarked {
            source,
            seen: Some(0),
            held: Vec::new(),
        }
    }
}

impl<R: Read> Read for Unmarked<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let mark = BYTE_ORDER_MARK.as_bytes();
        while let Some(seen) = self.seen.filter(|_| !room.is_empty()) {
            let count = self.source.read(room)?;
            let pairs = room[..count].iter().zip(&mark[seen..]);
            let same = pairs.take_while(|(a, b)| a == b).count();
            self.seen = None;
            if seen + same == mark.len() {
                room.copy_within(same..count, 0);
                if same < count {
                    return Ok(count - same);
                }
            } else if same > 0 && same == count {
                self.seen = Some(seen + same);
            } else {
                self.held = [&mark[..seen], &room[..count]].concat();
            }
        }
        if self.held.is_empty() {
            return self.source.read(room);
        }
        let count = self.held.len().min(room.len());
        room[..count].copy_from_slice(&self.held[..count]);
        self.held.drain(..count);
        Ok(count)
    }
}

/// Moves a file on disk past a byte order mark at its position.
///
/// # Errors
///
/// If reading fails.
pub(crate) fn pass_mark(file: &mut File) -> io::Result<()> {
    let start = file.stream_position()?;
    let mut head = Vec::new();
    let length = BYTE_ORDER_MARK.len() as u64;
    io::Read::by_ref(file).take(length).read_to_end(&mut head)?;
    if head != BYTE_ORDER_MARK.as_bytes() {
        file.seek(SeekFrom::Start(start))?;
    }
    Ok(())
}

/// Returns stdin as a file, which allows seeking if it is on disk; `None` if the system cannot do that.
pub(crate) fn stdin_as_file() -> Option<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let stdin = io::stdin().as_fd().try_clone_to_owned();
        stdin.ok().map(File::from)
    }
    #[cfg(not(unix))]
    None
}

/// Reads all of an input, up to [`FILE_LIMIT`].
///
/// # Errors
///
/// If reading fails, or if the input is longer.
pub(crate) fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    interrupt::waiting(|| source.take(FILE_LIMIT + 1).read_to_end(&mut bytes))?;
    if bytes.len() as u64 > FILE_LIMIT {
        let message = format!("it is longer than {} MiB", FILE_LIMIT >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Writes a file piece by piece, for content that is too long for memory. Readers see all of it or nothing.
///
/// # Errors
///
/// If the file cannot be written, or if `write` fails.
pub(crate) fn create(
    path: &str,
    write: impl FnOnce(&File) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if is_read(Path::new(path)) {
        return Err(Failure::bad(format!(
            "cannot write `{path}`: it is what this command reads"
        )));
    }
    replace(path, write).map_err(|why| match why {
        Unwritten::System(error) => unwritten(path, &error),
        Unwritten::Content(failure) => failure,
    })
}

pub(crate) fn unwritten(path: &str, error: &io::Error) -> Failure {
    Failure::system(&format!("cannot write `{path}`"), error)
}

/// The reason why a file was not written.
enum Unwritten<E> {
    /// The file could not be opened, or not be stored.
    System(io::Error),
    /// The content could not be made or written.
    Content(E),
}

/// Writes a file under a temporary name and renames it when all of it is on the disk, so that half a file is never
/// visible. A target that is no regular file (a pipe, a device) is written directly.
fn replace<E>(path: &str, write: impl FnOnce(&File) -> Result<(), E>) -> Result<(), Unwritten<E>> {
    let path = Path::new(path);
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        let file = OpenOptions::new().write(true).open(path);
        return write(&file.map_err(Unwritten::System)?).map_err(Unwritten::Content);
    }
    let unnamed = || Unwritten::System(io::ErrorKind::InvalidInput.into());
    let mut part = std::ffi::OsString::from(".");
    part.push(path.file_name().ok_or_else(unnamed)?);
    part.push(format!(".{}.part", std::process::id()));
    let part: PathBuf = path.with_file_name(part);
    let file = OpenOptions::new().write(true).create_new(true).open(&part);
    let file = file.map_err(Unwritten::System)?;
    let written = write(&file).map_err(Unwritten::Content).and_then(|()| {
        let kept = file.sync_all().and_then(|()| fs::rename(&part, path));
        kept.map_err(Unwritten::System)
    });
    if written.is_err() {
        // If this fails too, nothing more can be done.
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns at most this many bytes at once.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(room.len()).min(self.1);
            room[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn one_mark_is_passed_over_and_nothing_else() {
        let mark = BYTE_ORDER_MARK;
        for (text, rest) in [
            (String::new(), String::new()),
            ("a".to_owned(), "a".to_owned()),
            (mark.to_owned(), String::new()),
            (format!("{mark}a\n"), "a\n".to_owned()),
            (format!("{mark}{mark}"), mark.to_owned()),
            (format!("a{mark}"), format!("a{mark}")),
        ] {
            check(text.as_bytes(), rest.as_bytes());
        }
        for part in [
            &b"\xef"[..],
            b"\xef\xbb",
            b"\xef\xbba",
            b"\xefa\xbb\xbf",
            b"\xef\xef\xbb\xbf",
        ] {
            check(part, part);
        }
    }

    fn check(text: &[u8], rest: &[u8]) {
        for at_once in [1, 2, 3, 100] {
            for room in [1, 2, 100] {
                let mut reader = Unmarked::new(Drops(text, at_once));
                let mut found: Vec<u8> = Vec::new();
                let mut buffer = vec![0; room];
                loop {
                    match reader.read(&mut buffer) {
                        Ok(0) => break,
                        read => found.extend(&buffer[..read.expect("nothing fails here")]),
                    }
                }
                assert_eq!(found, rest, "{text:?} {at_once} {room}");
            }
        }
    }
}
