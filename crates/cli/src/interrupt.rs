//! Ctrl-C and its kin (SIGTERM, SIGHUP): solvers are asked to stop and say what they have proven.
//!
//! Signals belong to the process, hence the two globals; nothing below the command line knows them.

use std::sync::atomic::{AtomicBool, Ordering};

static RAISED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);

/// The exit code of an interrupted run.
const CODE: i32 = 130;

/// Starts to listen. A second signal, or one while nothing is being worked out, ends the process at
/// once. Where the system lets nobody listen, signals do what they always do.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        let again = RAISED.swap(true, Ordering::SeqCst);
        if again || WAITING.load(Ordering::SeqCst) {
            std::process::exit(CODE);
        }
    });
}

/// Becomes true when the user wants to stop.
pub(crate) fn flag() -> &'static AtomicBool {
    &RAISED
}

/// Waits for input: an interrupt then ends the process. Whatever is to be seen must be flushed first.
pub(crate) fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if RAISED.load(Ordering::SeqCst) {
        std::process::exit(CODE);
    }
    let result = wait();
    WAITING.store(false, Ordering::SeqCst);
    result
}
