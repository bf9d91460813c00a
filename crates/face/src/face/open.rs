//! Opening a game behind the face from a spec or a table.

use super::AnyGame;
use super::erase::erase;
use super::erased::Erased;
use super::identity::Identity;
use super::watched::Watched;
use std::sync::Arc;
use yomikiri::table::{Subject, Table, TableError};
use yomikiri_games::asked::{Arena, Asked};
use yomikiri_games::compact::Compact;
use yomikiri_games::make::read;
use yomikiri_games::spec::{Files, OneFile, SpecError};

/// Opens the game that a spec names.
///
/// # Errors
///
/// A description of the fault in the spec, or in a file that it names.
pub fn open(spec: &str, files: &dyn Files) -> Result<Box<dyn AnyGame>, SpecError> {
    let (game, arena) = erase(spec, files)?;
    Ok(match arena {
        None => game,
        Some(arena) => Box::new(Watched::new(game.into(), arena)),
    })
}

/// Opens a game whose rules are asked of a source, under a name of its own.
///
/// # Errors
///
/// If the name is empty.
pub fn open_asked(name: &str, arena: Arc<Arena>) -> Result<Box<dyn AnyGame>, SpecError> {
    // It counts as a program of that name, which nobody is to start again.
    let spec = format!("program:command={}", name.replace(',', " "));
    let (info, spec) = read(&spec).map_err(SpecError::in_spec)?;
    let erased = Erased {
        game: Compact::new(Asked::new(Arc::clone(&arena))),
        name: name.to_owned(),
        title: arena.about().title.clone(),
        says: Vec::new(),
        identity: Identity::new(info, spec, None).called(name),
    };
    Ok(Box::new(Watched::new(Arc::new(erased), arena)))
}

/// The reason why the game of a table cannot be opened.
#[derive(Debug)]
pub enum TableGameError {
    /// The spec is wrong, or the file that it names.
    Spec(SpecError),
    /// The table is damaged: its contents differ from what it was built from.
    Table(TableError),
}

/// Opens the game of a table: from the table alone, unless its format is version 1 and its spec names a
/// file, which is then read.
///
/// # Errors
///
/// A description of the fault in the spec, in the file, or in the rules that the table holds.
pub fn open_table_game(
    table: &Table,
    files: &dyn Files,
) -> Result<Box<dyn AnyGame>, TableGameError> {
    open_subject_game(table.subject(), files)
}

/// Opens the game of a table or of a plan, as [`open_table_game`] does.
///
/// # Errors
///
/// As for [`open_table_game`].
pub fn open_subject_game(
    subject: &Subject,
    files: &dyn Files,
) -> Result<Box<dyn AnyGame>, TableGameError> {
    let Some(text) = &subject.file else {
        return open(&subject.game, files).map_err(|mut error| {
            let help = "a table of version 1 does not hold the file of its game: put the file where it was, or build the table anew";
            error.error.help.get_or_insert(help.to_owned());
            TableGameError::Spec(error)
        });
    };
    let damaged = |what: String| TableGameError::Table(TableError::Damaged(what));
    let game = open(&subject.game, &OneFile(text));
    let game =
        game.map_err(|error| damaged(format!("the rules that it holds: {}", error.error.message)))?;
    match game.has_rules(&subject.rules) {
        true => Ok(game),
        false => Err(damaged(
            "the rules that it holds are not those that it was built by".to_owned(),
        )),
    }
}
