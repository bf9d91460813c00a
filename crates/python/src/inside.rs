//! Which rules of Python a thread is in the middle of asking.
//!
//! Rules that ask about their own game would wait for themselves for ever. A thread that works for another one is in
//! the middle of the same.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    static ASKED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    static CALL: Cell<u64> = const { Cell::new(0) };
}

/// A call of this package, for which threads work.
#[derive(Clone)]
pub(crate) struct Call {
    /// No other call of this process has it.
    pub(crate) number: u64,
    /// The rules that the caller is asking, by their addresses.
    asked: Vec<usize>,
}

impl Call {
    /// A new one, from this thread.
    pub(crate) fn new() -> Call {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Call {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            asked: ASKED.with_borrow(Clone::clone),
        }
    }

    /// Has this thread work for the call from now on.
    pub(crate) fn enter(self) {
        CALL.set(self.number);
        ASKED.set(self.asked);
    }
}

/// The number of the call that this thread works for; 0 for none.
pub(crate) fn call() -> u64 {
    CALL.get()
}

/// Does some work that asks rules, unless this thread asks them already.
pub(crate) fn asking<T>(rules: usize, work: impl FnOnce() -> T) -> Option<T> {
    let is_new = ASKED.with_borrow_mut(|asked| {
        let is_new = !asked.contains(&rules);
        if is_new {
            asked.push(rules);
        }
        is_new
    });
    is_new.then(|| {
        let done = work();
        ASKED.with_borrow_mut(Vec::pop);
        done
    })
}
