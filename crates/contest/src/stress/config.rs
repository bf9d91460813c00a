//! The settings and observers of a search, its progress, and its errors.

use super::runner::NoRun;
use crate::problems::{ContestError, Corner, Family};
use std::fmt;
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomikiri::TextError;
use yomikiri_catalog::lang::Lang;

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// The seed of the cases.
    pub seed: u64,
    /// The number of the first case.
    pub first: u64,
    /// The most cases.
    pub cases: Option<u64>,
    /// No case but the first begins after this time.
    pub time: Option<Duration>,
    /// The time limit of a case.
    pub case_time: Duration,
    /// The memory limit of a case, in bytes.
    pub memory: Option<u64>,
    /// The stack of a program in bytes, if the system allows less than [`Config::STACK`]; for the report.
    pub stack: Option<u64>,
    /// The time for shrinking. By default it is the time of [`Config::TRIES`] runs of the program, between
    /// [`Config::SHRINK_TIME`] and six times that.
    pub shrink_time: Option<Duration>,
    /// Whether outputs are compared byte for byte, CRLF aside.
    pub exact: bool,
    /// The tolerance of numbers, absolute or relative.
    pub tolerance: Option<f64>,
    /// The kinds of cases; all of them by default.
    pub family: Option<Family>,
    /// Whether the search continues after a finding and collects one case for each verdict.
    pub all: bool,
    /// The number of threads, each with its own run of the program; 0 counts as 1.
    pub threads: usize,
    /// Whether to answer for perfect play, if the problem has two readings.
    pub perfect_play: bool,
    /// The language in which the problem explains findings.
    pub lang: Lang,
    /// The characters of an input or output line that a report shows.
    pub width: usize,
}

impl Config {
    /// The default number of cases.
    pub const CASES: u64 = 10_000;
    /// The default time for all cases.
    pub const TIME: Duration = Duration::from_secs(60);
    /// The default time for a case, if the problem does not set one: the usual limit of judges.
    pub const CASE_TIME: Duration = Duration::from_secs(2);
    /// The default memory for a case, if the problem does not set one.
    pub const MEMORY: u64 = 1 << 30;
    /// The stack that programs should have, in bytes: judges give as much as memory.
    pub const STACK: u64 = 1 << 30;
    /// The least time for shrinking.
    pub const SHRINK_TIME: Duration = Duration::from_secs(10);
    /// The number of runs for which shrinking has time.
    pub const TRIES: u32 = 2000;
    /// The default characters of a line.
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
            stack: None,
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

/// The observers of a search, who can end it.
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

/// The progress of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The number of cases run so far.
    pub cases: u64,
    /// The number of all cases, if it is known.
    pub of: Option<u64>,
    /// The time since the beginning.
    pub elapsed: Duration,
    /// The slowest case so far.
    pub slowest: Option<Slowest>,
    /// The number of cases of each kind, the most frequent first.
    pub shares: Vec<(Corner, u64)>,
    /// The progress of shrinking, once it has begun.
    pub shrinking: Option<Shrunk>,
}

/// The slowest case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slowest {
    /// Its number.
    pub case: u64,
    /// Its kind.
    pub corner: Corner,
    /// The program's time, its start included.
    pub elapsed: Duration,
}

/// The steps by which a case was made smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shrunk {
    /// Simpler inputs that failed in the same way, one after another.
    pub steps: u64,
    /// All inputs tried.
    pub tries: u64,
    /// Whether the input is a local minimum: every input one step of
    /// [`Source::smaller`](super::Source::smaller) away was tried, and none fails in the same way. Simpler
    /// inputs several steps away may fail. `false` if time or the user ended the attempt.
    pub minimal: bool,
    /// Whether the user, not time, ended the attempt.
    pub interrupted: bool,
}

/// The reason why there is no report.
#[derive(Debug)]
pub enum StressError {
    /// An option does not apply to the problem.
    Option(String),
    /// The program could not be started, or its pipes failed.
    Start(io::Error),
    /// The truth of an input was not found.
    Truth {
        /// The input.
        input: String,
        /// The reason.
        error: Box<ContestError>,
    },
    /// The oracle failed on an input.
    Oracle {
        /// The input.
        input: String,
        /// The failure.
        what: String,
    },
    /// The checker failed on an input.
    Checker {
        /// The input.
        input: String,
        /// The failure.
        what: String,
    },
    /// A program that helps to judge failed.
    Helper {
        /// The helper.
        who: Helper,
        /// The failure.
        what: String,
    },
    /// The shape has no input of this kind; the span is in the shape.
    Shape(TextError),
}

impl StressError {
    /// Converts the failure to run a helper.
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
    /// The program that makes inputs.
    Generator,
    /// The program that knows the answers.
    Oracle,
    /// The program that checks outputs.
    Checker,
    /// The program that talks with the tested program.
    Interactor,
}

impl Helper {
    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Helper::Generator => "generator",
            Helper::Oracle => "oracle",
            Helper::Checker => "checker",
            Helper::Interactor => "interactor",
        }
    }
}
