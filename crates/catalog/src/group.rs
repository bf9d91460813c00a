//! Programs in their own process groups, so that all processes that they started end with them.

use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::io::{self, PipeWriter};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// Splits a command into the program and its arguments.
///
/// # Errors
///
/// If there are no words.
pub fn program(words: &[OsString]) -> io::Result<(&OsString, &[OsString])> {
    let why = "the command is empty";
    let empty = || io::Error::new(io::ErrorKind::InvalidInput, why);
    words.split_first().ok_or_else(empty)
}

/// Returns the command that starts a program without a shell, as the leader of its own group.
pub fn command(program: &OsStr) -> Command {
    // Without `pre_exec` the standard library starts processes by `posix_spawn`, which does not copy our page
    // tables.
    let mut command = Command::new(program);
    command.process_group(0);
    command
}

/// A process in a group that kills the group as soon as our process ends for any reason: it reads from a pipe
/// that only we can write to. Until it has been waited for, no other group can get the number of this one.
pub struct Guard {
    child: Child,
    _alive: PipeWriter,
}

impl Guard {
    /// Joins the group of a process that has not been waited for.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn start(head: Pid) -> io::Result<Guard> {
        let (theirs, alive) = io::pipe()?;
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "read -r _; kill -KILL 0"]);
        command.process_group(head.as_raw_nonzero().get());
        command.stdin(OwnedFd::from(theirs));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Guard {
            child: command.spawn()?,
            _alive: alive,
        })
    }

    /// Ends the group, this guard included.
    pub fn end(mut self, head: Pid) {
        end(head);
        let _ = self.child.wait();
    }
}

/// Kills all processes of a group, given by its leader. The leader must not have been waited for, so that no
/// other process can have its number.
pub fn end(head: Pid) {
    // An error means that they have ended already.
    let _ = kill_process_group(head, Signal::KILL);
}
