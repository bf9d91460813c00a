//! Which discs a move closes in, for a whole board at once.

use crate::compact::board::Board;

/// A line is no longer than this.
const LONGEST: u32 = 6;

/// The lines of a board of so many columns along which discs are closed in. (A constant: what is shifted by a constant is
/// shifted in half the time.)
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

    /// The four directions, each with the one back: the difference of the numbers of two neighbouring cells, and those of the
    /// discs that a line of this direction can pass over.
    #[inline(always)]
    fn ways(&self, discs: u64) -> [(u32, u64); 4] {
        // From a column at the side no line goes on to the side.
        let inner = discs & !(self.left | self.right);
        [
            (1, inner),
            (COLS, discs),
            (COLS + 1, inner),
            (COLS - 1, inner),
        ]
    }

    /// The discs that lie in a row from one of the cells on, forward and back.
    #[inline(always)]
    fn rows(from: u64, (by, discs): (u32, u64)) -> (u64, u64) {
        let (mut forward, mut back) = (discs & from << by, discs & from >> by);
        // Of a line the first and the last cell are not closed in.
        for _ in 1..LONGEST - 2 {
            forward |= discs & forward << by;
            back |= discs & back >> by;
        }
        (forward, back)
    }

    /// The cells where the owner of a set of discs may place one.
    #[inline(always)]
    pub(super) fn places(&self, own: u64, other: u64) -> u64 {
        let mut behind = 0;
        for way in self.ways(other) {
            let (forward, back) = Self::rows(own, way);
            behind |= forward << way.0 | back >> way.0;
        }
        behind & self.free(own, other)
    }

    /// The discs that one placed on a cell turns over.
    #[inline(always)]
    pub(super) fn turned(&self, own: u64, other: u64, cell: u32) -> u64 {
        let mut turned = 0;
        for way in self.ways(other) {
            let (forward, back) = Self::rows(1 << cell, way);
            // (What is closed in is the other's: whatever is one's own lies behind it.)
            if forward << way.0 & own != 0 {
                turned |= forward;
            }
            if back >> way.0 & own != 0 {
                turned |= back;
            }
        }
        turned
    }

    /// The cells without a disc.
    #[inline(always)]
    pub(super) fn free(&self, own: u64, other: u64) -> u64 {
        self.all & !(own | other)
    }

    /// The cells of a set, and those beside them.
    #[inline(always)]
    pub(super) fn around(&self, set: u64) -> u64 {
        let across = set | (set & !self.left) >> 1 | (set & !self.right) << 1;
        (across | across << COLS | across >> COLS) & self.all
    }
}

/// By how many discs one set is the larger.
pub(super) fn difference(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}
