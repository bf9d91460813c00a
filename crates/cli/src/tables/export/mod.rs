//! `table export`: all stored positions for other programs.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

use super::args::TableExportArgs;
use super::open;
use crate::desk::Desk;
use crate::files;
use crate::outcome::{Exit, Failure};
use std::fs::File;
use std::io::{self, BufWriter};
use yomikiri_catalog::AnyGame;
use yomikiri_catalog::table::{OpenTable, TableFault};

pub(super) fn run(args: &TableExportArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (table, game) = open(&args.dir.dir, desk)?;
    let game = game.as_ref();
    if args.csv.as_deref() == Some("-") {
        csv::write(game, &table, desk.out())??;
        return Ok(Exit::Answered);
    }
    if let Some(path) = &args.csv {
        to_file(path, |file| {
            csv::write(game, &table, &mut BufWriter::new(file))
        })?;
    }
    #[cfg(feature = "parquet")]
    if let Some(path) = &args.parquet {
        to_file(path, |file| {
            parquet::write(game, &table, BufWriter::new(file))
        })?;
    }
    if let Some(path) = &args.certificate {
        let (bytes, positions) = game
            .certify_table(&table, &mut desk.control(&args.limits))
            .map_err(Failure::in_certificate)?;
        files::save(path, &bytes, desk)?;
        desk.say(format_args!(
            "note: the values of {positions} positions, {} bytes",
            bytes.len()
        ));
    }
    Ok(Exit::Answered)
}

/// Writes a file; what is half-written goes.
fn to_file(
    path: &str,
    write: impl FnOnce(File) -> Result<io::Result<()>, TableFault>,
) -> Result<(), Failure> {
    let written = |file| match write(file) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(Failure::system(&format!("cannot write `{path}`"), &error)),
        Err(fault) => Err(fault.into()),
    };
    files::create(path, written)
}
