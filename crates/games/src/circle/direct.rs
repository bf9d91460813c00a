//! Values of all places at once, backward from place 1. Moves are not stored.

use super::{Circle, Position};
use crate::worth::{distances, of_distance};
use yomikiri_core::capability::{Direct, Indexed};
use yomikiri_core::{Ask, Distance, Player, Value};

/// The distance of every position for the player to move.
pub struct Table(Vec<Distance>);

/// Works backward from place 1 and looks at every move once: O(places x steps) time, and memory only for the places.
impl Direct<Circle> for Circle {
    type Table = Table;

    fn answers(&self, _: Ask) -> bool {
        true
    }

    fn value(&self, position: &Position, ask: Ask) -> Value {
        self.look_up(&self.table(position, ask), position, ask)
    }

    /// The table covers all positions, whichever one it is made for. Memory: 40 bytes a place.
    fn table(&self, _: &Position, _: Ask) -> Table {
        let of = |player| {
            // There are fewer steps than places. At place 1 the game is over.
            let moves = self.steps(player).len() as u32;
            (0..self.places).map(move |place| if place == 0 { 0 } else { moves })
        };
        let moves = Player::BOTH.into_iter().flat_map(of).collect();
        let places = self.places as usize;
        Table(distances(moves, |id| {
            let mover = usize::from(id < places);
            // Predecessors that are place 1 may be listed: they are settled from the beginning.
            self.steps[mover]
                .iter()
                .map(move |&steps| mover * places + self.back((id % places) as u32, steps) as usize)
        }))
    }

    fn look_up(&self, table: &Table, position: &Position, ask: Ask) -> Value {
        let distance = table.0[self.index(position) as usize];
        of_distance(distance, position.to_move, ask)
    }

    fn cost(&self, _: &Position) -> u64 {
        Indexed::len(self)
    }
}
