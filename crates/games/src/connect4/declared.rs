//! The rules as plain data.

use super::{Connect4, Move, Position, bits};
use std::collections::BTreeSet;
use yomikiri_core::capability::Declared;
use yomikiri_core::declared::{Declaration, DeclaredCells};
use yomikiri_core::{Outcome, Player};

/// Cells are declared in reading order, lines one by one: who reads the text needs no geometry.
impl<const STRIDE: u32, const LINE: u32> Declared<Self> for Connect4<STRIDE, LINE> {
    fn declaration(&self) -> Declaration {
        let (cols, rows) = (self.board.cols() as usize, self.board.rows() as usize);
        let row = ".".repeat(cols);
        Declaration::Cells(DeclaredCells {
            board: vec![row; rows].join("/"),
            boards: 1,
            marks: "own",
            lines_win: true,
            full: Some(Outcome::Draw),
            weights: Vec::new(),
            support: (0..cols * rows)
                .map(|cell| Some(cell + cols).filter(|&below| below < cols * rows))
                .collect(),
            lines: self.lines().into_iter().collect(),
        })
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

impl<const STRIDE: u32, const LINE: u32> Connect4<STRIDE, LINE> {
    /// The number of a cell in reading order, from 0.
    fn declared_cell(&self, cell: u64) -> u32 {
        let bit = cell.trailing_zeros();
        let (col, row) = (bit / self.board.stride(), bit % self.board.stride());
        (self.board.rows() - 1 - row) * self.board.cols() + col
    }

    /// All lines, each once: cells in reading order, to the right, downward and along both diagonals.
    fn lines(&self) -> BTreeSet<Vec<usize>> {
        let (cols, rows) = (self.board.cols() as usize, self.board.rows() as usize);
        let reach = self.board.line() as usize - 1;
        let mut lines = BTreeSet::new();
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let right = col + reach < cols;
            let down = row + reach < rows;
            let left = col >= reach;
            let steps = [(right, 1), (down, cols), (down && right, cols + 1)];
            let ways = steps.into_iter().chain([(down && left, cols - 1)]);
            for (_, step) in ways.filter(|(fits, _)| *fits) {
                let first = row * cols + col;
                lines.insert((0..=reach).map(|place| first + place * step).collect());
            }
        }
        lines
    }
}
