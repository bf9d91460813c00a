//! Cells, and the meaning of lines of marks.

use crate::value::Outcome;

pub(super) const MOST_CELLS: usize = 64;

/// Returns the first `count` cells, from 1 to 64 of them.
pub(super) fn first_cells(count: usize) -> u64 {
    u64::MAX >> (MOST_CELLS - count)
}

pub(super) fn has(set: u64, cell: usize) -> bool {
    set >> cell & 1 == 1
}

/// Returns the cells of a set in ascending order.
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// The cells of all boards, and the lines. Sets of cells are bits, with cell 1 the lowest; the boards' cells follow
/// one another.
pub(super) struct Ground {
    /// The number of cells.
    pub(super) cells: usize,
    /// The lines of one board, and those through each of its cells.
    pub(super) lines: Vec<u64>,
    pub(super) through: Vec<Vec<u64>>,
    /// For each cell, the set that has to be marked before it: empty or one cell.
    pub(super) support: Vec<u64>,
    /// Whether making a line wins.
    pub(super) wins: bool,
    /// The result of a full board; `None` means points.
    pub(super) full: Option<Outcome>,
    /// The weight of every cell; empty without points.
    pub(super) weights: Vec<i64>,
}

impl Ground {
    /// Returns all cells.
    pub(super) fn all(&self) -> u64 {
        first_cells(self.cells)
    }

    /// Returns the `x` and the `o` of a code.
    pub(super) fn sets(&self, code: u128) -> (u64, u64) {
        let first = code as u64 & self.all();
        (first, (code >> self.cells) as u64)
    }

    /// Returns whether a mark can be placed.
    pub(super) fn is_open(&self, cell: usize, taken: u64, living: u64) -> bool {
        has(living & !taken, cell) && self.support[cell] & !taken == 0
    }
}
