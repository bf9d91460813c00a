//! Positions as combinatorial games: in these games a player without a placement has lost, and nothing else ends them.

use super::play::Fields;
use super::{Placement, Stuck};

impl Placement {
    /// Whether who has no placement loses, and all that counts is where marks can be placed.
    pub(super) fn is_normal(&self) -> bool {
        self.rules.stuck == Stuck::Loses && self.rules.are_about_placements()
    }

    /// Whether placements can only be in each other's way near by: nothing falls, and no chain needs a liberty far away.
    fn splits(&self, fields: &Fields) -> bool {
        let first = fields.taken() == 0 && self.rules.forbidden != 0;
        !self.rules.liberties && !self.board.gravity && !first
    }

    /// The positions whose sum a position is. Each of them keeps some of the empty cells; all others are full.
    pub(super) fn parts_of(&self, fields: &Fields) -> Vec<Fields> {
        if !self.splits(fields) {
            return vec![*fields];
        }
        let mut parts: Vec<u64> = Vec::new();
        for mut joined in self.joined(fields) {
            parts.retain(|part| {
                let apart = part & joined == 0;
                if !apart {
                    joined |= part;
                }
                apart
            });
            parts.push(joined);
        }
        parts.iter().map(|part| self.alone(fields, *part)).collect()
    }

    /// For each placement of either player the cells that belong to the same part: its own, and where marks have to lie
    /// apart, all empty cells that are connected with them.
    fn joined(&self, fields: &Fields) -> Vec<u64> {
        let empty = self.all() & !fields.taken();
        let sides = [*fields, self.turn_of(fields)];
        let placements = sides.iter().flat_map(|side| {
            let placements = self.placements(side);
            placements.map(|mv| self.covered(side.to_move, mv))
        });
        let mut joined: Vec<u64> = placements.collect();
        if self.rules.keeps_apart() {
            for cells in &mut joined {
                *cells = self.adjacency.chain(empty, *cells);
            }
        }
        joined.sort_unstable();
        joined.dedup();
        joined
    }

    /// A position in which all cells but those of a part are full. Marks are `x` unless a mark in the part would have to lie
    /// apart from them.
    fn alone(&self, fields: &Fields, part: u64) -> Fields {
        let o = match self.rules.keeps_apart() {
            true => self.adjacency.around(part) & fields.o,
            false => 0,
        };
        Fields {
            x: self.all() & !part & !o,
            o,
            ..*fields
        }
    }

    /// The position with the other player to move.
    pub(super) fn turn_of(&self, fields: &Fields) -> Fields {
        Fields {
            to_move: fields.to_move.opponent(),
            ..*fields
        }
    }

    /// The position with the players exchanged, where that is a position of the game.
    pub(super) fn negative_of(&self, fields: &Fields) -> Option<Fields> {
        if !self.is_mirrored {
            return None;
        }
        let negative = Fields {
            x: fields.o,
            o: fields.x,
            ..*fields
        };
        if !self.splits(&negative) {
            return Some(negative);
        }
        let empty = self.all() & !negative.taken();
        Some(self.alone(&negative, empty))
    }
}
