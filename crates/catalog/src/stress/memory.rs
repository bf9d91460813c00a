//! How much memory a program uses, with all that it has started.

use rustix::process::Pid;
use std::time::Duration;

/// The time between two looks.
const EVERY: Duration = Duration::from_millis(10);
/// Processes that are looked at: one that starts more is ended for another reason.
const PROCESSES: usize = 256;

/// A process whose memory is watched.
///
/// The kernel writes down the most that a process has ever used, so that no peak between two looks is
/// missed, unless the process ends before the next one.
pub(super) struct Watched {
    head: Pid,
    limit: u64,
    next: Duration,
}

impl Watched {
    pub(super) fn new(head: Pid, limit: u64) -> Watched {
        Watched {
            head,
            limit,
            next: EVERY,
        }
    }

    /// Whether it uses more than it may, after so much time; looked at now and then.
    pub(super) fn is_exceeded(&mut self, elapsed: Duration) -> bool {
        if elapsed < self.next {
            return false;
        }
        self.next = elapsed + EVERY;
        used(self.head) > self.limit
    }
}

/// The bytes that a process and its descendants use, or have used at most. 0 where the system does not say.
fn used(head: Pid) -> u64 {
    let mut processes = vec![head.as_raw_nonzero().get()];
    let mut bytes = 0;
    let mut at = 0;
    while let Some(&process) = processes.get(at) {
        at += 1;
        let status = std::fs::read_to_string(format!("/proc/{process}/status"));
        bytes += status.as_deref().ok().and_then(peak).unwrap_or(0);
        let children = format!("/proc/{process}/task/{process}/children");
        let children = std::fs::read_to_string(children).unwrap_or_default();
        let children = children
            .split_whitespace()
            .filter_map(|pid| pid.parse::<i32>().ok());
        processes.extend(children.take(PROCESSES.saturating_sub(processes.len())));
    }
    bytes
}

/// The most memory that a process has used: the line `VmHWM:  1234 kB`.
fn peak(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kilobytes)
}
