//! The bits of a board that are cells, and the lines among them.

use super::lines::{Lines, Steps};
#[cfg(target_arch = "x86_64")]
use super::vectors::Vectors;

/// The most bits that a board with its guard row may take.
pub const MOST_BITS: u32 = 64;

/// A board: column after column from the left, each from the bottom up, `stride` bits apart.
///
/// At least one bit above each column is never a cell. This guard keeps lines from running over from one column into
/// the next, and it holds the marker of a full column.
///
/// Const parameters that are not 0 give the stride and the length of a line, which then are compile-time constants.
#[derive(Clone, Debug)]
pub struct Board<const STRIDE: u32, const LINE: u32, L = Steps> {
    cols: u32,
    rows: u32,
    stride: u32,
    line: u32,
    cells: u64,
    /// The lowest cell of every column.
    floor: u64,
    /// The cells with an odd number of cells above them in their column.
    leading: u64,
    /// The lowest bit of the column left of the middle, or of the first column if there is none.
    middle: u32,
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "there is nothing in it")
    )]
    lines: L,
}

impl<const STRIDE: u32, const LINE: u32> Board<STRIDE, LINE> {
    /// Creates a board of `cols` x `rows` cells whose columns lie `stride` bits apart, where `line` cells in a row
    /// are a line. `None` if there is no cell, a line has no cell, `rows >= stride`, the board does not fit
    /// [`MOST_BITS`], or a const parameter other than 0 differs from the stride or the line.
    pub fn new(cols: u32, rows: u32, stride: u32, line: u32) -> Option<Self> {
        Board::with(Steps, cols, rows, stride, line)
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Board<STRIDE, LINE, L> {
    /// Creates a board as [`new`](Board::new) does, with the method to find lines.
    pub fn with(lines: L, cols: u32, rows: u32, stride: u32, line: u32) -> Option<Self> {
        let fits = cols > 0 && rows > 0 && line > 0 && rows < stride;
        let bits = cols.checked_mul(stride)?;
        let stated = (STRIDE == 0 || STRIDE == stride) && (LINE == 0 || LINE == line);
        if !fits || !stated || bits > MOST_BITS {
            return None;
        }
        let of_all = |column: u64| (0..cols).fold(0, |all, col| all | column << (col * stride));
        let column = u64::MAX >> (64 - rows);
        let every_other = 0x5555_5555_5555_5555 << (rows % 2);
        Some(Board {
            cols,
            rows,
            stride,
            line,
            cells: of_all(column),
            floor: of_all(1),
            leading: of_all(column & every_other),
            middle: (cols / 2).saturating_sub(1) * stride,
            lines,
        })
    }

    /// Returns the number of columns.
    #[inline]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the number of rows.
    #[inline]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of bits from one column to the next.
    #[inline]
    pub fn stride(&self) -> u32 {
        if STRIDE == 0 { self.stride } else { STRIDE }
    }

    /// Returns the number of cells in a row that make a line.
    #[inline]
    pub fn line(&self) -> u32 {
        if LINE == 0 { self.line } else { LINE }
    }

    /// Returns all cells.
    #[inline]
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// Returns the lowest cell of every column.
    #[inline]
    pub(super) fn floor(&self) -> u64 {
        self.floor
    }

    /// Returns the cells of the second row from the top, the fourth, and so on.
    #[inline]
    pub(super) fn leading(&self) -> u64 {
        self.leading
    }

    /// Returns the first bit of the column left of the middle.
    #[inline]
    pub(super) fn middle(&self) -> u32 {
        self.middle
    }

    /// Returns the bit of a cell. Columns and rows count from 0 at the bottom left.
    #[inline]
    pub fn cell(&self, col: u32, row: u32) -> u64 {
        1 << (col * self.stride() + row)
    }

    /// Returns all bits of the column of a cell, its guard included.
    #[inline]
    pub(super) fn column_of(&self, cell: u64) -> u64 {
        let col = cell.trailing_zeros() / self.stride();
        let column = u64::MAX >> (64 - self.stride());
        column << (col * self.stride())
    }

    /// Returns the cells above the lowest cell of a set in each column, without the other cells of the set.
    #[inline]
    pub(super) fn above(&self, set: u64) -> u64 {
        // In each column a carry runs from that cell up and clears the bits above, into the guard.
        self.cells & !self.cells.wrapping_add(set) & !set
    }

    /// Returns the cells of each column up to the highest cell of a set.
    #[inline]
    pub(super) fn up_to(&self, set: u64) -> u64 {
        // Bits that leave a column land in the guard of the column before.
        (1..self.rows).fold(set, |all, _| all | all >> 1 & self.cells)
    }

    /// Returns the bit above the top mark of each column: a playable cell, or the guard above a full column.
    #[inline]
    pub(super) fn markers(&self, marks: u64) -> u64 {
        // A carry runs up each column, because marks fill a column from the bottom.
        marks.wrapping_add(self.floor)
    }

    /// Returns the cells on which a mark can come to rest.
    #[inline]
    pub fn playable(&self, marks: u64) -> u64 {
        self.markers(marks) & self.cells
    }

    /// Returns the vectors that find lines, if the board has them.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn vectors(&self) -> Option<Vectors> {
        // They serve only lines of four with a stride known at compile time.
        self.lines
            .vectors()
            .filter(|_| const { STRIDE > 0 && LINE == 4 })
    }

    /// Returns the steps in bits from a cell to its upper, right and two diagonal neighbours.
    #[inline]
    fn steps(&self) -> [u32; 4] {
        [1, self.stride(), self.stride() - 1, self.stride() + 1]
    }

    /// Returns whether a set of cells holds a line.
    #[inline(always)]
    pub fn has_line(&self, set: u64) -> bool {
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = self.vectors() {
            return vectors.has_line::<STRIDE>(set);
        }
        self.has_line_step_by_step(set)
    }

    // The compiler decides whether to inline this function and its kind. Forced inlining would make their callers,
    // which mostly use vectors, too large to be inlined.
    fn has_line_step_by_step(&self, set: u64) -> bool {
        let mut found = 0;
        for step in self.steps() {
            found |= match self.line() {
                4 => {
                    let pairs = set & down(set, step);
                    pairs & down(pairs, 2 * step)
                }
                line => (1..line).fold(set, |run, place| run & down(set, place * step)),
            };
        }
        found != 0
    }

    /// Returns the cells of a set that lie on complete lines of the set.
    pub(super) fn in_lines(&self, set: u64) -> u64 {
        let mut cells = 0;
        for step in self.steps() {
            let ends = (1..self.line()).fold(set, |run, place| run & down(set, place * step));
            cells |= self.lines_from(ends, step);
        }
        cells
    }

    /// Returns the bits of the lines along one step with these first cells.
    #[inline(always)]
    fn lines_from(&self, ends: u64, step: u32) -> u64 {
        match self.line() {
            4 => {
                let halves = ends | up(ends, step);
                halves | up(halves, 2 * step)
            }
            line => (0..line).fold(0, |all, place| all | up(ends, place * step)),
        }
    }

    /// Returns the bits that would complete a line of a set. A vertical line counts only with its top missing,
    /// because marks rest on marks. The result may contain marked cells and guards.
    #[inline(always)]
    pub(super) fn completing(&self, set: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = self.vectors() {
            return vectors.completing::<STRIDE>(set);
        }
        self.completing_step_by_step(set)
    }

    fn completing_step_by_step(&self, set: u64) -> u64 {
        let [upward, others @ ..] = self.steps();
        let mut found = (1..self.line()).fold(u64::MAX, |run, place| run & up(set, place * upward));
        for step in others {
            found |= match self.line() {
                4 => four(set, step),
                line => any(set, step, line),
            };
        }
        found
    }

    /// Returns the number of lines that lack exactly two cells, both in `empty`, with all others in `set`.
    #[inline(always)]
    pub(super) fn pairs_missing(&self, set: u64, empty: u64) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = self.vectors() {
            return vectors.pairs_missing::<STRIDE>(set, empty);
        }
        self.pairs_missing_step_by_step(set, empty)
    }

    fn pairs_missing_step_by_step(&self, set: u64, empty: u64) -> u32 {
        let lines = |step| self.missing_two(set, empty, step).count_ones();
        self.steps().into_iter().map(lines).sum()
    }

    /// Returns the cells of `empty` that the lines of [`pairs_missing`](Board::pairs_missing) lack.
    #[inline(always)]
    pub(super) fn pairs(&self, set: u64, empty: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = self.vectors() {
            return vectors.pairs::<STRIDE>(set, empty);
        }
        self.pairs_step_by_step(set, empty)
    }

    fn pairs_step_by_step(&self, set: u64, empty: u64) -> u64 {
        let mut cells = 0;
        for step in self.steps() {
            cells |= self.lines_from(self.missing_two(set, empty, step), step);
        }
        cells & empty
    }

    /// Returns the first cells of the lines along one step that lack exactly two cells, both in `empty`, with all
    /// others in `set`. The two sets must be disjoint.
    #[inline(always)]
    fn missing_two(&self, set: u64, empty: u64, step: u32) -> u64 {
        let reach = set | empty;
        if self.line() == 4 {
            // For either half of a line: whether all of it is in reach, and whether both cells or one are in the
            // set.
            let (all, both) = (reach & down(reach, step), set & down(set, step));
            let one = set ^ down(set, step);
            let (both_after, one_after) = (down(both, 2 * step), down(one, 2 * step));
            let two = both & !both_after & !one_after | both_after & !both & !one | one & one_after;
            return all & down(all, 2 * step) & two;
        }
        let (mut all, mut one, mut two, mut three) = (reach, empty, 0, 0);
        for place in 1..self.line() {
            let missing = down(empty, place * step);
            all &= down(reach, place * step);
            three |= two & missing;
            two |= one & missing;
            one |= missing;
        }
        all & two & !three
    }

    /// Returns the mirror image of a set: its columns in reverse order.
    #[inline]
    pub(super) fn mirror(&self, set: u64) -> u64 {
        let stride = self.stride();
        if stride == 8 {
            // A column is a byte.
            return set.swap_bytes() >> (64 - 8 * self.cols);
        }
        let column = u64::MAX >> (64 - stride);
        (0..self.cols).fold(0, |image, col| {
            let bits = set >> (col * stride) & column;
            image | bits << ((self.cols - 1 - col) * stride)
        })
    }
}

#[inline]
fn up(set: u64, by: u32) -> u64 {
    set.checked_shl(by).unwrap_or(0)
}

#[inline]
fn down(set: u64, by: u32) -> u64 {
    set.checked_shr(by).unwrap_or(0)
}

/// Returns the bits missing from a run of four along one step: an end, or one of the two inner cells.
#[inline]
fn four(set: u64, step: u32) -> u64 {
    let (below, above) = (up(set, step), down(set, step));
    let (two_below, two_above) = (below & up(set, 2 * step), above & down(set, 2 * step));
    two_below & (up(set, 3 * step) | above) | two_above & (down(set, 3 * step) | below)
}

/// Does the same for a run of any length.
#[inline]
fn any(set: u64, step: u32, line: u32) -> u64 {
    let mut found = 0;
    for gap in 0..line {
        let mut run = u64::MAX;
        for place in (0..line).filter(|&place| place != gap) {
            run &= if place < gap {
                up(set, (gap - place) * step)
            } else {
                down(set, (place - gap) * step)
            };
            if run == 0 {
                break;
            }
        }
        found |= run;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_board() {
        let board = Board::<8, 4>::new(7, 6, 8, 4).expect("it fits");
        assert_eq!(board.cells().count_ones(), 42);
        assert_eq!(board.playable(0), board.floor());
        let three = board.cell(1, 0) | board.cell(2, 1) | board.cell(4, 3);
        assert_eq!(board.completing(three) & board.cells(), board.cell(3, 2));
        assert!(!board.has_line(three));
        assert!(board.has_line(three | board.cell(3, 2)));
        assert_eq!(board.mirror(board.cell(0, 5)), board.cell(6, 5));
        let column = board.column_of(board.cell(3, 2)) & board.cells();
        let over = column & !(board.cell(3, 0) | board.cell(3, 1) | board.cell(3, 2));
        assert_eq!(board.above(board.cell(3, 2)), over);
        assert_eq!(board.above(0), 0);
        let full = column;
        assert_eq!(board.playable(full), board.floor() & !board.cell(3, 0));
    }

    /// Checks lines and threats of every set of cells against a look at every line by itself.
    #[test]
    fn lines_and_threats_of_every_set() {
        for (cols, rows, stride) in [(4, 3, 4), (3, 4, 5), (4, 3, 8), (1, 12, 13), (12, 1, 2)] {
            for line in 1..=5 {
                let board = Board::<0, 0>::new(cols, rows, stride, line).expect("it fits");
                let lines = lines(&board);
                for number in 0..1u64 << (cols * rows) {
                    let set = (0..cols * rows)
                        .filter(|at| number >> at & 1 != 0)
                        .fold(0, |set, at| set | board.cell(at / rows, at % rows));
                    let holds = lines.iter().any(|(line, _)| line & !set == 0);
                    assert_eq!(board.has_line(set), holds);
                    let missing = lines.iter().map(|(line, lasts)| (line & !set, lasts));
                    let threats = missing
                        .filter(|(rest, lasts)| rest.is_power_of_two() && rest & *lasts != 0);
                    let threats = threats.fold(0, |all, (threat, _)| all | threat);
                    assert_eq!(board.completing(set) & board.cells() & !set, threats);
                    // About half of the cells outside the set are blocked, or none is.
                    for blocked in [0, !set & 0x5555_5555_5555_5555] {
                        let empty = board.cells() & !set & !blocked;
                        let missing = lines.iter().map(|(line, _)| line & !set);
                        let pairs: Vec<u64> = missing
                            .filter(|rest| rest.count_ones() == 2 && rest & !empty == 0)
                            .collect();
                        assert_eq!(board.pairs_missing(set, empty) as usize, pairs.len());
                        let cells = pairs.iter().fold(0, |all, pair| all | pair);
                        assert_eq!(board.pairs(set, empty), cells);
                    }
                }
            }
        }
    }

    /// Returns the lines, each with those of its cells that can be the last to be marked.
    fn lines(board: &Board<0, 0>) -> Vec<(u64, u64)> {
        let (cols, rows) = (board.cols() as i32, board.rows() as i32);
        let mut lines = Vec::new();
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (col, row) in (0..cols).flat_map(|col| (0..rows).map(move |row| (col, row))) {
                let at = |place: i32| (col + right * place, row + up * place);
                let (last_col, last_row) = at(board.line() as i32 - 1);
                if last_col < cols && (0..rows).contains(&last_row) {
                    let cells = (0..board.line() as i32).map(at);
                    let bit = |(col, row): (i32, i32)| board.cell(col as u32, row as u32);
                    let line = cells.fold(0, |set, at| set | bit(at));
                    let top = bit((last_col, last_row));
                    lines.push((line, if right == 0 { top } else { line }));
                }
            }
        }
        lines
    }

    /// Checks that vectors give the same result as the single steps, for any set of bits, guards included.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn vectors_are_steps() {
        fn of_columns<const STRIDE: u32>(next: &mut impl FnMut() -> u64) {
            let board = Board::<STRIDE, 4>::new(64 / STRIDE, STRIDE - 1, STRIDE, 4);
            let board = board.expect("it fits");
            let Some(vectors) = Vectors::find(MOST_BITS) else {
                return;
            };
            let mut lines = [0, 0];
            for round in 0..60_000 {
                // A quarter of all bits, half of them, three quarters.
                let set = match round % 3 {
                    0 => next() & next(),
                    1 => next(),
                    _ => next() | next(),
                };
                let empty = next() & !set;
                let has_line = vectors.has_line::<STRIDE>(set);
                assert_eq!(has_line, board.has_line_step_by_step(set));
                let completing = vectors.completing::<STRIDE>(set);
                assert_eq!(completing, board.completing_step_by_step(set));
                let missing = vectors.pairs_missing::<STRIDE>(set, empty);
                assert_eq!(missing, board.pairs_missing_step_by_step(set, empty));
                let pairs = vectors.pairs::<STRIDE>(set, empty);
                assert_eq!(pairs, board.pairs_step_by_step(set, empty));
                lines[usize::from(has_line)] += 1;
            }
            assert!(lines[0] > 100 && lines[1] > 100, "{STRIDE}: {lines:?}");
        }
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        of_columns::<3>(&mut next);
        of_columns::<7>(&mut next);
        of_columns::<8>(&mut next);
        of_columns::<9>(&mut next);
        of_columns::<21>(&mut next);
        of_columns::<64>(&mut next);
    }

    #[test]
    fn the_tallest_board() {
        let board = Board::<0, 0>::new(1, 63, 64, 4).expect("it fits");
        assert_eq!(board.cells().count_ones(), 63);
        assert!(board.has_line(0b1111 << 59));
        assert_eq!(board.playable(board.cells()), 0);
        assert_eq!(board.mirror(0b1011), 0b1011);
    }
}
