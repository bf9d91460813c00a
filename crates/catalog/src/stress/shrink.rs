//! From a case in which a program goes wrong to a smallest one.

use super::search::{Trial, Tried};
use super::{StressError, Watch};
use std::time::{Duration, Instant};

/// How a case was made smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shrunk {
    /// Simpler inputs that went wrong in the same way, one after another.
    pub steps: u64,
    /// Inputs that were tried on the way.
    pub tries: u64,
    /// Whether no simpler input goes wrong in the same way: a local minimum. Otherwise time ended
    /// the attempt.
    pub minimal: bool,
}

/// Goes to the first simpler input on which the program goes wrong in the same way, again and again,
/// until there is none or the time is over.
///
/// In the same way is: with the same verdict, the signal and the exit code included. So a wrong
/// answer does not end up as a crash on some input that the program never claimed to handle.
pub(super) fn shrink(
    trial: &Trial<'_>,
    first: Tried,
    time: Duration,
    mut tell: impl FnMut(Shrunk),
) -> Result<(Tried, Shrunk), StressError> {
    let start = Instant::now();
    let mut smallest = first;
    let mut shrunk = Shrunk::default();
    'steps: loop {
        // Taken out, since the candidates are made from it one by one.
        let input = smallest.input.clone();
        for candidate in trial.problem.smaller(&input) {
            if start.elapsed() >= time {
                return Ok((smallest, shrunk));
            }
            tell(shrunk);
            shrunk.tries += 1;
            match trial.run(0, candidate)? {
                Some(tried) if tried.verdict == smallest.verdict => {
                    smallest = tried;
                    shrunk.steps += 1;
                    continue 'steps;
                }
                Some(_) => {}
                None => return Ok((smallest, shrunk)),
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
