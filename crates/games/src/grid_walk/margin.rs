//! The margin of a grid of signs under the usual steps, at about one cycle a cell.

/// A rectangle of `+` and `-` within a text, without a copy of it.
///
/// For code that already holds the bytes: a row of `cols` signs begins every `stride` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Signs<'a> {
    cells: &'a [u8],
    rows: usize,
    cols: usize,
    stride: usize,
}

/// The number of rows that are processed at once; see [`Signs::margin`].
const BAND: usize = 8;

/// Less than any worth, and far enough from the end of `i32` not to wrap.
const NO_MOVE: i32 = i32::MIN / 2;

impl<'a> Signs<'a> {
    /// Creates the rectangle whose cell in row `r` and column `c` (from 0) is `cells[r * stride + c]`.
    ///
    /// `None` if it is empty, if rows overlap or reach beyond `cells`, or if it has more than 2<sup>30</sup> cells.
    /// The caller guarantees that the cells are signs. With other bytes the margin means nothing.
    pub fn new(cells: &'a [u8], rows: usize, cols: usize, stride: usize) -> Option<Signs<'a>> {
        let area = rows.checked_mul(cols)?;
        let end = (rows.checked_sub(1)?)
            .checked_mul(stride)?
            .checked_add(cols)?;
        let fits = (1..=1 << 30).contains(&area) && cols <= stride && end <= cells.len();
        fits.then_some(Signs {
            cells,
            rows,
            cols,
            stride,
        })
    }

    /// Returns the part from a cell (row and column from 0) to the bottom right, or `None` outside.
    pub fn from_cell(self, row: usize, col: usize) -> Option<Signs<'a>> {
        if row >= self.rows || col >= self.cols {
            return None;
        }
        let cells = &self.cells[row * self.stride + col..];
        Signs::new(cells, self.rows - row, self.cols - col, self.stride)
    }

    /// Returns the points of the player to move in the top left cell, less the opponent's, under best play right or
    /// down.
    ///
    /// The worths are filled backward from the end. The worth of *entering* a cell is its sign less the greater of
    /// the two worths from which the opponent then chooses: to the right, and below. Along a row each cell waits
    /// about three cycles for its neighbour, whatever else the machine could do. So a few rows are processed side by
    /// side, each one column behind the row below it, as independent chains. Memory: one number a column.
    pub fn margin(&self) -> i64 {
        self.fill(|_, _, _| {})
    }

    /// Returns the worths of entering each cell, row after row; see [`margin`](Signs::margin).
    pub(super) fn worths(&self) -> Vec<i32> {
        let mut worths = vec![0; self.rows * self.cols];
        self.fill(|row, col, worth| worths[row * self.cols + col] = worth);
        worths
    }

    /// Computes the margin and reports every worth: row, column, worth.
    fn fill(&self, mut found: impl FnMut(usize, usize, i32)) -> i64 {
        let mut below = vec![NO_MOVE; self.cols];
        let mut row = self.rows;
        while row > 0 && (self.cols < BAND || !row.is_multiple_of(BAND) || row == self.rows) {
            row -= 1;
            self.fill_row(row, &mut below);
            for (col, &worth) in below.iter().enumerate() {
                found(row, col, worth);
            }
        }
        while row > 0 {
            row -= BAND;
            self.fill_band(row, &mut below, |i, col, worth| found(row + i, col, worth));
        }
        i64::from(sign(self.cells[0]) - below[0])
    }

    /// Computes [`margin`](Signs::margin) by one plain loop, as a test oracle.
    pub fn margin_row_by_row(&self) -> i64 {
        let mut below = vec![NO_MOVE; self.cols];
        for row in (0..self.rows).rev() {
            self.fill_row(row, &mut below);
        }
        i64::from(sign(self.cells[0]) - below[0])
    }

    fn row(&self, row: usize) -> &'a [u8] {
        &self.cells[row * self.stride..][..self.cols]
    }

    /// Replaces the worths of the row below by those of `row`.
    fn fill_row(&self, row: usize, below: &mut [i32]) {
        // The last cell has no moves: entering it is worth its sign.
        let mut right = if row + 1 == self.rows { 0 } else { NO_MOVE };
        for (&cell, below) in self.row(row).iter().zip(below).rev() {
            right = sign(cell) - right.max(*below);
            *below = right;
        }
    }

    /// Replaces the worths of the row below the band by those of `row`, and reports each worth in between: the row
    /// counted from `row`, the column, the worth. The band must not contain the last row.
    ///
    /// At any moment `worth[i]` is the worth, in row `row + i`, of the column that lies `i` columns left of that of
    /// `worth[0]`. For the next column to the left, each needs its own old value (its right neighbour) and the old
    /// value of the next one (the cell below).
    fn fill_band(&self, row: usize, below: &mut [i32], mut found: impl FnMut(usize, usize, i32)) {
        let rows: [&[u8]; BAND] = std::array::from_fn(|i| self.row(row + i));
        let mut worth = [NO_MOVE; BAND];
        let last = self.cols - 1;

        // The right end, where only the lower rows have begun.
        for ahead in (1..BAND).rev() {
            for i in ahead..BAND {
                let col = last + ahead - i;
                let under = if i + 1 < BAND {
                    worth[i + 1]
                } else {
                    below[col]
                };
                worth[i] = sign(rows[i][col]) - worth[i].max(under);
                found(i, col, worth[i]);
            }
        }

        let steps = self.cols - (BAND - 1);
        let cells: [&[u8]; BAND] = std::array::from_fn(|i| &rows[i][BAND - 1 - i..][..steps]);
        for col in (0..steps).rev() {
            for i in 0..BAND - 1 {
                worth[i] = sign(cells[i][col]) - worth[i].max(worth[i + 1]);
            }
            worth[BAND - 1] = sign(cells[BAND - 1][col]) - worth[BAND - 1].max(below[col]);
            below[col + BAND - 1] = worth[0];
            for (i, &worth) in worth.iter().enumerate() {
                found(i, col + BAND - 1 - i, worth);
            }
        }

        // The left end, where the lower rows have finished.
        for col in (0..BAND - 1).rev() {
            for i in 0..=col {
                worth[i] = sign(rows[i][col - i]) - worth[i].max(worth[i + 1]);
                found(i, col - i, worth[i]);
            }
            below[col] = worth[0];
        }
    }
}

/// Returns the points of a sign: `+` is 43 and `-` is 45.
#[inline]
fn sign(cell: u8) -> i32 {
    44 - i32::from(cell)
}
