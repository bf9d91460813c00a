//! From a spec, or a table, to a game behind the face.

use super::AnyGame;
use super::erased::Erased;
use super::identity::Identity;
use std::cell::RefCell;
use yomikiri::table::{Table, TableError};
use yomikiri_games::make::{make, read};
use yomikiri_games::registry::{Info, Playable, Visitor};
use yomikiri_games::spec::{Files, OneFile, Spec, SpecError};

/// Opens the game that a spec names.
///
/// # Errors
///
/// What is wrong with the spec, or with a file it names.
pub fn open(spec: &str, files: &dyn Files) -> Result<Box<dyn AnyGame>, SpecError> {
    struct Erase<'r> {
        info: Info,
        spec: Spec,
        title: Option<String>,
        read: &'r RefCell<Option<String>>,
    }
    impl Visitor for Erase<'_> {
        type Output = Box<dyn AnyGame>;
        fn titled(&mut self, title: &str) {
            self.title = Some(title.to_owned());
        }
        fn visit<G: Playable>(self, game: G) -> Box<dyn AnyGame> {
            Box::new(Erased {
                game,
                name: self.spec.to_string(),
                title: self.title,
                identity: Identity::new(self.info, self.spec, self.read.take()),
            })
        }
    }
    let (info, canonical) = read(spec).map_err(SpecError::in_spec)?;
    let read = RefCell::new(None);
    let files = Noted { files, read: &read };
    let erase = Erase {
        info,
        spec: canonical,
        title: None,
        read: &read,
    };
    make(spec, &files, erase)
}

/// Why the game of a table cannot be opened.
#[derive(Debug)]
pub enum TableGameError {
    /// The spec is wrong, or the file that it names.
    Spec(SpecError),
    /// The table is damaged: what it holds is not what it was built by.
    Table(TableError),
}

/// Opens the game that a table is of: from the table alone, unless its format is version 1 and its spec
/// names a file, which is read then.
///
/// # Errors
///
/// What is wrong with the spec, with the file, or with the rules that the table holds.
pub fn open_table_game(
    table: &Table,
    files: &dyn Files,
) -> Result<Box<dyn AnyGame>, TableGameError> {
    let subject = table.subject();
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

/// Files whose text is kept as it is read: it is part of the rules. No spec names more than one.
struct Noted<'f> {
    files: &'f dyn Files,
    read: &'f RefCell<Option<String>>,
}

impl Files for Noted<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        let text = self.files.text(path)?;
        self.read.replace(Some(text.clone()));
        Ok(text)
    }
}
