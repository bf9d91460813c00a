//! By which files workers of one folder tell each other what they are doing, so that few tasks are done twice.
//!
//! A worker makes the file `claim-TASK` before it begins with a task, writes it anew from time to time, and removes it in the
//! end. Others leave the task alone. If the file stays as it is for as long as the *lease*, they take the task over; on the
//! same machine at once when the process is gone. How long that is everyone tells by an own clock, so it does not matter
//! whether the clocks of machines agree.
//!
//! Nothing is wrong if two workers do the same task: claims save work and decide nothing. So whatever fails here is passed
//! over in silence.
//!
//! A claim says `TAG PLACE PROCESS LEASE BEAT`: who made it, where process numbers mean the same, the number of the process, the
//! lease in seconds that its worker keeps to, and how often the worker has written it.

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
/// Nobody needs longer to write a line.
const A_LINE: Duration = Duration::from_secs(2);

/// What this process holds.
#[derive(Default)]
struct Holding {
    /// By the name of a claim: what its text begins with.
    claims: BTreeMap<String, String>,
    /// Whether the end has come.
    over: bool,
}

/// The same, for several threads.
#[derive(Default)]
struct Held {
    holding: Mutex<Holding>,
    /// Tells the one who renews that the end has come.
    over: Condvar,
}

impl Held {
    fn lock(&self) -> MutexGuard<'_, Holding> {
        self.holding.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file of another worker, as it was when it was first seen so.
struct Seen {
    text: String,
    since: Instant,
}

/// The claims of a store.
pub(super) struct Claims {
    board: Arc<dyn Board>,
    /// Where process numbers mean the same.
    place: String,
    lease: Duration,
    held: Arc<Held>,
    seen: Mutex<BTreeMap<String, Seen>>,
    renewing: Option<JoinHandle<()>>,
}

/// A claim. It ends with this value.
pub(super) struct Claim<'c> {
    claims: &'c Claims,
    /// None if no text could be left.
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
            // Without it others take over what takes longer than the lease.
            renewing: renewing.ok(),
        }
    }

    /// Claims a task, unless another worker is at it.
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
            // Of several that come here, one clears it away.
            let stale = (attempt == 0).then(|| self.stale(&name)).flatten();
            match stale.map(|text| self.board.clear(&name, &text, tag)) {
                Some(Ok(true)) => {}
                // It cannot be removed. Its worker is gone all the same.
                Some(Err(_)) => return without_text(),
                Some(Ok(false)) | None => break,
            }
        }
        None
    }

    /// The text of a claim whose worker is gone.
    fn stale(&self, name: &str) -> Option<String> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let text = match self.board.read(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                seen.remove(name);
                return None;
            }
            // One that cannot be read gives no sign of life.
            read => read.unwrap_or_default(),
        };
        if is_of_the_dead(&text, &self.place) {
            return Some(text);
        }
        match seen.get(name) {
            Some(before) if before.text == text => {
                // One without an end is of a worker that was killed while it wrote a line.
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

/// Whether a text is still what we wrote, and not what somebody wrote who took us for dead.
fn is_ours(board: &dyn Board, name: &str, begin: &str) -> bool {
    board.read(name).is_ok_and(|text| text.starts_with(begin))
}

/// Writes all claims anew, again and again.
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

/// Where process numbers mean the same: a machine since its start, and a space of process numbers on it. A word, `-` where the
/// system does not tell.
fn place() -> String {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok();
    let space = fs::read_link("/proc/self/ns/pid").ok();
    match (boot, space) {
        (Some(boot), Some(space)) => format!("{}/{}", boot.trim(), space.display()),
        _ => "-".to_owned(),
    }
}

/// The lease that the worker of a claim keeps to; none if the claim does not tell.
fn lease_of(text: &str) -> Option<Duration> {
    let lease = text.split(' ').nth(3)?.parse().ok()?;
    Some(Duration::from_secs(lease).min(LONGEST_LEASE))
}

/// Whether a claim is of a process of this machine that is gone.
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

/// Whether a process has ended, also if nobody has waited for it yet.
fn is_gone(process: u32) -> bool {
    match fs::read_to_string(format!("/proc/{process}/stat")) {
        // The state follows the name, which stands in brackets and may hold some.
        Ok(stat) => stat
            .rsplit(") ")
            .next()
            .is_some_and(|rest| rest.starts_with(['Z', 'X'])),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}
