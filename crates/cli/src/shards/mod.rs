//! `shard`: builds tables task by task, with files in between. Each verb has its own file; `store`
//! holds the shared code.

mod claims;
mod finish;
mod make;
mod next;
mod plan;
mod run;
mod slurm;
mod store;
mod verify;
mod work;

use crate::args::Color;
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::{Args, Subcommand};
use finish::ShardFinishArgs;
use make::ShardMakeArgs;
use next::ShardNextArgs;
use plan::ShardPlanArgs;
use run::ShardRunArgs;
use slurm::ShardSlurmArgs;
use std::time::Duration;
use verify::ShardVerifyArgs;
use work::ShardWorkArgs;

#[derive(Debug, Args)]
#[command(after_help = examples::SHARD)]
pub(crate) struct ShardArgs {
    #[command(subcommand)]
    pub(crate) command: ShardCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ShardCommand {
    Plan(ShardPlanArgs),
    Next(ShardNextArgs),
    Run(ShardRunArgs),
    Work(ShardWorkArgs),
    Verify(ShardVerifyArgs),
    Finish(ShardFinishArgs),
    Make(ShardMakeArgs),
    Slurm(ShardSlurmArgs),
}

impl ShardCommand {
    pub(crate) fn color(&self) -> Color {
        match self {
            ShardCommand::Plan(args) => args.output.color.color,
            ShardCommand::Next(args) => args.output.color.color,
            ShardCommand::Run(args) => args.output.color.color,
            ShardCommand::Work(args) => args.output.color.color,
            ShardCommand::Verify(args) => args.output.color.color,
            ShardCommand::Finish(args) => args.output.color.color,
            ShardCommand::Make(args) => args.color.color,
            ShardCommand::Slurm(args) => args.color.color,
        }
    }

    /// Returns the limit of time, if there is one.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        match self {
            ShardCommand::Plan(args) => args.timeout,
            ShardCommand::Run(args) => args.room.timeout,
            ShardCommand::Work(args) => args.room.timeout,
            ShardCommand::Verify(args) => args.room.timeout,
            ShardCommand::Finish(args) => args.room.timeout,
            ShardCommand::Next(_) | ShardCommand::Make(_) | ShardCommand::Slurm(_) => None,
        }
    }

    /// Returns the limit of memory, if there is one.
    pub(crate) fn memory(&self) -> Option<u64> {
        match self {
            ShardCommand::Run(args) => Some(args.room.max_memory),
            ShardCommand::Work(args) => Some(args.room.max_memory),
            ShardCommand::Verify(args) => Some(args.room.max_memory),
            ShardCommand::Finish(args) => Some(args.room.max_memory),
            ShardCommand::Plan(_)
            | ShardCommand::Next(_)
            | ShardCommand::Make(_)
            | ShardCommand::Slurm(_) => None,
        }
    }
}

pub(crate) fn run(args: &ShardArgs, console: &mut Console) -> Result<Exit, Failure> {
    match &args.command {
        ShardCommand::Plan(args) => plan::run(args, console),
        ShardCommand::Next(args) => next::run(args, console),
        ShardCommand::Run(args) => run::run(args, console),
        ShardCommand::Work(args) => work::run(args, console),
        ShardCommand::Verify(args) => verify::run(args, console),
        ShardCommand::Finish(args) => finish::run(args, console),
        ShardCommand::Make(args) => make::run(args, console),
        ShardCommand::Slurm(args) => slurm::run(args, console),
    }
}
