//! Records which rules in Python a thread is currently asking.
//!
//! Rules that ask about their own game would wait for themselves for ever. A thread that works for another one
//! inherits its record.

use std::cell::RefCell;

thread_local! {
    static ASKED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Returns the rules that this thread is asking, by address.
pub(crate) fn asked() -> Vec<usize> {
    ASKED.with_borrow(Clone::clone)
}

/// Takes over the record of the thread for which this one works.
pub(crate) fn inherit(asked: Vec<usize>) {
    ASKED.set(asked);
}

/// Does work that asks rules, unless this thread is asking them already.
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
