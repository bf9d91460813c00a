//! Stress tests: a program against the truth on generated inputs, until they differ.
//!
//! [`run`] searches for the first case in which the program goes wrong, makes it as small as it can,
//! and explains it. The parts, each in a file of its own:
//!
//! - [`Plan`]: which case is made how. Case `k` depends on the seed and on `k` alone, so that the case
//!   found is the same however many threads look for it.
//! - [`Runner`], [`Child`]: what runs the program. [`Child`] starts a command, without a shell, in a
//!   process group of its own that is killed as a whole.
//! - [`Verdict`]: what became of a case, by the rules of `oj test`: byte for byte, CRLF aside.
//! - [`Shrunk`]: to a local minimum of [`Problem::smaller`] under the same verdict.
//! - [`Explanation`]: the position in which the program's answer parts from the truth, with the
//!   winning line, or a refutation of every move.
//!
//! Nothing here knows a terminal, a clock of the day or the environment.
//!
//! ```
//! use yomikiri_catalog::contest::problem;
//! use yomikiri_catalog::lang::Lang;
//! use yomikiri_catalog::stress::{Config, End, Job, NoRun, Run, Runner, Verdict, Watch, run};
//!
//! /// A program that believes in Takahashi.
//! struct Optimist;
//! impl Runner for Optimist {
//!     fn run(&self, _: &Job<'_>) -> Result<Run, NoRun> {
//!         Ok(Run {
//!             end: End::Code(0),
//!             output: b"Takahashi\n".to_vec(),
//!             errors: vec![],
//!             elapsed: Default::default(),
//!         })
//!     }
//! }
//!
//! let report = run(problem("abc349e")?, &Config::default(), &Optimist, &mut Watch::default())?;
//! let found = report.found.as_ref().unwrap();
//! assert_eq!(found.verdict, Verdict::Different);
//! assert_eq!(found.expected, b"Aoki\n");
//! assert!(report.text(Lang::En).contains("every move loses"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(unix)]
mod child;
mod config;
mod explain;
mod json;
mod plan;
mod runner;
mod search;
mod shrink;
mod text;
mod verdict;

#[cfg(unix)]
pub use child::{Child, PLACE};
pub use config::{Config, Progress, Shrunk, Slowest, StressError, Watch};
pub use explain::{Explanation, Line, Play};
pub use plan::Plan;
pub use runner::{End, Job, NoRun, Run, Runner};
pub use verdict::Verdict;

use crate::contest::{Corner, Options, Problem};
use search::{Searched, Trial, Tried};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Report {
    /// The problem.
    pub problem: &'static str,
    /// What was asked.
    pub config: Config,
    /// Cases that were run, from the first one on.
    pub cases: u64,
    /// The time they took, without shrinking.
    pub elapsed: Duration,
    /// The slowest of them.
    pub slowest: Option<Slowest>,
    /// How many of them are of which kind, the most frequent first.
    pub shares: Vec<(Corner, u64)>,
    /// Why no more cases were run.
    pub ended: Ended,
    /// What is wrong, if something is.
    pub found: Option<Found>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Something was wrong.
    Found,
    /// All cases were run.
    Cases,
    /// The time was over.
    Time,
    /// Somebody wanted it to end.
    Interrupted,
}

impl Ended {
    /// Its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Ended::Found => "found",
            Ended::Cases => "cases",
            Ended::Time => "time",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// A case in which a program goes wrong.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its number.
    pub case: u64,
    /// Its kind.
    pub corner: Corner,
    /// What is wrong with it.
    pub verdict: Verdict,
    /// The input as it was generated.
    pub generated: String,
    /// The input, made smaller: the program goes wrong on it in the same way.
    pub input: String,
    /// The truth.
    pub expected: Vec<u8>,
    /// What the program printed.
    pub output: Vec<u8>,
    /// What it wrote on standard error, the beginning.
    pub errors: Vec<u8>,
    /// How the input was made smaller.
    pub shrunk: Shrunk,
    /// Whether it went wrong in the same way when it was run again: otherwise the program does not
    /// always do the same, and nothing was made smaller.
    pub repeats: bool,
    /// Why the truth is the truth, where the answer is wrong.
    pub explanation: Option<Explanation>,
}

/// Runs a program on generated inputs until it goes wrong, or a limit is reached; then makes the case
/// smaller and explains it.
///
/// # Errors
///
/// When the program cannot be run at all, or an option does not apply.
pub fn run(
    problem: &'static dyn Problem,
    config: &Config,
    runner: &dyn Runner,
    watch: &mut Watch<'_>,
) -> Result<Report, StressError> {
    let about = problem.about();
    if config.perfect_play && !about.perfect_play {
        let id = about.id;
        let what = format!("`{id}` is about perfect play already: it has no other reading");
        return Err(StressError::Option(what));
    }
    let never = AtomicBool::new(false);
    let trial = Trial {
        problem,
        runner,
        options: Options {
            perfect_play: config.perfect_play,
            ..Options::default()
        },
        case_time: config.case_time,
        cancel: watch.cancel.unwrap_or(&never),
    };
    let plan = Plan::new(problem, config.seed);
    let start = Instant::now();
    let searched = search::search(trial, &plan, config, watch)?;
    let elapsed = start.elapsed();
    let mut report = Report {
        problem: about.id,
        config: *config,
        cases: searched.cases,
        elapsed,
        slowest: searched.slowest,
        shares: plan.count(config.first, searched.cases),
        ended: ended(&searched),
        found: None,
    };
    if let Some((case, tried)) = searched.found {
        report.found = Some(found(&trial, &plan, case, tried, &report, watch)?);
    }
    Ok(report)
}

fn ended(searched: &Searched) -> Ended {
    match searched {
        Searched { found: Some(_), .. } => Ended::Found,
        Searched {
            interrupted: true, ..
        } => Ended::Interrupted,
        Searched {
            timed_out: true, ..
        } => Ended::Time,
        _ => Ended::Cases,
    }
}

fn found(
    trial: &Trial<'_>,
    plan: &Plan<'_>,
    case: u64,
    first: Tried,
    report: &Report,
    watch: &mut Watch<'_>,
) -> Result<Found, StressError> {
    let generated = first.input.clone();
    let verdict = first.verdict;
    // What does not go wrong twice cannot be made smaller: every candidate would be a matter of luck.
    let again = trial.run(0, generated.clone())?;
    let repeats = again.is_none_or(|again| again.verdict == verdict);
    let (smallest, shrunk) = match repeats {
        false => (first, Shrunk::default()),
        true => {
            let progress = |shrunk| Progress {
                cases: report.cases,
                of: report.config.cases,
                elapsed: report.elapsed,
                slowest: report.slowest,
                shares: report.shares.clone(),
                shrinking: Some(shrunk),
            };
            let tell = shrink::telling(watch, progress);
            shrink::shrink(trial, first, report.config.shrink_time, tell)?
        }
    };
    let explanation = (verdict == Verdict::Different)
        .then(|| explain::explain(trial.problem, &trial.options, report.config.lang, &smallest));
    Ok(Found {
        case,
        corner: plan.corner(case),
        verdict,
        generated,
        input: smallest.input,
        expected: smallest.expected,
        output: smallest.run.output,
        errors: smallest.run.errors,
        shrunk,
        repeats,
        explanation,
    })
}
