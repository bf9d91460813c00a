//! The sources of answers: a solver, or a table.

use crate::args::FromTableArgs;
use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::outcome::Failure;
use crate::stores;
use std::path::Path;
use yomikiri_catalog::table::{Missing, OpenTable};
use yomikiri_catalog::{AnyGame, AnySession, Ask, Control, Limits, Method, Refusal, START, whole};

/// Opens a session that answers from a table, if one is given, or else by a solver. The points gained along `after
/// MOVE MOVE` count.
pub(crate) fn session<'s>(
    game: &'s dyn AnyGame,
    ask: Ask,
    solver: Option<Method>,
    table: Option<&'s OpenTable>,
) -> Result<Box<dyn AnySession + 's>, Failure> {
    match table {
        Some(table) => Ok(whole::table_session(game, table, ask, Missing::Search)?),
        None => whole::session(game, ask, solver).map_err(|refusal| {
            let advice = match refusal {
                Refusal::NotAcyclic => game.advice(),
                _ => None,
            };
            match advice {
                Some(advice) => Diagnostic::bare(refusal.to_string()).helped(advice).into(),
                None => refusal.into(),
            }
        }),
    }
}

/// Opens a game, and the table to read answers from, if there is one.
pub(crate) fn given(
    spec: &str,
    from: &FromTableArgs,
    console: &Console,
) -> Result<(Box<dyn AnyGame>, Option<OpenTable>), Failure> {
    let Some(path) = &from.table else {
        return Ok((console.open(spec)?, None));
    };
    let table = open_table(path)?;
    let game = console.open_beside(spec, std::slice::from_ref(&table))?;
    write_down(
        game.as_ref(),
        &mut console.control_within(Limits::default()),
    )?;
    Ok((game, Some(table)))
}

/// Enumerates a game whose rules a program knows as the graph that its tables use, under limits and with progress.
/// Returns whether it is such a game.
pub(crate) fn write_down(game: &dyn AnyGame, control: &mut Control<'_>) -> Result<bool, Failure> {
    let written = game.written(control);
    written.map_err(|error| Failure::in_query(START, error))
}

/// Opens a table.
pub(crate) fn open_table(dir: &Path) -> Result<OpenTable, Failure> {
    if stores::address(dir).is_none() {
        // The path may name the file or its directory.
        files::reads(dir);
        files::reads(&dir.join(yomikiri_catalog::table::FILE));
    }
    stores::table(dir)?
        .map_err(|fault| Failure::bad(format!("cannot open `{}`: {fault}", dir.display())))
}
