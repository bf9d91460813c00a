//! Positions and moves as text, and the picture.

use super::{CardPairs, Pair, Position};
use crate::spec::quoted;
use crate::turn::status;
use yomikiri_core::diagram::{Glyph, Ground, Look, Place};
use yomikiri_core::{Diagram, Notation, Pictured, TextError};

impl Notation for CardPairs {
    /// A game without cards has the text `-`.
    fn position_text(&self, position: &Position) -> String {
        if self.cards.is_empty() {
            return "-".to_owned();
        }
        (0..self.cards.len())
            .map(|card| {
                if position.left >> card & 1 == 1 {
                    '#'
                } else {
                    '.'
                }
            })
            .collect()
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        if self.cards.is_empty() && text == "-" {
            return Ok(Position { left: 0 });
        }
        if text.is_empty() || text.chars().count() != self.cards.len() {
            let why = format!("{} signs are expected, `#` or `.`", self.cards.len());
            return Err(TextError::new(0..text.len(), why));
        }
        let mut left = 0;
        for (card, (at, sign)) in text.char_indices().enumerate() {
            match sign {
                '#' => left |= 1 << card,
                '.' => {}
                _ => {
                    let span = at..at + sign.len_utf8();
                    let why = format!("`#` or `.`, not {}", quoted(&text[span.clone()]));
                    return Err(TextError::new(span, why));
                }
            }
        }
        if self.is_position(left) {
            Ok(Position { left })
        } else {
            Err(TextError::new(
                0..text.len(),
                "cards go in pairs: an odd number of them is gone",
            ))
        }
    }

    fn move_text(&self, _: &Position, pair: Pair) -> String {
        format!("{},{}", pair.one + 1, pair.other + 1)
    }
}

impl Pictured for CardPairs {
    fn diagram(&self, position: &Position) -> Diagram {
        let place = |(card, (front, back)): (usize, &(i64, i64))| Place {
            name: (card + 1).to_string(),
            // At most MOST cards.
            at: (0, 0, card as u16),
            mark: None,
            label: (position.left >> card & 1 == 1).then(|| format!("{front}:{back}")),
        };
        Diagram {
            places: self.cards.iter().enumerate().map(place).collect(),
            links: Vec::new(),
            notes: vec![status(self, position)],
        }
    }

    fn look(&self) -> Look {
        Look::new(Ground::Cards, Glyph::Mark)
    }

    /// Returns the lower card of the pair.
    fn target(&self, _: &Position, pair: Pair) -> Option<usize> {
        Some(usize::from(pair.one))
    }

    fn covers(&self, _: &Position, pair: Pair) -> Vec<usize> {
        [pair.one, pair.other].map(usize::from).to_vec()
    }
}
