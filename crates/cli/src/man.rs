//! `man`: writes the manual pages, one for the command and one for each verb at every level.

use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::{Args, Command};
use clap_mangen::Man;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

#[derive(Debug, Args)]
#[command(after_help = examples::MAN)]
pub(crate) struct ManArgs {
    /// The folder for the pages, one file per page; created if it does not exist
    #[arg(value_name = "DIR")]
    pub(crate) dir: Option<std::path::PathBuf>,
}

/// Writes the manual of the whole command line, `command`.
pub(crate) fn run(
    args: &ManArgs,
    command: Command,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let pages =
        pages(command).map_err(|error| Failure::system("cannot make the manual", &error))?;
    match &args.dir {
        Some(dir) => {
            write_all(&pages, dir).map_err(|error| {
                Failure::system(&format!("cannot write into `{}`", dir.display()), &error)
            })?;
            console.say(format_args!(
                "note: wrote {} pages to `{}`",
                pages.len(),
                dir.display()
            ));
        }
        None => {
            for (_, page) in &pages {
                console.out().write_all(page)?;
            }
            if io::stdout().is_terminal() {
                console.flush()?;
                console.say("note: these pages are roff; `yomikiri man | man -l -` shows them");
            }
        }
    }
    Ok(Exit::Answered)
}

/// Returns the pages with their file names.
fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = without_help(command);
    command.build();
    let mut pages = Vec::new();
    let mut next = vec![command];
    while let Some(command) = next.pop() {
        let verbs: Vec<Command> = command.get_subcommands().cloned().collect();
        next.extend(verbs.into_iter().rev());
        let man = Man::new(command);
        let mut page = Vec::new();
        man.render(&mut page)?;
        pages.push((man.get_filename(), page));
    }
    Ok(pages)
}

/// Removes the verb `help`, which has no page, at every level.
fn without_help(command: Command) -> Command {
    command
        .disable_help_subcommand(true)
        .mut_subcommands(without_help)
}

fn write_all(pages: &[(String, Vec<u8>)], dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    for (name, page) in pages {
        fs::write(dir.join(name), page)?;
    }
    Ok(())
}
