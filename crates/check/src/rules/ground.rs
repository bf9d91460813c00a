//! Cells, and what lines of marks mean.

use crate::value::Outcome;

pub(super) const MOST_CELLS: usize = 64;

/// So many cells from the first one on, at most 64 and not none.
pub(super) fn first_cells(count: usize) -> u64 {
    u64::MAX >> (MOST_CELLS - count)
}

pub(super) fn has(set: u64, cell: usize) -> bool {
    set >> cell & 1 == 1
}

/// The cells of all boards, and the lines. Sets of cells are bits, cell 1 the lowest; the boards' cells follow each
/// other.
pub struct Ground {
    /// How many cells there are.
    pub(crate) cells: usize,
    /// The lines of one board, and those through each of its cells.
    pub(crate) lines: Vec<u64>,
    pub(super) through: Vec<Vec<u64>>,
    /// The set that has to be marked before each cell: nothing or one cell.
    pub(crate) support: Vec<u64>,
    /// Whether making a line wins.
    pub(crate) wins: bool,
    /// What a full board means; `None`: points.
    pub(crate) full: Option<Outcome>,
    /// Of every cell; empty without points.
    pub(crate) weights: Vec<i64>,
}

impl Ground {
    /// All cells.
    pub(crate) fn all(&self) -> u64 {
        first_cells(self.cells)
    }

    /// The `x` and the `o` of a code.
    pub(crate) fn sets(&self, code: u128) -> (u64, u64) {
        let first = code as u64 & self.all();
        (first, (code >> self.cells) as u64)
    }

    /// Whether a mark can be placed.
    pub(super) fn is_open(&self, cell: usize, taken: u64, living: u64) -> bool {
        has(living & !taken, cell) && self.support[cell] & !taken == 0
    }

    /// The cells that can be marked next, on one board.
    pub(crate) fn open(&self, taken: u64) -> u64 {
        let open = (0..self.cells).filter(|&cell| self.is_open(cell, taken, self.all()));
        open.fold(0, |set, cell| set | 1 << cell)
    }

    /// Whether a cell completes a line of these marks on one board, and lines win.
    pub(crate) fn completes(&self, marks: u64, cell: usize) -> bool {
        let with = marks | 1 << cell;
        self.wins && self.through[cell].iter().any(|line| line & !with == 0)
    }
}
