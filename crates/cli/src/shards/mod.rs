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
