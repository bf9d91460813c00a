//! `table export`: writes all positions for other programs.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;

use super::args::DirArg;
use crate::args::{ColorArgs, LimitArgs, parquet_file};
use crate::console::Console;
use crate::files;
use crate::outcome::{Exit, Failure};
use clap::{ArgGroup, Args};
use rows::Rows;
use std::fs::File;
use std::io::{self, BufWriter};
use yomikiri_catalog::Counted;
use yomikiri_catalog::table::TableFault;

/// Export all positions in a format that other programs can read
///
/// The export has one row for each stored position, or with `--unfold` one for each reachable position. The
/// columns are the position's text, its key, the player to move, the ply at which play first reaches it (if the
/// table records it), the number of reachable positions that the row stands for, its value, margin and
/// distance, whether it is won by endless play, and its best moves.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("form").required(true))]
pub(crate) struct TableExportArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    /// The file for comma-separated values with a heading (`-`: stdout)
    #[arg(long, value_name = "FILE", group = "form")]
    pub(crate) csv: Option<String>,
    /// The file for Apache Parquet (only in a program built with `--features parquet`)
    #[arg(long, value_name = "FILE", group = "form", value_parser = parquet_file)]
    pub(crate) parquet: Option<String>,
    /// The file for a certificate of all values, for `yomikiri check`. A certificate can state only some rules
    /// (lines of cells, heaps, walks on a grid, graphs). All positions must fit in memory
    #[arg(long, value_name = "FILE", group = "form")]
    pub(crate) certificate: Option<String>,
    /// Write a row for every position that play can reach, each with its own best moves. Otherwise a row
    /// may stand for several mirror images
    #[arg(long, conflicts_with = "certificate")]
    pub(crate) unfold: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

pub(super) fn run(args: &TableExportArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (table, game) = args.dir.open()?;
    let control = console.control(&args.limits);
    if let Some(path) = &args.certificate {
        let mut control = control;
        let (bytes, positions) = game
            .certify_table(&table, &mut control)
            .map_err(Failure::in_certificate)?;
        console.save(path, &bytes)?;
        console.say(format_args!(
            "note: the values of {}, {} bytes",
            Counted(positions, "position"),
            bytes.len()
        ));
        return Ok(Exit::Answered);
    }
    let rows = Rows {
        game: game.as_ref(),
        table: &table,
        unfold: args.unfold,
        control,
    };
    match &args.csv {
        Some(path) if path == "-" => csv::write(rows, console.out())??,
        Some(path) => to_file(path, |file| csv::write(rows, &mut BufWriter::new(file)))?,
        #[cfg(feature = "parquet")]
        None => {
            if let Some(path) = &args.parquet {
                to_file(path, |file| parquet::write(rows, BufWriter::new(file)))?;
            }
        }
        #[cfg(not(feature = "parquet"))]
        None => {}
    }
    Ok(Exit::Answered)
}

/// Writes a file, completely or not at all.
fn to_file(
    path: &str,
    write: impl FnOnce(&File) -> Result<io::Result<()>, TableFault>,
) -> Result<(), Failure> {
    files::create(path, |file| match write(file) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(Failure::system(&format!("cannot write `{path}`"), &error)),
        Err(fault) => Err(fault.into()),
    })
}
