//! Processes that programs leave behind in their own sessions, which a kill of the group does not reach.

use super::processes::{self, Process};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};
use std::time::{Duration, Instant};

/// The time after which processes that do not die are left alone.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two checks of dying processes.
const TICK: Duration = Duration::from_millis(5);

/// A guard that makes this process the parent of all processes that its programs leave behind, and kills them.
///
/// A program that is killed with its group may have started another in its own session. Such a process becomes a
/// child of this one after its parent has ended. This works only on Linux; elsewhere it does nothing.
///
/// Use it only in a process whose children are all programs under test: it kills all other children too.
pub struct Orphans {
    /// The session of this process; `None` if it adopts no processes.
    session: Option<i32>,
}

impl Orphans {
    /// Starts to adopt the processes that programs leave behind.
    pub fn adopt() -> Orphans {
        #[cfg(target_os = "linux")]
        let adopted = rustix::process::set_child_subreaper(Some(getpid())).is_ok();
        #[cfg(not(target_os = "linux"))]
        let adopted = false;
        Orphans {
            session: adopted
                .then(processes::this)
                .flatten()
                .map(|this| this.session),
        }
    }

    /// Kills adopted processes of other sessions while programs run. Reads every process of the system, which takes
    /// some milliseconds.
    pub fn sweep(&self) {
        let Some(session) = self.session else { return };
        let is_foreign = |process: &Process| process.session != session;
        end(mine().filter(is_foreign));
    }
}

impl Drop for Orphans {
    /// Kills all remaining children when no program runs any more.
    fn drop(&mut self) {
        if self.session.is_none() {
            return;
        }
        let start = Instant::now();
        // A dying process leaves its own children to this one.
        while mine().next().is_some() && start.elapsed() < PATIENCE {
            end(mine());
            std::thread::sleep(TICK);
        }
    }
}

/// Returns the children of this process.
fn mine() -> impl Iterator<Item = Process> {
    let me = getpid().as_raw_nonzero().get();
    processes::all().filter(move |process| process.parent == me)
}

/// Kills processes, and reaps those that have ended.
fn end(processes: impl Iterator<Item = Process>) {
    for process in processes.filter_map(|process| Pid::from_raw(process.id)) {
        let _ = kill_process(process, Signal::KILL);
        let _ = waitpid(Some(process), WaitOptions::NOHANG);
    }
}
