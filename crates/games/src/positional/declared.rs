//! The rules of the family as plain data.

use super::{Bits, CellSet, Full, Marks, Move, Position, Positional, Rules};
use yomikiri_core::Outcome;
use yomikiri_core::capability::Declared;
use yomikiri_core::declared::{Declaration, DeclaredCells};

/// The most cells for which rules are declared.
pub(super) const MOST_DECLARED: u32 = 64;

impl Rules {
    /// Returns these rules as plain data. Cells are declared in reading order and lines one by one, so a reader of the
    /// text needs no geometry.
    pub(crate) fn declaration(&self) -> Declaration {
        let cells = 0..self.shape.cells().len();
        let support = match self.gravity {
            true => cells.clone().map(|cell| self.shape.below(cell)).collect(),
            false => Vec::new(),
        };
        let weights = match self.weights.as_slice() {
            [] if self.full == Full::Points => vec![0; cells.len()],
            weights => weights.to_vec(),
        };
        let line = |line: CellSet| line.cells().map(|cell| cell as usize).collect();
        Declaration::Cells(DeclaredCells {
            board: self.shape.text(|_| '.'),
            boards: self.boards,
            marks: match self.marks {
                Marks::Own => "own",
                Marks::Either => "either",
                Marks::One => "one",
            },
            lines_win: !self.misere,
            full: match self.full {
                Full::Draw => Some(Outcome::Draw),
                Full::Win(player) => Some(Outcome::Win(player)),
                Full::Points => None,
            },
            weights,
            support,
            lines: self.lines().into_iter().map(line).collect(),
        })
    }
}

impl<B: Bits, const COMMON: bool> Declared<Positional<B, COMMON>> for Positional<B, COMMON> {
    fn declaration(&self) -> Declaration {
        self.rules.declaration()
    }

    fn code(&self, position: &Position<B>) -> u128 {
        let set =
            |marks: B| -> u128 { marks.cells().map(|bit| 1 << self.declared_cell(bit)).sum() };
        set(position.first()) | set(position.second()) << self.cells
    }

    fn number(&self, _: &Position<B>, mv: Move) -> u32 {
        let cell = self.declared_cell(mv.cell());
        if mv.second_mark() {
            self.cells + cell
        } else {
            cell
        }
    }
}

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Returns the number of a bit's cell in reading order, board after board, from 0.
    fn declared_cell(&self, bit: u32) -> u32 {
        let (board, within) = (bit / self.board_cells, bit % self.board_cells);
        board * self.board_cells + self.order[within as usize] as u32
    }
}
