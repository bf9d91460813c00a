//! The lines through each cell, and the symmetries that keep them.

use super::PlacementRules;
use crate::positional::{Rules as BoardRules, symmetries_of};

/// Lines as sets of cells.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// All, each once, sorted.
    all: Vec<u64>,
    through: Vec<Vec<u64>>,
}

impl Lines {
    pub(super) fn new(cells: usize, lines: impl Iterator<Item = u64>) -> Lines {
        let mut all: Vec<u64> = lines.collect();
        all.sort_unstable();
        all.dedup();
        let through = |cell: usize| {
            let through = all.iter().copied().filter(|line| line >> cell & 1 == 1);
            through.collect()
        };
        Lines {
            through: (0..cells).map(through).collect(),
            all,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// How many lines a mark in a cell makes, where `marks` are those like it, itself included.
    #[inline]
    pub(super) fn made(&self, marks: u64, cell: u32) -> u32 {
        let lines = self.through[cell as usize].iter();
        lines.filter(|&&line| marks & line == line).count() as u32
    }

    /// Those through a cell.
    pub(super) fn number_through(&self, cell: u32) -> usize {
        self.through[cell as usize].len()
    }

    /// The cells of all lines made of these marks.
    pub(super) fn cells(&self, marks: u64) -> u64 {
        let lines = self.all.iter().filter(|&&line| marks & line == line);
        lines.fold(0, |cells, line| cells | line)
    }

    /// How many lines these marks do not fill.
    pub(super) fn unmade(&self, x: u64, o: u64) -> usize {
        let made = |line: &&u64| x & **line == **line || o & **line == **line;
        self.len() - self.all.iter().filter(made).count()
    }
}

/// The images of sets of cells, eight cells at a time.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    bytes: usize,
    /// For each symmetry and byte, the images of its 256 sets.
    images: Vec<[u64; 256]>,
}

impl Symmetries {
    /// The turnings and mirrorings of the box that keep the lines, the weights, what rests on what, and
    /// where the first mark may go; the identity first.
    pub(super) fn of(board: &BoardRules, rules: &PlacementRules, lines: &Lines) -> Symmetries {
        let cells = board.shape.cells().len();
        let keeps = |map: &Vec<usize>| {
            let same = |cell: usize| {
                let weight = |cell: usize| board.weights.get(cell);
                let forbidden = |cell: usize| rules.forbidden >> cell & 1;
                let below = |cell| board.gravity.then(|| board.shape.below(cell)).flatten();
                weight(cell) == weight(map[cell])
                    && forbidden(cell) == forbidden(map[cell])
                    && below(map[cell]) == below(cell).map(|below| map[below])
            };
            let line_again = |line: &u64| lines.all.binary_search(&image_of(map, *line)).is_ok();
            (0..cells).all(same) && lines.all.iter().all(line_again)
        };
        let mut maps: Vec<Vec<usize>> = symmetries_of(&board.shape)
            .into_iter()
            .filter(keeps)
            .collect();
        maps.sort_by_key(|map| map.iter().enumerate().any(|(cell, &image)| cell != image));
        let bytes = cells.div_ceil(8);
        let mut images = Vec::with_capacity(maps.len() * bytes);
        for map in &maps {
            for byte in 0..bytes {
                let within = |set: usize| (set as u64) << (8 * byte) & (u64::MAX >> (64 - cells));
                images.push(std::array::from_fn(|set| image_of(map, within(set))));
            }
        }
        Symmetries { bytes, images }
    }

    pub(super) fn len(&self) -> usize {
        self.images.len() / self.bytes
    }

    #[inline]
    pub(super) fn image(&self, set: u64, symmetry: usize) -> u64 {
        let tables = &self.images[symmetry * self.bytes..(symmetry + 1) * self.bytes];
        let parts = tables.iter().enumerate();
        parts.fold(0, |image, (byte, table)| {
            image | table[(set >> (8 * byte) & 255) as usize]
        })
    }
}

fn image_of(map: &[usize], set: u64) -> u64 {
    let cells = (0..map.len()).filter(|cell| set >> cell & 1 == 1);
    cells.fold(0, |image, cell| image | 1 << map[cell])
}
