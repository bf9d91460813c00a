//! Programs in process groups of their own, so that they end with all that they have started.

use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::io::{self, PipeWriter};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A program and its arguments.
///
/// # Errors
///
/// When there are no words.
pub(crate) fn program(words: &[OsString]) -> io::Result<(&OsString, &[OsString])> {
    let why = "the command is empty";
    let empty = || io::Error::new(io::ErrorKind::InvalidInput, why);
    words.split_first().ok_or_else(empty)
}

/// A program to be started without a shell, at the head of a group of its own.
pub(crate) fn command(program: &OsStr) -> Command {
    // No `pre_exec`: the standard library starts processes by `posix_spawn` then, which does not copy our
    // page tables.
    let mut command = Command::new(program);
    command.process_group(0);
    command
}

/// A process in a group that ends all of it as soon as we have ended, however that was: it reads from a pipe that
/// nobody but us can write to. While it has not been waited for, nobody else can have the number of the group.
pub(crate) struct Guard {
    child: Child,
    _alive: PipeWriter,
}

impl Guard {
    /// Joins the group of a process that has not been waited for.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub(crate) fn start(head: Pid) -> io::Result<Guard> {
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

    /// Ends the group, and this process with it.
    pub(crate) fn end(mut self, head: Pid) {
        end(head);
        let _ = self.child.wait();
    }
}

/// Ends all processes of a group, by the process at its head. That must not have been waited for, so that
/// nobody else can have its number.
pub(crate) fn end(head: Pid) {
    // There is nothing to be done where they have ended already.
    let _ = kill_process_group(head, Signal::KILL);
}
