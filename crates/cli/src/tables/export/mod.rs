//! `table export`: all positions for other programs.

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
use yomikiri_catalog::table::{OpenTable, Row, TableFault};
use yomikiri_catalog::{AnyGame, Control};

/// All positions of a table, within limits.
struct Rows<'a> {
    game: &'a dyn AnyGame,
    table: &'a OpenTable,
    /// Whether mirror images are positions of their own.
    unfold: bool,
    control: Control<'static>,
}

impl Rows<'_> {
    /// Hands them out in the table's order.
    fn each(
        mut self,
        each: &mut dyn FnMut(Row) -> io::Result<()>,
    ) -> Result<io::Result<()>, TableFault> {
        let mut stopped = None;
        let written = self
            .game
            .export_table(self.table, self.unfold, &mut |row| {
                if let Err(why) = self.control.visit() {
                    stopped = Some(why);
                    return Err(io::ErrorKind::Interrupted.into());
                }
                each(row)
            })?;
        match stopped {
            Some(why) => Err(TableFault::Stopped(why)),
            None => Ok(written),
        }
    }
}

pub(super) fn run(args: &TableExportArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (table, game) = open(&args.dir.dir)?;
    let control = desk.control(&args.limits);
    if let Some(path) = &args.certificate {
        let mut control = control;
        let (bytes, positions) = game
            .certify_table(&table, &mut control)
            .map_err(Failure::in_certificate)?;
        files::save(path, &bytes, desk)?;
        desk.say(format_args!(
            "note: the values of {positions} positions, {} bytes",
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
        Some(path) if path == "-" => csv::write(rows, desk.out())??,
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

/// Writes a file, all of it or nothing.
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
