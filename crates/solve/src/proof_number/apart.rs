//! How a table tells apart what is asked of one position.

use crate::alpha_beta::{Ground, Offers, WordOf};
use crate::transposition::{Place, Table};
use yomikiri_core::Game;

/// How the questions whether a position is won, and whether it is at least drawn, are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Apart {
    /// They are the same: play does not end in a draw.
    Same,
    /// By one more bit of a key.
    ByKey,
    /// Keys have no bit left. But from one position on one of them is asked of all that either player is to move in,
    /// so the table holds answers to that one alone: whether First reaches this, 1 for a win and 0 for a draw.
    ByTable(i32),
}

impl Apart {
    /// What is asked of a position, given what is asked of the one before it.
    pub(super) fn asked(self, bound: i32, turned: bool) -> i32 {
        match turned {
            true if self != Apart::Same => 1 - bound,
            _ => bound,
        }
    }

    /// Where a question about a position belongs in the table.
    pub(super) fn place<G: Game, V: Offers<G>>(
        self,
        ground: &Ground<'_, G, V>,
        table: &Table<WordOf<G, V>>,
        (at, bound): (&G::Position, i32),
    ) -> Place<WordOf<G, V>> {
        let question = (self == Apart::ByKey).then_some(bound == 1);
        ground.any().place_of(table, at, question)
    }
}
