//! The way from a spec's text to a game, through the [registry](crate::registry).
//!
//! A [`Visitor`] is an action on a game whose family is known only by name, for example to solve it, list its moves
//! or erase its type. [`make`] finds the family, checks the settings, builds the game and hands it over. A visitor's
//! method is generic, so each family's rules are compiled together with the action, and no type is erased before the
//! visitor decides to.
//!
//! ```
//! use yomikiri_core::Notation;
//! use yomikiri_games::make::make;
//! use yomikiri_games::registry::{Playable, Visitor};
//! use yomikiri_games::spec::NoFiles;
//!
//! struct OpeningMoves;
//! impl Visitor for OpeningMoves {
//!     type Output = Vec<String>;
//!     fn visit<G: Playable>(self, game: G) -> Vec<String> {
//!         let start = game.start();
//!         game.moves(&start).map(|mv| game.move_text(&start, mv)).collect()
//!     }
//! }
//!
//! let moves = make("grid-walk:cells=---/+-+/+--", &NoFiles, OpeningMoves).unwrap();
//! assert_eq!(moves, ["1,2", "2,1"]);
//!
//! let error = make("gird-walk:cells=---", &NoFiles, OpeningMoves).unwrap_err();
//! assert_eq!(error.to_string(), "there is no game `gird-walk` (did you mean `grid-walk`?)");
//! ```

use crate::asked::{self, Arena, Fault, ProgramFamily};
use crate::family::{Family, Info, Tour, Visitor};
use crate::own;
use crate::registry::tour;
use crate::spec::{
    Args, FileForm, Files, Program, RawSpec, Spec, SpecError, Written, nearest, quoted,
};
use std::ops::Range;
use std::sync::Arc;
use yomikiri_core::TextError;

/// Returns the descriptions of all families, in the order in which they are listed to people. [Added](crate::own)
/// families come first.
pub fn infos() -> Vec<Info> {
    struct Infos(Vec<Info>);
    impl Tour for Infos {
        fn family<F: Family>(&mut self) {
            self.0.push(F::INFO);
        }
    }
    let mut infos = Infos(own::added_infos());
    tour(&mut infos);
    infos.0
}

/// Returns the description of the family with this name.
///
/// # Errors
///
/// If there is no such family: see [`unknown_name`]. The span is all of `name`.
pub fn info(name: &str) -> Result<Info, TextError> {
    infos()
        .into_iter()
        .find(|info| info.name == name)
        .ok_or_else(|| unknown_name(name, 0..name.len()))
}

/// The files that families ship for their examples. They are part of the program and not on a disk.
#[derive(Clone, Copy, Debug)]
pub struct Shipped;

impl Files for Shipped {
    fn read(&self, path: &str) -> Result<String, String> {
        let files = infos().into_iter().flat_map(|info| info.files);
        let file = files.into_iter().find(|(name, _)| *name == path);
        file.map(|(_, text)| (*text).to_owned())
            .ok_or_else(|| "there is no such example file".to_owned())
    }

    /// Runs only the example program, whose rules this program knows itself.
    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        let spec = format!("program:command={}", program.command);
        match ProgramFamily::INFO.examples.contains(&spec.as_str()) {
            true => asked::example(),
            false => Err(Fault::new("no program is run here")),
        }
    }
}

/// Returns the error that no family has this name, with the one that may have been meant.
pub fn unknown_name(name: &str, span: Range<usize>) -> TextError {
    let names: Vec<&str> = infos().iter().map(|info| info.name).collect();
    let error = TextError::new(span, format!("there is no game {}", quoted(name)));
    match nearest(name, &names) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        // No name has such a sign, but paths have.
        None if name.contains(['.', '/']) => {
            error.help("a file of rules ends in `.toml`, `.graph`, `.kif` or `.ini`; a program that knows the rules is named as `program:command=PATH`")
        }
        None => error.help(format!("there are {}", names.join(", "))),
    }
}

/// Returns the form in which a file named by a spec of a family is stored: see [`Family::file_form`]. The text must
/// be one from which such a game was made. Time and memory are linear in it.
pub fn file_form(family: &str, text: &str) -> FileForm {
    struct Form<'a> {
        family: &'a str,
        text: &'a str,
        form: Option<FileForm>,
    }
    impl Tour for Form<'_> {
        fn family<F: Family>(&mut self) {
            if F::INFO.name == self.family {
                self.form = Some(F::file_form(self.text));
            }
        }
    }
    let mut form = Form {
        family,
        text,
        form: None,
    };
    tour(&mut form);
    form.form.unwrap_or_else(|| FileForm::of_rules(text))
}

/// Returns the setting of a family that takes the content of a file written out: see [`Family::WRITTEN_OUT`].
pub fn written_out(family: &str) -> Option<&'static str> {
    struct Setting<'a>(&'a str, Option<&'static str>);
    impl Tour for Setting<'_> {
        fn family<F: Family>(&mut self) {
            if F::INFO.name == self.0 {
                self.1 = F::WRITTEN_OUT;
            }
        }
    }
    let mut setting = Setting(family, None);
    tour(&mut setting);
    setting.1
}

/// Reads a spec without building the game. Returns its family and its canonical form (which prints as one line).
///
/// # Errors
///
/// If the name or a key is unknown, or a value has the wrong kind: everything that can be checked without the rules.
/// The span is in bytes of `text`.
pub fn read(text: &str) -> Result<(Info, Spec), TextError> {
    let written = Written::new(text, |name| info(name).is_ok());
    let checked = |raw: RawSpec<'_>| {
        let info = info(raw.name())?;
        let spec = raw.check(&info)?;
        Ok((info, spec))
    };
    let read = RawSpec::split(&written.full).and_then(checked);
    read.map_err(|error| written.locate(error))
}

/// Builds the game that a spec names and hands it to the visitor.
///
/// # Errors
///
/// If the spec, or a file that it names, is invalid.
pub fn make<V: Visitor>(text: &str, files: &dyn Files, visitor: V) -> Result<V::Output, SpecError> {
    let written = Written::new(text, |name| info(name).is_ok());
    make_written(&written.full, files, visitor).map_err(|error| written.locate_spec(error))
}

/// Does the same for a spec that is written out.
fn make_written<V: Visitor>(
    text: &str,
    files: &dyn Files,
    visitor: V,
) -> Result<V::Output, SpecError> {
    let raw = RawSpec::split(text).map_err(SpecError::in_spec)?;
    if let Some(added) = own::find(raw.name()) {
        let spec = raw.check(&added.info).map_err(SpecError::in_spec)?;
        return added.build(&Args::new(&raw, &spec, &added.info, files), visitor);
    }
    let mut maker = Maker {
        raw: &raw,
        files,
        visitor: Some(visitor),
        made: None,
    };
    tour(&mut maker);
    maker.made.unwrap_or_else(|| {
        Err(SpecError::in_spec(unknown_name(
            raw.name(),
            raw.name_span(),
        )))
    })
}

struct Maker<'a, V: Visitor> {
    raw: &'a RawSpec<'a>,
    files: &'a dyn Files,
    visitor: Option<V>,
    made: Option<Result<V::Output, SpecError>>,
}

impl<V: Visitor> Tour for Maker<'_, V> {
    fn family<F: Family>(&mut self) {
        if F::INFO.name != self.raw.name() {
            return;
        }
        let Some(visitor) = self.visitor.take() else {
            return;
        };
        let spec = self.raw.check(&F::INFO).map_err(SpecError::in_spec);
        self.made =
            Some(spec.and_then(|spec| {
                F::build(&Args::new(self.raw, &spec, &F::INFO, self.files), visitor)
            }));
    }
}
