//! Values of all links at once, backward from those that no word begins with.

use super::{Position, WordChain};
use crate::worth::{best_move, distances, of_distance};
use yomikiri_core::capability::Direct;
use yomikiri_core::{Ask, Distance, Game, Value};

/// The distance of every link for the player to move, which is the same for both players.
pub struct Table(Vec<Distance>);

/// Looks at every word once, from the end of the chain backward. Time and memory are linear.
impl Direct<WordChain> for WordChain {
    type Table = Table;

    fn answers(&self, _: Ask) -> bool {
        true
    }

    fn value(&self, position: &Position, ask: Ask) -> Value {
        self.look_up(&self.table(position, ask), position, ask)
    }

    /// The table covers all positions, whichever one it is made for. Memory: 24 bytes a link.
    fn table(&self, _: &Position, _: Ask) -> Table {
        let links = 0..self.links() as u32;
        let moves = links.map(|link| self.words_from(link).len() as u32);
        Table(distances(moves.collect(), |link| {
            self.words_to(link as u32)
                .iter()
                .map(|&word| self.heads[word as usize] as usize)
        }))
    }

    fn look_up(&self, table: &Table, position: &Position, ask: Ask) -> Value {
        let of_link = |link: u32| table.0[link as usize];
        let distance = match *position {
            Position::Opening => best_move(self.tails.iter().map(|&link| of_link(link))),
            Position::Link(link, _) => of_link(link),
        };
        of_distance(distance, self.to_move(position), ask)
    }

    fn cost(&self, _: &Position) -> u64 {
        self.links() as u64
    }
}
