//! The rules as plain data: those of the positional family, which includes this game.

use super::{Connect4, Lines, Move, Position, bits};
use crate::positional::{Rules, Shape};
use yomikiri_core::Player;
use yomikiri_core::capability::Declared;
use yomikiri_core::declared::Declaration;

impl<const STRIDE: u32, const LINE: u32, L: Lines> Declared<Self> for Connect4<STRIDE, LINE, L> {
    fn declaration(&self) -> Declaration {
        let [rows, cols, line] = [self.board.rows(), self.board.cols(), self.board.line()];
        let shape = Shape::full(1, rows as usize, cols as usize);
        let rules = Rules {
            line: Some(line as usize),
            gravity: true,
            // A board of at most 63 cells is a shape.
            ..Rules::new(shape.expect("the family's boards are larger"))
        };
        rules.declaration()
    }

    fn code(&self, position: &Position) -> u128 {
        let set = |player| -> u128 {
            let marks = bits(position.marks_of(player));
            marks.map(|cell| 1 << self.declared_cell(cell)).sum()
        };
        set(Player::First) | set(Player::Second) << self.board.cells().count_ones()
    }

    fn number(&self, _: &Position, mv: Move) -> u32 {
        self.declared_cell(mv.0)
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Connect4<STRIDE, LINE, L> {
    /// Returns the number of a cell in reading order, from 0.
    fn declared_cell(&self, cell: u64) -> u32 {
        let bit = cell.trailing_zeros();
        let (col, row) = (bit / self.board.stride(), bit % self.board.stride());
        (self.board.rows() - 1 - row) * self.board.cols() + col
    }
}
