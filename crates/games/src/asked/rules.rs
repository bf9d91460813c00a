//! A game whose rules an outside source knows, as compact rules.

use super::{Arena, KINDS, Known, Unfound, picture};
use crate::compact::{Moves, Offers, Rules};
use std::sync::Arc;
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// The game of an [`Arena`] and its source. A position is its number. A move is its place in the order of moves, above
/// the bits of its kind.
#[derive(Clone, Debug)]
pub struct Asked {
    arena: Arc<Arena>,
}

impl Asked {
    /// Creates the game of an arena.
    pub fn new(arena: Arc<Arena>) -> Asked {
        Asked { arena }
    }

    #[inline]
    fn known(&self, state: u128) -> &Known {
        self.arena.known(state as u32)
    }

    /// Returns the position after a move.
    #[inline]
    fn next(&self, state: u128, mv: u32) -> u32 {
        // After a fault a position may have lost its moves. No result counts then.
        let known = self.known(state);
        known.targets.get(place(mv)).copied().unwrap_or(0)
    }

    /// Returns the cells from which and to which a move goes, if the board shows them.
    fn made(&self, state: u128, mv: u32) -> Option<(Option<usize>, usize)> {
        picture::made(&self.arena, state as u32, self.next(state, mv))
    }
}

/// Returns the place of a move in the order of moves.
#[inline]
fn place(mv: u32) -> usize {
    mv as usize / KINDS
}

impl Rules for Asked {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: self.arena.about().is_ranked,
            // Where moves gain points, the history of kinds makes searches slower: see `bench/record`.
            ordered: !self.arena.about().has_gains,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        u32::BITS
    }
    fn holds(&self, state: u128) -> bool {
        state < u128::from(self.arena.len())
    }

    fn start(&self) -> u128 {
        0
    }
    fn endless(&self) -> Outcome {
        self.arena.about().endless
    }
    #[inline]
    fn to_move(&self, state: u128) -> Player {
        self.known(state).to_move
    }
    #[inline]
    fn outcome(&self, state: u128) -> Option<Outcome> {
        self.known(state).outcome
    }
    #[inline]
    fn moves(&self, state: u128, moves: &mut Moves) {
        let known = self.known(state);
        let places = 0..known.targets.len();
        let kind = |place: usize| known.kinds.get(place).copied().unwrap_or(0);
        moves.extend(places.map(|place| (place * KINDS) as u32 + u32::from(kind(place))));
    }
    #[inline]
    fn play(&self, state: u128, mv: u32) -> u128 {
        self.next(state, mv).into()
    }
    fn has_gains(&self) -> bool {
        self.arena.about().has_gains
    }
    #[inline]
    fn gain(&self, state: u128, mv: u32) -> i64 {
        let gains = &self.known(state).gains;
        gains.get(place(mv)).copied().unwrap_or(0)
    }
    #[inline]
    fn rank(&self, state: u128) -> u64 {
        self.known(state).rank
    }
    fn slots(&self) -> usize {
        KINDS
    }
    fn slot_mask(&self) -> u32 {
        KINDS as u32 - 1
    }
    /// As in any game of which nothing is known.
    fn quick_first(&self) -> bool {
        true
    }

    fn position_text(&self, state: u128) -> String {
        self.arena.text(state as u32)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        match self.arena.find(text) {
            Ok(number) => Ok(number.into()),
            Err(Unfound::Text(error)) => Err(error),
            Err(Unfound::Fault(fault)) => Err(TextError {
                span: 0..text.len(),
                message: fault.message,
                help: fault.help,
            }),
        }
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        let known = self.known(state);
        match known.names.is_empty() {
            true => {
                let text = self
                    .arena
                    .source()
                    .move_text(state as u32, place(mv) as u32);
                text.unwrap_or_else(|| self.arena.text(self.next(state, mv)))
            }
            false => {
                let name = known.names.split_terminator('\n').nth(place(mv));
                name.unwrap_or_default().to_owned()
            }
        }
    }
    fn diagram(&self, state: u128) -> Diagram {
        picture::diagram(&self.arena, state as u32)
    }
    fn target(&self, state: u128, mv: u32) -> Option<usize> {
        let name = self.move_text(state, mv);
        let is_place = |places: &Diagram| places.places.iter().position(|place| place.name == name);
        is_place(&self.diagram(state)).or_else(|| Some(self.made(state, mv)?.1))
    }
    fn source(&self, state: u128, mv: u32) -> Option<usize> {
        self.made(state, mv)?.0
    }
}
