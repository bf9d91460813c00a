//! Which rules of Python a thread is in the middle of asking.
//!
//! Rules that ask about their own game would wait for themselves for ever. A thread that works for another one is in
//! the middle of the same.

use std::cell::RefCell;

thread_local! {
    static ASKED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// The rules that this thread is asking, by their addresses.
pub(crate) fn asked() -> Vec<usize> {
    ASKED.with_borrow(Clone::clone)
}

/// Works for a thread that was asking these.
pub(crate) fn inherit(asked: Vec<usize>) {
    ASKED.set(asked);
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
