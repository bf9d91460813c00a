//! A grid of signs in packed form, and its margin at about a quarter of a cycle a cell.

use std::array;
use std::ops::Range;

/// The rows of a band, which are processed at once.
const LANES: usize = 8;

/// The number of columns by which the last row of a band is ahead of the first.
const AHEAD: usize = LANES - 1;

/// The bands that are processed at once. A step of one band waits for the step before, which leaves time for steps
/// of three other bands.
const BANDS: usize = 4;

/// The number of columns by which a band follows the one below it, whose result is then available a step earlier.
const BEHIND: usize = LANES;

/// Less than any worth, and so far from the ends of `i16` that one more sign does no harm.
const NO_MOVE: i16 = i16::MIN / 2;

/// The most rows and columns together. Up to this size, worths stay above [`NO_MOVE`].
const MOST: usize = 16_000;

/// A rectangle of `+` and `-` under the usual steps, a bit a cell.
///
/// For code that reads a large grid row by row and wants only its margin. It takes an eighth of the memory of the
/// text, and so touches an eighth of the pages. The result equals that of [`Signs`](super::Signs), which works on
/// the text itself.
///
/// # Layout
///
/// Eight rows make a band. Each cell of a band is a bit of one byte: the cell in row `i` (from 0, within the band)
/// and column `c` is bit `i` of byte `c + i`. So a byte holds the cells of a diagonal from the top right to the
/// bottom left. None of them depends on another. They all depend on the diagonals to the right.
#[derive(Clone, Debug)]
pub struct SignBands {
    bytes: Vec<u8>,
    rows: usize,
    cols: usize,
    /// The number of rows pushed so far.
    filled: usize,
}

/// The points for the bits of each byte.
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
    /// Returns an empty grid of this size, or `None` if it has no rows or columns, or more than 16,000 together.
    pub fn new(rows: usize, cols: usize) -> Option<SignBands> {
        let fits = rows > 0 && cols > 0 && rows.checked_add(cols)? <= MOST;
        fits.then(|| SignBands {
            bytes: Vec::with_capacity(rows.div_ceil(LANES) * (cols + AHEAD)),
            rows,
            cols,
            filled: 0,
        })
    }

    /// Returns the number of rows pushed so far.
    pub fn filled(&self) -> usize {
        self.filled
    }

    /// Returns the number of rows that are still missing.
    pub fn missing(&self) -> usize {
        self.rows - self.filled
    }

    /// Adds the next row from the top if there is room and the row consists of `cols` signs. Returns whether it did.
    pub fn push(&mut self, row: &[u8]) -> bool {
        if row.len() != self.cols || self.filled == self.rows {
            return false;
        }
        let (band, lane) = (self.filled / LANES, self.filled % LANES);
        let bit = 1 << lane;
        // A band is cleared when its first row arrives, so all its pages are touched once.
        self.bytes.resize((band + 1) * self.stride(), 0);
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

    /// Returns a row that was pushed, as signs.
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

    /// Removes all rows but keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.filled = 0;
    }

    /// Returns the points of the player to move in the top left cell, less the opponent's, under best play right or
    /// down on the rows pushed so far (0 if there are none).
    ///
    /// Works as [`Signs::margin`](super::Signs::margin), but on eight rows at once, a diagonal a step, and on four
    /// such bands in turn. A step depends on the one before in its band: a shift, a maximum and a difference of
    /// vectors.
    ///
    /// Cost: half a million steps for 2000 x 2000 cells take 0.28 ms, where one band at a time takes 1.07 ms. More
    /// than four bands gain nothing, so the processor has no free slot left. To copy the four million bytes of the
    /// text out of the kernel takes as long, which is the floor for a process.
    pub fn margin(&self) -> i64 {
        let mut worths = Worths::new(self.cols);
        worths.climb(self);
        worths.margin()
    }

    /// Replaces the worths of the row below the pushed rows by those of the first pushed row.
    fn replace(&self, below: &mut [i16]) {
        let whole = self.filled / LANES;
        for row in (whole * LANES..self.filled).rev() {
            let mut right = NO_MOVE;
            let lane = row % LANES;
            let bytes = &self.bytes[whole * self.stride() + lane..][..self.cols];
            for (byte, below) in bytes.iter().zip(below.iter_mut()).rev() {
                right = (i16::from(byte >> lane & 1) * 2 - 1) - right.max(*below);
                *below = right;
            }
        }
        let bands: Vec<_> = self.bytes.chunks(self.stride()).take(whole).rev().collect();
        let (together, alone) = bands.as_chunks::<BANDS>();
        for bands in together {
            self.fill_bands(bands, below);
        }
        for &band in alone {
            self.fill_bands(&[band], below);
        }
    }

    fn stride(&self) -> usize {
        self.cols + AHEAD
    }

    /// Replaces the worths of the row below the first band by those of the first row of the last band. The bands
    /// follow each other upwards.
    fn fill_bands<const N: usize>(&self, bands: &[&[u8]; N], below: &mut [i16]) {
        let mut worth = [[NO_MOVE; LANES]; N];
        // The range of the first band in which no band lies partly outside.
        let (end, start) = (AHEAD, self.cols.saturating_sub(BEHIND * (N - 1)).max(AHEAD));
        let place = |at: usize, band: usize| (at + BEHIND * band).min(self.stride());
        for (number, (band, worth)) in bands.iter().zip(&mut worth).enumerate() {
            self.advance(band, place(start, number)..self.stride(), below, worth);
        }
        if end < start {
            let inside = array::from_fn(|band| &bands[band][place(end, band)..place(start, band)]);
            diagonals(&inside, below, &mut worth);
        }
        for (number, (band, worth)) in bands.iter().zip(&mut worth).enumerate() {
            self.advance(band, 0..place(end, number), below, worth);
        }
    }

    /// Processes some diagonals of one band alone.
    fn advance(
        &self,
        band: &[u8],
        range: Range<usize>,
        below: &mut [i16],
        worth: &mut [i16; LANES],
    ) {
        let end = AHEAD.clamp(range.start, range.end);
        let start = self.cols.clamp(end, range.end);
        for at in (start..range.end).rev() {
            self.edge(band[at], at, below, worth);
        }
        if end < start {
            let inside = [&band[end..start]];
            diagonals(&inside, &mut below[end - AHEAD..], array::from_mut(worth));
        }
        for at in (range.start..end).rev() {
            self.edge(band[at], at, below, worth);
        }
    }

    /// Processes one diagonal that lies partly outside.
    fn edge(&self, byte: u8, at: usize, below: &mut [i16], worth: &mut [i16; LANES]) {
        let last = at.checked_sub(AHEAD).and_then(|col| below.get(col));
        let under = shifted(worth, last.copied().unwrap_or(NO_MOVE));
        let signs = &SIGNS[usize::from(byte)];
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

/// The worths of entering the cells of a row, computed from the last row of a grid upwards. For code that gets a
/// grid in parts, the lowest first.
#[derive(Clone, Debug)]
pub struct Worths {
    /// The worths by column, for the player who enters.
    row: Vec<i16>,
    /// The sign of the first cell of that row, once there is one.
    corner: Option<i16>,
    /// The number of rows processed so far.
    rows: usize,
}

impl Worths {
    /// Returns the worths of the row below the last, which cannot be entered. But in the last cell the game is over:
    /// entering it is worth its sign, as if a cell worth 0 followed.
    pub fn new(cols: usize) -> Worths {
        let mut row = vec![NO_MOVE; cols];
        if let Some(last) = row.last_mut() {
            *last = 0;
        }
        Worths {
            row,
            corner: None,
            rows: 0,
        }
    }

    /// Processes pushed rows that lie above those so far, if they have as many columns and the grid does not become
    /// too large. Returns whether it did.
    pub fn climb(&mut self, bands: &SignBands) -> bool {
        let rows = self.rows + bands.filled;
        if bands.cols != self.row.len() || rows + bands.cols > MOST {
            return false;
        }
        self.rows = rows;
        if bands.filled > 0 {
            bands.replace(&mut self.row);
            self.corner = Some(if bands.bytes[0] & 1 == 1 { 1 } else { -1 });
        }
        true
    }

    /// Returns the points of the player to move in the first cell of the row, less the opponent's.
    pub fn margin(&self) -> i64 {
        let corner = |sign: i16| i64::from(sign - self.row[0]);
        self.corner.map_or(0, corner)
    }
}

/// Returns the worths below each cell of a diagonal: those of the next row, and `last` for the last cell.
#[inline(always)]
fn shifted(worth: &[i16; LANES], last: i16) -> [i16; LANES] {
    let [_, a, b, c, d, e, f, g] = *worth;
    [a, b, c, d, e, f, g, last]
}

/// Processes the diagonals that lie inside with all their cells, of all bands together, from the last to the first.
/// In the first band `bytes[n]` is the diagonal from column `n` of the last row to column `n + AHEAD` of the first.
/// Each further band is [`BEHIND`] columns to the right of the one before. All bands have equally many diagonals.
/// The function replaces `below` as far as the first rows go. `worth` holds the diagonals to the right, and
/// afterwards the first diagonals.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use diagonals_lane_by_lane as diagonals;

#[cfg_attr(all(target_arch = "x86_64", target_feature = "sse2"), allow(dead_code))]
fn diagonals_lane_by_lane<const N: usize>(
    bytes: &[&[u8]; N],
    below: &mut [i16],
    worth: &mut [[i16; LANES]; N],
) {
    for step in (0..bytes[0].len()).rev() {
        for band in 0..N {
            let below = &mut below[step + BEHIND * band..][..LANES];
            let worth = &mut worth[band];
            let under = shifted(worth, below[0]);
            let signs = &SIGNS[usize::from(bytes[band][step])];
            for lane in 0..LANES {
                worth[lane] = signs[lane] - worth[lane].max(under[lane]);
            }
            below[AHEAD] = worth[0];
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
fn diagonals<const N: usize>(bytes: &[&[u8]; N], below: &mut [i16], worth: &mut [[i16; LANES]; N]) {
    // SAFETY: the function needs only SSE2, without which this one is not compiled.
    unsafe { diagonals_in_vectors(bytes, below, worth) }
}

/// Does the same with a diagonal in a vector register. (The compiler by itself keeps the lanes in eight registers
/// and takes twice the time.) SSE2 is part of every x86-64.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[target_feature(enable = "sse2")]
fn diagonals_in_vectors<const N: usize>(
    bytes: &[&[u8]; N],
    below: &mut [i16],
    worth: &mut [[i16; LANES]; N],
) {
    use std::arch::x86_64::{
        _mm_cvtsi128_si32, _mm_extract_epi16, _mm_insert_epi16, _mm_max_epi16, _mm_set_epi16,
        _mm_srli_si128, _mm_sub_epi16,
    };
    let vector = |[a, b, c, d, e, f, g, h]: [i16; LANES]| _mm_set_epi16(h, g, f, e, d, c, b, a);
    let mut now = worth.map(vector);
    for step in (0..bytes[0].len()).rev() {
        for band in 0..N {
            let below = &mut below[step + BEHIND * band..][..LANES];
            let now = &mut now[band];
            let under = _mm_insert_epi16::<7>(_mm_srli_si128::<2>(*now), i32::from(below[0]));
            let signs = vector(SIGNS[usize::from(bytes[band][step])]);
            *now = _mm_sub_epi16(signs, _mm_max_epi16(*now, under));
            below[AHEAD] = _mm_cvtsi128_si32(*now) as i16;
        }
    }
    *worth = now.map(|now| {
        [
            _mm_extract_epi16::<0>(now) as i16,
            _mm_extract_epi16::<1>(now) as i16,
            _mm_extract_epi16::<2>(now) as i16,
            _mm_extract_epi16::<3>(now) as i16,
            _mm_extract_epi16::<4>(now) as i16,
            _mm_extract_epi16::<5>(now) as i16,
            _mm_extract_epi16::<6>(now) as i16,
            _mm_extract_epi16::<7>(now) as i16,
        ]
    });
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
        // In parts, from below.
        let mut worths = Worths::new(cols);
        assert!(!worths.climb(&SignBands::new(1, cols + 1).unwrap()));
        for part in cells.chunks(cols * (1 + rows / 3)).rev() {
            bands.clear();
            assert!(part.chunks(cols).all(|row| bands.push(row)));
            assert!(worths.climb(&bands));
        }
        assert_eq!(
            worths.margin(),
            signs.margin_row_by_row(),
            "{rows} x {cols}"
        );
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
        for rows in (1..28).chain([31, 32, 33, 40, 65]) {
            for cols in (1..28).chain([31, 32, 33, 34, 50]) {
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
            let bytes: [Vec<u8>; BANDS] =
                std::array::from_fn(|_| (0..length).map(|_| next() as u8).collect());
            let bytes = bytes.each_ref().map(Vec::as_slice);
            let cols = length + BEHIND * BANDS;
            let mut below: Vec<i16> = (0..cols).map(|_| next() as i16 % 4000).collect();
            let mut lanes = || std::array::from_fn(|_| next() as i16 % 4000);
            let mut worth: [[i16; LANES]; BANDS] = std::array::from_fn(|_| lanes());
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
