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

/// The cells of a set from the lowest up.
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// The cells of all boards, and the lines. Sets of cells are bits, cell 1 the lowest; the boards' cells follow each
/// other.
pub(super) struct Ground {
    /// How many cells there are.
    pub(super) cells: usize,
    /// The lines of one board, and those through each of its cells.
    pub(super) lines: Vec<u64>,
    pub(super) through: Vec<Vec<u64>>,
    /// The set that has to be marked before each cell: nothing or one cell.
    pub(super) support: Vec<u64>,
    /// Whether making a line wins.
    pub(super) wins: bool,
    /// What a full board means; `None`: points.
    pub(super) full: Option<Outcome>,
    /// Of every cell; empty without points.
    pub(super) weights: Vec<i64>,
}

impl Ground {
    /// All cells.
    pub(super) fn all(&self) -> u64 {
        first_cells(self.cells)
    }

    /// The `x` and the `o` of a code.
    pub(super) fn sets(&self, code: u128) -> (u64, u64) {
        let first = code as u64 & self.all();
        (first, (code >> self.cells) as u64)
    }

    /// Whether a mark can be placed.
    pub(super) fn is_open(&self, cell: usize, taken: u64, living: u64) -> bool {
        has(living & !taken, cell) && self.support[cell] & !taken == 0
    }
}
