//! The interface of a game to the registry: a family that names its games, describes them and builds them.

pub use crate::spec::Info;

use crate::asked::Arena;
use crate::spec::{Args, FileForm, SpecError};
use std::sync::Arc;
use yomikiri_core::{Capabilities, Notation, Pictured};

/// A family of games: all that `NAME` or `NAME:key=value,...` can build.
///
/// # Who should implement it
///
/// A unit type in the game's folder, one for every name that people can give a game.
pub trait Family: 'static {
    /// The description of the family.
    const INFO: Info;

    /// Builds the game that the arguments describe and hands it to the visitor. (The size of a board may decide the
    /// type of the game, which only a visitor can receive.)
    ///
    /// # Errors
    ///
    /// If an argument is invalid. The kinds and ranges of single arguments have been checked.
    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError>;

    /// The setting that takes the content of a file written out, if there is one.
    const WRITTEN_OUT: Option<&'static str> = None;

    /// The reason, as a part of a sentence, why rules files cannot state these games. Without one, they can if the
    /// rules are declared.
    const UNSAID: Option<&'static str> = None;

    /// Returns the form of a file named by a spec of this family that is stored beside its results.
    ///
    /// Two files of the same rules should have the same form, whatever their blanks, comments and order of keys. Two
    /// files of different rules must not. The form is a file of the same game. A family that reads a file overrides
    /// this; by default every byte counts.
    fn file_form(text: &str) -> FileForm {
        FileForm::of_rules(text)
    }
}

/// The end of a game in normal play, as a sentence of the rules.
pub(crate) const STUCK_LOSES: &str = "A player who cannot move loses.";

/// The end of a game in misère play.
pub(crate) const STUCK_WINS: &str = "A player who cannot move wins.";

/// The result of play that never ends, in most games that may cycle.
pub(crate) const ENDLESS_DRAW: &str = "Play that never ends is a draw.";

/// The result of a game in which only points count.
pub(crate) const MORE_POINTS: &str = "The player with more points wins; equal points are a draw.";

/// A receiver of a game of any type.
pub trait Visitor {
    /// The result of the visit.
    type Output;
    /// Receives the title of the game, before the game. Only games that name themselves call this, such as those of
    /// rules files.
    fn titled(&mut self, _title: &str) {}
    /// Receives the rules in sentences for people, before the game: how players move, what ends the game, and who wins
    /// then. Every family of the [registry](crate::registry) calls this.
    fn told<S: Into<String>>(&mut self, _sentences: impl IntoIterator<Item = S>) {}
    /// Receives the arena of the game, before the game. Only games whose rules a source is asked for call this. A
    /// caller has to check the arena for faults before it trusts such a game.
    fn asked(&mut self, _arena: &Arc<Arena>) {}
    /// Receives the game.
    fn visit<G: Playable>(self, game: G) -> Self::Output;
}

/// A game that people can name, read and look at.
pub trait Playable: Capabilities + Notation + Pictured + Send + 'static {}

impl<G: Capabilities + Notation + Pictured + Send + 'static> Playable for G {}

/// An action on every family of games. It is a generic method and not a list of values, because the families have
/// different types and each visitor decides where to erase them.
pub trait Tour {
    /// Visits one family.
    fn family<F: Family>(&mut self);
}
