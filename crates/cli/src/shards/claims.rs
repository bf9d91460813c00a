//! Claim files, by which the workers of one folder tell each other their tasks, so that few tasks are done twice.
//!
//! A worker makes the file `claim-TASK` before it begins a task, rewrites it from time to time, and removes it at the
//! end. Other workers leave the task alone. If the file does not change for as long as the *lease*, they take the task
//! over; on the same machine they do so as soon as the process is gone. Each worker measures the time by its own clock,
//! so the clocks of machines need not agree.
//!
//! If two workers do the same task, the result is still right: claims only save work. So all errors here are ignored.
//!
//! The text of a claim is `TAG PLACE PROCESS LEASE BEAT`: the worker's tag, the scope of its process number, the
//! process number, the worker's lease in seconds, and the number of times that the worker has written it.

use crate::stores::Board;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use yomikiri_catalog::table::shard::{CLAIM, Task};

/// The longest time that a worker may leave between two signs of life.
pub(super) const LONGEST_LEASE: Duration = Duration::from_secs(86_400);
/// The longest time that writing a line can take.
const A_LINE: Duration = Duration::from_secs(2);

/// The claims of this process.
#[derive(Default)]
struct Holding {
    /// The beginning of each claim's text, by the name of the claim.
    claims: BTreeMap<String, String>,
    /// Whether the renewals end.
    over: bool,
}

/// The claims of this process, shared by several threads.
#[derive(Default)]
struct Held {
    holding: Mutex<Holding>,
    /// Signals the renewing thread that it should end.
    over: Condvar,
}

impl Held {
    fn lock(&self) -> MutexGuard<'_, Holding> {
        self.holding.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The file of another worker, with the time since which it has not changed.
struct Seen {
    text: String,
    since: Instant,
}

/// The claims of a store.
pub(super) struct Claims {
    board: Arc<dyn Board>,
    /// The scope of process numbers.
    place: String,
    lease: Duration,
    held: Arc<Held>,
    seen: Mutex<BTreeMap<String, Seen>>,
    renewing: Option<JoinHandle<()>>,
}

/// A claim, which is released when this value is dropped.
pub(super) struct Claim<'c> {
    claims: &'c Claims,
    /// The name of the claim; `None` if no file could be written.
    name: Option<String>,
}

impl Claims {
    pub(super) fn new(board: Arc<dyn Board>, lease: Duration) -> Claims {
        let held = Arc::new(Held::default());
        let (for_thread, on) = (Arc::clone(&held), Arc::clone(&board));
        let renewing =
            thread::Builder::new().spawn(move || renew(on.as_ref(), &for_thread, lease / 4));
        Claims {
            board,
            place: place(),
            lease,
            held,
            seen: Mutex::default(),
            // Without the thread, other workers take over tasks that last longer than the lease.
            renewing: renewing.ok(),
        }
    }

    /// Claims a task, unless another worker is doing it.
    pub(super) fn take(&self, task: Task, tag: &str) -> Option<Claim<'_>> {
        let name = format!("{CLAIM}{task}");
        let (process, lease) = (std::process::id(), self.lease.as_secs());
        let begin = format!("{tag} {} {process} {lease}", self.place);
        let without_text = || {
            Some(Claim {
                claims: self,
                name: None,
            })
        };
        for attempt in 0..2 {
            match self.board.make(&name, &format!("{begin} 0\n")) {
                Ok(true) => {
                    self.held.lock().claims.insert(name.clone(), begin);
                    let name = Some(name);
                    return Some(Claim { claims: self, name });
                }
                Ok(false) => {}
                Err(_) => return without_text(),
            }
            // If several workers get here, one of them removes the stale claim.
            let stale = (attempt == 0).then(|| self.stale(&name)).flatten();
            match stale.map(|text| self.board.clear(&name, &text, tag)) {
                Some(Ok(true)) => {}
                // The claim cannot be removed, but its worker is gone.
                Some(Err(_)) => return without_text(),
                Some(Ok(false)) | None => break,
            }
        }
        None
    }

    /// Returns the text of a claim whose worker is gone.
    fn stale(&self, name: &str) -> Option<String> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let text = match self.board.read(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                seen.remove(name);
                return None;
            }
            // An unreadable claim counts as unchanged.
            read => read.unwrap_or_default(),
        };
        if is_of_the_dead(&text, &self.place) {
            return Some(text);
        }
        match seen.get(name) {
            Some(before) if before.text == text => {
                // A text without a line end belongs to a worker that was killed while it wrote.
                let lease = match text.ends_with('\n') {
                    true => lease_of(&text).unwrap_or(self.lease),
                    false => self.lease.min(A_LINE),
                };
                if before.since.elapsed() < lease {
                    return None;
                }
                seen.remove(name);
                Some(text)
            }
            _ => {
                let since = Instant::now();
                seen.insert(name.to_owned(), Seen { text, since });
                None
            }
        }
    }
}

impl Drop for Claims {
    fn drop(&mut self) {
        self.held.lock().over = true;
        self.held.over.notify_all();
        if let Some(renewing) = self.renewing.take() {
            let _ = renewing.join();
        }
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let Some(name) = &self.name else {
            return;
        };
        let board = self.claims.board.as_ref();
        let mut held = self.claims.held.lock();
        let begin = held.claims.remove(name);
        drop(held);
        if begin.is_some_and(|begin| is_ours(board, name, &begin)) {
            let _ = board.remove(name);
        }
    }
}

/// Returns whether a text is still ours, and not that of a worker who took our claim over.
fn is_ours(board: &dyn Board, name: &str, begin: &str) -> bool {
    board.read(name).is_ok_and(|text| text.starts_with(begin))
}

/// Rewrites all claims, again and again.
fn renew(board: &dyn Board, held: &Held, every: Duration) {
    let mut beat = 0_u64;
    let mut holding = held.lock();
    while !holding.over {
        let waited = held.over.wait_timeout(holding, every);
        holding = waited.unwrap_or_else(PoisonError::into_inner).0;
        beat += 1;
        for (name, begin) in &holding.claims {
            if is_ours(board, name, begin) {
                let _ = board.write(name, &format!("{begin} {beat}\n"));
            }
        }
    }
}

/// Returns the scope of process numbers as a word: a machine since its start, and a namespace of process numbers on it.
/// `-` if the system does not tell.
fn place() -> String {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok();
    let space = fs::read_link("/proc/self/ns/pid").ok();
    match (boot, space) {
        (Some(boot), Some(space)) => format!("{}/{}", boot.trim(), space.display()),
        _ => "-".to_owned(),
    }
}

/// Returns the lease of a claim's worker; `None` if the claim does not tell.
fn lease_of(text: &str) -> Option<Duration> {
    let lease = text.split(' ').nth(3)?.parse().ok()?;
    Some(Duration::from_secs(lease).min(LONGEST_LEASE))
}

/// Returns whether a claim belongs to a process of this machine that is gone.
fn is_of_the_dead(text: &str, here: &str) -> bool {
    let mut words = text.split(' ').skip(1);
    let (Some(of), Some(process)) = (words.next(), words.next()) else {
        return false;
    };
    let Ok(process) = process.parse::<u32>() else {
        return false;
    };
    here != "-" && of == here && is_gone(process)
}

/// Returns whether a process has ended, even if its parent has not waited for it.
fn is_gone(process: u32) -> bool {
    match fs::read_to_string(format!("/proc/{process}/stat")) {
        // The state follows the name, which is in brackets and may contain some.
        Ok(stat) => stat
            .rsplit(") ")
            .next()
            .is_some_and(|rest| rest.starts_with(['Z', 'X'])),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}
