//! Positions and moves as text, and the picture.

use super::{ANYTHING, Call, Position, Shiritori};
use crate::spec::quoted;
use crate::turn::status;
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Diagram, Notation, Pictured, TextError};

impl Shiritori {
    /// Returns the letter that is called for, if any.
    fn letter(&self, position: &Position) -> Option<char> {
        let place = usize::from(position.call).checked_sub(1)?;
        self.letters.get(place).copied()
    }
}

impl Notation for Shiritori {
    /// A game without words has the text `-`.
    fn position_text(&self, position: &Position) -> String {
        let said = |word: usize| match position.said >> word & 1 {
            0 => '.',
            _ => '#',
        };
        let mut text: String = match self.words.len() {
            0 => "-".to_owned(),
            words => (0..words).map(said).collect(),
        };
        if let Some(letter) = self.letter(position) {
            text.extend([':', letter]);
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let (signs, letter) = match text.split_once(':') {
            Some((signs, letter)) => (signs, Some(letter)),
            None => (text, None),
        };
        let mut said = 0;
        if !(self.words.is_empty() && signs == "-") {
            if signs.is_empty() || signs.chars().count() != self.words.len() {
                let why = format!("{} signs are expected, `#` or `.`", self.words.len());
                return Err(TextError::new(0..signs.len(), why));
            }
            for (word, (at, sign)) in signs.char_indices().enumerate() {
                match sign {
                    '#' => said |= 1 << word,
                    '.' => {}
                    _ => {
                        let span = at..at + sign.len_utf8();
                        let why = format!("`#` or `.`, not {}", quoted(&text[span.clone()]));
                        return Err(TextError::new(span, why));
                    }
                }
            }
        }
        let call = match letter {
            None => ANYTHING,
            Some(letter) => {
                let place = self.letters.iter().position(|known| {
                    let mut utf8 = [0; 4];
                    *known.encode_utf8(&mut utf8) == *letter
                });
                let place = place.ok_or_else(|| {
                    TextError::new(
                        signs.len() + 1..text.len(),
                        "a letter that some word ends with is expected here",
                    )
                })?;
                // At most MOST letters.
                place as Call + 1
            }
        };
        Ok(Position { said, call })
    }

    fn move_text(&self, _: &Position, word: u8) -> String {
        self.words[usize::from(word)].clone()
    }
}

impl Pictured for Shiritori {
    /// Draws the words in rows of four, with a mark on each word that has been said.
    fn diagram(&self, position: &Position) -> Diagram {
        let place = |(word, text): (usize, &String)| Place {
            name: text.clone(),
            // At most MOST words.
            at: (0, (word / 4) as u16, (word % 4) as u16),
            mark: (position.said >> word & 1 == 1).then_some(Mark {
                symbol: '#',
                owner: None,
            }),
            label: Some(text.clone()),
        };
        let mut notes = vec![status(self, position)];
        if let Some(letter) = self.letter(position) {
            notes.push(format!("the next word begins with {letter}"));
        }
        Diagram {
            places: self.words.iter().enumerate().map(place).collect(),
            links: Vec::new(),
            notes,
        }
    }

    fn look(&self) -> Look {
        Look::new(Ground::Words, Glyph::Mark)
    }

    fn target(&self, _: &Position, word: u8) -> Option<usize> {
        Some(usize::from(word))
    }
}
