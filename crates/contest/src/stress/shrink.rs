//! Shrinks a failing case to one that no single step makes simpler.

use super::config::{Shrunk, StressError, Watch};
use super::search::{Trial, Tried};
use super::source::Asked;
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The longest input, in bytes, that is remembered; the memory for longer ones is unbounded.
const REMEMBERED: usize = 1 << 12;

/// Moves to a simpler input on which the program fails in the same way, again and again, until there is
/// none or the time is over.
///
/// The same way means the same verdict, including the signal and the exit code. So a wrong answer does not
/// end up as a crash on some input that the program never claimed to handle.
///
/// As many candidates as there are threads are tried at the same time. Of the failing ones the first
/// counts: the result is the same for any number of threads, and tries are counted up to that one.
///
/// The time limit always holds: it is checked after each attempt to make a candidate, whether or not it led to one.
/// A running candidate has the time of a case.
pub(super) fn shrink(
    trial: &Trial<'_>,
    first: Tried,
    time: Duration,
    threads: usize,
    mut tell: impl FnMut(Shrunk),
) -> Result<(Tried, Shrunk), StressError> {
    let start = Instant::now();
    let mut smallest = first;
    let mut shrunk = Shrunk::default();
    // An input may be reached in several ways, but none is tried twice.
    let mut tried: HashSet<String> = HashSet::new();
    let cancel = trial.cancel;
    let asked = Asked { worker: 0, cancel };
    // For the next input, begin at the index of the candidate that succeeded last: the earlier ones have
    // just failed on a larger input, so they come last.
    let mut from = 0;
    'steps: loop {
        // Clone it, since the candidates are made from it one by one.
        let input = smallest.input.clone();
        for part in [from..usize::MAX, 0..from] {
            let mut attempts = trial.source.smaller(&input, &asked);
            // Only candidates count: attempts that lead to none do not move their indices.
            let mut next = 0;
            let mut is_over = false;
            while !is_over {
                let mut batch: Vec<(usize, String)> = Vec::with_capacity(threads);
                while batch.len() < threads.max(1) {
                    shrunk.interrupted = cancel.load(Ordering::Relaxed);
                    if start.elapsed() >= time || shrunk.interrupted {
                        return Ok((smallest, shrunk));
                    }
                    let attempt = match next < part.end {
                        true => attempts.next(),
                        false => None,
                    };
                    let Some(attempt) = attempt else {
                        is_over = true;
                        break;
                    };
                    let Some(candidate) = attempt else {
                        tell(shrunk);
                        continue;
                    };
                    let at = next;
                    next += 1;
                    let is_known = tried.contains(&candidate)
                        || batch.iter().any(|(_, known)| *known == candidate);
                    if at >= part.start && !is_known {
                        batch.push((at, candidate));
                    }
                }
                tell(shrunk);
                let inputs = batch.iter().map(|(_, input)| input.clone()).collect();
                let results = run_all(trial, inputs);
                for ((at, candidate), result) in batch.into_iter().zip(results) {
                    // Later candidates of the batch do not count as tried.
                    shrunk.tries += 1;
                    if candidate.len() <= REMEMBERED {
                        tried.insert(candidate);
                    }
                    match result {
                        Ok(Some(next)) if next.verdict == smallest.verdict => {
                            smallest = next;
                            shrunk.steps += 1;
                            from = at;
                            continue 'steps;
                        }
                        // The oracle rejects this input, so it does not count.
                        Ok(Some(_)) | Err(StressError::Oracle { .. }) => {}
                        Ok(None) => {
                            shrunk.interrupted = true;
                            return Ok((smallest, shrunk));
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        shrunk.minimal = true;
        return Ok((smallest, shrunk));
    }
}

/// Tries inputs at the same time, each on its own thread.
fn run_all(trial: &Trial<'_>, inputs: Vec<String>) -> Vec<Result<Option<Tried>, StressError>> {
    let mut inputs = inputs.into_iter();
    let Some(first) = inputs.next() else {
        return Vec::new();
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..)
            .zip(inputs)
            .map(|(worker, input)| scope.spawn(move || trial.run(worker, input)))
            .collect();
        let mut results = vec![trial.run(0, first)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

/// Returns a function that reports to the watcher, but not too often.
pub(super) fn telling<'w>(
    watch: &'w mut Watch<'_>,
    mut progress: impl FnMut(Shrunk) -> super::Progress + 'w,
) -> impl FnMut(Shrunk) + 'w {
    let mut last = Instant::now();
    move |shrunk| {
        if last.elapsed() >= Duration::from_millis(100) {
            last = Instant::now();
            watch.tell(|| progress(shrunk));
        }
    }
}
