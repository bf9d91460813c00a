//! A grid of signs packed as it is read, and its margin at about half a cycle a cell.

/// Rows that are worked on at once.
const LANES: usize = 8;

/// How many columns the last row of a band is ahead of the first.
const AHEAD: usize = LANES - 1;

/// Less than any worth, and far enough from the ends of `i16` that a sign more or less does no harm.
const NO_MOVE: i16 = i16::MIN / 2;

/// The most rows and columns together: worths stay above [`NO_MOVE`].
const MOST: usize = 16_000;

/// A rectangle of `+` and `-` under the usual steps, a bit a cell.
///
/// For whoever reads a large grid row by row and wants nothing but its margin: an eighth of the
/// memory of the text, and so of the pages that have to be brought in. It says the same as
/// [`Signs`](super::Signs), which works on the text as it is.
///
/// # Layout
///
/// Eight rows are a band. Each cell of a band is a bit of one byte: that of row `i` (from 0, within
/// the band) and column `c` is bit `i` of byte `c + i`. So a byte holds the cells of a diagonal from
/// the top right to the bottom left, none of which waits for another: what they all wait for are the
/// diagonals to the right.
#[derive(Clone, Debug)]
pub struct SignBands {
    bytes: Vec<u8>,
    rows: usize,
    cols: usize,
    /// The rows that have been pushed.
    filled: usize,
}

/// What the bits of a byte are worth.
static SIGNS: [[i16; LANES]; 256] = {
    let mut signs = [[-1; LANES]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut lane = 0;
        while lane < LANES {
            if byte >> lane & 1 == 1 {
                signs[byte][lane] = 1;
            }
            lane += 1;
        }
        byte += 1;
    }
    signs
};

impl SignBands {
    /// Room for so many rows and columns; `None` when there are none, or more than 16,000 together.
    pub fn new(rows: usize, cols: usize) -> Option<SignBands> {
        let fits = rows > 0 && cols > 0 && rows.checked_add(cols)? <= MOST;
        fits.then(|| SignBands {
            bytes: vec![0; rows.div_ceil(LANES) * (cols + AHEAD)],
            rows,
            cols,
            filled: 0,
        })
    }

    /// The number of rows that have been pushed.
    pub fn filled(&self) -> usize {
        self.filled
    }

    /// The number of rows that there is still room for.
    pub fn missing(&self) -> usize {
        self.rows - self.filled
    }

    /// Adds the next row from the top, if it has as many cells as there are columns, all of them
    /// signs, and there is room; says whether it did.
    pub fn push(&mut self, row: &[u8]) -> bool {
        if row.len() != self.cols || self.filled == self.rows {
            return false;
        }
        let (band, lane) = (self.filled / LANES, self.filled % LANES);
        let bit = 1 << lane;
        let start = band * self.stride() + lane;
        let bytes = &mut self.bytes[start..][..self.cols];
        let mut good = true;
        for (byte, &cell) in bytes.iter_mut().zip(row) {
            let plus = cell == b'+';
            good &= plus | (cell == b'-');
            *byte |= if plus { bit } else { 0 };
        }
        if good {
            self.filled += 1;
        } else {
            bytes.iter_mut().for_each(|byte| *byte &= !bit);
        }
        good
    }

    /// A row that has been pushed, as it was.
    pub fn row(&self, row: usize) -> impl Iterator<Item = u8> {
        let (band, lane) = (row / LANES, row % LANES);
        let pushed = if row < self.filled { self.cols } else { 0 };
        let bytes = self
            .bytes
            .iter()
            .skip(band * self.stride() + lane)
            .take(pushed);
        bytes.map(move |byte| if byte >> lane & 1 == 1 { b'+' } else { b'-' })
    }

    /// The points that the player to move in the top left cell gets, less the other's, when both
    /// move right or down as well as can be; of the rows pushed so far (0 of none).
    ///
    /// As [`Signs::margin`](super::Signs::margin), eight rows at once, a diagonal a step. A step
    /// waits for the one before: a shift, a maximum and a difference of vectors.
    pub fn margin(&self) -> i64 {
        if self.filled == 0 {
            return 0;
        }
        // Below the last row nothing can be entered. But in the last cell the game is over: entering
        // it is worth its sign, as if something worth 0 followed.
        let mut below = vec![NO_MOVE; self.cols];
        below[self.cols - 1] = 0;
        let whole = self.filled / LANES;
        for row in (whole * LANES..self.filled).rev() {
            let mut right = NO_MOVE;
            let lane = row % LANES;
            let bytes = &self.bytes[whole * self.stride() + lane..][..self.cols];
            for (byte, below) in bytes.iter().zip(&mut below).rev() {
                right = (i16::from(byte >> lane & 1) * 2 - 1) - right.max(*below);
                *below = right;
            }
        }
        for band in self.bytes.chunks(self.stride()).take(whole).rev() {
            self.fill_band(band, &mut below);
        }
        let first = if self.bytes[0] & 1 == 1 { 1 } else { -1 };
        i64::from(first - below[0])
    }

    fn stride(&self) -> usize {
        self.cols + AHEAD
    }

    /// Replaces the worths of the row below a band by those of its first row.
    fn fill_band(&self, band: &[u8], below: &mut [i16]) {
        let mut worth = [NO_MOVE; LANES];
        // Where some rows have not begun.
        for at in (self.cols..self.stride()).rev() {
            self.edge(band, at, below, &mut worth);
        }
        if self.cols > AHEAD {
            diagonals(&band[AHEAD..self.cols], below, &mut worth);
        }
        // Where some rows have ended.
        for at in (0..self.cols.min(AHEAD)).rev() {
            self.edge(band, at, below, &mut worth);
        }
    }

    /// One diagonal that lies partly outside.
    fn edge(&self, band: &[u8], at: usize, below: &mut [i16], worth: &mut [i16; LANES]) {
        let last = at.checked_sub(AHEAD).and_then(|col| below.get(col));
        let under = shifted(worth, last.copied().unwrap_or(NO_MOVE));
        let signs = &SIGNS[usize::from(band[at])];
        for lane in 0..LANES {
            let inside = at.checked_sub(lane).is_some_and(|col| col < self.cols);
            worth[lane] = if inside {
                signs[lane] - worth[lane].max(under[lane])
            } else {
                NO_MOVE
            };
        }
        if let Some(below) = below.get_mut(at) {
            *below = worth[0];
        }
    }
}

/// What lies below each cell of a diagonal: the cells of the next row, and for the last what is given.
#[inline(always)]
fn shifted(worth: &[i16; LANES], last: i16) -> [i16; LANES] {
    let [_, a, b, c, d, e, f, g] = *worth;
    [a, b, c, d, e, f, g, last]
}

/// The diagonals that lie inside with all their cells, from the last to the first: `bytes[n]` is the
/// one that ends in column `n` of the last row and begins in column `n + AHEAD` of the first.
/// `below` is replaced as far as the first row goes; `worth` is that of the diagonal to the right, and
/// then of the first.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use diagonals_lane_by_lane as diagonals;

#[cfg_attr(all(target_arch = "x86_64", target_feature = "sse2"), allow(dead_code))]
fn diagonals_lane_by_lane(bytes: &[u8], below: &mut [i16], worth: &mut [i16; LANES]) {
    for (step, &byte) in bytes.iter().enumerate().rev() {
        let under = shifted(worth, below[step]);
        let signs = &SIGNS[usize::from(byte)];
        for lane in 0..LANES {
            worth[lane] = signs[lane] - worth[lane].max(under[lane]);
        }
        below[step + AHEAD] = worth[0];
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
fn diagonals(bytes: &[u8], below: &mut [i16], worth: &mut [i16; LANES]) {
    // SAFETY: the function needs nothing but SSE2, without which this one is not compiled.
    unsafe { diagonals_in_vectors(bytes, below, worth) }
}

/// The same with a diagonal in a vector register. (Left to itself, the compiler keeps the lanes in
/// eight registers and takes twice the time.) SSE2 is part of every x86-64.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[target_feature(enable = "sse2")]
fn diagonals_in_vectors(bytes: &[u8], below: &mut [i16], worth: &mut [i16; LANES]) {
    use std::arch::x86_64::{
        _mm_extract_epi16, _mm_insert_epi16, _mm_max_epi16, _mm_set_epi16, _mm_srli_si128,
        _mm_sub_epi16,
    };
    let vector = |[a, b, c, d, e, f, g, h]: [i16; LANES]| _mm_set_epi16(h, g, f, e, d, c, b, a);
    let mut now = vector(*worth);
    for (step, &byte) in bytes.iter().enumerate().rev() {
        let under = _mm_insert_epi16::<7>(_mm_srli_si128::<2>(now), i32::from(below[step]));
        let signs = vector(SIGNS[usize::from(byte)]);
        now = _mm_sub_epi16(signs, _mm_max_epi16(now, under));
        below[step + AHEAD] = _mm_extract_epi16::<0>(now) as i16;
    }
    *worth = [
        _mm_extract_epi16::<0>(now) as i16,
        _mm_extract_epi16::<1>(now) as i16,
        _mm_extract_epi16::<2>(now) as i16,
        _mm_extract_epi16::<3>(now) as i16,
        _mm_extract_epi16::<4>(now) as i16,
        _mm_extract_epi16::<5>(now) as i16,
        _mm_extract_epi16::<6>(now) as i16,
        _mm_extract_epi16::<7>(now) as i16,
    ];
}

#[cfg(test)]
mod tests {
    use super::super::Signs;
    use super::*;

    fn check(cells: &[u8], cols: usize) {
        let rows = cells.len() / cols;
        let mut bands = SignBands::new(rows, cols).unwrap();
        for (number, row) in cells.chunks(cols).enumerate() {
            assert!(!bands.push(&row[1..]) && !bands.push(&[row, b"+"].concat()));
            let mut wrong = row.to_vec();
            wrong[number % cols] = b'*';
            assert!(!bands.push(&wrong));
            assert!(bands.push(row));
            assert_eq!(bands.filled(), number + 1);
        }
        assert!(!bands.push(&cells[..cols]));
        for (number, row) in cells.chunks(cols).enumerate() {
            assert!(bands.row(number).eq(row.iter().copied()));
        }
        let signs = Signs::new(cells, rows, cols, cols).unwrap();
        assert_eq!(bands.margin(), signs.margin_row_by_row(), "{rows} x {cols}");
    }

    #[test]
    fn every_small_grid() {
        for (rows, cols) in [
            (1, 1),
            (1, 6),
            (6, 1),
            (2, 5),
            (3, 4),
            (4, 3),
            (9, 1),
            (1, 9),
        ] {
            for code in 0..1_usize << (rows * cols) {
                let sign = |cell: usize| if code >> cell & 1 == 1 { b'+' } else { b'-' };
                check(&(0..rows * cols).map(sign).collect::<Vec<_>>(), cols);
            }
        }
    }

    #[test]
    fn all_sizes_around_the_bands() {
        let mut x = 88_172_645_463_325_252_u64;
        for rows in 1..28 {
            for cols in 1..28 {
                let sign = |_| {
                    x ^= x << 7;
                    x ^= x >> 9;
                    if x & 1 == 1 { b'+' } else { b'-' }
                };
                check(&(0..rows * cols).map(sign).collect::<Vec<_>>(), cols);
            }
        }
        // The greatest worths there can be.
        check(&[b'+'; 8000], 1);
        check(&[b'-'; 8000], 8000);
    }

    #[test]
    fn vectors_and_lanes_agree() {
        let mut x = 1_u64;
        let mut next = || {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            x >> 33
        };
        for length in (0..40).chain([1000]) {
            let bytes: Vec<u8> = (0..length).map(|_| next() as u8).collect();
            let mut below: Vec<i16> = (0..length + AHEAD).map(|_| next() as i16 % 4000).collect();
            let mut worth = std::array::from_fn(|_| next() as i16 % 4000);
            let (mut twin_below, mut twin_worth) = (below.clone(), worth);
            diagonals(&bytes, &mut below, &mut worth);
            diagonals_lane_by_lane(&bytes, &mut twin_below, &mut twin_worth);
            assert_eq!((below, worth), (twin_below, twin_worth));
        }
    }

    #[test]
    fn sizes_that_do_not_fit() {
        for (rows, cols) in [(0, 1), (1, 0), (8_001, 8_000), (usize::MAX, 2)] {
            assert!(SignBands::new(rows, cols).is_none());
        }
        let empty = SignBands::new(3, 3).unwrap();
        assert_eq!((empty.margin(), empty.row(0).count()), (0, 0));
    }
}
