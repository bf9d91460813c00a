//! Long work without Python's lock, which Ctrl-C interrupts.

use crate::errors;
use crate::inside;
use crate::threads::{Ended, end_asking, is_ended};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The time between two checks for signals.
const TICK: Duration = Duration::from_millis(20);
/// How much longer than the time limit rules in Python may take for one answer. Between two answers solvers check the
/// limit themselves.
const LATE: Duration = Duration::from_secs(1);

/// The rules in Python that a call may ask, and its time limit.
#[derive(Clone, Copy, Default)]
pub(crate) struct Watched {
    /// The address of the rules.
    pub(crate) rules: Option<usize>,
    pub(crate) time: Option<Duration>,
}

impl Watched {
    /// Interrupts rules that take longer for one answer than the whole call may take.
    fn end_late(self, py: Python<'_>) -> PyResult<()> {
        let (Some(rules), Some(time)) = (self.rules, self.time) else {
            return Ok(());
        };
        match end_asking(py, Ended::Late(rules, time + LATE))? {
            true => {
                let why = "the time limit was reached while the rules of the game were asked about a position";
                Err(errors::plain(py, "LimitReached", why))
            }
            false => Ok(()),
        }
    }

    /// Interrupts the rules, because the rules that made this call were told to end.
    fn end_inner(self, py: Python<'_>) -> PyResult<()> {
        if let Some(rules) = self.rules {
            end_asking(py, Ended::At(rules))?;
        }
        let class = py.import("yomikiri._errors")?.getattr("CallEnded")?;
        Err(PyErr::from_value(class.call0()?))
    }
}

/// Waits for `count` results, without Python's lock. A signal raises the flag. The workers must then send a result
/// soon, which is awaited, and the exception of the signal handler becomes the error.
///
/// `told` is called with each note, under the lock, and with `None` at each check for signals.
pub(crate) fn receive<T: Send, N: Send>(
    py: Python<'_>,
    watched: Watched,
    count: usize,
    messages: &mut Receiver<Message<T, N>>,
    cancel: &AtomicBool,
    mut told: impl FnMut(Option<N>) -> PyResult<()>,
) -> PyResult<Vec<T>> {
    let mut done = Vec::with_capacity(count);
    let mut raised = None;
    let mut all_end = false;
    while done.len() < count {
        let waiting = &mut *messages;
        let message = py.detach(move || waiting.recv_timeout(TICK));
        let looked = match message {
            Ok(Message::Done(result)) => {
                done.push(result);
                Ok(())
            }
            Ok(Message::Note(note)) => told(Some(note)),
            Err(RecvTimeoutError::Timeout) => {
                let signal = py.check_signals();
                all_end |= signal.is_err();
                // Repeat this, because rules may catch the exception.
                let ended = match () {
                    () if all_end => end_asking(py, Ended::All).map(drop),
                    () if is_ended() => watched.end_inner(py),
                    () => watched.end_late(py),
                };
                signal.and(ended).and_then(|()| told(None))
            }
            Err(RecvTimeoutError::Disconnected) => return Err(errors::broken()),
        };
        if let Err(error) = looked {
            cancel.store(true, Ordering::SeqCst);
            raised.get_or_insert(error);
        }
    }
    match raised {
        Some(error) => Err(error),
        None => Ok(done),
    }
}

/// A message of a working thread.
pub(crate) enum Message<T, N> {
    /// A report of progress.
    Note(N),
    /// The result.
    Done(T),
}

/// Does one piece of work in its own thread. The work gets the flag that tells it to stop, and a callback for its
/// progress.
pub(crate) fn interruptible<T: Send, N: Send>(
    py: Python<'_>,
    watched: Watched,
    work: impl FnOnce(&AtomicBool, &mut dyn FnMut(N)) -> T + Send,
    mut told: impl FnMut(N) -> PyResult<()>,
) -> PyResult<T> {
    apart(py, watched, work, |_, note| note.map_or(Ok(()), &mut told))
}

/// Does work without progress in its own thread, and calls `look` with the flag at each check for signals.
pub(crate) fn looking<T: Send>(
    py: Python<'_>,
    watched: Watched,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut look: impl FnMut(&AtomicBool) -> PyResult<()>,
) -> PyResult<T> {
    let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| work(cancel);
    apart(py, watched, work, |cancel, _| look(cancel))
}

fn apart<T: Send, N: Send>(
    py: Python<'_>,
    watched: Watched,
    work: impl FnOnce(&AtomicBool, &mut dyn FnMut(N)) -> T + Send,
    mut told: impl FnMut(&AtomicBool, Option<N>) -> PyResult<()>,
) -> PyResult<T> {
    let cancel = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, mut messages) = channel();
        let cancel = &cancel;
        let asked = inside::asked();
        let worker = move || {
            inside::inherit(asked);
            let mut tell = |note| drop(sender.send(Message::Note(note)));
            let result = work(cancel, &mut tell);
            // The receiver stays until this has come.
            drop(sender.send(Message::Done(result)));
        };
        std::thread::Builder::new()
            .name("yomikiri".to_owned())
            .spawn_scoped(scope, worker)?;
        let told = |note| told(cancel, note);
        let mut done = receive(py, watched, 1, &mut messages, cancel, told)?;
        done.pop().ok_or_else(errors::broken)
    })
}
