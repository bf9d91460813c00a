//! From a case in which a program goes wrong to one that no single step makes simpler.

use super::config::{Shrunk, StressError, Watch};
use super::search::{Trial, Tried};
use super::source::Asked;
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Bytes of an input that is remembered; of longer ones, there is no telling how many would be.
const REMEMBERED: usize = 1 << 12;

/// Goes to a simpler input on which the program goes wrong in the same way, again and again, until
/// there is none or the time is over.
///
/// In the same way is: with the same verdict, the signal and the exit code included. So a wrong
/// answer does not end up as a crash on some input that the program never claimed to handle.
///
/// As many candidates as there are threads are tried at the same time. Of those that go wrong the first one
/// counts: the result is the same for any number of threads, and tries are counted up to that one.
///
/// The time holds whatever happens: it is looked at whenever candidates have been made, tried or not.
/// A candidate that was begun has the time of a case.
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
    // Inputs are reached in more ways than one, and none is tried twice.
    let mut tried: HashSet<String> = HashSet::new();
    let cancel = trial.cancel;
    let asked = Asked { worker: 0, cancel };
    // The candidates of the next input are begun with where those of the last one succeeded: the ones
    // before have just failed on a larger input, and come last.
    let mut from = 0;
    'steps: loop {
        // Taken out, since the candidates are made from it one by one.
        let input = smallest.input.clone();
        for part in [from..usize::MAX, 0..from] {
            let mut candidates = trial.source.smaller(&input, &asked).enumerate();
            let mut is_over = false;
            while !is_over {
                let mut batch: Vec<(usize, String)> = Vec::with_capacity(threads);
                while batch.len() < threads.max(1) {
                    shrunk.interrupted = cancel.load(Ordering::Relaxed);
                    if start.elapsed() >= time || shrunk.interrupted {
                        return Ok((smallest, shrunk));
                    }
                    let Some((at, candidate)) = candidates.next().filter(|(at, _)| *at < part.end)
                    else {
                        is_over = true;
                        break;
                    };
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
                    // Those behind the one that counts have not been tried, as far as anybody is told.
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
                        // An input that the oracle cannot take is none.
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

/// Tries inputs at the same time, each on a thread of its own.
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

/// Tells whoever watches, not too often.
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
