//! Positions and moves as text, and the picture.

use super::{Position, Side, TwoStacks};
use crate::turn::{count, status};
use yomikiri_core::diagram::{Glyph, Ground, Look, Place};
use yomikiri_core::{Diagram, Notation, Pictured, TextError};

/// The most numbers of a stack that are drawn, from the top.
const DRAWN: usize = 64;

impl Notation for TwoStacks {
    fn position_text(&self, position: &Position) -> String {
        format!("{},{}", position.left, position.right)
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let (left, right) = text
            .split_once(',')
            .ok_or_else(|| TextError::new(0..text.len(), "two counts LEFT,RIGHT are expected"))?;
        let (most_left, most_right) = self.sizes();
        Ok(Position {
            left: count(left, 0, 0..=most_left)?,
            right: count(right, left.len() + 1, 0..=most_right)?,
        })
    }

    fn move_text(&self, _: &Position, side: Side) -> String {
        match side {
            Side::Left => "left".to_owned(),
            Side::Right => "right".to_owned(),
        }
    }
}

impl Pictured for TwoStacks {
    /// Draws a column for each stack, with the top of the stack above.
    fn diagram(&self, position: &Position) -> Diagram {
        let (left, right) = self.left_over(position);
        let height = left.len().max(right.len()).min(DRAWN);
        let mut places = Vec::new();
        for (column, (name, stack)) in [("left", left), ("right", right)].into_iter().enumerate() {
            for (depth, number) in stack.iter().rev().take(DRAWN).enumerate() {
                let row = height - stack.len().min(DRAWN) + depth;
                places.push(Place {
                    name: format!("{name}:{}", stack.len() - depth),
                    // At most DRAWN rows.
                    at: (0, row as u16, column as u16),
                    mark: None,
                    label: Some(number.to_string()),
                });
            }
        }
        let mut notes = vec![status(self, position)];
        for (name, stack) in [("left", left), ("right", right)] {
            if stack.len() > DRAWN {
                notes.push(format!("{name}: {DRAWN} of {} are drawn", stack.len()));
            }
        }
        Diagram {
            places,
            links: Vec::new(),
            notes,
        }
    }

    fn look(&self) -> Look {
        Look::new(Ground::Cards, Glyph::Mark)
    }

    fn target(&self, position: &Position, side: Side) -> Option<usize> {
        Some(match side {
            Side::Left => 0,
            Side::Right => DRAWN.min(position.left as usize),
        })
    }
}
