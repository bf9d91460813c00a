//! Programs in process groups of their own, so that they end with all that they have started.

use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

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

/// Ends all processes of a group, by the process at its head. That must not have been waited for, so that
/// nobody else can have its number.
pub(crate) fn end(head: Pid) {
    // There is nothing to be done where they have ended already.
    let _ = kill_process_group(head, Signal::KILL);
}
