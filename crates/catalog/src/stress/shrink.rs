//! From a case in which a program goes wrong to one that no single step makes simpler.

use super::search::{Trial, Tried};
use super::{Shrunk, StressError, Watch};
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
/// The time holds whatever happens: it is looked at whenever a candidate has been made, tried or not.
/// A candidate that was begun has the time of a case.
pub(super) fn shrink(
    trial: &Trial<'_>,
    first: Tried,
    time: Duration,
    mut tell: impl FnMut(Shrunk),
) -> Result<(Tried, Shrunk), StressError> {
    let start = Instant::now();
    let mut smallest = first;
    let mut shrunk = Shrunk::default();
    // Inputs are reached in more ways than one, and none is tried twice.
    let mut tried = HashSet::new();
    // The candidates of the next input are begun with where those of the last one succeeded: the ones
    // before have just failed on a larger input, and come last.
    let mut from = 0;
    'steps: loop {
        // Taken out, since the candidates are made from it one by one.
        let input = smallest.input.clone();
        for part in [from..usize::MAX, 0..from] {
            let candidates = trial.problem.smaller(&input).enumerate();
            for (at, candidate) in candidates.take_while(|(at, _)| *at < part.end) {
                shrunk.interrupted = trial.cancel.load(Ordering::Relaxed);
                if start.elapsed() >= time || shrunk.interrupted {
                    return Ok((smallest, shrunk));
                }
                if at < part.start || tried.contains(&candidate) {
                    continue;
                }
                tell(shrunk);
                shrunk.tries += 1;
                if candidate.len() <= REMEMBERED {
                    tried.insert(candidate.clone());
                }
                match trial.run(0, candidate)? {
                    Some(next) if next.verdict == smallest.verdict => {
                        smallest = next;
                        shrunk.steps += 1;
                        from = at;
                        continue 'steps;
                    }
                    Some(_) => {}
                    None => {
                        shrunk.interrupted = true;
                        return Ok((smallest, shrunk));
                    }
                }
            }
        }
        shrunk.minimal = true;
        return Ok((smallest, shrunk));
    }
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
