//! Stress tests: a program against the truth on generated inputs, until they differ.
//!
//! [`run`] searches for the first case in which the program goes wrong, makes it as small as it can,
//! and explains it. The parts, each in a file of its own:
//!
//! - [`Source`]: where cases come from and how their truth is known. [`Listed`] is a problem of the list;
//!   `Open` is any other one, of commands that make inputs, know answers and check outputs, and of a
//!   [`Shape`](crate::shape::Shape).
//! - [`Mapped`]: a game of ours as the oracle of such a problem.
//! - [`Plan`]: which case is of which kind. Case `k` depends on the seed and on `k` alone, so that the case
//!   found is the same however many threads look for it.
//! - [`Runner`], `Child`, `Interactive`: what runs the program. `Child` starts a command, without a shell,
//!   in a process group of its own that is killed as a whole.
//! - [`Verdict`], [`Compare`]: what became of a case, as judges see it.
//! - [`Shrunk`]: to a local minimum of [`Source::smaller`] under the same verdict.
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
pub use runner::{End, Job, NoRun, Ruling, Run, Runner};
pub use source::{Asked, Source, Truth, Way};
pub use verdict::Verdict;
pub use words::words;

use crate::contest::{Corner, Options, Problem};
use search::{Searched, Trial, Tried};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How many times its limit a program that is too slow may take, when that is measured.
const PATIENCE: u32 = 5;

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Report {
    /// The problem, or `open`.
    pub problem: String,
    /// What was asked.
    pub config: Config,
    /// Cases that were run, from the first one on.
    pub cases: u64,
    /// Those of them of which nobody knew the answer: the program ended well and in time.
    pub unjudged: u64,
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
    /// What else is wrong, a case for each verdict, where the search went on.
    pub others: Vec<Found>,
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
    /// The truth, if somebody knows it.
    pub expected: Option<Vec<u8>>,
    /// What the program printed.
    pub output: Vec<u8>,
    /// What it wrote on standard error, the beginning.
    pub errors: Vec<u8>,
    /// What a checker or an interactor said.
    pub words: Option<String>,
    /// Of a program that is too slow: how slow it is in the case as it was found.
    pub slow: Option<Slow>,
    /// How the input was made smaller.
    pub shrunk: Shrunk,
    /// How inputs are made smaller here.
    pub way: Way,
    /// Whether it went wrong in the same way when it was run again: otherwise the program does not
    /// always do the same, and nothing was made smaller.
    pub repeats: bool,
    /// Why the truth is the truth, where the answer is wrong.
    pub explanation: Option<Explanation>,
}

/// How slow a program is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slow {
    /// The time it took for the input, in times of the limit.
    pub times: f64,
    /// Whether it was done by then; otherwise nobody waited any longer.
    pub ended: bool,
}

/// Runs a program on generated inputs of a problem of the list: [`search_in`] with [`Listed`].
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
    let options = Options {
        perfect_play: config.perfect_play,
        ..Options::default()
    };
    search_in(&Listed::new(problem, options), config, runner, watch)
}

/// Runs a program on generated inputs until it goes wrong, or a limit is reached; then makes the case
/// smaller and explains it.
///
/// # Errors
///
/// When the program, or one that helps to judge it, cannot be run at all.
pub fn search_in(
    source: &dyn Source,
    config: &Config,
    runner: &dyn Runner,
    watch: &mut Watch<'_>,
) -> Result<Report, StressError> {
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

/// The time for shrinking: so that a slow program gets as far as a quick one, within reason.
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
    // What does not go wrong twice cannot be made smaller: every candidate would be a matter of luck.
    let again = trial.run(0, generated.clone())?;
    let repeats = again.is_none_or(|again| again.verdict == verdict);
    // Of the case as it was found: a small one may be just above the limit.
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
