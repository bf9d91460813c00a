//! The `yomikiri` command: glue, and nothing but glue. One file a verb; the work is done in the
//! library crates. This file holds what belongs to the process: arguments, exit codes, broken pipes.

mod args;
mod batch;
mod check;
#[cfg(feature = "parquet")]
mod columns;
mod compare;
mod completions;
mod contest;
mod count;
mod desk;
mod diagnostic;
mod examples;
mod files;
mod games;
mod grade;
mod interrupt;
mod lines;
mod man;
mod moves;
mod outcome;
mod play;
mod progress;
mod prove;
mod report;
mod rules;
mod serve;
mod solve;
mod stress;
mod table;
mod tables;
mod tree;
mod value;

use args::{Cli, Command};
use clap::Parser;
use desk::Desk;
use outcome::{Exit, Failure};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help that nobody reads to its end is no failure.
            let printed = error.print().and_then(|()| io::stdout().flush());
            return match printed {
                Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
                    let _ = writeln!(io::stderr(), "error: cannot write the help: {fault}");
                    Exit::Limit.into()
                }
                _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
            };
        }
    };
    interrupt::install();
    let mut desk = Desk::new(cli.command.color());
    let result = run(&cli.command, &mut desk);
    // What was answered before a failure stays answered.
    let flushed = desk.flush();
    let exit = match result.and_then(|exit| flushed.map(|()| exit)) {
        Ok(exit) => exit,
        Err(failure) => {
            desk.report(&failure);
            failure.exit()
        }
    };
    exit.into()
}

fn run(command: &Command, desk: &mut Desk) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args, desk),
        Command::Moves(args) => moves::run(args, desk),
        Command::Count(args) => count::run(args, desk),
        Command::Tree(args) => tree::run(args, desk),
        Command::Compare(args) => compare::run(args, desk),
        Command::Contest(args) => contest::run(args, desk),
        Command::Stress(args) => stress::run(args, desk),
        Command::Play(args) => play::run(args, desk),
        Command::Serve(args) => serve::run(args, desk),
        Command::Prove(args) => prove::run(args, desk),
        Command::Check(args) => check::run(args, desk),
        Command::Report(args) => report::run(args, desk),
        Command::Estimate(args) => tables::estimate(args, desk),
        Command::Table(args) => tables::run(args, desk),
        Command::Value(args) => value::run(args, desk),
        Command::Grade(args) => grade::run(args, desk),
        Command::Games(args) => games::run(args, desk),
        Command::Rules(args) => rules::run(args, desk),
        Command::Completions(args) => completions::run(args, desk),
        Command::Man(args) => man::run(args, desk),
    }
}
