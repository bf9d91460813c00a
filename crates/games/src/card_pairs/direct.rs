//! Values of all sets of cards, smaller sets first, without recursion.

use super::{CardPairs, Position};
use crate::worth::{LOST, best_move, of_distance};
use yomikiri_core::capability::Direct;
use yomikiri_core::{Ask, Distance, Game, Value};

/// The distances of a position and of all its successors, for the player to move.
pub struct Table {
    /// The cards left in the position that the table was made for.
    within: u32,
    /// The distances by the set of the cards left. Entries that are not subsets of `within` are unused.
    distances: Vec<Distance>,
}

/// Visits the sets in the order of their numbers, so a set comes after its subsets. O(2<sup>cards</sup> x pairs).
impl Direct<CardPairs> for CardPairs {
    type Table = Table;

    fn answers(&self, _: Ask) -> bool {
        true
    }

    fn value(&self, position: &Position, ask: Ask) -> Value {
        self.look_up(&self.table(position, ask), position, ask)
    }

    /// Memory: 8 bytes a set of cards.
    fn table(&self, position: &Position, _: Ask) -> Table {
        let within = position.left;
        let mut distances = vec![LOST; within as usize + 1];
        // Enumerates the subsets of `within` in ascending order: the subtraction carries over the bits outside
        // `within`.
        let mut left = 0u32;
        loop {
            if self.is_position(left) {
                let at = Position { left };
                let next = self.moves(&at).map(|pair| self.play(&at, pair).left);
                distances[left as usize] = best_move(next.map(|next| distances[next as usize]));
            }
            if left == within {
                break;
            }
            left = left.wrapping_sub(within) & within;
        }
        Table { within, distances }
    }

    fn look_up(&self, table: &Table, position: &Position, ask: Ask) -> Value {
        if position.left & !table.within != 0 {
            // The position does not follow from the one that the table was made for.
            return self.value(position, ask);
        }
        let distance = table.distances[position.left as usize];
        of_distance(distance, self.to_move(position), ask)
    }

    /// Returns half of the subsets, because cards are removed in pairs.
    fn cost(&self, position: &Position) -> u64 {
        (1u64 << position.left.count_ones()).div_ceil(2)
    }
}
