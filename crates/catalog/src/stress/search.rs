//! The search for the first case in which a program goes wrong.

use super::runner::{Job, NoRun, Run, Runner};
use super::{Config, Plan, Progress, Slowest, StressError, Verdict, Watch};
use crate::contest::{Options, Problem, Streams};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use yomikiri::Control;

/// The time between two reports of progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);
/// What a program may print beyond what a long answer is.
const MORE_OUTPUT: usize = 1 << 16;

/// An input with the truth and what the program made of it.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub(super) input: String,
    pub(super) expected: Vec<u8>,
    pub(super) run: Run,
    pub(super) verdict: Verdict,
}

/// Tries inputs: the problem, the program, and how both are asked.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub(super) problem: &'a dyn Problem,
    pub(super) runner: &'a dyn Runner,
    pub(super) options: Options,
    pub(super) case_time: Duration,
    pub(super) cancel: &'a AtomicBool,
}

impl Trial<'_> {
    /// Runs the program on an input and compares. Nothing if cancelled.
    pub(super) fn run(&self, worker: usize, input: String) -> Result<Option<Tried>, StressError> {
        let mut expected = Vec::new();
        let mut streams = Streams {
            input: &mut input.as_bytes(),
            output: &mut expected,
            notes: &mut std::io::sink(),
        };
        let mut control = Control::new().cancelled_by(self.cancel);
        if let Err(error) = self.problem.run(&mut streams, &self.options, &mut control) {
            return match self.cancel.load(Ordering::Relaxed) {
                true => Ok(None),
                false => {
                    let error = Box::new(error);
                    Err(StressError::Truth { input, error })
                }
            };
        }
        let job = Job {
            worker,
            input: input.as_bytes(),
            time: self.case_time,
            output: 4 * expected.len() + MORE_OUTPUT,
            cancel: self.cancel,
        };
        let run = match self.runner.run(&job) {
            Ok(run) => run,
            Err(NoRun::Cancelled) => return Ok(None),
            Err(NoRun::Start(error)) => return Err(StressError::Start(error)),
        };
        let words = self.problem.about().words;
        let verdict = Verdict::of(&run, &expected, words);
        Ok(Some(Tried {
            input,
            expected,
            run,
            verdict,
        }))
    }
}

/// What the search came to.
pub(super) struct Searched {
    /// Cases that were run, one after another from the first.
    pub(super) cases: u64,
    pub(super) slowest: Option<Slowest>,
    /// The first case in which something is wrong.
    pub(super) found: Option<(u64, Tried)>,
    pub(super) interrupted: bool,
    pub(super) timed_out: bool,
}

/// What the threads have in common.
struct Shared<'a> {
    trial: Trial<'a>,
    plan: &'a Plan<'a>,
    start: Instant,
    time: Option<Duration>,
    /// The case to be taken next.
    next: AtomicU64,
    /// No case from here on is worth trying: the limit, or one in which something was wrong.
    end: AtomicU64,
    timed_out: AtomicBool,
    tally: Mutex<Tally>,
}

#[derive(Default)]
struct Tally {
    done: u64,
    /// Every case that is the slowest of all up to it, in order: which one counts depends on where
    /// the search ends, and cases are not finished in order.
    slowest: Vec<Slowest>,
    found: Option<(u64, Tried)>,
    failed: Option<(u64, StressError)>,
}

/// Runs case after case until something is wrong, a limit is reached or somebody interrupts.
///
/// Cases are taken in order, and a thread that finds something wrong lets those before it be finished:
/// the case found is the first one whatever the number of threads and however they run.
pub(super) fn search(
    trial: Trial<'_>,
    plan: &Plan<'_>,
    config: &Config,
    watch: &mut Watch<'_>,
) -> Result<Searched, StressError> {
    let shared = Shared {
        trial,
        plan,
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
    {
        return Err(error);
    }
    let found = tally.found.take();
    let last = found.as_ref().map_or(u64::MAX, |(case, _)| *case);
    Ok(Searched {
        cases: match found {
            Some((case, _)) => case - config.first + 1,
            None => tally.done,
        },
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

    /// The slowest of the cases up to the last.
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
            // The time limit ends the search between cases: a case that was begun has its own time.
            if self.time.is_some_and(|time| self.start.elapsed() >= time) {
                self.timed_out.store(true, Ordering::Relaxed);
                return;
            }
            let case = self.next.fetch_add(1, Ordering::Relaxed);
            if case >= self.end.load(Ordering::Relaxed) {
                return;
            }
            let tried = self.trial.run(worker, self.plan.input(case));
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
            tally.note(Slowest {
                case,
                corner: self.plan.corner(case),
                elapsed: tried.run.elapsed,
            });
            if tried.verdict != Verdict::Agreement {
                self.end.fetch_min(case, Ordering::Relaxed);
                if tally.found.as_ref().is_none_or(|(first, _)| case < *first) {
                    tally.found = Some((case, tried));
                }
            }
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
    use crate::contest::Corner;

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
