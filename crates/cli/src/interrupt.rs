//! Ctrl-C and its kin (SIGTERM, SIGHUP): solvers are asked to stop and say what they have proven.
//!
//! Signals belong to the process, hence the two globals; nothing below the command line knows them.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static RAISED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static WAITING: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The exit code of an interrupted run.
const CODE: i32 = 130;

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Starts to listen. A second signal, or one while nothing is being worked out, ends the process at
/// once. Where the system lets nobody listen, signals do what they always do.
pub(crate) fn install() {
    for signal in SIGNALS {
        // In this order: the first signal finds no flag raised.
        let _ = register_conditional_shutdown(signal, CODE, Arc::clone(&RAISED));
        let _ = register_conditional_shutdown(signal, CODE, Arc::clone(&WAITING));
        let _ = register(signal, Arc::clone(&RAISED));
    }
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
