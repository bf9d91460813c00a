//! Functions of Python that are called while somebody waits for what comes of them, and ended where they take
//! too long.
//!
//! Nothing can end a thread from outside. But Python can be told to raise an exception in a thread the next
//! time it goes on with code in Python there; so a loop that never ends does end, and a call that is in
//! native code ends when it comes back from there.

use crate::threads::{raise_in, this_thread};
use crate::wait::{Watched, looking};
use pyo3::prelude::*;
use std::ffi::c_long;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Calls on their way.
#[derive(Default)]
pub(crate) struct Calls {
    running: Mutex<Vec<Call>>,
    cancelled: AtomicBool,
}

struct Call {
    /// Python's number of the thread that calls.
    thread: c_long,
    /// When it is too late.
    end: Option<Instant>,
}

/// Why a call came to nothing.
pub(crate) enum Ended {
    /// It took longer than it may.
    Late,
    /// All is to end.
    Cancelled,
    /// It raised something.
    Raised(PyErr),
}

impl Calls {
    /// Calls a function in this thread, which is not the one that waits.
    pub(crate) fn call<'py>(
        &self,
        function: &Bound<'py, PyAny>,
        arguments: impl pyo3::call::PyCallArgs<'py>,
        time: Option<Duration>,
    ) -> Result<Bound<'py, PyAny>, Ended> {
        let py = function.py();
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Ended::Cancelled);
        }
        let end = time.and_then(|time| Instant::now().checked_add(time));
        let thread = this_thread(py).map_err(Ended::Raised)?;
        self.running().push(Call { thread, end });
        let said = function.call1(arguments);
        self.running().retain(|call| call.thread != thread);
        // What was to be raised in the function and has not been yet is not to be raised later.
        raise_in(py, thread, None);
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Ended::Cancelled);
        }
        match said {
            _ if end.is_some_and(|end| end < Instant::now()) => Err(Ended::Late),
            Ok(said) => Ok(said),
            Err(error) => Err(Ended::Raised(error)),
        }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Vec<Call>> {
        // Whoever has it holds Python's lock too, and does not let go of it.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends calls that are late; all of them where all is to end. One that catches what is raised in it is
    /// told again the next time.
    fn look(&self, py: Python<'_>, cancel: &AtomicBool) -> PyResult<()> {
        let cancelled = cancel.load(Ordering::Relaxed);
        self.cancelled.store(cancelled, Ordering::Relaxed);
        let class = py.import("yomikiri._errors")?.getattr("CallEnded")?;
        let now = Instant::now();
        for call in self.running().iter() {
            if cancelled || call.end.is_some_and(|end| end < now) {
                raise_in(py, call.thread, Some(&class));
            }
        }
        Ok(())
    }
}

/// Does work that calls functions in a thread of its own, and ends them where they are late.
pub(crate) fn calling<T: Send>(
    py: Python<'_>,
    watched: Watched,
    calls: &Calls,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    looking(py, watched, work, |cancel| calls.look(py, cancel))
}
