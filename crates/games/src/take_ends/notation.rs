//! Positions and moves as text, and the picture.

use super::{End, Position, TakeEnds};
use crate::turn::{count, status};
use yomikiri_core::diagram::{Glyph, Ground, Look, Place};
use yomikiri_core::{Diagram, Notation, Pictured, TextError};

/// The number of numbers drawn side by side.
const COLUMNS: usize = 16;

impl Notation for TakeEnds {
    fn position_text(&self, position: &Position) -> String {
        match position.len() {
            0 => "empty".to_owned(),
            _ => format!("{}-{}", position.left + 1, position.right),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        if text == "empty" {
            return Ok(Position::EMPTY);
        }
        let (first, last) = text.split_once('-').ok_or_else(|| {
            TextError::new(0..text.len(), "FIRST-LAST or `empty` is expected here")
        })?;
        let left = count(first, 0, 1..=self.numbers.len() as u32)? - 1;
        let right = count(last, first.len() + 1, left + 1..=self.numbers.len() as u32)?;
        Ok(Position::new(left, right))
    }

    fn move_text(&self, _: &Position, end: End) -> String {
        match end {
            End::Left => "left".to_owned(),
            End::Right => "right".to_owned(),
        }
    }
}

impl Pictured for TakeEnds {
    /// Draws numbers that have been taken as empty places.
    fn diagram(&self, position: &Position) -> Diagram {
        let left = position.left as usize..position.right as usize;
        let place = |(at, number): (usize, &i64)| Place {
            name: (at + 1).to_string(),
            // At most MOST numbers.
            at: (0, (at / COLUMNS) as u16, (at % COLUMNS) as u16),
            mark: None,
            label: left.contains(&at).then(|| number.to_string()),
        };
        Diagram {
            places: self.numbers.iter().enumerate().map(place).collect(),
            links: Vec::new(),
            notes: vec![status(self, position)],
        }
    }

    fn look(&self) -> Look {
        Look::new(Ground::Cards, Glyph::Mark)
    }

    fn target(&self, position: &Position, end: End) -> Option<usize> {
        Some(match end {
            End::Left => position.left as usize,
            End::Right => position.right as usize - 1,
        })
    }
}
