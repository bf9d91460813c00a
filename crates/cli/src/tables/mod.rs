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
use yomikiri_catalog::table::{OpenTable, Options, Subject};
use yomikiri_catalog::{AnyGame, AnySession, Ask, Control, Limits, Method, thread_count};

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
    let subject = game.subject(args.ask.ask, args.symmetry);
    Ok((game, subject))
}

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

/// Answers a question about a game: from a table where one is given, else by a solver.
pub(crate) fn session<'s>(
    game: &'s dyn AnyGame,
    ask: Ask,
    solver: Option<Method>,
    table: Option<&'s OpenTable>,
) -> Result<Box<dyn AnySession + 's>, Failure> {
    match table {
        Some(table) => Ok(game.table_session(table, ask)?),
        None => Ok(game.session(ask, solver)?),
    }
}

/// Opens the table that answers are to be read from, if any is.
pub(crate) fn given(from: &FromTableArgs) -> Result<Option<OpenTable>, Failure> {
    from.table.as_deref().map(open_table).transpose()
}

/// Opens a table and the game it is of.
fn open(dir: &Path, desk: &Desk) -> Result<(OpenTable, Box<dyn AnyGame>), Failure> {
    let table = open_table(dir)?;
    let game = desk.open(&table.subject().game)?;
    Ok((table, game))
}

/// Opens a table.
pub(crate) fn open_table(dir: &Path) -> Result<OpenTable, Failure> {
    // It may be named as the file or as its directory.
    files::reads(dir);
    files::reads(&dir.join(yomikiri_catalog::table::FILE));
    OpenTable::open(dir)
        .map_err(|fault| Failure::bad(format!("cannot open `{}`: {fault}", dir.display())))
}
