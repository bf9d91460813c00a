//! `book`: makes and checks opening books. Each verb has its own file.

mod build;
mod fault;
mod verify;

use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use build::BookBuildArgs;
use clap::{Args, Subcommand};
use verify::BookVerifyArgs;

#[derive(Debug, Args)]
#[command(after_help = examples::BOOK)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(crate) command: BookCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    Build(BookBuildArgs),
    Verify(BookVerifyArgs),
}

pub(crate) fn run(args: &BookArgs, console: &mut Console) -> Result<Exit, Failure> {
    match &args.command {
        BookCommand::Build(args) => build::run(args, console),
        BookCommand::Verify(args) => verify::run(args, console),
    }
}
