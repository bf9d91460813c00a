//! Positions and moves as text, and the picture.

use super::{PairBoard, Position};
use crate::spec::quoted;
use crate::turn::status;
use yomikiri_core::diagram::{Glyph, Ground, Link, Look, Mark, Place};
use yomikiri_core::{Counted, Diagram, Game, Notation, Pictured, Player, TextError};

impl PairBoard {
    /// Returns the owner of the mark in a cell.
    fn owner(position: &Position, cell: usize) -> Option<Player> {
        if position.first >> cell & 1 == 1 {
            Some(Player::First)
        } else if position.second >> cell & 1 == 1 {
            Some(Player::Second)
        } else {
            None
        }
    }

    fn cell_name(&self, cell: usize) -> String {
        format!("{},{}", cell / self.cols + 1, cell % self.cols + 1)
    }
}

fn symbol(owner: Player) -> char {
    match owner {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

impl Notation for PairBoard {
    fn position_text(&self, position: &Position) -> String {
        let row = |row: usize| -> String {
            (row * self.cols..(row + 1) * self.cols)
                .map(|cell| PairBoard::owner(position, cell).map_or('.', symbol))
                .collect()
        };
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let mut position = self.start();
        let (mut start, mut row) = (0, 0);
        for part in text.split('/') {
            let span = start..start + part.len();
            if row == self.rows {
                let why = format!("the board has {}", Counted(self.rows, "row"));
                return Err(TextError::new(span, why));
            }
            if part.chars().count() != self.cols {
                let why = format!("a row of {} is expected here", Counted(self.cols, "cell"));
                return Err(TextError::new(span, why));
            }
            for (col, (at, character)) in part.char_indices().enumerate() {
                let bit = 1 << (row * self.cols + col);
                match character {
                    'x' => position.first |= bit,
                    'o' => position.second |= bit,
                    '.' => {}
                    _ => {
                        let at = start + at;
                        let span = at..at + character.len_utf8();
                        let why = format!("`x`, `o` or `.`, not {}", quoted(&text[span.clone()]));
                        return Err(TextError::new(span, why));
                    }
                }
            }
            start = span.end + 1;
            row += 1;
        }
        if row < self.rows {
            let why = format!("the board has {}, not {row}", Counted(self.rows, "row"));
            return Err(TextError::new(text.len()..text.len(), why));
        }
        Ok(position)
    }

    fn move_text(&self, _: &Position, cell: u8) -> String {
        self.cell_name(usize::from(cell))
    }
}

impl Pictured for PairBoard {
    fn diagram(&self, position: &Position) -> Diagram {
        let place = |cell: usize| Place {
            name: self.cell_name(cell),
            at: (0, (cell / self.cols) as u16, (cell % self.cols) as u16),
            mark: PairBoard::owner(position, cell).map(|owner| Mark {
                symbol: symbol(owner),
                owner: Some(owner),
            }),
            label: None,
        };
        let links = self.pairs.iter().map(|pair| Link {
            from: pair.one.trailing_zeros() as usize,
            to: pair.other.trailing_zeros() as usize,
            directed: false,
            label: Some(pair.points.to_string()),
        });
        Diagram {
            places: (0..self.cells()).map(place).collect(),
            links: links.collect(),
            notes: vec![status(self, position)],
        }
    }

    fn look(&self) -> Look {
        Look::new(Ground::Cells, Glyph::Disc)
    }

    fn target(&self, _: &Position, cell: u8) -> Option<usize> {
        Some(usize::from(cell))
    }
}
