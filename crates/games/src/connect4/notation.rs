//! Positions as the columns played from the start, `4453` (with commas, `10,4,4`, if there are more than nine
//! columns), or as rows from the top. A move is its column, from 1.

use super::{Connect4, Lines, Move, Position};
use std::ops::Range;
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Diagram, Game, Layout, Notation, Pictured, Player, TextError};

/// The meaning of a byte for a cell: 1 for First's mark, 2 for Second's, 4 for empty, 0 for anything else. A table
/// avoids branches that no processor can predict.
const MARKS: [u8; 256] = {
    let mut marks = [0; 256];
    marks[b'x' as usize] = 1;
    marks[b'o' as usize] = 2;
    marks[b'.' as usize] = 4;
    marks
};

/// Returns whether a text holds columns played rather than rows. An empty text does: no column was played.
fn is_played(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b',')
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Connect4<STRIDE, LINE, L> {
    /// Returns the column of a move, from 0.
    fn column(&self, mv: Move) -> u32 {
        mv.bit() / self.board.stride()
    }

    fn has_commas(&self, text: &str) -> bool {
        self.board.cols() > 9 || text.contains(',')
    }

    /// Returns the span of each column in a text of columns played.
    fn parts(&self, text: &str) -> Vec<Range<usize>> {
        if text.is_empty() || !self.has_commas(text) {
            return (0..text.len()).map(|at| at..at + 1).collect();
        }
        let mut start = 0;
        let span = |part: &str| {
            let span = start..start + part.len();
            start = span.end + 1;
            span
        };
        text.split(',').map(span).collect()
    }

    /// Reads the columns played from the start. Each must have been legal.
    fn parse_played(&self, text: &str) -> Result<Position, TextError> {
        let cols = self.board.cols();
        let mut position = self.start();
        for span in self.parts(text) {
            let column = text[span.clone()].parse::<u32>().ok();
            let Some(column) = column.filter(|column| (1..=cols).contains(column)) else {
                return Err(TextError::new(span, format!("columns are 1 to {cols}")));
            };
            if self.outcome(&position).is_some() {
                let rest = span.start..text.len();
                return Err(TextError::new(rest, "the game is over before this"));
            }
            let Some(mv) = self
                .moves(&position)
                .find(|&mv| self.column(mv) + 1 == column)
            else {
                return Err(TextError::new(span, format!("column {column} is full")));
            };
            position = self.play(&position, mv);
        }
        Ok(position)
    }

    /// Returns the rows and columns of the cells in reading order, both counted from 0 at the top left, and their
    /// bits.
    fn places(&self) -> impl Iterator<Item = (u32, u32, u64)> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        (0..rows).flat_map(move |row| {
            (0..cols).map(move |col| (row, col, self.board.cell(col, rows - 1 - row)))
        })
    }

    /// Returns the bits of the cells row by row from the top, each row from the left.
    fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = u64>> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        (0..rows)
            .rev()
            .map(move |row| (0..cols).map(move |col| self.board.cell(col, row)))
    }

    /// Reads rows from the top.
    fn parse_rows(&self, text: &str) -> Result<Position, TextError> {
        let bytes = text.as_bytes();
        let (mut first, mut second) = (0, 0);
        let mut at = 0;
        for (row, cells) in self.rows().enumerate() {
            if row > 0 {
                if bytes.get(at) != Some(&b'/') {
                    return Err(self.expected(text, at, "`/` and a further row".to_owned()));
                }
                at += 1;
            }
            for (col, cell) in cells.enumerate() {
                let mark = MARKS[usize::from(bytes.get(at).copied().unwrap_or_default())];
                if mark == 0 {
                    let place = format!("row {}, column {}", row + 1, col + 1);
                    let what = format!("`.`, `x` or `o` for {place}");
                    return Err(self.expected(text, at, what));
                }
                first |= cell * u64::from(mark & 1);
                second |= cell * u64::from(mark >> 1 & 1);
                at += 1;
            }
        }
        if at < text.len() {
            let rest = TextError::new(at..text.len(), "the board ends before this");
            return Err(rest.help(self.form()));
        }
        let floating = self.floating(first | second);
        if floating == 0 {
            return Ok(self.position(first, second));
        }
        let before = self
            .places()
            .take_while(|(_, _, cell)| floating & cell == 0);
        let before = before.count();
        // Each row except the first has a `/` before it.
        let at = before + before / self.board.cols() as usize;
        Err(TextError::new(
            at..at + 1,
            "this mark lies above an empty cell",
        ))
    }

    /// Returns the marks with an empty cell below.
    fn floating(&self, marks: u64) -> u64 {
        marks & !(marks << 1 | self.board.floor())
    }

    /// Returns the error that something else was expected at `text[at]`, with an example of the form.
    fn expected(&self, text: &str, at: usize, what: String) -> TextError {
        TextError::expected(text, at, what).help(self.form())
    }

    /// Returns an example of a position's text.
    fn form(&self) -> String {
        let start = self.position_text(&self.start());
        if start.len() <= 64 {
            format!("the empty board is `{start}`; or write the columns played")
        } else {
            "rows are joined by `/`; or write the columns played".to_owned()
        }
    }

    /// Returns the owner of the mark in a cell.
    fn owner(&self, position: &Position, cell: u64) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|&player| position.marks_of(player) & cell != 0)
    }
}

fn symbol(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Notation for Connect4<STRIDE, LINE, L> {
    fn position_text(&self, position: &Position) -> String {
        let mut text = String::new();
        for (row, col, cell) in self.places() {
            if col == 0 && row > 0 {
                text.push('/');
            }
            text.push(self.owner(position, cell).map_or('.', symbol));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        if is_played(text) {
            self.parse_played(text)
        } else {
            self.parse_rows(text)
        }
    }

    fn position_of_marks(&self, marks: &[i8]) -> Option<Position> {
        let (mut first, mut second, mut others) = (0, 0, false);
        let cols = self.board.cols() as usize;
        for (cells, marks) in self.rows().zip(marks.chunks(cols)) {
            for (cell, &mark) in cells.zip(marks) {
                // Without branches, as above. A negative number becomes more than 2.
                let mark = mark as u8;
                first |= cell & u64::from(mark & 1).wrapping_neg();
                second |= cell & u64::from(mark >> 1 & 1).wrapping_neg();
                others |= mark > 2;
            }
        }
        let complete = marks.len() == cols * self.board.rows() as usize;
        let good = complete && !others && self.floating(first | second) == 0;
        good.then(|| self.position(first, second))
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        (self.column(mv) + 1).to_string()
    }

    fn text_number(&self, mv: Move) -> Option<u32> {
        Some(self.column(mv))
    }

    fn extend_text(&self, text: &str, position: &Position, mv: Move) -> Option<String> {
        let comma = match !text.is_empty() && self.has_commas(text) {
            true => ",",
            false => "",
        };
        is_played(text).then(|| format!("{text}{comma}{}", self.move_text(position, mv)))
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Pictured for Connect4<STRIDE, LINE, L> {
    fn diagram(&self, position: &Position) -> Diagram {
        let place = |(row, col, cell)| Place {
            name: format!("{},{}", row + 1, col + 1),
            at: (0, row as u16, col as u16),
            mark: self.owner(position, cell).map(|owner| Mark {
                symbol: symbol(owner),
                owner: Some(owner),
            }),
            label: None,
        };
        Diagram {
            places: self.places().map(place).collect(),
            ..Diagram::default()
        }
    }

    fn layout(&self) -> Layout {
        Layout::Columns
    }

    fn look(&self) -> Look {
        Look::new(Ground::Cells, Glyph::Disc)
    }

    /// Returns the cells of all complete lines.
    fn decisive(&self, position: &Position) -> Vec<usize> {
        let lines = |player| self.board.in_lines(position.marks_of(player));
        let made = lines(Player::First) | lines(Player::Second);
        let places = self.places().enumerate();
        places
            .filter(|(_, (_, _, cell))| made & cell != 0)
            .map(|(place, _)| place)
            .collect()
    }

    fn target(&self, _: &Position, mv: Move) -> Option<usize> {
        self.places().position(|(_, _, cell)| cell == mv.0)
    }
}
