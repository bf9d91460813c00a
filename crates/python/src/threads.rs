//! Threads of Python, in which something is to end.

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

/// The threads in which rules in Python are asked.
static ASKED: Mutex<Vec<Asking>> = Mutex::new(Vec::new());
/// Whether some of them were to end.
static ENDED: AtomicBool = AtomicBool::new(false);

/// A thread in which rules in Python are asked.
struct Asking {
    /// Python's number of it.
    thread: c_long,
    /// The rules, by their address.
    rules: usize,
    since: Instant,
    /// Whether it is to end.
    ended: bool,
}

/// Which rules in Python are to end what they are doing.
#[derive(Clone, Copy)]
pub(crate) enum Ended {
    /// All.
    All,
    /// Those at an address.
    At(usize),
    /// The same if they take longer than this for one answer.
    Late(usize, Duration),
}

/// Asks rules in Python, in a thread that somebody may wait for.
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
        // What was to be raised there and has not been yet is not to be raised later.
        raise_in(py, thread, None);
    }
    Ok(said)
}

/// Ends what rules in Python are doing, which may be in a loop that never ends; whether there were any.
pub(crate) fn end_asking(py: Python<'_>, which: Ended) -> PyResult<bool> {
    // An import may let go of Python's lock, so it comes before the list is taken.
    let class = py.import("yomikiri._errors")?.getattr("CallEnded")?;
    // Whoever has it holds Python's lock too, and does not let go of it.
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

/// Whether rules that this thread is in the middle of asking are to end. Python tells it only where it runs code.
pub(crate) fn is_ended() -> bool {
    let Some(thread) = THREAD.get() else {
        return false;
    };
    let asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    asked
        .iter()
        .any(|asking| asking.thread == thread && asking.ended)
}

/// Python's number of this thread.
pub(crate) fn this_thread(py: Python<'_>) -> PyResult<c_long> {
    let number: u64 = py
        .import("threading")?
        .call_method0("get_ident")?
        .extract()?;
    // An unsigned one, as wide as a `long`.
    Ok(number as c_long)
}

/// Has an exception raised in a thread, or none after all.
pub(crate) fn raise_in(_: Python<'_>, thread: c_long, class: Option<&Bound<'_, PyAny>>) {
    let class = class.map_or(std::ptr::null_mut(), |class| class.as_ptr());
    // SAFETY: Python's lock is held, as the token says. The class is a borrowed reference that is valid
    // for the call, which takes one of its own; a null one takes back what was set. A number that no
    // thread of Python has is looked up and not found.
    unsafe { PyThreadState_SetAsyncExc(thread, class) };
}
