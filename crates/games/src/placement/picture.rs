//! The picture of the board.

use super::play::Fields;
use super::{Making, Placement};
use crate::positional::{Cell, label};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Diagram, Player};

impl Placement {
    /// Returns the board with the marks on it.
    pub(super) fn drawn(&self, fields: &Fields) -> Diagram {
        let owned = self.rules.own_marks();
        let shape = &self.board.shape;
        let mark = |cell: usize| {
            let (symbol, owner) = match (fields.x >> cell & 1, fields.o >> cell & 1) {
                (1, _) => ('x', Player::First),
                (_, 1) => ('o', Player::Second),
                _ => return None,
            };
            Some(Mark {
                symbol,
                owner: owned.then_some(owner),
            })
        };
        let place = |(number, cell): (usize, &Cell)| {
            let name = shape.given_name(number);
            Place {
                name: shape.name(number),
                at: match shape.has_hexes() {
                    // A column of the picture is half a cell.
                    true => (cell.layer, cell.row, 2 * cell.col + cell.row),
                    false => (cell.layer, cell.row, cell.col),
                },
                mark: mark(number),
                label: label(
                    self.board.weights.get(number),
                    name.filter(|_| mark(number).is_none()),
                ),
            }
        };
        Diagram {
            places: shape.cells().iter().enumerate().map(place).collect(),
            links: Vec::new(),
            notes: self.notes(fields),
        }
    }

    /// Returns the style of pictures of the board.
    pub(super) fn pictured(&self) -> Look {
        let tiles = self.tiles.iter().flatten();
        if self.board.shape.has_hexes() {
            return Look {
                sides: self.sides(),
                ..Look::new(Ground::Hexes, Glyph::Disc)
            };
        }
        // Tiles of two cells are drawn as dominoes if their owner does not matter.
        let same = self.rules.marks[0] == self.rules.marks[1];
        match same && self.tiles != [[], []] && tiles.clone().all(|tile| tile.count_ones() == 2) {
            true => Look::new(Ground::Cells, Glyph::Domino),
            false => Look::default(),
        }
    }

    /// Returns the owners of the top, right, bottom and left side: the player who alone must join it.
    fn sides(&self) -> [Option<Player>; 4] {
        let shape = &self.board.shape;
        let [_, rows, cols] = shape.size();
        if shape.cells().len() != rows * cols {
            return [None; 4];
        }
        ["top", "right", "bottom", "left"].map(|word| {
            let side = shape.side(word)?;
            let joins = |player: &Player| self.rules.joins[*player as usize].contains(&side);
            match Player::BOTH.map(|player| joins(&player)) {
                [true, false] => Some(Player::First),
                [false, true] => Some(Player::Second),
                _ => None,
            }
        })
    }

    /// Returns the notes beside the board.
    fn notes(&self, fields: &Fields) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.board.weights.is_empty() {
            let (first, second) = (self.weight(fields.x), self.weight(fields.o));
            // Points of lines are gained during play, and no position records them.
            notes.push(match self.rules.has_points() {
                true => format!("cells: First {first}, Second {second}"),
                false => format!("First {first}, Second {second}"),
            });
        }
        let mut status = status_of(
            self.outcome_of(fields),
            fields.to_move,
            self.rules.has_points(),
        );
        if fields.left > 1 {
            status.push_str(&format!(", {} more to place", fields.left));
        }
        notes.push(status);
        if self.rules.captures.is_some() {
            let [first, second] = fields.captured;
            notes.push(format!("captures: First {first}, Second {second}"));
        }
        let [first, second] = [Some(Player::First), Some(Player::Second)];
        let wins = self.rules.making == [Making::Wins; 2];
        if wins && self.board.shape.has_hexes() && self.sides() == [first, second, first, second] {
            notes.push("First joins top and bottom, Second left and right".to_owned());
        }
        notes
    }
}
