//! The memory of a program, with all processes that it has started.

use super::processes::{self, Process};
use rustix::process::Pid;
use std::time::Duration;

/// The time between two measurements.
const EVERY: Duration = Duration::from_millis(10);
/// The time between two searches through all processes of the system for children of the program.
const SEARCH: Duration = Duration::from_millis(40);

/// A process whose memory is watched.
///
/// The kernel records the peak of each process, so no peak between two measurements is missed, unless
/// the process ends before the next one.
pub(super) struct Watched {
    head: Pid,
    limit: u64,
    next: Duration,
    search: Duration,
    /// The known processes of the program; empty if the system does not list processes.
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

    /// Returns whether the program uses more than its limit; it measures only now and then.
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

/// Returns a process, those of its group, and all their descendants.
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

/// Returns the most bytes that a process has used; 0 if the system does not say.
fn used(process: i32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    status.as_deref().ok().and_then(peak).unwrap_or(0)
}

/// Parses the peak memory of a process from the line `VmHWM:  1234 kB`.
fn peak(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kilobytes)
}
