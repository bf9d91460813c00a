//! `book`: makes and checks opening books. Each verb has its own file.

mod build;
mod fault;
mod verify;

use crate::args::Color;
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

impl BookCommand {
    pub(crate) fn color(&self) -> Color {
        match self {
            BookCommand::Build(args) => args.output.color.color,
            BookCommand::Verify(args) => args.output.color.color,
        }
    }
}

pub(crate) fn run(args: &BookArgs, console: &mut Console) -> Result<Exit, Failure> {
    match &args.command {
        BookCommand::Build(args) => build::run(args, console),
        BookCommand::Verify(args) => verify::run(args, console),
    }
}
