//! How a search is asked for and watched, how far it has come, and why it failed.

use crate::contest::{ContestError, Corner};
use crate::lang::Lang;
use std::fmt;
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// What the cases are made from.
    pub seed: u64,
    /// The number of the first case.
    pub first: u64,
    /// At most so many cases.
    pub cases: Option<u64>,
    /// No case is begun after this time (but for the first one).
    pub time: Option<Duration>,
    /// The time for a case.
    pub case_time: Duration,
    /// The time for shrinking.
    pub shrink_time: Duration,
    /// Threads, each with a program of its own; 0 is taken as 1.
    pub threads: usize,
    /// The reading under perfect play, where the problem has two.
    pub perfect_play: bool,
    /// The language in which the problem explains what is found.
    pub lang: Lang,
}

impl Config {
    /// The cases that are run where nothing else limits them.
    pub const CASES: u64 = 10_000;
    /// The time they have.
    pub const TIME: Duration = Duration::from_secs(60);
    /// The time that a case has: more than judges give, since machines differ.
    pub const CASE_TIME: Duration = Duration::from_secs(10);
    /// The time that shrinking has.
    pub const SHRINK_TIME: Duration = Duration::from_secs(10);
}

impl Default for Config {
    fn default() -> Config {
        Config {
            seed: 0,
            first: 0,
            cases: Some(Config::CASES),
            time: Some(Config::TIME),
            case_time: Config::CASE_TIME,
            shrink_time: Config::SHRINK_TIME,
            threads: 1,
            perfect_play: false,
            lang: Lang::En,
        }
    }
}

/// Who watches the search, and can end it.
#[derive(Default)]
pub struct Watch<'a> {
    /// Ends the search soon after it becomes true.
    pub cancel: Option<&'a AtomicBool>,
    /// Called about ten times a second.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

impl Watch<'_> {
    pub(super) fn tell(&mut self, progress: impl FnOnce() -> Progress) {
        if let Some(callback) = &mut self.progress {
            callback(&progress());
        }
    }
}

/// How far a search has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Cases that were run.
    pub cases: u64,
    /// Cases that there are.
    pub of: Option<u64>,
    /// Time since the beginning.
    pub elapsed: Duration,
    /// The slowest case so far.
    pub slowest: Option<Slowest>,
    /// How many of the cases are of which kind, the most frequent first.
    pub shares: Vec<(Corner, u64)>,
    /// Set once a case is being made smaller.
    pub shrinking: Option<Shrunk>,
}

/// The case that took longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slowest {
    /// Its number.
    pub case: u64,
    /// Its kind.
    pub corner: Corner,
    /// The program's time, its start included.
    pub elapsed: Duration,
}

/// How a case was made smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shrunk {
    /// Simpler inputs that went wrong in the same way, one after another.
    pub steps: u64,
    /// Inputs that were tried on the way.
    pub tries: u64,
    /// Whether every input that a single step of [`Problem::smaller`](crate::contest::Problem::smaller) leads
    /// to was tried, and none goes wrong in the same way: a local minimum. Simpler inputs that take
    /// several steps may. Otherwise time ended the attempt.
    pub minimal: bool,
    /// Whether it was not time but somebody who ended the attempt.
    pub interrupted: bool,
}

/// Why there is no report.
#[derive(Debug)]
pub enum StressError {
    /// An option that means nothing for the problem.
    Option(String),
    /// The program could not be started, or spoken with.
    Start(io::Error),
    /// The truth of an input was not found.
    Truth {
        /// The input.
        input: String,
        /// Why not.
        error: Box<ContestError>,
    },
}

impl fmt::Display for StressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StressError::Option(what) => f.write_str(what),
            StressError::Start(error) => error.fmt(f),
            StressError::Truth { error, .. } => error.fmt(f),
        }
    }
}

impl std::error::Error for StressError {}
