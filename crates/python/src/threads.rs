//! Threads of Python, in which something is to end.

use pyo3::ffi::PyThreadState_SetAsyncExc;
use pyo3::prelude::*;
use std::cell::Cell;
use std::ffi::c_long;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The threads in which rules in Python are asked, by Python's numbers.
static ASKED: Mutex<Vec<c_long>> = Mutex::new(Vec::new());
/// Whether some of them were to end.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Asks rules in Python, in a thread that somebody may wait for.
pub(crate) fn asking<T>(py: Python<'_>, ask: impl FnOnce() -> T) -> PyResult<T> {
    thread_local! {
        static THREAD: Cell<Option<c_long>> = const { Cell::new(None) };
    }
    let thread = match THREAD.get() {
        Some(thread) => thread,
        None => this_thread(py)?,
    };
    THREAD.set(Some(thread));
    let threads = || ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    threads().push(thread);
    let said = ask();
    let mut asked = threads();
    if let Some(at) = asked.iter().rposition(|other| *other == thread) {
        asked.swap_remove(at);
    }
    drop(asked);
    if ENDED.load(Ordering::Relaxed) {
        // What was to be raised there and has not been yet is not to be raised later.
        raise_in(py, thread, None);
    }
    Ok(said)
}

/// Ends what all rules in Python are doing, whoever waits for them: a signal says so, and they may be in a loop that
/// never ends.
pub(crate) fn end_asking(py: Python<'_>) -> PyResult<()> {
    // An import may let go of Python's lock, so it comes before the list is taken.
    let class = py.import("yomikiri._errors")?.getattr("CallEnded")?;
    ENDED.store(true, Ordering::Relaxed);
    // Whoever has it holds Python's lock too, and does not let go of it.
    for &thread in &*ASKED.lock().unwrap_or_else(PoisonError::into_inner) {
        raise_in(py, thread, Some(&class));
    }
    Ok(())
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
