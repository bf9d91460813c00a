//! Opening the game of a spec with its type erased.

use super::AnyGame;
use super::erased::Erased;
use super::identity::Identity;
use std::cell::RefCell;
use std::sync::Arc;
use yomikiri_games::asked::{Arena, Fault};
use yomikiri_games::make::{make, read};
use yomikiri_games::registry::{Info, Playable, Visitor};
use yomikiri_games::spec::{Files, Program, Spec, SpecError};

/// A game, and the arena of its answers, if its rules are asked of a source.
pub(super) type Opened = (Box<dyn AnyGame>, Option<Arc<Arena>>);

/// Opens the game that a spec names. Also returns the arena of its answers, if its rules are asked
/// of a source.
///
/// # Errors
///
/// A description of the fault in the spec, or in a file that it names.
pub(super) fn erase(spec: &str, files: &dyn Files) -> Result<Opened, SpecError> {
    struct Erase<'r> {
        info: Info,
        spec: Spec,
        title: Option<String>,
        says: Vec<String>,
        read: &'r RefCell<Option<String>>,
        arena: Option<Arc<Arena>>,
    }
    impl Visitor for Erase<'_> {
        type Output = Opened;
        fn titled(&mut self, title: &str) {
            self.title = Some(title.to_owned());
        }
        fn told<S: Into<String>>(&mut self, sentences: impl IntoIterator<Item = S>) {
            self.says = sentences.into_iter().map(Into::into).collect();
        }
        fn asked(&mut self, arena: &Arc<Arena>) {
            self.arena = Some(Arc::clone(arena));
        }
        fn visit<G: Playable>(self, game: G) -> Opened {
            let game = Box::new(Erased {
                game,
                name: self.spec.to_string(),
                title: self.title,
                says: self.says,
                identity: Identity::new(self.info, self.spec, self.read.take()),
            });
            (game, self.arena)
        }
    }
    let (info, canonical) = read(spec).map_err(SpecError::in_spec)?;
    let read = RefCell::new(None);
    let files = Noted { files, read: &read };
    let erase = Erase {
        info,
        spec: canonical,
        title: None,
        says: Vec::new(),
        read: &read,
        arena: None,
    };
    make(spec, &files, erase)
}

/// Files whose text is kept as it is read, because it is part of the rules. No spec names more than
/// one.
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
    fn is_stopped(&self) -> bool {
        self.files.is_stopped()
    }
    fn most_bytes(&self) -> Option<u64> {
        self.files.most_bytes()
    }
    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        self.files.program(program)
    }
}
