//! How much memory a program uses, with all that it has started.

use super::processes::{self, Process};
use rustix::process::Pid;
use std::time::Duration;

/// The time between two looks.
const EVERY: Duration = Duration::from_millis(10);
/// The time between two looks at all processes of the system, for those that the program has started.
const SEARCH: Duration = Duration::from_millis(40);

/// A process whose memory is watched.
///
/// The kernel writes down the most that a process has ever used, so that no peak between two looks is
/// missed, unless the process ends before the next one.
pub(super) struct Watched {
    head: Pid,
    limit: u64,
    next: Duration,
    search: Duration,
    /// The processes known to be its own. None where the system does not tell of processes.
    own: Vec<i32>,
}

impl Watched {
    pub(super) fn new(head: Pid, limit: u64) -> Watched {
        Watched {
            head,
            limit,
            next: EVERY,
            search: SEARCH,
            own: processes::this()
                .map(|_| head.as_raw_nonzero().get())
                .into_iter()
                .collect(),
        }
    }

    /// Whether it uses more than it may, after so much time; looked at now and then.
    pub(super) fn is_exceeded(&mut self, elapsed: Duration) -> bool {
        if elapsed < self.next || self.own.is_empty() {
            return false;
        }
        self.next = elapsed + EVERY;
        if elapsed >= self.search {
            self.search = elapsed + SEARCH;
            self.own = of_group_or_below(
                self.head.as_raw_nonzero().get(),
                &processes::all().collect::<Vec<_>>(),
            );
        }
        self.own.iter().map(|&process| used(process)).sum::<u64>() > self.limit
    }
}

/// A process, those of its group, and all that these have started.
fn of_group_or_below(head: i32, all: &[Process]) -> Vec<i32> {
    let mut own = vec![head];
    own.extend(
        all.iter()
            .filter(|of| of.group == head && of.id != head)
            .map(|of| of.id),
    );
    let mut at = 0;
    while let Some(&process) = own.get(at) {
        at += 1;
        let below = all.iter().filter(|of| of.parent == process).map(|of| of.id);
        let new: Vec<i32> = below.filter(|id| !own.contains(id)).collect();
        own.extend(new);
    }
    own
}

/// The bytes that a process uses, or has used at most. 0 where the system does not say.
fn used(process: i32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    status.as_deref().ok().and_then(peak).unwrap_or(0)
}

/// The most memory that a process has used: the line `VmHWM:  1234 kB`.
fn peak(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kilobytes)
}
