//! The search for the first case on which a program fails.

use super::compare::{Compare, of_end};
use super::config::{Config, Helper, Progress, Slowest, StressError, Watch};
use super::plan::Plan;
use super::runner::{Job, NoRun, Run, Runner};
use super::source::{Asked, Source, Truth};
use super::verdict::Verdict;
use crate::problems::Corner;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time between two reports of progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);
/// The bytes that a program may print beyond the length of a long answer.
const MORE_OUTPUT: usize = 1 << 16;
/// The cases that are run, in search of a smaller one, after one of the largest cases has failed: shrinking a
/// large case takes long.
const LOOK: u64 = 200;
/// The most bytes of output if the answer is unknown.
const ANY_OUTPUT: usize = 1 << 26;

/// An input with the truth and the program's result.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub(super) input: String,
    pub(super) truth: Option<Vec<u8>>,
    pub(super) run: Run,
    pub(super) verdict: Verdict,
    /// The message of a checker or an interactor.
    pub(super) words: Option<String>,
    /// Whether the right answer was known.
    pub(super) is_judged: bool,
}

/// The source and the program, with the settings for trying inputs.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub(super) source: &'a dyn Source,
    pub(super) runner: &'a dyn Runner,
    pub(super) compare: Compare<'a>,
    pub(super) case_time: Duration,
    pub(super) memory: Option<u64>,
    pub(super) cancel: &'a AtomicBool,
}

impl Trial<'_> {
    /// Runs the program on an input and compares. `None` if cancelled.
    pub(super) fn run(&self, worker: usize, input: String) -> Result<Option<Tried>, StressError> {
        let cancel = self.cancel;
        let asked = Asked { worker, cancel };
        let truth = match self.source.truth(&input, &asked)? {
            Truth::Known(truth) => Some(truth),
            Truth::Unknown => None,
            Truth::Cancelled => return Ok(None),
        };
        self.run_known(&asked, input, truth, self.case_time)
    }

    /// Runs the program with a known truth and this time limit.
    pub(super) fn run_known(
        &self,
        asked: &Asked<'_>,
        input: String,
        truth: Option<Vec<u8>>,
        time: Duration,
    ) -> Result<Option<Tried>, StressError> {
        let known = truth.as_deref();
        let job = Job {
            worker: asked.worker,
            input: input.as_bytes(),
            time,
            output: known.map_or(ANY_OUTPUT, |truth| 4 * truth.len() + MORE_OUTPUT),
            memory: self.memory,
            truth: known.unwrap_or_default(),
            cancel: asked.cancel,
        };
        let run = match self.runner.run(&job) {
            Ok(run) => run,
            Err(NoRun::Cancelled) => return Ok(None),
            Err(NoRun::Start(error)) => return Err(StressError::Start(error)),
            Err(error) => return Err(StressError::helper(Helper::Interactor, error)),
        };
        let mut words = None;
        let mut is_judged = truth.is_some();
        let verdict = match of_end(run.end) {
            Some(verdict) => {
                // No answer is needed to see that the program ended badly.
                is_judged = true;
                words = run.ruling.as_ref().map(|ruling| ruling.words.clone());
                verdict
            }
            None => match self.source.rule(&input, &run, job.truth, asked)? {
                Some(ruling) => {
                    is_judged = true;
                    words = Some(ruling.words);
                    ruling.verdict
                }
                None if asked.cancel.load(Ordering::Relaxed) => return Ok(None),
                None => known.map_or(Verdict::Agreement, |truth| {
                    self.compare.verdict(&run, truth)
                }),
            },
        };
        Ok(Some(Tried {
            input,
            truth,
            run,
            verdict,
            words: words.filter(|words| !words.is_empty()),
            is_judged,
        }))
    }
}

/// The result of the search.
pub(super) struct Searched {
    /// The cases run, one after another from the first.
    pub(super) cases: u64,
    /// The cases without a known answer.
    pub(super) unjudged: u64,
    pub(super) slowest: Option<Slowest>,
    /// The first case that failed.
    pub(super) found: Option<(u64, Tried)>,
    pub(super) interrupted: bool,
    pub(super) timed_out: bool,
}

/// The state that the threads share.
struct Shared<'a> {
    trial: Trial<'a>,
    plan: &'a Plan,
    /// The verdicts that no longer count as findings.
    known: &'a [Verdict],
    start: Instant,
    time: Option<Duration>,
    /// The next case to take.
    next: AtomicU64,
    /// No case from this one on is worth trying: the limit, or a case that failed.
    end: AtomicU64,
    timed_out: AtomicBool,
    tally: Mutex<Tally>,
}

#[derive(Default)]
struct Tally {
    done: u64,
    unjudged: u64,
    /// Every case that is the slowest of all cases up to it, in order. The one that counts depends on where the
    /// search ends, and cases do not finish in order.
    slowest: Vec<Slowest>,
    found: Option<(u64, Tried)>,
    /// The first of the largest cases that failed.
    large: Option<(u64, Tried)>,
    failed: Option<(u64, StressError)>,
}

/// Runs case after case until one fails, a limit is reached or the user interrupts.
///
/// Cases are taken in order, and when a case fails, the earlier cases are still finished. So the case found is
/// the first one, for any number of threads and any timing.
pub(super) fn search(
    trial: Trial<'_>,
    plan: &Plan,
    config: &Config,
    known: &[Verdict],
    watch: &mut Watch<'_>,
) -> Result<Searched, StressError> {
    let shared = Shared {
        trial,
        plan,
        known,
        start: Instant::now(),
        time: config.time,
        next: AtomicU64::new(config.first),
        end: AtomicU64::new(
            config
                .cases
                .map_or(u64::MAX, |cases| config.first.saturating_add(cases)),
        ),
        timed_out: AtomicBool::new(false),
        tally: Mutex::default(),
    };
    std::thread::scope(|scope| {
        let (sender, finished) = channel::<()>();
        for worker in 0..config.threads.max(1) {
            let (shared, sender) = (&shared, sender.clone());
            scope.spawn(move || {
                shared.work(worker);
                drop(sender);
            });
        }
        drop(sender);
        while finished.recv_timeout(PROGRESS_EVERY) == Err(RecvTimeoutError::Timeout) {
            watch.tell(|| shared.progress(config));
        }
    });
    let interrupted = trial.cancel.load(Ordering::Relaxed);
    let timed_out = shared.timed_out.load(Ordering::Relaxed);
    let mut tally = shared
        .tally
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some((case, error)) = tally.failed.take()
        && tally.found.as_ref().is_none_or(|(first, _)| case < *first)
        && tally.large.as_ref().is_none_or(|(first, _)| case < *first)
    {
        return Err(error);
    }
    // Prefer a small case, if one failed within reach.
    let large = tally.large.take();
    let is_near = |case: u64| large.as_ref().is_none_or(|(large, _)| case <= large + LOOK);
    let found = tally
        .found
        .take()
        .filter(|(case, _)| is_near(*case))
        .or(large);
    let last = found.as_ref().map_or(u64::MAX, |(case, _)| *case);
    Ok(Searched {
        cases: match found {
            Some((case, _)) => case - config.first + 1,
            None => tally.done,
        },
        unjudged: tally.unjudged,
        slowest: tally.slowest(last),
        found,
        interrupted,
        timed_out,
    })
}

impl Tally {
    fn note(&mut self, new: Slowest) {
        let earlier = |known: &Slowest| known.case <= new.case && known.elapsed >= new.elapsed;
        if !self.slowest.iter().any(earlier) {
            let later = |known: &Slowest| known.case > new.case && known.elapsed <= new.elapsed;
            self.slowest.retain(|known| !later(known));
            let at = self.slowest.partition_point(|known| known.case < new.case);
            self.slowest.insert(at, new);
        }
    }

    /// Returns the slowest of the cases up to `last`.
    fn slowest(&self, last: u64) -> Option<Slowest> {
        self.slowest
            .iter()
            .rfind(|known| known.case <= last)
            .copied()
    }
}

impl Shared<'_> {
    fn work(&self, worker: usize) {
        loop {
            // The time limit ends the search only between cases, because a running case has its own limit.
            if self.time.is_some_and(|time| self.start.elapsed() >= time) {
                self.timed_out.store(true, Ordering::Relaxed);
                return;
            }
            let case = self.next.fetch_add(1, Ordering::Relaxed);
            if case >= self.end.load(Ordering::Relaxed) {
                return;
            }
            let tried = self.case(worker, case);
            let mut tally = self.tally();
            let tried = match tried {
                Ok(Some(tried)) => tried,
                Ok(None) => return,
                Err(error) => {
                    self.end.fetch_min(case, Ordering::Relaxed);
                    if tally.failed.as_ref().is_none_or(|(first, _)| case < *first) {
                        tally.failed = Some((case, error));
                    }
                    return;
                }
            };
            tally.done += 1;
            tally.unjudged += u64::from(!tried.is_judged);
            tally.note(Slowest {
                case,
                corner: self.plan.corner(case),
                elapsed: tried.run.elapsed,
            });
            if tried.verdict != Verdict::Agreement && !self.known.contains(&tried.verdict) {
                let is_large = self.plan.corner(case) == Corner::Largest;
                if is_large && tried.verdict != Verdict::TooSlow {
                    let last = case.saturating_add(LOOK);
                    self.end.fetch_min(last, Ordering::Relaxed);
                    if tally.large.as_ref().is_none_or(|(first, _)| case < *first) {
                        tally.large = Some((case, tried));
                    }
                    continue;
                }
                self.end.fetch_min(case, Ordering::Relaxed);
                if tally.found.as_ref().is_none_or(|(first, _)| case < *first) {
                    tally.found = Some((case, tried));
                }
            }
        }
    }

    /// Makes a case and tries it.
    fn case(&self, worker: usize, case: u64) -> Result<Option<Tried>, StressError> {
        let trial = &self.trial;
        let cancel = trial.cancel;
        let asked = Asked { worker, cancel };
        let (mut random, corner) = (self.plan.random(case), self.plan.corner(case));
        let Some(input) = trial.source.generate(&mut random, corner, &asked)? else {
            return Ok(None);
        };
        let tried = trial.run(worker, input)?;
        match tried {
            // A busy machine is not the program's fault, so run it again.
            Some(slow) if slow.verdict == Verdict::TooSlow => {
                trial.run_known(&asked, slow.input, slow.truth, trial.case_time)
            }
            tried => Ok(tried),
        }
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn progress(&self, config: &Config) -> Progress {
        let tally = self.tally();
        Progress {
            cases: tally.done,
            of: config.cases,
            elapsed: self.start.elapsed(),
            slowest: tally.slowest(u64::MAX),
            shares: self.plan.count(config.first, tally.done),
            shrinking: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_case_is_one_of_those_that_count() {
        let mut tally = Tally::default();
        let times = [(2, 30), (0, 10), (3, 20), (1, 10), (5, 90), (4, 40)];
        for (case, millis) in times {
            tally.note(Slowest {
                case,
                corner: Corner::Uniform,
                elapsed: Duration::from_millis(millis),
            });
        }
        let slowest = |last| tally.slowest(last).map(|slowest| slowest.case);
        let of_the_first = [0, 1, 2, 3, 4, 5, u64::MAX].map(slowest);
        assert_eq!(of_the_first, [0, 0, 2, 2, 4, 5, 5].map(Some));
        assert_eq!(Tally::default().slowest(9), None);
    }
}
