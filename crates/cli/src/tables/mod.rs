//! `estimate` and `table`: whole games on disk. One file a verb; what they share is here.

pub(crate) mod args;
mod build;
mod estimate;
mod export;
mod info;
mod pace;
mod probe;
mod scratch;
mod verify;

pub(crate) use estimate::run as estimate;

use crate::desk::Desk;
use crate::files;
use crate::outcome::{Exit, Failure};
use args::{FromTableArgs, RoomArgs, SubjectArgs, TableArgs, TableCommand};
use std::path::Path;
use std::sync::Arc;
use yomikiri_catalog::asked::{Arena, Fault};
use yomikiri_catalog::table::{OpenTable, Options, Subject, held_file};
use yomikiri_catalog::{
    AnyGame, AnySession, Ask, Control, Files, Limits, Method, Program, START, TableGameError,
    open_table_game, thread_count, whole,
};

pub(crate) fn run(args: &TableArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    match &args.command {
        TableCommand::Build(args) => build::run(args, desk),
        TableCommand::Info(args) => info::run(args, desk),
        TableCommand::Probe(args) => probe::run(args, desk),
        TableCommand::Verify(args) => verify::run(args, desk),
        TableCommand::Export(args) => export::run(args, desk),
    }
}

/// The game that a table is to be of, and what else there is to say of it.
fn subject(args: &SubjectArgs, desk: &Desk) -> Result<(Box<dyn AnyGame>, Subject), Failure> {
    let game = desk.open(&args.game.game)?;
    write_down(game.as_ref(), desk)?;
    let subject = game.subject(args.ask.ask, args.symmetry);
    Ok((game, subject))
}

/// Writes a game that a program knows down as the graph that tables are of, under limits and with progress.
fn write_down(game: &dyn AnyGame, desk: &Desk) -> Result<(), Failure> {
    let mut control = desk.control_within(Limits::default());
    let written = game.written(&mut control);
    if written.map_err(|error| Failure::in_query(START, error))? {
        desk.say(WRITTEN);
    }
    Ok(())
}

/// What is said of tables of games that are asked of a program.
const WRITTEN: &str = "note: the table is of the graph that this game comes to: it has the texts of positions, and \
                       moves are called after the positions that they lead to";

fn options(room: &RoomArgs) -> Options {
    Options {
        memory: room.max_memory,
        disk: room.max_disk,
        threads: thread_count(room.threads),
        ..Options::default()
    }
}

fn control(room: &RoomArgs, desk: &Desk) -> Control<'static> {
    desk.control_within(Limits {
        time: room.timeout,
        ..Limits::default()
    })
}

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
    write_down(game.as_ref(), desk)?;
    Ok((game, Some(table)))
}

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

/// Opens a table and the game it is of.
fn open(dir: &Path) -> Result<(OpenTable, Box<dyn AnyGame>), Failure> {
    let table = open_table(dir)?;
    let game = game_of(&table)?;
    Ok((table, game))
}

/// Opens the game that a table is of.
fn game_of(table: &OpenTable) -> Result<Box<dyn AnyGame>, Failure> {
    of_table(table, open_table_game(table, &files::Disk))
}

/// The game that was opened for a table, or what is to be said of the error.
fn of_table(
    table: &OpenTable,
    game: Result<Box<dyn AnyGame>, TableGameError>,
) -> Result<Box<dyn AnyGame>, Failure> {
    game.map_err(|error| match error {
        TableGameError::Spec(error) => Failure::in_spec(&table.subject().game, error),
        TableGameError::Table(fault) => fault.into(),
    })
}

/// Opens a table.
pub(crate) fn open_table(dir: &Path) -> Result<OpenTable, Failure> {
    // It may be named as the file or as its directory.
    files::reads(dir);
    files::reads(&dir.join(yomikiri_catalog::table::FILE));
    OpenTable::open(dir)
        .map_err(|fault| Failure::bad(format!("cannot open `{}`: {fault}", dir.display())))
}
