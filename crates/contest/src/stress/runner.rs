//! The interface that runs the tested program: a child process, or a function in tests.

use super::verdict::Verdict;
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
    /// The first [`Run::ERRORS`] bytes of its standard error.
    pub errors: Vec<u8>,
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

impl Run {
    /// The most bytes of standard error that are kept.
    pub const ERRORS: usize = 4096;
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
