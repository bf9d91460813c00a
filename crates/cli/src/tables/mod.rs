//! `estimate` and `table`: whole games on disk. Each verb has its own file; `args` holds the shared
//! code.

mod args;
mod build;
mod estimate;
mod export;
mod info;
mod pace;
mod probe;
mod verify;

pub(crate) use args::{RoomArgs, SubjectArgs, of_table};
pub(crate) use estimate::{EstimateArgs, run as estimate};
pub(crate) use info::Info;
pub(crate) use pace::time;

use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use build::TableBuildArgs;
use clap::{Args, Subcommand};
use export::TableExportArgs;
use info::TableInfoArgs;
use probe::TableProbeArgs;
use verify::TableVerifyArgs;

#[derive(Debug, Args)]
#[command(after_help = examples::TABLE)]
pub(crate) struct TableArgs {
    #[command(subcommand)]
    pub(crate) command: TableCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    Build(TableBuildArgs),
    Info(TableInfoArgs),
    Probe(TableProbeArgs),
    Verify(TableVerifyArgs),
    Export(TableExportArgs),
}

pub(crate) fn run(args: &TableArgs, console: &mut Console) -> Result<Exit, Failure> {
    match &args.command {
        TableCommand::Build(args) => build::run(args, console),
        TableCommand::Info(args) => info::run(args, console),
        TableCommand::Probe(args) => probe::run(args, console),
        TableCommand::Verify(args) => verify::run(args, console),
        TableCommand::Export(args) => export::run(args, console),
    }
}
