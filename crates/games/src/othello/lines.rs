//! The discs that a move encloses, for a whole board at once.

use crate::compact::board::Board;

/// The most cells of a line.
const LONGEST: u32 = 6;

/// The lines of a board with `COLS` columns along which discs are enclosed. (The number of columns is a constant,
/// because shifts by a constant take half the time.)
#[derive(Debug)]
pub(super) struct Lines<const COLS: u32> {
    all: u64,
    left: u64,
    right: u64,
}

impl<const COLS: u32> Lines<COLS> {
    pub(super) fn new(board: &Board) -> Self {
        debug_assert!(board.cols == COLS && board.rows.max(COLS) <= LONGEST);
        Lines {
            all: board.all(),
            left: board.col(0),
            right: board.col(COLS - 1),
        }
    }

    /// Returns the four directions, each of which includes its reverse: the difference between the numbers of
    /// neighbouring cells, and the discs that a line in this direction can pass over.
    #[inline(always)]
    fn ways(&self, discs: u64) -> [(u32, u64); 4] {
        // A horizontal or diagonal line cannot pass over the columns at the sides.
        let inner = discs & !(self.left | self.right);
        [
            (1, inner),
            (COLS, discs),
            (COLS + 1, inner),
            (COLS - 1, inner),
        ]
    }

    /// Returns the runs of discs that start next to the given cells, forward and backward.
    #[inline(always)]
    fn rows(from: u64, (by, discs): (u32, u64)) -> (u64, u64) {
        let (mut forward, mut back) = (discs & from << by, discs & from >> by);
        // The first and the last cell of a line are never enclosed.
        for _ in 1..LONGEST - 2 {
            forward |= discs & forward << by;
            back |= discs & back >> by;
        }
        (forward, back)
    }

    /// Returns the cells where the owner of the set `own` may place a disc.
    #[inline(always)]
    pub(super) fn places(&self, own: u64, other: u64) -> u64 {
        let mut behind = 0;
        for way in self.ways(other) {
            let (forward, back) = Self::rows(own, way);
            behind |= forward << way.0 | back >> way.0;
        }
        behind & self.free(own, other)
    }

    /// Returns the discs that a disc placed on a cell turns over.
    #[inline(always)]
    pub(super) fn turned(&self, own: u64, other: u64, cell: u32) -> u64 {
        let mut turned = 0;
        for way in self.ways(other) {
            let (forward, back) = Self::rows(1 << cell, way);
            // The run consists of the other's discs, so the own disc lies behind it.
            if forward << way.0 & own != 0 {
                turned |= forward;
            }
            if back >> way.0 & own != 0 {
                turned |= back;
            }
        }
        turned
    }

    /// Returns the cells without a disc.
    #[inline(always)]
    pub(super) fn free(&self, own: u64, other: u64) -> u64 {
        self.all & !(own | other)
    }

    /// Returns the cells of a set and their neighbours.
    #[inline(always)]
    pub(super) fn around(&self, set: u64) -> u64 {
        let across = set | (set & !self.left) >> 1 | (set & !self.right) << 1;
        (across | across << COLS | across >> COLS) & self.all
    }
}

/// Returns the number of discs by which `own` exceeds `other`.
pub(super) fn difference(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}
