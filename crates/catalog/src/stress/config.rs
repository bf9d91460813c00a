//! How a search is asked for and watched, how far it has come, and why it failed.

use super::runner::NoRun;
use crate::contest::{ContestError, Corner, Family};
use crate::lang::Lang;
use std::fmt;
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomikiri::TextError;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// The memory for a case, in bytes.
    pub memory: Option<u64>,
    /// The time for shrinking; without one, as much as [`Config::TRIES`] runs of the program take, between
    /// [`Config::SHRINK_TIME`] and six times that.
    pub shrink_time: Option<Duration>,
    /// Whether outputs are compared byte for byte, CRLF aside.
    pub exact: bool,
    /// How far a number may be from the true one, absolutely or relatively.
    pub tolerance: Option<f64>,
    /// The kinds of cases; without, all of them.
    pub family: Option<Family>,
    /// Whether the search goes on after a finding, for one case of each verdict.
    pub all: bool,
    /// Threads, each with a program of its own; 0 is taken as 1.
    pub threads: usize,
    /// The reading under perfect play, where the problem has two.
    pub perfect_play: bool,
    /// The language in which the problem explains what is found.
    pub lang: Lang,
    /// The characters of a line of an input or an output that a report shows.
    pub width: usize,
}

impl Config {
    /// The cases that are run where nothing else limits them.
    pub const CASES: u64 = 10_000;
    /// The time they have.
    pub const TIME: Duration = Duration::from_secs(60);
    /// The time that a case has where the problem does not say: what judges mostly give.
    pub const CASE_TIME: Duration = Duration::from_secs(2);
    /// The memory that a case has where the problem does not say.
    pub const MEMORY: u64 = 1 << 30;
    /// The time that shrinking has at least.
    pub const SHRINK_TIME: Duration = Duration::from_secs(10);
    /// Runs of the program that shrinking has time for.
    pub const TRIES: u32 = 2000;
    /// The characters of a line where nothing else is known.
    pub const WIDTH: usize = 110;
}

impl Default for Config {
    fn default() -> Config {
        Config {
            seed: 0,
            first: 0,
            cases: Some(Config::CASES),
            time: Some(Config::TIME),
            case_time: Config::CASE_TIME,
            memory: Some(Config::MEMORY),
            shrink_time: None,
            exact: false,
            tolerance: None,
            family: None,
            all: false,
            threads: 1,
            perfect_play: false,
            lang: Lang::En,
            width: Config::WIDTH,
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
    /// Whether every input that a single step of [`Source::smaller`](super::Source::smaller) leads
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
    /// The oracle failed on an input.
    Oracle {
        /// The input.
        input: String,
        /// How.
        what: String,
    },
    /// The checker failed on an input.
    Checker {
        /// The input.
        input: String,
        /// How.
        what: String,
    },
    /// A program that helps to judge failed.
    Helper {
        /// Which one.
        who: Helper,
        /// How.
        what: String,
    },
    /// The shape has no such input; the span is in the shape.
    Shape(TextError),
}

impl StressError {
    /// A helper that could not be run.
    pub(super) fn helper(who: Helper, error: NoRun) -> StressError {
        let what = match error {
            NoRun::Start(error) => format!("the system does not start it: {error}"),
            NoRun::Cancelled => "nobody waits for it".to_owned(),
            NoRun::Helper(what) => what,
        };
        StressError::Helper { who, what }
    }
}

impl fmt::Display for StressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StressError::Option(what) => f.write_str(what),
            StressError::Start(error) => error.fmt(f),
            StressError::Truth { error, .. } => error.fmt(f),
            StressError::Oracle { what, .. } => write!(f, "the oracle: {what}"),
            StressError::Checker { what, .. } => write!(f, "the checker: {what}"),
            StressError::Helper { who, what } => write!(f, "the {}: {what}", who.name()),
            StressError::Shape(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StressError {}

/// A program that helps to judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helper {
    /// It makes inputs.
    Generator,
    /// It knows the answers.
    Oracle,
    /// It checks outputs.
    Checker,
    /// It speaks with the program.
    Interactor,
}

impl Helper {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Helper::Generator => "generator",
            Helper::Oracle => "oracle",
            Helper::Checker => "checker",
            Helper::Interactor => "interactor",
        }
    }
}
