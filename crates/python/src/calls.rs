//! Calls of Python functions with a time limit. The caller waits for the result, and a late call is ended.
//!
//! No thread can be ended from outside. But Python can be told to raise an exception in a thread the next
//! time it runs Python code there. So an endless loop does end, and a call in native code ends when it
//! returns to Python.

use crate::threads::{raise_in, this_thread};
use crate::wait::{Watched, looking};
use pyo3::prelude::*;
use std::ffi::c_long;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The running calls.
#[derive(Default)]
pub(crate) struct Calls {
    running: Mutex<Vec<Call>>,
    cancelled: AtomicBool,
}

struct Call {
    /// Python's number of the calling thread.
    thread: c_long,
    /// The time at which the call is too late.
    end: Option<Instant>,
}

/// The reason why a call has no result.
pub(crate) enum Ended {
    /// The call took longer than its limit.
    Late,
    /// All calls are to end.
    Cancelled,
    /// The function raised an exception.
    Raised(PyErr),
}

impl Calls {
    /// Calls a function in this thread, which is not the waiting one.
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
        // An exception that was set but not raised during the call must not be raised later.
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
        // A thread that holds this lock also holds Python's lock throughout, so there is no deadlock.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends late calls, or all of them if all are to end. A call that catches the exception gets it again at
    /// the next look.
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

/// Does work that calls functions in its own thread, and ends late calls.
pub(crate) fn calling<T: Send>(
    py: Python<'_>,
    watched: Watched,
    calls: &Calls,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    looking(py, watched, work, |cancel| calls.look(py, cancel))
}
