//! The least image of sets of cells under all symmetries of a board. It takes no tables: a half turn reverses the bits
//! of a set, and a reflection is a few exchanges of groups of cells.

use crate::bits::Bits;

/// An exchange: of some cells, each with the cell so many places further.
#[derive(Clone, Copy, Debug)]
struct Swap<B> {
    cells: B,
    by: u32,
}

/// Two reflections of a board, as exchanges to make one after the other.
#[derive(Clone, Debug)]
pub(super) struct Reflections<B> {
    /// The number of cells of the board.
    cells: u32,
    across: Vec<Swap<B>>,
    /// The exchange of rows and columns; empty if the board is no square.
    diagonal: Vec<Swap<B>>,
}

impl<B: Bits> Reflections<B> {
    pub(super) fn new(rows: u32, cols: u32) -> Reflections<B> {
        let set =
            |cells: &mut dyn Iterator<Item = u32>| cells.fold(B::NONE, |set, at| set | B::bit(at));
        // The halves of a row change places, then those of each half, and so on.
        let (mut across, mut starts, mut len) = (Vec::new(), vec![0], cols);
        while len > 1 {
            let (half, by) = (len / 2, len - len / 2);
            let row = |row: u32| {
                let cells = starts.iter().flat_map(move |&start| start..start + half);
                cells.map(move |col| row * cols + col)
            };
            let cells = set(&mut (0..rows).flat_map(row));
            across.push(Swap { cells, by });
            starts = starts
                .iter()
                .flat_map(|&start| [start, start + by])
                .collect();
            len = half;
        }
        // The cells so far right of the diagonal change places with those so far below it.
        let off = |by: u32| Swap {
            cells: set(&mut (0..cols - by).map(|row| row * cols + row + by)),
            by: by * (cols - 1),
        };
        let is_square = rows == cols;
        Reflections {
            cells: rows * cols,
            across,
            diagonal: (1..cols).filter(|_| is_square).map(off).collect(),
        }
    }

    /// Returns the least image of sets of cells, compared one after the other. The diagonals of a square count only if
    /// `diagonals` is set.
    #[inline(always)]
    pub(super) fn least<const N: usize>(&self, sets: [B; N], diagonals: bool) -> [B; N] {
        let (mut least, mut sets) = (sets, sets);
        // Each image, and what a half turn makes of it.
        let mut see = |sets: [B; N]| {
            let mut turned = sets;
            for set in &mut turned {
                *set = set.reversed() >> (B::BITS - self.cells);
            }
            least = least.min(sets).min(turned);
        };
        let Reflections {
            across, diagonal, ..
        } = self;
        see(sets);
        reflect(&mut sets, across);
        see(sets);
        if diagonals && !diagonal.is_empty() {
            reflect(&mut sets, diagonal);
            see(sets);
            reflect(&mut sets, across);
            see(sets);
        }
        least
    }
}

#[inline(always)]
fn reflect<B: Bits, const N: usize>(sets: &mut [B; N], swaps: &[Swap<B>]) {
    for swap in swaps {
        for set in &mut *sets {
            let differ = (*set ^ *set >> swap.by) & swap.cells;
            *set = *set ^ differ ^ differ << swap.by;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::bits::Bits;
    use crate::compact::board::Board;
    use yomikiri_core::capability::Key;

    fn agrees<B: Bits + Key>(rows: u32, cols: u32, random: &mut u128) {
        let board = Board::<B>::new(rows, cols);
        for diagonals in [false, true] {
            let images = board.symmetries(diagonals);
            for _ in 0..20 {
                let sets = [0, 1].map(|_| {
                    *random = random.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
                    *random = random.wrapping_add(1);
                    B::from_u128(random.rotate_right(64)) & board.all()
                });
                // The first sets may be equal.
                for sets in [sets, [sets[0] & board.row(0), sets[1]], [B::NONE, sets[1]]] {
                    let moved = images.iter().map(|image| sets.map(|set| image.of(set)));
                    assert_eq!(
                        Some(board.least(sets, diagonals)),
                        moved.min(),
                        "{rows}x{cols}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_least_image_is_that_of_the_tables() {
        let mut random = 1;
        for (rows, cols) in (1..=12).flat_map(|rows| (1..=12).map(move |cols| (rows, cols))) {
            if rows * cols <= u64::BITS {
                agrees::<u64>(rows, cols, &mut random);
            }
            if rows * cols <= u128::BITS {
                agrees::<u128>(rows, cols, &mut random);
            }
        }
        agrees::<u64>(1, 64, &mut random);
        agrees::<u128>(128, 1, &mut random);
    }
}
