//! What a game is to the registry: a family that names its games, describes them and makes them.

pub use crate::spec::Info;

use crate::asked::Arena;
use crate::spec::{Args, FileForm, SpecError};
use std::sync::Arc;
use yomikiri_core::{Capabilities, Notation, Pictured};

/// A family of games: what `NAME` or `NAME:key=value,...` can make.
///
/// # Who should implement it
///
/// A unit type in the game's folder, one for every name that people can give.
pub trait Family: 'static {
    /// What the family says of itself.
    const INFO: Info;

    /// Makes the game that the arguments describe and hands it to the visitor. (A visitor, because
    /// the size of a board may decide its type.)
    ///
    /// # Errors
    ///
    /// What is wrong with which argument. Kinds and ranges of single arguments have been checked.
    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError>;

    /// The setting that takes written out what a file may hold instead, where there is one.
    const WRITTEN_OUT: Option<&'static str> = None;

    /// Why rules files cannot say the rules of these games, as a part of a sentence. Without it, they can
    /// if the rules are declared.
    const UNSAID: Option<&'static str> = None;

    /// The form in which a file that a spec of this family names is kept beside what was worked out of it.
    ///
    /// Two files of the same rules should have the same form as far as blanks, comments and the order of
    /// keys go; two files of different rules must not. The form is a file of the same game. Whoever reads
    /// a file overrides this; without that every byte counts.
    fn file_form(text: &str) -> FileForm {
        FileForm::of_rules(text)
    }
}

/// What receives a game of whatever type.
pub trait Visitor {
    /// What becomes of it.
    type Output;
    /// Receives what the game is called, before the game: only games that name themselves do that, such as those of
    /// rules files.
    fn titled(&mut self, _title: &str) {}
    /// Receives what a source says of the game, before the game: only games whose rules are asked of a source have
    /// that. Whoever believes what such a game says has to look for its faults.
    fn asked(&mut self, _arena: &Arc<Arena>) {}
    /// Receives the game.
    fn visit<G: Playable>(self, game: G) -> Self::Output;
}

/// A game that people can name, read and look at.
pub trait Playable: Capabilities + Notation + Pictured + Send + 'static {}

impl<G: Capabilities + Notation + Pictured + Send + 'static> Playable for G {}

/// Something done with every family of games. A generic method and not a list of values, because the
/// families have different types and each visitor decides itself where to erase them.
pub trait Tour {
    /// Visits one family.
    fn family<F: Family>(&mut self);
}
