//! Values from an empty heap upward, without recursion at any size.

use super::{Aim, Position, Stones};
use crate::worth::{best_move, of_distance, of_margin};
use yomikiri_core::capability::Direct;
use yomikiri_core::{Ask, Distance, Plies, Value};

/// The values of heaps of 0, 1, 2, ... stones for the player to move.
pub struct Table(Worths);

enum Worths {
    Distances(Vec<Distance>),
    Margins(Vec<i64>),
}

impl Stones {
    fn worths(&self, left: u32) -> Worths {
        match self.aim {
            Aim::Points => Worths::Margins(self.margins(left)),
            Aim::Normal | Aim::Misere => Worths::Distances(self.distances(left)),
        }
    }

    fn margins(&self, left: u32) -> Vec<i64> {
        let mut margins: Vec<i64> = Vec::with_capacity(left as usize + 1);
        for left in 0..=left {
            let worth = |removed: u32| i64::from(removed) - margins[(left - removed) as usize];
            let best = self.allowed(left).map(worth).max();
            margins.push(best.unwrap_or(0));
        }
        margins
    }

    fn distances(&self, left: u32) -> Vec<Distance> {
        let mut distances: Vec<Distance> = Vec::with_capacity(left as usize + 1);
        for left in 0..=left {
            let stuck = left < self.take[0];
            distances.push(if stuck && self.aim == Aim::Misere {
                Distance::Win(Plies::Count(0))
            } else {
                let next = self.allowed(left);
                best_move(next.map(|removed| distances[(left - removed) as usize]))
            });
        }
        distances
    }

    /// Returns the answer from worths, if they reach as far as the position.
    fn answer(&self, worths: &Worths, position: &Position, ask: Ask) -> Option<Value> {
        let (left, to_move) = (position.left as usize, position.to_move);
        Some(match worths {
            Worths::Distances(distances) => of_distance(*distances.get(left)?, to_move, ask),
            Worths::Margins(margins) => of_margin(*margins.get(left)?, to_move, ask),
        })
    }
}

/// Computes one heap after the other, each from the heaps that a move leaves: O(stones x allowed numbers).
impl Direct<Stones> for Stones {
    type Table = Table;

    fn answers(&self, ask: Ask) -> bool {
        ask != Ask::Distance || self.aim != Aim::Points
    }

    /// Memory: 8 bytes a stone.
    fn value(&self, position: &Position, ask: Ask) -> Value {
        self.look_up(&self.table(position, ask), position, ask)
    }

    /// Memory: 8 bytes a stone.
    fn table(&self, position: &Position, _: Ask) -> Table {
        Table(self.worths(position.left))
    }

    fn look_up(&self, table: &Table, position: &Position, ask: Ask) -> Value {
        match self.answer(&table.0, position, ask) {
            Some(value) => value,
            // The position does not follow from the one that the table was made for.
            None => self.value(position, ask),
        }
    }

    fn cost(&self, position: &Position) -> u64 {
        u64::from(position.left) + 1
    }
}
