//! `completions`: a script for a shell.

use crate::args::{Cli, CompletionsArgs};
use crate::desk::Desk;
use crate::outcome::{Exit, Failure};
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(args: &CompletionsArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "yomikiri", &mut script);
    desk.out().write_all(&script)?;
    Ok(Exit::Answered)
}
