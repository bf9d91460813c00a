//! The list of all games, and what an entry has to say of itself.
//!
//! To add a game: write its folder, implement [`Family`] there, and add one line to [`tour`].
//! Everything else (command line, catalogue, laws, tests) follows from that line.

use crate::asked::Arena;
use crate::spec::{Args, FileForm, Kind, Param, SpecError};
use std::sync::Arc;
use yomikiri_core::{Capabilities, Notation, Pictured};

/// Calls `tour.family` for every family of games, in the order in which they are listed to people.
///
/// **This is the only list of games.**
pub fn tour(tour: &mut impl Tour) {
    tour.family::<crate::positional::families::TicTacToeFamily>();
    tour.family::<crate::positional::families::WeightedTicTacToeFamily>();
    tour.family::<crate::positional::families::MnkFamily>();
    tour.family::<crate::positional::families::ConnectKFamily>();
    tour.family::<crate::connect4::Connect4Family>();
    tour.family::<crate::positional::families::NotaktoFamily>();
    tour.family::<crate::positional::families::TicTacToe3dFamily>();
    tour.family::<crate::positional::families::PositionalFamily>();
    tour.family::<crate::rules_file::RulesFamily>();
    tour.family::<crate::grid_walk::GridWalkFamily>();
    tour.family::<crate::graph::GraphFamily>();
    tour.family::<crate::asked::ProgramFamily>();
    tour.family::<crate::take_ends::TakeEndsFamily>();
    tour.family::<crate::two_stacks::TwoStacksFamily>();
    tour.family::<crate::stones::StonesFamily>();
    tour.family::<crate::pair_board::PairBoardFamily>();
    tour.family::<crate::card_pairs::CardPairsFamily>();
    tour.family::<crate::shiritori::ShiritoriFamily>();
    tour.family::<crate::word_chain::WordChainFamily>();
    tour.family::<crate::circle::CircleFamily>();
    tour.family::<crate::mens_morris::ThreeMensMorrisFamily>();
    tour.family::<crate::mens_morris::SixMensMorrisFamily>();
    tour.family::<crate::domineering::DomineeringFamily>();
    tour.family::<crate::clobber::ClobberFamily>();
    tour.family::<crate::dots_and_boxes::DotsAndBoxesFamily>();
    tour.family::<crate::pawns::HexapawnFamily>();
    tour.family::<crate::pawns::BreakthroughFamily>();
    tour.family::<crate::othello::OthelloFamily>();
    tour.family::<crate::heaps::NimFamily>();
    tour.family::<crate::heaps::HeapsFamily>();
    tour.family::<crate::chomp::ChompFamily>();
    tour.family::<crate::kalah::KalahFamily>();
    tour.family::<crate::hex::HexFamily>();
    tour.family::<crate::switching::SwitchingFamily>();
    tour.family::<crate::trails::PongHauKiFamily>();
    tour.family::<crate::trails::HareAndHoundsFamily>();
    tour.family::<crate::dobutsu_shogi::DobutsuShogiFamily>();
}

/// Something done with every family of games. A generic method and not a list of values, because the
/// families have different types and each visitor decides itself where to erase them.
pub trait Tour {
    /// Visits one family.
    fn family<F: Family>(&mut self);
}

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

/// What a family of games says of itself.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name in specs: lower-case words joined by `-`.
    pub name: &'static str,
    /// One line: what is played.
    pub summary: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
    /// Raised whenever the value of any position under any spec changes, so that old tables and
    /// certificates are refused.
    pub rules_version: u32,
    /// The keys that a spec may set.
    pub params: &'static [Param],
    /// Specs to show people and to run the laws on; the first is the example. None of them needs a
    /// file unless `files` provides it.
    pub examples: &'static [&'static str],
    /// Small files that the examples name: path and text.
    pub files: &'static [(&'static str, &'static str)],
    /// How positions and moves are written, in a line or two.
    pub notation: &'static str,
    /// The capabilities that the family can offer (an instance may offer fewer; a test holds the
    /// statement to what the examples hand out). Names as in
    /// [`Capabilities::offered`].
    pub capabilities: &'static [&'static str],
}

impl Info {
    /// Whether a key's value is the path of a file.
    pub fn is_file(&self, key: &str) -> bool {
        let mut params = self.params.iter();
        params.any(|param| param.name == key && param.kind == Kind::File)
    }
}
