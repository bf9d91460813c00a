//! Tests whether a set of cells contains a line.

use super::Bits;

/// The most cells of a board whose answers are tabulated for every set of cells: 2<sup>16</sup> bits, 8 KiB.
pub(super) const TABULATED: usize = 16;

/// The number of words of that table.
const WORDS: usize = 1 << (TABULATED - 6);

/// The lines of one board, arranged for the test after every move.
#[derive(Clone, Debug)]
pub(super) enum Lines<B> {
    /// The table of a single board of at most 16 cells.
    Sole(Table),
    /// The table for each of several boards of at most 16 cells.
    Each(Table),
    /// The lists for larger boards.
    List {
        /// Lines that are shifts of each other, tested together.
        shifted: Box<[Shifted<B>]>,
        /// Lines tested one by one.
        single: Box<[B]>,
    },
}

/// One bit for each set of cells: whether it contains a line. A test takes one load, whatever the lines. The table
/// has a fixed length, so that no bounds are checked.
#[derive(Clone, Debug)]
pub(super) struct Table(Box<[u64; WORDS]>);

/// Lines that are shifts of each other.
#[derive(Clone, Debug)]
pub(super) struct Shifted<B> {
    /// The first cell of each line.
    starts: B,
    /// The distances of a line's other cells from its first.
    offsets: Box<[u8]>,
}

impl Table {
    /// Builds the table in at most `16 * 1024` word operations.
    fn new<B: Bits>(cells: usize, lines: &[B]) -> Table {
        let mut table = Box::new([0_u64; WORDS]);
        for line in lines {
            table[line.word() >> 6] |= 1 << (line.word() & 63);
        }
        // A set contains a line if it is one, or if it still contains one without some cell. Cell by cell, answers
        // spread to the sets with that cell: within words for the first six cells, between words for the others.
        const LACKING: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        for cell in 0..cells {
            if let Some(lacking) = LACKING.get(cell) {
                for word in table.iter_mut() {
                    *word |= (*word & lacking) << (1 << cell);
                }
            } else {
                let step = 1 << (cell - 6);
                for index in (0..table.len()).filter(|index| index & step != 0) {
                    table[index] |= table[index - step];
                }
            }
        }
        Table(table)
    }

    /// Returns whether the set contains a line.
    #[inline]
    pub(super) fn has<B: Bits>(&self, set: B) -> bool {
        self.0[(set.word() >> 6) & (WORDS - 1)] >> (set.word() & 63) & 1 != 0
    }
}

impl<B: Bits> Lines<B> {
    /// Arranges the lines of boards of `cells` cells.
    pub(super) fn new(cells: usize, boards: usize, lines: &[B]) -> Lines<B> {
        match boards {
            _ if cells > TABULATED => Lines::list(lines),
            1 => Lines::Sole(Table::new(cells, lines)),
            _ => Lines::Each(Table::new(cells, lines)),
        }
    }

    fn list(lines: &[B]) -> Lines<B> {
        let mut at_start: Vec<(B, u32)> = lines
            .iter()
            .map(|&line| (line >> line.lowest(), line.lowest()))
            .collect();
        at_start.sort_unstable();
        let (mut shifted, mut single) = (Vec::new(), Vec::new());
        for alike in at_start.chunk_by(|a, b| a.0 == b.0) {
            let form = alike[0].0;
            // A test of all shifts at once takes an operation a cell. One by one, it takes an operation a line.
            if alike.len() > form.count() as usize {
                let starts = alike.iter().fold(B::NONE, |set, (_, at)| set | B::bit(*at));
                let offsets = form.cells().skip(1).map(|offset| offset as u8).collect();
                shifted.push(Shifted { starts, offsets });
            } else {
                single.extend(alike.iter().map(|(_, at)| form << *at));
            }
        }
        Lines::List {
            shifted: shifted.into(),
            single: single.into(),
        }
    }

    /// Returns whether a set of cells of one board contains a line.
    #[inline]
    pub(super) fn within(&self, set: B) -> bool {
        match self {
            Lines::Sole(table) | Lines::Each(table) => table.has(set),
            Lines::List { shifted, single } => within_list(shifted, single, set),
        }
    }
}

/// Returns the same for a list of lines. A separate function, so that only the table's load is inlined into a
/// search.
#[inline(never)]
fn within_list<B: Bits>(shifted: &[Shifted<B>], single: &[B], set: B) -> bool {
    let any_start = |lines: &Shifted<B>| {
        let from = set & lines.starts;
        let full = |from, &offset: &u8| from & set >> u32::from(offset);
        lines.offsets.iter().fold(from, full) != B::NONE
    };
    shifted.iter().any(any_start) || single.iter().any(|&line| set & line == line)
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    /// Checks every set of the first cells against the definition.
    fn check(lines: &[u32], arranged: &Lines<u32>, cells: u32) {
        for set in 0..1_u32 << cells {
            let expected = lines.iter().any(|&line| line & !set == 0);
            assert_eq!(arranged.within(set), expected, "{set:b}");
        }
    }

    #[test]
    fn both_arrangements_mean_the_same() {
        for (rows, cols, length, wrap) in [
            (3, 3, 3, false),
            (3, 3, 3, true),
            (2, 2, 1, false),
            (3, 4, 3, false),
            (4, 4, 2, true),
        ] {
            let shape = Shape::full(1, rows, cols).unwrap();
            let lines: Vec<u32> = shape
                .lines(length, [wrap; 3])
                .into_iter()
                .map(|line| line as u32)
                .collect();
            let cells = rows * cols;
            check(&lines, &Lines::new(cells, 1, &lines), cells as u32);
            check(&lines, &Lines::list(&lines), cells as u32);
        }
        check(&[], &Lines::new(3, 1, &[]), 3);
        check(&[], &Lines::list(&[]), 3);
    }
}
