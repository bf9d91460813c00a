//! What programs leave behind in sessions of their own, where no group reaches it.

use super::processes::{self, Process};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};
use std::time::{Duration, Instant};

/// The time after which what does not die is left alone.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two looks at what is dying.
const TICK: Duration = Duration::from_millis(5);

/// Makes this process the parent of everything that its programs leave behind, and ends all of that.
///
/// A program that is killed with its group may have started another in a session of its own. Such a process becomes
/// a child of this one when its parent has ended. On Linux alone; elsewhere this does nothing.
///
/// Only for a process all of whose children are programs under test: whatever else it has started is ended too.
pub struct Orphans {
    /// The session of this process; none if nothing comes to it.
    session: Option<i32>,
}

impl Orphans {
    /// From now on what programs leave behind comes to this process.
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

    /// Ends what has come to this process from other sessions, while programs run. Looks at every process of the
    /// system: some milliseconds.
    pub fn sweep(&self) {
        let Some(session) = self.session else { return };
        let is_foreign = |process: &Process| process.session != session;
        end(mine().filter(is_foreign));
    }
}

impl Drop for Orphans {
    /// Ends all that is left, when no program runs any more.
    fn drop(&mut self) {
        if self.session.is_none() {
            return;
        }
        let start = Instant::now();
        // What dies leaves its own children to this process.
        while mine().next().is_some() && start.elapsed() < PATIENCE {
            end(mine());
            std::thread::sleep(TICK);
        }
    }
}

/// The children of this process.
fn mine() -> impl Iterator<Item = Process> {
    let me = getpid().as_raw_nonzero().get();
    processes::all().filter(move |process| process.parent == me)
}

/// Kills processes, and takes note of those that have ended.
fn end(processes: impl Iterator<Item = Process>) {
    for process in processes.filter_map(|process| Pid::from_raw(process.id)) {
        let _ = kill_process(process, Signal::KILL);
        let _ = waitpid(Some(process), WaitOptions::NOHANG);
    }
}
