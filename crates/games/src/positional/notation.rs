//! Boards and moves as text: rows joined by `/`, layers by `//`, and several boards like layers. A move is the place
//! of its cell, counted from 1.

use super::{Bits, Cell, Marks, Move, Position, Positional};
use yomikiri_core::{Game, Notation, TextError};

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Returns every place of every board in reading order, with the separator before it in a position's text, and
    /// its bit if it is a cell.
    fn places(&self) -> impl Iterator<Item = (&'static str, [usize; 3], Option<u32>)> {
        let [layers, rows, cols] = self.rules.shape.size();
        (0..self.rules.boards * layers * rows * cols).map(move |place| {
            let (layer, row, col) = (place / cols / rows, place / cols % rows, place % cols);
            let before = match (layer, row, col) {
                (0, 0, 0) => "",
                (_, 0, 0) => "//",
                (_, _, 0) => "/",
                _ => "",
            };
            let number = self.rules.shape.number([layer % layers, row, col]);
            let bit = number.map(|number| self.bit_of(layer / layers, number));
            (before, [layer, row, col], bit)
        })
    }

    /// Returns the cell of a bit, with boards counted as further layers.
    pub(super) fn cell(&self, bit: u32) -> Cell {
        let (board, within) = (bit / self.board_cells, bit % self.board_cells);
        let cell = self.rules.shape.cells()[self.order[within as usize]];
        Cell {
            layer: cell.layer + board as u16 * self.rules.shape.size()[0] as u16,
            ..cell
        }
    }

    /// Returns the name of a cell: the given one (after the board's number, if there are several), or else
    /// `row,column`, or `layer,row,column` if there are layers or boards.
    pub(super) fn cell_text(&self, bit: u32) -> String {
        if let Some(name) = self.given_name(bit) {
            return match self.rules.boards {
                1 => name.to_owned(),
                _ => format!("{},{name}", bit / self.board_cells + 1),
            };
        }
        let Cell { layer, row, col } = self.cell(bit);
        if self.rules.shape.size()[0] * self.rules.boards > 1 {
            format!("{},{},{}", layer + 1, row + 1, col + 1)
        } else {
            format!("{},{}", row + 1, col + 1)
        }
    }

    /// Returns the given name of a cell.
    pub(super) fn given_name(&self, bit: u32) -> Option<&str> {
        let within = (bit % self.board_cells) as usize;
        self.rules.shape.given_name(self.order[within])
    }

    /// Returns the character for the mark in a cell.
    pub(super) fn symbol(&self, position: &Position<B>, bit: u32) -> char {
        if position.first() & B::bit(bit) != B::NONE {
            'x'
        } else if position.second() & B::bit(bit) != B::NONE {
            'o'
        } else {
            '.'
        }
    }

    /// Reads a drawn board.
    fn parse_rows(&self, text: &str) -> Result<Position<B>, TextError> {
        let (mut first, mut second) = (B::NONE, B::NONE);
        // The place where each mark was read, to point at marks that float.
        let mut read_at = Vec::new();
        let mut at = 0;
        let is_deep = self.places().any(|(_, [layer, ..], _)| layer > 0);
        for (before, [layer, row, col], bit) in self.places() {
            let rest = &text[at..];
            let Some(rest) = rest.strip_prefix(before) else {
                let what = if before == "/" { "row" } else { "layer" };
                return Err(self.expected(text, at, format!("`{before}` and a further {what}")));
            };
            at += before.len();
            let symbol = rest.chars().next();
            let place = || match is_deep {
                true => format!("layer {}, row {}, column {}", layer + 1, row + 1, col + 1),
                false => format!("row {}, column {}", row + 1, col + 1),
            };
            match (symbol, bit) {
                (Some('_'), None) | (Some('.'), Some(_)) => {}
                (Some('x'), Some(bit)) => {
                    first = first | B::bit(bit);
                    read_at.push((bit, at));
                }
                (Some('o'), Some(bit)) if self.rules.marks != Marks::One => {
                    second = second | B::bit(bit);
                    read_at.push((bit, at));
                }
                (_, None) => {
                    return Err(self.expected(text, at, format!("`_`, the hole at {},", place())));
                }
                (_, Some(_)) => {
                    let symbols = match self.rules.marks {
                        Marks::One => "`.` or `x`",
                        _ => "`.`, `x` or `o`",
                    };
                    return Err(self.expected(text, at, format!("{symbols} for {}", place())));
                }
            }
            at += 1;
        }
        if at < text.len() {
            return Err(
                TextError::new(at..text.len(), "the board ends before this").help(self.form())
            );
        }
        let position = Position::new(first, second);
        let floating = self.floating(&position);
        match read_at
            .iter()
            .find(|(bit, _)| floating & B::bit(*bit) != B::NONE)
        {
            Some((_, at)) => Err(TextError::new(
                *at..at + 1,
                "this mark lies above an empty cell",
            )),
            None => Ok(position),
        }
    }

    /// Returns the error that something else was expected at `text[at]`, with an example of the form.
    fn expected(&self, text: &str, at: usize, what: String) -> TextError {
        TextError::expected(text, at, what).help(self.form())
    }

    /// Returns an example of a position's text.
    fn form(&self) -> String {
        let start = self.position_text(&self.start());
        if start.len() <= 40 {
            format!("the empty board is `{start}`")
        } else {
            "rows are joined by `/`, layers by `//`".to_owned()
        }
    }
}

impl<B: Bits, const COMMON: bool> Notation for Positional<B, COMMON> {
    fn position_text(&self, position: &Position<B>) -> String {
        let mut text = String::with_capacity(2 * self.cells as usize);
        for (before, _, bit) in self.places() {
            text.push_str(before);
            text.push(bit.map_or('_', |bit| self.symbol(position, bit)));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position<B>, TextError> {
        self.parse_rows(text)
    }

    fn move_text(&self, _: &Position<B>, mv: Move) -> String {
        let cell = self.cell_text(mv.cell());
        match (self.rules.marks, mv.second_mark()) {
            (Marks::Either, false) => format!("x{cell}"),
            (Marks::Either, true) => format!("o{cell}"),
            _ => cell,
        }
    }

    fn text_number(&self, mv: Move) -> Option<u32> {
        Some(2 * mv.cell() + u32::from(mv.second_mark()))
    }
}
