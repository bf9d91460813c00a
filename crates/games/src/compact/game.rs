//! The one type of game that plays by rules chosen at run time.

use super::small::SmallParts;
use super::{Moves, Rules};
use crate::pieces::PieceRules;
use yomikiri_core::diagram::{Hand, Look};
use yomikiri_core::{Diagram, Game, Layout, Notation, Outcome, Pictured, Player, TextError};

/// A game that plays by any [`Rules`].
#[derive(Debug)]
pub struct Compact {
    pub(super) rules: Box<dyn Rules>,
    /// The bits of a move that are its slot.
    pub(super) slot_mask: u32,
    /// What is known of small parts, if the rules find them.
    pub(super) small_parts: Option<Box<SmallParts>>,
}

impl Compact {
    /// Creates the game by these rules.
    pub fn new(rules: impl Rules) -> Compact {
        Compact {
            slot_mask: rules.slot_mask(),
            small_parts: rules.offers().small_parts.then(Box::default),
            rules: Box::new(rules),
        }
    }

    /// Returns the game in terms of pieces, if it has such rules.
    pub(crate) fn pieces(&self) -> Option<PieceRules> {
        self.rules.pieces()
    }

    pub(crate) fn file_body(&self) -> Option<String> {
        self.rules.file_body()
    }

    /// Returns the normal form of everything that determines play, from the rules themselves.
    pub(crate) fn one_form(&self) -> Option<String> {
        self.rules.one_form()
    }

    /// Returns the rules in sentences for people. Empty for games that are not read from files.
    pub fn sentences(&self) -> Vec<String> {
        self.rules.sentences()
    }

    /// Returns the reason, in words, why play is over at the start, if it is and the rules can tell.
    pub fn why_over_at_start(&self) -> Option<String> {
        self.rules.why_over(self.rules.start())
    }
}

impl Game for Compact {
    type Position = u128;
    type Move = u32;

    fn start(&self) -> u128 {
        self.rules.start()
    }
    fn starts(&self) -> Vec<u128> {
        self.rules.starts()
    }
    fn endless(&self) -> Outcome {
        self.rules.endless()
    }
    #[inline]
    fn to_move(&self, position: &u128) -> Player {
        self.rules.to_move(*position)
    }
    #[inline]
    fn outcome(&self, position: &u128) -> Option<Outcome> {
        self.rules.outcome(*position)
    }
    #[inline]
    fn moves(&self, position: &u128) -> impl Iterator<Item = u32> {
        let mut moves = Moves::new();
        self.rules.moves(*position, &mut moves);
        moves.into_iter()
    }
    #[inline]
    fn play(&self, position: &u128, mv: u32) -> u128 {
        self.rules.play(*position, mv)
    }
    fn has_gains(&self) -> bool {
        self.rules.has_gains()
    }
    fn counts_points(&self) -> bool {
        self.rules.counts_points()
    }
    #[inline]
    fn gain(&self, position: &u128, mv: u32) -> i64 {
        self.rules.gain(*position, mv)
    }
}

impl Notation for Compact {
    fn position_text(&self, position: &u128) -> String {
        self.rules.position_text(*position)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.rules.parse_position(text)
    }
    fn move_text(&self, position: &u128, mv: u32) -> String {
        self.rules.move_text(*position, mv)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        self.rules.text_number(mv)
    }
}

impl Pictured for Compact {
    fn diagram(&self, position: &u128) -> Diagram {
        self.rules.diagram(*position)
    }
    fn layout(&self) -> Layout {
        self.rules.layout()
    }
    fn look(&self) -> Look {
        self.rules.look()
    }
    fn hands(&self, position: &u128) -> Vec<Hand> {
        self.rules.hands(*position)
    }
    fn decisive(&self, position: &u128) -> Vec<usize> {
        self.rules.decisive(*position)
    }
    fn can_steal(&self, position: &u128) -> bool {
        self.rules.can_steal(*position)
    }
    fn target(&self, position: &u128, mv: u32) -> Option<usize> {
        self.rules.target(*position, mv)
    }
    fn source(&self, position: &u128, mv: u32) -> Option<usize> {
        self.rules.source(*position, mv)
    }
    fn choice(&self, position: &u128, mv: u32) -> Option<usize> {
        self.rules.choice(*position, mv)
    }
    fn covers(&self, position: &u128, mv: u32) -> Vec<usize> {
        self.rules.covers(*position, mv)
    }
}
