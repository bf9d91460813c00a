//! Interrupting Python code in other threads.

use pyo3::ffi::PyThreadState_SetAsyncExc;
use pyo3::prelude::*;
use std::cell::Cell;
use std::ffi::c_long;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

thread_local! {
    /// Python's number of this thread, once it was asked for.
    static THREAD: Cell<Option<c_long>> = const { Cell::new(None) };
}

/// The threads that are asking rules in Python.
static ASKED: Mutex<Vec<Asking>> = Mutex::new(Vec::new());
/// Whether some of them were told to end.
static ENDED: AtomicBool = AtomicBool::new(false);

/// A thread that is asking rules in Python.
struct Asking {
    /// Python's number of the thread.
    thread: c_long,
    /// The address of the rules.
    rules: usize,
    since: Instant,
    /// Whether it was told to end.
    ended: bool,
}

/// The choice of rules in Python to interrupt.
#[derive(Clone, Copy)]
pub(crate) enum Ended {
    /// All rules.
    All,
    /// The rules at an address.
    At(usize),
    /// The rules at an address, if one answer takes longer than this.
    Late(usize, Duration),
}

/// Asks rules in Python; other threads may wait for the result.
pub(crate) fn asking<T>(py: Python<'_>, rules: usize, ask: impl FnOnce() -> T) -> PyResult<T> {
    let thread = match THREAD.get() {
        Some(thread) => thread,
        None => this_thread(py)?,
    };
    THREAD.set(Some(thread));
    let threads = || ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    threads().push(Asking {
        thread,
        rules,
        since: Instant::now(),
        ended: false,
    });
    let said = ask();
    let mut asked = threads();
    if let Some(at) = asked.iter().rposition(|other| other.thread == thread) {
        asked.remove(at);
    }
    drop(asked);
    if ENDED.load(Ordering::Relaxed) {
        // An exception that was set but not raised during the call must not be raised later.
        raise_in(py, thread, None);
    }
    Ok(said)
}

/// Interrupts rules in Python, even in an endless loop; returns whether there were any.
pub(crate) fn end_asking(py: Python<'_>, which: Ended) -> PyResult<bool> {
    // An import may release Python's lock, so it comes before locking the list.
    let class = py.import("yomikiri._errors")?.getattr("CallEnded")?;
    // A thread that holds this lock also holds Python's lock throughout, so there is no deadlock.
    let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    let ended = asked.iter_mut().filter(|asking| match which {
        Ended::All => true,
        Ended::At(rules) => asking.rules == rules,
        Ended::Late(rules, time) => asking.rules == rules && asking.since.elapsed() > time,
    });
    let mut any = false;
    for asking in ended {
        (any, asking.ended) = (true, true);
        ENDED.store(true, Ordering::Relaxed);
        raise_in(py, asking.thread, Some(&class));
    }
    Ok(any)
}

/// Returns whether the rules that this thread is asking were told to end. Python itself notices it only while it
/// runs Python code.
pub(crate) fn is_ended() -> bool {
    let Some(thread) = THREAD.get() else {
        return false;
    };
    let asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    asked
        .iter()
        .any(|asking| asking.thread == thread && asking.ended)
}

/// Returns Python's number of this thread.
pub(crate) fn this_thread(py: Python<'_>) -> PyResult<c_long> {
    let number: u64 = py
        .import("threading")?
        .call_method0("get_ident")?
        .extract()?;
    // The number is unsigned, and as wide as a `long`.
    Ok(number as c_long)
}

/// Sets an exception to be raised in a thread, or clears it.
pub(crate) fn raise_in(_: Python<'_>, thread: c_long, class: Option<&Bound<'_, PyAny>>) {
    let class = class.map_or(std::ptr::null_mut(), |class| class.as_ptr());
    // SAFETY: Python's lock is held, as the token shows. The class is a borrowed reference that is valid for the
    // call, which takes its own; a null class clears what was set. A number that no Python thread has is not
    // found.
    unsafe { PyThreadState_SetAsyncExc(thread, class) };
}
