//! Values of all sets of words, from the full set backward, without recursion.

use super::{Position, Shiritori};
use crate::worth::{LOST, best_move, of_distance};
use yomikiri_core::capability::{Direct, Indexed};
use yomikiri_core::{Ask, Distance, Game, Value};

/// The distances of a position and of all its successors, for the player to move.
pub struct Table {
    /// The words said in the position that the table was made for.
    said: u32,
    /// The distances by index. Entries that do not contain the words in `said` are unused.
    distances: Vec<Distance>,
}

/// Visits one set of words after the other, larger ones first: O(2<sup>words</sup> x words).
impl Direct<Shiritori> for Shiritori {
    type Table = Table;

    fn answers(&self, _: Ask) -> bool {
        true
    }

    fn value(&self, position: &Position, ask: Ask) -> Value {
        self.look_up(&self.table(position, ask), position, ask)
    }

    /// Memory: 8 bytes for each set of words and each final letter.
    fn table(&self, position: &Position, _: Ask) -> Table {
        let calls = self.calls();
        let all = (1u32 << self.words.len()) - 1;
        let free = all ^ position.said;
        let mut distances = vec![LOST; (all as usize + 1) * calls];
        // The sets of further words, in descending order.
        let mut further = free;
        loop {
            let said = position.said | further;
            for call in 0..calls {
                // There are at most MOST letters.
                let at = Position {
                    said,
                    call: call as u8,
                };
                let next = self.moves(&at).map(|word| self.play(&at, word));
                let worth = best_move(next.map(|next| distances[self.index(&next) as usize]));
                distances[said as usize * calls + call] = worth;
            }
            if further == 0 {
                break;
            }
            further = (further - 1) & free;
        }
        Table {
            said: position.said,
            distances,
        }
    }

    fn look_up(&self, table: &Table, position: &Position, ask: Ask) -> Value {
        if table.said & !position.said != 0 {
            // The position does not follow from the one that the table was made for.
            return self.value(position, ask);
        }
        let distance = table.distances[self.index(position) as usize];
        of_distance(distance, self.to_move(position), ask)
    }

    fn cost(&self, position: &Position) -> u64 {
        let free = self.words.len() as u32 - position.said.count_ones();
        (1u64 << free) * self.calls() as u64
    }
}
