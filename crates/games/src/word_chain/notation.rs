//! Positions and moves as text, and the picture.

use super::{Position, WordChain};
use crate::spec::quoted;
use crate::turn::{split_mover, status};
use yomikiri_core::diagram::{Glyph, Ground, Look, Place};
use yomikiri_core::{Diagram, Game, Notation, Pictured, TextError};

/// The most words that are drawn.
const DRAWN: usize = 64;

impl Notation for WordChain {
    /// The player is always named, because a link may be any word, even `start`.
    fn position_text(&self, position: &Position) -> String {
        match *position {
            Position::Opening => "-".to_owned(),
            Position::Link(link, player) => format!("{}:{player}", self.link(link)),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        if text == "-" {
            return Ok(Position::Opening);
        }
        let (link, player) = split_mover(text)?;
        if link.len() == text.len() {
            return Err(TextError::new(
                text.len()..text.len(),
                "`:first` or `:second` is missing",
            ));
        }
        match self.find(link) {
            Some(link) => Ok(Position::Link(link, player)),
            None => Err(TextError::new(
                0..link.len(),
                format!("no word begins or ends with {}", quoted(link)),
            )),
        }
    }

    fn move_text(&self, _: &Position, word: u32) -> String {
        self.word(word as usize).to_owned()
    }
}

impl Pictured for WordChain {
    /// Draws the words that may be said, in rows of four.
    fn diagram(&self, position: &Position) -> Diagram {
        let place = |(at, word): (usize, u32)| {
            let word = self.word(word as usize);
            Place {
                name: word.to_owned(),
                // At most DRAWN words.
                at: (0, (at / 4) as u16, (at % 4) as u16),
                mark: None,
                label: Some(word.to_owned()),
            }
        };
        let mut notes = vec![status(self, position)];
        if let Position::Link(link, _) = *position {
            notes.push(format!("the next word begins with {}", self.link(link)));
        }
        let words = self.moves(position).count();
        if words > DRAWN {
            notes.push(format!("{DRAWN} of {words} words are drawn"));
        }
        let drawn = self.moves(position).take(DRAWN).enumerate();
        Diagram {
            places: drawn.map(place).collect(),
            links: Vec::new(),
            notes,
        }
    }

    fn look(&self) -> Look {
        Look::new(Ground::Words, Glyph::Mark)
    }

    fn target(&self, position: &Position, word: u32) -> Option<usize> {
        self.moves(position)
            .take(DRAWN)
            .position(|drawn| drawn == word)
    }
}
