//! The lines through each cell, and the symmetries that keep them.

use super::PlacementRules;
use crate::compact::board::Image;
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

/// The turnings and mirrorings of the box that keep the lines, the weights, what rests on what, and where
/// the first mark may go; the identity first.
pub(super) fn symmetries(
    board: &BoardRules,
    rules: &PlacementRules,
    lines: &[Lines; 2],
) -> Vec<Image> {
    let same = |map: &[u32], cell: usize| {
        let image = map[cell] as usize;
        let weight = |cell: usize| board.weights.get(cell);
        let forbidden = |cell: usize| rules.forbidden >> cell & 1;
        let below = |cell| board.gravity.then(|| board.shape.below(cell)).flatten();
        weight(cell) == weight(image)
            && forbidden(cell) == forbidden(image)
            && below(image) == below(cell).map(|below| map[below] as usize)
    };
    let of_map = |map: Vec<u32>| {
        let keeps = (0..map.len()).all(|cell| same(&map, cell));
        let image = keeps.then(|| Image::new(map))?;
        let lines_again = |lines: &Lines| {
            let again = |line: &u64| lines.all.binary_search(&image.of(*line)).is_ok();
            lines.all.iter().all(again)
        };
        lines.iter().all(lines_again).then_some(image)
    };
    let maps = symmetries_of(&board.shape).into_iter();
    maps.filter_map(of_map).collect()
}
