//! The `yomikiri` command: glue, and nothing but glue. Each verb has a file, and [`verbs`] lists them; the work is
//! done in the library crates. This file holds what belongs to the process: exit codes and broken pipes.

mod answers;
mod args;
mod batch;
mod books;
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
mod export;
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
mod sources;
mod stress;
mod table;
mod tables;
mod tree;
mod value;
mod verbs;

use clap::Parser;
use desk::Desk;
use outcome::Exit;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use verbs::Cli;

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(words(std::env::args_os())) {
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
    let mut desk = Desk::new(cli.command.color(), cli.command.timeout());
    let result = cli.command.run(&mut desk);
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

/// The words of the command line. Boards of dots may begin with `-`, and so may sums (`-1/2 + clobber`). What begins
/// like no option and is no number gets a blank before it, for which positions and sums do not care. What stands
/// behind `--` is another program's.
fn words(given: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut is_ours = true;
    given.map(move |word| {
        is_ours &= word != "--";
        let is_text = |word: &str| {
            let after = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
            let begins = |after: &str| after.starts_with(|first: char| !first.is_alphabetic());
            after.is_some_and(begins) && word.parse::<f64>().is_err()
        };
        match word.to_str() {
            Some(text) if is_ours && is_text(text) => format!(" {text}").into(),
            _ => word,
        }
    })
}
