//! The process: its games, exit codes and broken pipes.

use crate::args::Common;
use crate::console::Console;
use crate::interrupt;
use crate::outcome::{Exit, Failure};
use crate::stress;
use crate::verbs::Cli;
use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use yomikiri_catalog::own::{AddError, OwnFamily, add};

/// The command: all verbs, on the built-in games and those that are added.
#[must_use = "nothing happens before `main`"]
#[derive(Debug, Default)]
pub struct App {
    /// The first error of an added game, reported when the command runs.
    wrong: Option<AddError>,
}

impl App {
    /// Makes the command with the built-in games.
    pub fn new() -> App {
        App::default()
    }

    /// Adds a family of games. They come first in lists, and every argument that names a game accepts them.
    pub fn family<F: OwnFamily>(mut self) -> App {
        if let Err(error) = add::<F>() {
            self.wrong.get_or_insert(error);
        }
        self
    }

    /// Runs the command on the arguments of the process.
    pub fn main(self) -> ExitCode {
        let words: Vec<_> = words(std::env::args_os()).collect();
        let parsed = Cli::command().try_get_matches_from(&words);
        let parsed = parsed.and_then(|mut matches| {
            let common = Common::of(&matches);
            Cli::from_arg_matches_mut(&mut matches).map(|cli| (cli, common))
        });
        let (cli, common) = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                // A closed pipe after help is no failure.
                let printed = error.print().and_then(|()| io::stdout().flush());
                if error.use_stderr()
                    && let Some(tip) = stress::tip(&words)
                {
                    let _ = writeln!(io::stderr(), "\n{tip}");
                }
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
        let mut console = Console::new(common.color, common.timeout, common.memory);
        let result = match self.wrong {
            Some(error) => Err(Failure::bad(format!("this program's games: {error}"))),
            None => cli.command.run(&mut console),
        };
        // Answers before a failure are still written.
        let flushed = console.flush();
        let exit = match result.and_then(|exit| flushed.map(|()| exit)) {
            Ok(exit) => exit,
            Err(failure) => {
                if common.json {
                    console.json_failure(&failure);
                }
                console.report(&failure);
                failure.exit()
            }
        };
        exit.into()
    }
}

/// Prepares the words of the command line. Boards of dots may begin with `-`, and so may sums (`-1/2 + clobber`). A
/// word that begins like neither an option nor a number gets a blank before it, which positions and sums ignore.
/// Words after `--` belong to another program.
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
