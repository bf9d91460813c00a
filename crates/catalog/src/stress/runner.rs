//! What runs the program that is tested: a child process, or in tests a function.

use super::verdict::Verdict;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Runs the program that is tested on one input after another.
///
/// # Who should implement it
///
/// [`Child`](super::Child) runs a command; a test may run a function. The search calls it from
/// several threads at once, each with a [`Job::worker`] of its own.
pub trait Runner: Sync {
    /// Runs it once.
    ///
    /// # Errors
    ///
    /// When there was no run to speak of.
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun>;
}

/// One run.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Which of the threads that run at the same time, from 0.
    pub worker: usize,
    /// What the program reads.
    pub input: &'a [u8],
    /// The time it may take.
    pub time: Duration,
    /// The bytes it may print.
    pub output: usize,
    /// The bytes of memory it may use, with all that it starts; looked at a hundred times a second, on Linux.
    pub memory: Option<u64>,
    /// The right answer, where it is known, for those who have to tell an interactor.
    pub truth: &'a [u8],
    /// Set when nobody waits for it any more.
    pub cancel: &'a AtomicBool,
}

impl Job<'_> {
    /// Whether nobody waits for it any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it printed; where that was too much, the beginning.
    pub output: Vec<u8>,
    /// What it wrote on standard error, the first [`Run::ERRORS`] bytes.
    pub errors: Vec<u8>,
    /// How long it took, its start included.
    pub elapsed: Duration,
    /// What somebody else has said of it already: an interactor.
    pub ruling: Option<Ruling>,
}

/// What a checker or an interactor says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// Its words.
    pub words: String,
}

impl Run {
    /// The bytes of standard error that are kept.
    pub const ERRORS: usize = 4096;
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal, which was not ours.
    Signal(i32),
    /// We ended it: the time was over.
    Time,
    /// We ended it: it printed too much.
    Output,
    /// We ended it: it used too much memory.
    Memory,
}

/// Why there was no run.
#[derive(Debug)]
pub enum NoRun {
    /// The program could not be started, or spoken with.
    Start(std::io::Error),
    /// Nobody waits for it any more.
    Cancelled,
    /// A program that helps to judge has failed itself.
    Helper(String),
}
