//! Positions and moves as text, and the picture.

use super::{GridWalk, Position};
use crate::turn::status;
use yomikiri_core::diagram::{Mark, Place};
use yomikiri_core::{Diagram, Game, Notation, Pictured, Player, TextError};

/// The longest side that is drawn whole.
const WINDOW: usize = 64;

impl Notation for GridWalk {
    fn position_text(&self, position: &Position) -> String {
        let mover = match position.to_move {
            Player::Second if !self.parity => ":second",
            _ => "",
        };
        format!("{},{}{mover}", position.row + 1, position.col + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let (cell, mover) = match text.split_once(':') {
            Some((cell, mover)) => (cell, Some(mover)),
            None => (text, None),
        };
        let (row, col) = cell
            .split_once(',')
            .ok_or_else(|| TextError::new(0..cell.len(), "a cell ROW,COLUMN is expected here"))?;
        let number = |digits: &str, start: usize, most: usize, what: &str| {
            let number = digits
                .parse::<u32>()
                .ok()
                .filter(|&n| n >= 1 && n as usize <= most);
            number.map(|n| n - 1).ok_or_else(|| {
                TextError::new(
                    start..start + digits.len(),
                    format!("a {what} from 1 to {most} is expected here"),
                )
            })
        };
        let col_start = row.len() + 1;
        let row = number(row, 0, self.grid.rows(), "row")?;
        let col = number(col, col_start, self.grid.cols(), "column")?;
        let mover_start = cell.len() + 1;
        let to_move = match mover {
            None if self.parity => GridWalk::mover_by_parity(row, col),
            None => Player::First,
            Some(_) if self.parity => {
                return Err(TextError::new(
                    mover_start - 1..text.len(),
                    "the cell alone tells whose turn it is",
                ));
            }
            Some("first") => Player::First,
            Some("second") => Player::Second,
            Some(_) => {
                return Err(TextError::new(
                    mover_start..text.len(),
                    "`first` or `second` is expected here",
                ));
            }
        };
        Ok(Position { row, col, to_move })
    }

    /// Returns the cell entered.
    fn move_text(&self, position: &Position, mv: u32) -> String {
        let entered = self.play(position, mv);
        format!("{},{}", entered.row + 1, entered.col + 1)
    }
}

impl GridWalk {
    /// Returns the part that is drawn: first row and column, and numbers of rows and columns. A large grid is drawn
    /// from the piece on, because the piece never goes back.
    fn window(&self, position: &Position) -> (usize, usize, usize, usize) {
        let side = |length: usize, at: u32| {
            if length <= WINDOW {
                (0, length)
            } else {
                (at as usize, WINDOW.min(length - at as usize))
            }
        };
        let (row, rows) = side(self.grid.rows(), position.row);
        let (col, cols) = side(self.grid.cols(), position.col);
        (row, col, rows, cols)
    }
}

impl Pictured for GridWalk {
    fn diagram(&self, position: &Position) -> Diagram {
        let (top, left, rows, cols) = self.window(position);
        let mut places = Vec::with_capacity(rows * cols);
        for row in 0..rows {
            for col in 0..cols {
                let (r, c) = (top + row, left + col);
                let here = (r, c) == (position.row as usize, position.col as usize);
                places.push(Place {
                    name: format!("{},{}", r + 1, c + 1),
                    // Both are at most WINDOW.
                    at: (0, row as u16, col as u16),
                    mark: here.then_some(Mark {
                        symbol: '@',
                        owner: None,
                    }),
                    label: Some(self.grid.label(r, c)),
                });
            }
        }
        let mut notes = vec![status(self, position)];
        if (rows, cols) != (self.grid.rows(), self.grid.cols()) {
            let (last_row, last_col) = (top + rows, left + cols);
            notes.push(format!(
                "rows {}..{last_row}, columns {}..{last_col}",
                top + 1,
                left + 1
            ));
        }
        Diagram {
            places,
            links: Vec::new(),
            notes,
        }
    }

    fn target(&self, position: &Position, mv: u32) -> Option<usize> {
        let entered = self.play(position, mv);
        let (top, left, rows, cols) = self.window(position);
        let (row, col) = (entered.row as usize - top, entered.col as usize - left);
        (row < rows && col < cols).then(|| row * cols + col)
    }
}
