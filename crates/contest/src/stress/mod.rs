//! Stress tests: compare a program with the truth on generated inputs until they differ.
//!
//! [`run`] searches for the first case on which the program fails, makes it as small as it can, and
//! explains it. The parts, each in its own file:
//!
//! - [`Source`]: makes cases and knows their truth. [`Listed`] is a problem of the list; `Open` is any
//!   other one, given by commands that make inputs, know answers and check outputs, and by a
//!   [`Shape`](crate::shape::Shape).
//! - [`Mapped`]: one of our games as the oracle of such a problem.
//! - [`Plan`]: the kind of each case. Case `k` depends only on the seed and on `k`, so the case found is
//!   the same for any number of threads.
//! - [`Runner`], `Child`, `Interactive`: run the program. `Child` starts a command without a shell, in its
//!   own process group, which is killed as a whole.
//! - [`Verdict`], [`Compare`]: judge a case as judges do.
//! - [`Shrunk`]: shrinks to a local minimum of [`Source::smaller`] under the same verdict.
//! - [`Explanation`]: the position in which the program's answer departs from the truth, with the winning
//!   line, or a refutation of every move.
//!
//! This module uses no terminal, no time of day and no environment variables.
//!
//! ```
//! use yomikiri_contest::problems::problem;
//! use yomikiri_catalog::lang::Lang;
//! use yomikiri_contest::stress::{Config, End, Job, NoRun, Run, Runner, Verdict, Watch, run};
//!
//! /// A program that believes in Takahashi.
//! struct Optimist;
//! impl Runner for Optimist {
//!     fn run(&self, _: &Job<'_>) -> Result<Run, NoRun> {
//!         Ok(Run {
//!             end: End::Code(0),
//!             output: b"Takahashi\n".to_vec(),
//!             errors: Default::default(),
//!             elapsed: Default::default(),
//!             ruling: None,
//!         })
//!     }
//! }
//!
//! let report = run(problem("abc349e")?, &Config::default(), &Optimist, &mut Watch::default())?;
//! let found = report.found.as_ref().unwrap();
//! assert_eq!(found.verdict, Verdict::Different);
//! assert_eq!(found.expected.as_deref(), Some(&b"Aoki\n"[..]));
//! assert!(report.text(Lang::En).contains("right is Aoki"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(unix)]
mod child;
mod compare;
mod config;
mod explain;
#[cfg(unix)]
mod interact;
mod json;
mod listed;
mod mapped;
#[cfg(unix)]
mod memory;
#[cfg(unix)]
mod open;
#[cfg(unix)]
mod orphans;
mod plan;
#[cfg(unix)]
mod processes;
mod runner;
mod search;
mod shrink;
mod source;
#[cfg(unix)]
mod stack;
mod text;
mod verdict;
mod words;

#[cfg(unix)]
pub use child::{Child, PLACE};
pub use compare::Compare;
pub use config::{Config, Helper, Progress, Shrunk, Slowest, StressError, Watch};
pub use explain::{Explanation, Line, Play};
#[cfg(unix)]
pub use interact::Interactive;
pub use listed::Listed;
pub use mapped::{Mapped, Unmapped};
#[cfg(unix)]
pub use open::{Open, Parts, SEED, SIZE};
#[cfg(unix)]
pub use orphans::Orphans;
pub use plan::Plan;
pub use runner::{End, Job, NoRun, Ruling, Run, Runner, Stderr};
pub use source::{Asked, Source, Truth, Way};
#[cfg(unix)]
pub use stack::raise_stack;
pub use verdict::Verdict;
pub use words::words;

use crate::problems::{Corner, Options, Problem};
use search::{Searched, Trial, Tried};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The greatest multiple of its limit for which a slow program is measured.
const PATIENCE: u32 = 5;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The problem, or `open`.
    pub problem: String,
    /// The settings.
    pub config: Config,
    /// Cases that were run, from the first one on.
    pub cases: u64,
    /// The cases without a known answer, in which the program ended well and in time.
    pub unjudged: u64,
    /// The time of the cases, without shrinking.
    pub elapsed: Duration,
    /// The slowest case.
    pub slowest: Option<Slowest>,
    /// The number of cases of each kind, the most frequent first.
    pub shares: Vec<(Corner, u64)>,
    /// The reason why no more cases were run.
    pub ended: Ended,
    /// The first failure, if there is one.
    pub found: Option<Found>,
    /// Further failures, one for each verdict, if the search continued.
    pub others: Vec<Found>,
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A case failed.
    Found,
    /// All cases were run.
    Cases,
    /// The time was over.
    Time,
    /// The user interrupted the search.
    Interrupted,
}

impl Ended {
    /// Returns its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Ended::Found => "found",
            Ended::Cases => "cases",
            Ended::Time => "time",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// A case on which a program fails.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its number.
    pub case: u64,
    /// Its kind.
    pub corner: Corner,
    /// Its verdict.
    pub verdict: Verdict,
    /// The input as it was generated.
    pub generated: String,
    /// The input after shrinking: the program fails on it in the same way.
    pub input: String,
    /// The truth, if it is known.
    pub expected: Option<Vec<u8>>,
    /// The program's output, or the text that the interactor has written to its file.
    pub output: Vec<u8>,
    /// Whether the program talks with an interactor.
    pub interactive: bool,
    /// Its standard error.
    pub errors: Stderr,
    /// The message of a checker or an interactor.
    pub words: Option<String>,
    /// For a program that is too slow: how slow it is on the generated case.
    pub slow: Option<Slow>,
    /// The steps of the shrinking.
    pub shrunk: Shrunk,
    /// The method of the shrinking.
    pub way: Way,
    /// Whether a second run failed in the same way. If not, the program is not deterministic, and nothing
    /// was shrunk.
    pub repeats: bool,
    /// The explanation of the truth, if the answer is wrong.
    pub explanation: Option<Explanation>,
}

/// The slowness of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slow {
    /// The time for the input, as a multiple of the limit.
    pub times: f64,
    /// Whether the program had finished; otherwise it was killed.
    pub ended: bool,
}

/// Runs a program on generated inputs of a problem of the list: [`search_in`] with [`Listed`].
///
/// # Errors
///
/// If the program cannot be run at all, or if an option does not apply.
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
    let options = Options {
        perfect_play: config.perfect_play,
        ..Options::default()
    };
    search_in(&Listed::new(problem, options), config, runner, watch)
}

/// Runs a program on generated inputs until it fails or a limit is reached; then shrinks the case and
/// explains it.
///
/// # Errors
///
/// If the program, or one that helps to judge it, cannot be run at all.
pub fn search_in(
    source: &dyn Source,
    config: &Config,
    runner: &dyn Runner,
    watch: &mut Watch<'_>,
) -> Result<Report, StressError> {
    // The numbers of cases must not begin again from 0.
    if config
        .first
        .checked_add(config.cases.unwrap_or(1))
        .is_none()
    {
        let what = "the last case would have a number of more than 64 bits".to_owned();
        return Err(StressError::Option(what));
    }
    let never = AtomicBool::new(false);
    let trial = Trial {
        source,
        runner,
        compare: Compare {
            exact: config.exact,
            tolerance: config.tolerance,
            words: source.words(),
        },
        case_time: config.case_time,
        memory: config.memory,
        cancel: watch.cancel.unwrap_or(&never),
    };
    let plan = Plan::new(&source.corners(), config.seed, config.family);
    let mut report = Report {
        problem: source.name().to_owned(),
        config: *config,
        cases: 0,
        unjudged: 0,
        elapsed: Duration::ZERO,
        slowest: None,
        shares: Vec::new(),
        ended: Ended::Cases,
        found: None,
        others: Vec::new(),
    };
    let mut known = Vec::new();
    loop {
        let rest = Config {
            first: config.first.saturating_add(report.cases),
            cases: config.cases.map(|cases| cases - report.cases),
            time: config.time.map(|time| time.saturating_sub(report.elapsed)),
            ..*config
        };
        let start = Instant::now();
        let searched = search::search(trial, &plan, &rest, &known, watch)?;
        report.elapsed += start.elapsed();
        report.cases += searched.cases;
        report.unjudged += searched.unjudged;
        report.slowest = [report.slowest, searched.slowest]
            .into_iter()
            .flatten()
            .max_by_key(|slowest| slowest.elapsed);
        report.shares = plan.count(config.first, report.cases);
        report.ended = match known.is_empty() {
            true => ended(&searched),
            false => Ended::Found,
        };
        let Some((case, tried)) = searched.found else {
            return Ok(report);
        };
        known.push(tried.verdict);
        let found = found(&trial, &plan, case, tried, &report, watch)?;
        match &report.found {
            None => report.found = Some(found),
            Some(_) => report.others.push(found),
        }
        let is_over = config.time.is_some_and(|time| report.elapsed >= time)
            || config.cases.is_some_and(|cases| report.cases >= cases)
            || trial.cancel.load(std::sync::atomic::Ordering::Relaxed);
        if !config.all || is_over {
            return Ok(report);
        }
    }
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

/// Returns the time for shrinking: a slow program gets more, within reason.
fn shrink_time(config: &Config, tried: &Tried) -> Duration {
    let usual = Config::SHRINK_TIME;
    let scaled = match tried.verdict {
        // Each try takes the whole limit.
        Verdict::TooSlow => 2 * usual,
        _ => Config::TRIES * tried.run.elapsed,
    };
    config
        .shrink_time
        .unwrap_or_else(|| scaled.clamp(usual, 6 * usual))
}

fn found(
    trial: &Trial<'_>,
    plan: &Plan,
    case: u64,
    first: Tried,
    report: &Report,
    watch: &mut Watch<'_>,
) -> Result<Found, StressError> {
    let generated = first.input.clone();
    let verdict = first.verdict;
    // A failure that does not repeat cannot be shrunk: every candidate would be a matter of luck.
    let again = trial.run(0, generated.clone())?;
    let repeats = again.is_none_or(|again| again.verdict == verdict);
    // Measure the generated case: a shrunk one may be just above the limit.
    let slow = match verdict {
        Verdict::TooSlow => slow(trial, &first)?,
        _ => None,
    };
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
            let time = shrink_time(&report.config, &first);
            shrink::shrink(trial, first, time, report.config.threads, tell)?
        }
    };
    let explanation = match (verdict, trial.source.listed(), &smallest.truth) {
        (Verdict::Different, Some((problem, options)), Some(truth)) => {
            let (input, output) = (&smallest.input, &smallest.run.output);
            let lang = report.config.lang;
            Some(explain::explain(
                problem, &options, lang, input, output, truth,
            ))
        }
        _ => None,
    };
    Ok(Found {
        case,
        corner: plan.corner(case),
        verdict,
        generated,
        input: smallest.input,
        expected: smallest.truth,
        output: smallest.run.output,
        interactive: trial.runner.is_interactive(),
        errors: smallest.run.errors,
        words: smallest.words,
        slow,
        shrunk,
        way: trial.source.way(),
        repeats,
        explanation,
    })
}

/// Runs a program that is too slow once more, with more time.
fn slow(trial: &Trial<'_>, tried: &Tried) -> Result<Option<Slow>, StressError> {
    let cancel = trial.cancel;
    let asked = Asked { worker: 0, cancel };
    let time = PATIENCE * trial.case_time;
    let again = trial.run_known(&asked, tried.input.clone(), tried.truth.clone(), time)?;
    Ok(again.map(|again| Slow {
        times: again.run.elapsed.as_secs_f64() / trial.case_time.as_secs_f64().max(1e-9),
        ended: again.run.end != End::Time,
    }))
}
