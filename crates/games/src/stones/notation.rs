//! Positions and moves as text, and the picture.

use super::{Position, Stones};
use crate::turn::{count, mover_suffix, split_mover, status};
use yomikiri_core::diagram::Place;
use yomikiri_core::{Diagram, Layout, Notation, Pictured, TextError};

impl Notation for Stones {
    fn position_text(&self, position: &Position) -> String {
        format!("{}{}", position.left, mover_suffix(position.to_move))
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let (left, to_move) = split_mover(text)?;
        let left = count(left, 0, 0..=self.stones)?;
        Ok(Position { left, to_move })
    }

    fn move_text(&self, _: &Position, removed: u32) -> String {
        removed.to_string()
    }
}

impl Pictured for Stones {
    fn layout(&self) -> Layout {
        Layout::Heaps
    }

    fn diagram(&self, position: &Position) -> Diagram {
        Diagram {
            places: vec![Place {
                name: "heap".to_owned(),
                at: (0, 0, 0),
                mark: None,
                label: Some(position.left.to_string()),
            }],
            links: Vec::new(),
            notes: vec![status(self, position)],
        }
    }

    fn target(&self, _: &Position, _: u32) -> Option<usize> {
        Some(0)
    }
}
