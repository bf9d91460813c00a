//! The lines through each cell, and the symmetries that keep them.

use super::PlacementRules;
use super::adjacency::Adjacency;
use crate::bits::Bits;
use crate::compact::board::Image;
use crate::positional::{Rules as BoardRules, symmetries_of};

/// The lines as sets of cells, and the sides that a chain must connect to count as one.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// All distinct lines in sorted order, each with the cells at its ends that must not have the same mark.
    all: Vec<(u64, u64)>,
    through: Vec<Vec<(u64, u64)>>,
    /// The sides in sorted order. Empty if chains do not count.
    sides: Vec<u64>,
}

impl Lines {
    pub(super) fn new(
        cells: usize,
        lines: impl Iterator<Item = (u64, u64)>,
        mut sides: Vec<u64>,
    ) -> Lines {
        let mut all: Vec<(u64, u64)> = lines.collect();
        all.sort_unstable();
        all.dedup();
        sides.sort_unstable();
        sides.dedup();
        let through = |cell: usize| {
            let through = all.iter().filter(|(line, _)| line >> cell & 1 == 1);
            through.copied().collect()
        };
        Lines {
            through: (0..cells).map(through).collect(),
            all,
            sides,
        }
    }

    /// Returns whether any line can be made.
    pub(super) fn exist(&self) -> bool {
        !self.all.is_empty() || !self.sides.is_empty()
    }

    /// Returns the number of lines that the new marks make. `marks` are all marks of their kind, including the new
    /// ones.
    #[inline]
    pub(super) fn made(&self, marks: u64, new: u64, adjacency: &Adjacency) -> u32 {
        let made = |line: &&(u64, u64)| is_made(**line, marks);
        let rows = match new.is_power_of_two() {
            true => {
                let through = &self.through[new.trailing_zeros() as usize];
                through.iter().filter(made).count()
            }
            false => {
                let through = self.all.iter().filter(|(line, _)| line & new != 0);
                through.filter(made).count()
            }
        };
        // A tile may lie in several chains.
        let joins = || adjacency.joined(adjacency.chain(marks, new), &self.sides) != 0;
        rows as u32 + u32::from(!self.sides.is_empty() && joins())
    }

    /// Returns the number of lines through these cells, counted for each cell.
    pub(super) fn number_through(&self, cells: u64) -> usize {
        let through = cells.cells().map(|cell| self.through[cell as usize].len());
        through.sum()
    }

    /// Returns the cells of all lines that these marks have made.
    pub(super) fn cells(&self, marks: u64, adjacency: &Adjacency) -> u64 {
        let lines = self.all.iter().filter(|line| is_made(**line, marks));
        let cells = lines.fold(0, |cells, (line, _)| cells | line);
        match self.sides.is_empty() {
            true => cells,
            false => cells | adjacency.joined(marks, &self.sides),
        }
    }

    /// Returns the number of lines that no player has filled.
    pub(super) fn unmade(&self, x: u64, o: u64) -> usize {
        let made = |(line, _): &&(u64, u64)| x & line == *line || o & line == *line;
        self.all.len() - self.all.iter().filter(made).count()
    }
}

/// Returns whether the marks fill a line and do not extend beyond it.
#[inline]
fn is_made((line, ends): (u64, u64), marks: u64) -> bool {
    marks & (line | ends) == line
}

/// Returns the symmetries of the board that keep the lines, the weights, the support of cells under gravity, the
/// cells forbidden to the first mark, the captures, and, if it matters, adjacency. The identity is first.
pub(super) fn symmetries(
    board: &BoardRules,
    rules: &PlacementRules,
    lines: &[Lines; 2],
    tiles: &[Vec<u64>; 2],
    adjacency: &Adjacency,
    flanks: &[Vec<(u64, u64)>],
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
    let again = |image: &Image, sets: &[u64]| {
        let again = |set: &u64| sets.binary_search(&image.of(*set)).is_ok();
        sets.iter().all(again)
    };
    let of_map = |map: Vec<u32>| {
        let keeps = (0..map.len()).all(|cell| same(&map, cell));
        let images: Vec<usize> = map.iter().map(|&cell| cell as usize).collect();
        let image = keeps.then(|| Image::new(map))?;
        let beside =
            |(cell, &to): (usize, &usize)| image.of(adjacency.beside(cell)) == adjacency.beside(to);
        let rows = |lines: &Lines| {
            let again = |&(line, ends): &(u64, u64)| {
                let row = (image.of(line), image.of(ends));
                lines.all.binary_search(&row).is_ok()
            };
            lines.all.iter().all(again)
        };
        let lines = lines
            .iter()
            .all(|lines| rows(lines) && again(&image, &lines.sides));
        let tiles = tiles.iter().all(|tiles| again(&image, tiles));
        let captures = flanks.iter().zip(&images).all(|(from, &to)| {
            let again = |&(between, far): &(u64, u64)| {
                let flank = (image.of(between), image.of(far));
                flanks[to].contains(&flank)
            };
            from.iter().all(again)
        });
        let near = !rules.is_about_neighbours() || images.iter().enumerate().all(beside);
        (lines && tiles && captures && near).then_some(image)
    };
    let maps = symmetries_of(&board.shape).into_iter();
    maps.filter_map(of_map).collect()
}
