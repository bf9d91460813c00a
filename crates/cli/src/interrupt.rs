//! Ctrl-C and similar signals (SIGTERM, SIGHUP): they ask solvers to stop and report what they have proven.
//!
//! Signals belong to the process, hence the two globals; no code below the command line knows them.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};
use signal_hook::low_level;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

static RAISED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static WAITING: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The exit code of an interrupted run.
const CODE: i32 = 130;

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Signals within this time of the first one are the same request: `timeout` sends one to its child and another one
/// to the whole group.
const SAME: Duration = Duration::from_millis(500);
/// The time of the first signal, in milliseconds after the start of the process; 0 before it.
static FIRST: AtomicU64 = AtomicU64::new(0);

/// Installs the handlers. A second signal after [`SAME`], or one while nothing is computed, ends the process at once. If
/// the system refuses handlers, signals have their default effect.
pub(crate) fn install() {
    let start = Instant::now();
    let insisted = move || {
        let now = start.elapsed().as_millis().max(1) as u64;
        let first = FIRST.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst);
        // (Another thread may have been first after this one read the clock.)
        if first.is_err_and(|first| now.saturating_sub(first) >= SAME.as_millis() as u64) {
            low_level::exit(CODE);
        }
    };
    for signal in SIGNALS {
        // SAFETY: the action reads a clock, changes an atomic and may end the process: a handler may do all three. It
        // allocates nothing, takes no lock and cannot panic.
        let _ = unsafe { low_level::register(signal, insisted) };
        let _ = register_conditional_shutdown(signal, CODE, Arc::clone(&WAITING));
        let _ = register(signal, Arc::clone(&RAISED));
    }
}

/// Returns the flag that becomes true when the user wants to stop.
pub(crate) fn flag() -> &'static AtomicBool {
    &RAISED
}

/// Returns whether the user wants to stop.
pub(crate) fn is_raised() -> bool {
    RAISED.load(Ordering::SeqCst)
}

/// Runs a wait for input, during which an interrupt ends the process. All output must be flushed before.
pub(crate) fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if is_raised() {
        std::process::exit(CODE);
    }
    let result = wait();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// The time between two checks for an interrupt.
const LOOK: Duration = Duration::from_millis(20);
/// The most bytes of one read.
const CHUNK: usize = 64 << 10;

/// An input that an interrupt ends, instead of the process, so that work after it is still possible. Its own thread
/// reads it.
pub(crate) struct Attended {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// The bytes read but not handed out.
    chunk: io::Cursor<Vec<u8>>,
}

impl Attended {
    /// Starts to read.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(crate) fn new(mut source: impl Read + Send + 'static) -> io::Result<Attended> {
        let (give, chunks) = sync_channel(1);
        let read = move || loop {
            let mut chunk = vec![0; CHUNK];
            let read = match source.read(&mut chunk) {
                Ok(0) => return,
                Ok(count) => {
                    chunk.truncate(count);
                    Ok(chunk)
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            if give.send(read).is_err() {
                return;
            }
        };
        std::thread::Builder::new().spawn(read)?;
        Ok(Attended {
            chunks,
            chunk: io::Cursor::default(),
        })
    }
}

impl Read for Attended {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.chunk.read(room)?;
            if count > 0 || room.is_empty() {
                return Ok(count);
            }
            match self.chunks.recv_timeout(LOOK) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) if !is_raised() => {}
                Err(_) => return Ok(0),
            }
        }
    }
}
