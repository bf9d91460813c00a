//! Positions and moves as text, and the picture.

use super::{Circle, Position};
use crate::turn::{count, mover_suffix, split_mover, status};
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Diagram, Notation, Pictured, TextError};

/// The number of places drawn side by side.
const COLUMNS: u32 = 16;

impl Notation for Circle {
    fn position_text(&self, position: &Position) -> String {
        format!("{}{}", position.place + 1, mover_suffix(position.to_move))
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let (place, to_move) = split_mover(text)?;
        let place = count(place, 0, 1..=self.places)? - 1;
        Ok(Position { place, to_move })
    }

    fn move_text(&self, position: &Position, steps: u32) -> String {
        (self.onward(position.place, steps) + 1).to_string()
    }
}

impl Pictured for Circle {
    /// Draws the circle cut open after the last place, in rows.
    fn diagram(&self, position: &Position) -> Diagram {
        let place = |place: u32| Place {
            name: (place + 1).to_string(),
            // At most MOST places.
            at: (0, (place / COLUMNS) as u16, (place % COLUMNS) as u16),
            mark: (place == position.place).then_some(Mark {
                symbol: '@',
                owner: None,
            }),
            label: Some((place + 1).to_string()),
        };
        Diagram {
            places: (0..self.places).map(place).collect(),
            links: Vec::new(),
            notes: vec![status(self, position)],
        }
    }

    fn look(&self) -> Look {
        Look::new(Ground::Ring, Glyph::Mark)
    }

    fn target(&self, position: &Position, steps: u32) -> Option<usize> {
        Some(self.onward(position.place, steps) as usize)
    }
}
