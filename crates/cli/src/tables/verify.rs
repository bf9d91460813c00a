//! `table verify`: checks a table.

use super::args::{DirArg, RoomArgs, of_table};
use super::pace::Pace;
use crate::args::OutputArgs;
use crate::console::Console;
use crate::files;
use crate::outcome::{Exit, Failure};
use crate::stores::{self, Scratch};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::{Options, TableFault, Verifying};
use yomikiri_catalog::{Counted, TableGameError, open_table_game};

/// Verify a table: checksums, then every key and every value against the rules
///
/// Exit codes: 0 the table is right; 1 it is not, and the command names the first fault.
#[derive(Debug, Args)]
pub(crate) struct TableVerifyArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    /// Search all moves that a semi-strong table leaves out, not only those at some thousand positions
    #[arg(long)]
    pub(crate) whole: bool,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The result of verifying, as JSON.
#[derive(Debug, Serialize)]
struct JsonVerified<'v> {
    version: u32,
    game: &'v str,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<u64>,
    /// For a semi-strong table: the stored positions at which it leaves moves out, and (`searched`) those that were
    /// searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    searched: Option<u64>,
    seconds: f64,
}

pub(super) fn run(args: &TableVerifyArgs, console: &mut Console) -> Result<Exit, Failure> {
    let started = Instant::now();
    let table = match stores::table(&args.dir.dir)? {
        Err(fault @ TableFault::Damaged(_)) => return found(args, "", &fault, started, console),
        other => other.map_err(|fault| {
            let why = format!("cannot open `{}`: {fault}", args.dir.dir.display());
            Failure::from(fault).saying(why)
        })?,
    };
    let game = match open_table_game(&table, &files::Disk) {
        Err(TableGameError::Table(fault @ TableFault::Damaged(_))) => {
            return found(args, &table.subject().game, &fault, started, console);
        }
        game => of_table(table.subject(), game)?,
    };
    let semi_strong = table.subject().extent.is_semi_strong();
    if args.whole && !semi_strong {
        return Err(Failure::bad(
            "--whole is about semi-strong tables: all of this table is verified in any case",
        ));
    }
    let mut teller = console.teller();
    let pace = Pace::new();
    let mut told = |verifying: &Verifying| {
        let line = pace.line(verifying.done, Some(verifying.total));
        teller(format!("verifying: {line}"));
    };
    let mut control = args.room.silent(console);
    let options = Options {
        search_all: args.whole,
        ..args.room.options()
    };
    let scratch = Scratch::default();
    match game.verify_table(&table, &scratch, &options, &mut control, &mut told) {
        Ok(verified) => {
            match args.output.json {
                true => console.json(&JsonVerified {
                    version: JSON_VERSION,
                    game: game.name(),
                    verified: true,
                    fault: None,
                    positions: Some(verified.positions),
                    stored: Some(verified.stored),
                    left_out: semi_strong.then_some(verified.left_out),
                    searched: semi_strong.then_some(verified.searched),
                    seconds: started.elapsed().as_secs_f64(),
                })?,
                false => writeln!(
                    console.out(),
                    "{}: all of {} ({} stored) verified",
                    game.name(),
                    Counted(verified.positions, "position"),
                    verified.stored,
                )?,
            }
            if semi_strong && !args.output.json {
                writeln!(
                    console.out(),
                    "moves are left out at {}, and a search at {} of these finds no better move",
                    Counted(verified.left_out, "position"),
                    verified.searched,
                )?;
            }
            Ok(Exit::Answered)
        }
        Err(fault @ TableFault::Damaged(_)) => found(args, game.name(), &fault, started, console),
        Err(fault) => Err(fault.into()),
    }
}

/// Reports the first fault.
fn found(
    args: &TableVerifyArgs,
    game: &str,
    fault: &TableFault,
    started: Instant,
    console: &mut Console,
) -> Result<Exit, Failure> {
    match args.output.json {
        true => console.json(&JsonVerified {
            version: JSON_VERSION,
            game,
            verified: false,
            fault: Some(fault.to_string()),
            positions: None,
            stored: None,
            left_out: None,
            searched: None,
            seconds: started.elapsed().as_secs_f64(),
        })?,
        false => writeln!(console.out(), "fault: {fault}")?,
    }
    Ok(Exit::Found)
}
