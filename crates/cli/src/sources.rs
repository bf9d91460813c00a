//! Where answers come from: a solver, or a table.

use crate::args::FromTableArgs;
use crate::desk::Desk;
use crate::files;
use crate::outcome::Failure;
use std::path::Path;
use std::sync::Arc;
use yomikiri_catalog::asked::{Arena, Fault};
use yomikiri_catalog::table::{OpenTable, held_file};
use yomikiri_catalog::{
    AnyGame, AnySession, Ask, Control, Files, Limits, Method, Program, START, whole,
};

/// Answers a question about a game, from a table where one is given, else by a solver. The points gained along
/// `after MOVE MOVE` count.
pub(crate) fn session<'s>(
    game: &'s dyn AnyGame,
    ask: Ask,
    solver: Option<Method>,
    table: Option<&'s OpenTable>,
) -> Result<Box<dyn AnySession + 's>, Failure> {
    match table {
        Some(table) => Ok(whole::table_session(game, table, ask)?),
        None => Ok(whole::session(game, ask, solver)?),
    }
}

/// Opens a game, and the table that answers are to be read from, if any is.
pub(crate) fn given(
    spec: &str,
    from: &FromTableArgs,
    desk: &Desk,
) -> Result<(Box<dyn AnyGame>, Option<OpenTable>), Failure> {
    let Some(path) = &from.table else {
        return Ok((desk.open(spec)?, None));
    };
    let table = open_table(path)?;
    let game = open_beside(spec, std::slice::from_ref(&table))?;
    write_down(
        game.as_ref(),
        &mut desk.control_within(Limits::default()),
        desk,
    )?;
    Ok((game, Some(table)))
}

/// Writes a game that a program knows down as the graph that tables are of, under limits and with progress.
pub(crate) fn write_down(
    game: &dyn AnyGame,
    control: &mut Control<'_>,
    desk: &Desk,
) -> Result<(), Failure> {
    let written = game.written(control);
    if written.map_err(|error| Failure::in_query(START, error))? {
        desk.say(WRITTEN);
    }
    Ok(())
}

/// What is said of tables of games that are asked of a program.
const WRITTEN: &str = "note: the table is of the graph that this game comes to: it has the texts of positions, and \
                       moves are called after the positions that they lead to";

/// Opens a game whose file may be gone where one of these tables holds it.
pub(crate) fn open_beside(spec: &str, tables: &[OpenTable]) -> Result<Box<dyn AnyGame>, Failure> {
    let game = yomikiri_catalog::open(spec, &Beside(tables));
    game.map_err(|error| Failure::in_spec(spec, error))
}

/// The files of this machine; where there is none, one that a table holds under its name.
struct Beside<'t>(&'t [OpenTable]);

impl Files for Beside<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        if !Path::new(path).exists()
            && let Some(text) = self.0.iter().find_map(|table| held_file(table, path))
        {
            return Ok(text.to_owned());
        }
        files::Disk.read(path)
    }

    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        files::Disk.program(program)
    }
}

/// Opens a table.
pub(crate) fn open_table(dir: &Path) -> Result<OpenTable, Failure> {
    // It may be named as the file or as its directory.
    files::reads(dir);
    files::reads(&dir.join(yomikiri_catalog::table::FILE));
    OpenTable::open(dir)
        .map_err(|fault| Failure::bad(format!("cannot open `{}`: {fault}", dir.display())))
}
