//! How a table distinguishes the questions about one position.

use crate::alpha_beta::{AllViews, Context, WordOf};
use crate::transposition::{Place, Table};
use yomikiri_core::Game;

/// How a table distinguishes the questions whether a position is won, and whether it is at least drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Apart {
    /// The questions are the same: play does not end in a draw.
    Same,
    /// One more bit of the key tells the questions apart.
    ByKey,
    /// Keys have no bit left. But a search from one position asks the same question about all positions with the
    /// same player to move. So the table holds the answers to one question only: whether First reaches this bound, 1
    /// for a win and 0 for a draw. Coarser keys are not used then, because they may leave out whose turn it is.
    ByTable(i32),
}

impl Apart {
    /// Returns the question about a position, given that about the position before it.
    pub(super) fn asked(self, bound: i32, turned: bool) -> i32 {
        match turned {
            true if self != Apart::Same => 1 - bound,
            _ => bound,
        }
    }

    /// Returns the place of a question about a position in the table.
    pub(super) fn place<G: Game, V: AllViews<G>>(
        self,
        context: &Context<'_, G, V>,
        table: &Table<WordOf<G, V>>,
        (at, bound): (&G::Position, i32),
    ) -> Place<WordOf<G, V>> {
        let question = (self == Apart::ByKey).then_some(bound == 1);
        context.any().place_of(table, at, question)
    }
}
