//! `completions`: prints a script for a shell.

use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::{Args, Command};
use std::io::Write;

#[derive(Debug, Args)]
#[command(after_help = examples::COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Prints the completion script of the whole command line, `command`.
pub(crate) fn run(
    args: &CompletionsArgs,
    command: &mut Command,
    console: &mut Console,
) -> Result<Exit, Failure> {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "yomikiri", &mut script);
    console.out().write_all(&script)?;
    Ok(Exit::Answered)
}
