//! The interface that runs the tested program: a child process, or a function in tests.

use super::verdict::{Verdict, named};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A runner of the tested program on one input after another.
///
/// # Who should implement it
///
/// [`Child`](super::Child) runs a command; a test may run a function. The search calls it from several
/// threads at once, each with its own [`Job::worker`].
pub trait Runner: Sync {
    /// Runs the program once.
    ///
    /// # Errors
    ///
    /// If there was no run to judge.
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun>;

    /// Returns whether the program talks with an interactor. Then the output of a run is what the interactor has
    /// written to its file.
    fn is_interactive(&self) -> bool {
        false
    }
}

/// One run.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The number of the thread among those that run at the same time, from 0.
    pub worker: usize,
    /// The program's input.
    pub input: &'a [u8],
    /// The time limit.
    pub time: Duration,
    /// The most bytes of output.
    pub output: usize,
    /// The most bytes of memory, with all processes that the program starts. Checked a hundred times a
    /// second, on Linux.
    pub memory: Option<u64>,
    /// The right answer, if it is known; an interactor may need it.
    pub truth: &'a [u8],
    /// Set when the run is no longer needed.
    pub cancel: &'a AtomicBool,
}

impl Job<'_> {
    /// Returns whether the run is no longer needed.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The way in which the program ended.
    pub end: End,
    /// Its output; only the beginning if it was too long.
    pub output: Vec<u8>,
    /// Its standard error.
    pub errors: Stderr,
    /// The time that it took, its start included.
    pub elapsed: Duration,
    /// The ruling of an interactor, if there was one.
    pub ruling: Option<Ruling>,
}

/// The ruling of a checker or an interactor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// Its message.
    pub words: String,
}

/// The standard error of a run: its beginning and its end, since some languages give the reason first and others last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stderr {
    /// The first bytes, at most [`Stderr::MOST`].
    pub(super) start: Vec<u8>,
    /// The last bytes of the rest, at most [`Stderr::MOST`].
    pub(super) end: Vec<u8>,
    /// The number of bytes between them, which are not kept.
    pub(super) left_out: u64,
}

impl Stderr {
    /// The most bytes of the beginning, and of the end.
    pub const MOST: usize = 2048;

    /// Adds bytes that a program has printed.
    pub fn add(&mut self, bytes: &[u8]) {
        let (start, rest) = bytes.split_at(bytes.len().min(Self::MOST - self.start.len()));
        self.start.extend(start);
        self.end.extend(rest);
        let excess = self.end.len().saturating_sub(Self::MOST);
        self.end.drain(..excess);
        self.left_out += excess as u64;
    }

    /// Returns whether the program printed nothing.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// Returns the bytes as text, with a line that counts the bytes left out.
    pub fn text(&self) -> String {
        let [start, end] = [&self.start, &self.end].map(|bytes| String::from_utf8_lossy(bytes));
        match self.left_out {
            // A character may have been cut in two.
            0 => String::from_utf8_lossy(&[&self.start[..], &self.end].concat()).into_owned(),
            count => format!("{start}\n... {count} bytes left out ...\n{end}"),
        }
    }
}

impl From<Vec<u8>> for Stderr {
    fn from(bytes: Vec<u8>) -> Stderr {
        let mut errors = Stderr::default();
        errors.add(&bytes);
        errors
    }
}

/// The way in which a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It ended by itself with this exit code.
    Code(i32),
    /// This signal killed it, which was not ours.
    Signal(i32),
    /// We killed it because the time was over.
    Time,
    /// We killed it because it printed too much.
    Output,
    /// We killed it because it used too much memory.
    Memory,
}

impl Run {
    /// Describes the failure of a helper: a generator, an oracle, a checker or an interactor.
    pub(super) fn failure(&self) -> String {
        self.end.failure(&self.errors, self.elapsed)
    }
}

impl End {
    /// Describes a bad end, after this time, with the last line that the program printed on standard error.
    pub(super) fn failure(self, errors: &Stderr, elapsed: Duration) -> String {
        let said = match errors.text().trim().lines().last() {
            Some(line) => format!(": {}", line.trim()),
            None => String::new(),
        };
        match self {
            End::Code(code) => format!("it ends with exit code {code}{said}"),
            End::Signal(signal) => format!("{} kills it{said}", named(signal)),
            End::Time => format!("it is not done after {} s", elapsed.as_secs_f64().round()),
            End::Output => "it prints too much".to_owned(),
            End::Memory => "it uses too much memory".to_owned(),
        }
    }
}

/// The reason why there was no run.
#[derive(Debug)]
pub enum NoRun {
    /// The program could not be started, or its pipes failed.
    Start(std::io::Error),
    /// The run is no longer needed.
    Cancelled,
    /// A program that helps to judge has failed.
    Helper(String),
}
