//! The symmetries of a game of claimed cells.

use super::{Board, members};

/// The most symmetries that are kept, without the identity. A certificate may name as many.
const MOST_SYMMETRIES: usize = 64;

/// The most symmetries for a certificate with threats, and the most images that are tried to find them.
const MOST_AUTOMORPHISMS: usize = 1024;
const MOST_TRIED: u32 = 1 << 20;

impl Board {
    /// Uses all permutations of cells that keep the rules, if there are not too many. A cube of 4 x 4 x 4 has 192
    /// (Silver, 1967), of which the drawing shows 48.
    pub fn with_all_symmetries(mut self) -> Board {
        if self.twin == 0
            && self.ends_by_line()
            && let Some(found) = self.automorphisms()
        {
            self.symmetries = found;
        }
        self
    }

    /// Returns all permutations of cells that keep the rules, without the identity; `None` if there are too many.
    fn automorphisms(&self) -> Option<Vec<Vec<u8>>> {
        let together = |one: usize, two: usize| {
            let both = 1u64 << one | 1 << two;
            let lines = self.through[one].iter();
            lines.filter(|line| *line & both == both).count()
        };
        let lines = |one: usize| (0..self.cells).map(move |two| together(one, two)).collect();
        let lines: Vec<Vec<usize>> = (0..self.cells).map(lines).collect();
        let mut search = Automorphisms {
            board: self,
            together: lines,
            images: Vec::new(),
            used: 0,
            tried: 0,
            found: Vec::new(),
        };
        let ended = search.extend();
        ended.then_some(search.found)
    }

    /// Returns symmetries that keep the rules: those of the drawing, which move all boards alike, and those that
    /// exchange boards or the kinds of marks. Together with the identity they are a group.
    pub(super) fn find_symmetries(&self, drawing: &str, boards: usize) -> Vec<Vec<u8>> {
        let drawn = drawing.matches('.').count();
        let kinds = if self.twin > 0 { 2 } else { 1 };
        let all = |image: &[usize], order: &[usize], kind: usize| -> Vec<u8> {
            let moved = |cell: usize| {
                let (place, cell) = (cell / drawn, cell % drawn);
                let kind = (place / boards + kind) % kinds;
                let place = kind * boards + order[place % boards];
                (place * drawn + image[cell]) as u8
            };
            (0..self.cells).map(moved).collect()
        };
        let as_they_are: Vec<usize> = (0..boards).collect();
        let of_drawing: Vec<Vec<usize>> = symmetries_of(drawing)
            .into_iter()
            .filter(|image| self.is_left_by(&all(image, &as_they_are, 0)))
            .collect();
        // This count includes the identity.
        let most = (MOST_SYMMETRIES + 1) / of_drawing.len();
        let kinds_moved = kinds.min(most);
        let mut found: Vec<Vec<u8>> = Vec::new();
        for order in orders(boards, most / kinds_moved) {
            for kind in 0..kinds_moved {
                for image in &of_drawing {
                    let symmetry = all(image, &order, kind);
                    let moves = |(cell, &image): (usize, &u8)| cell != usize::from(image);
                    if symmetry.iter().enumerate().any(moves)
                        && !found.contains(&symmetry)
                        && self.is_left_by(&symmetry)
                    {
                        found.push(symmetry);
                    }
                }
            }
        }
        found
    }

    /// Returns whether a permutation keeps the rules.
    fn is_left_by(&self, symmetry: &[u8]) -> bool {
        let mut lines = self.lines.clone();
        let mut images: Vec<u64> = lines
            .iter()
            .map(|&line| Board::image(symmetry, line))
            .collect();
        lines.sort_unstable();
        images.sort_unstable();
        let keeps = |(cell, &image): (usize, &u8)| {
            let image = usize::from(image);
            Board::image(symmetry, self.below[cell]) == self.below[image]
                && self.weights.get(cell) == self.weights.get(image)
        };
        let is_part = |set: u64| self.parts.contains(&set);
        let keeps_boards = self
            .parts
            .iter()
            .all(|&part| is_part(Board::image(symmetry, part)));
        lines == images && keeps_boards && symmetry.iter().enumerate().all(keeps)
    }
}

/// A search for permutations of cells that keep the rules, cell by cell.
struct Automorphisms<'b> {
    board: &'b Board,
    /// The number of lines through each pair of cells.
    together: Vec<Vec<usize>>,
    /// The images of the first cells, and these as a set.
    images: Vec<u8>,
    used: u64,
    tried: u32,
    found: Vec<Vec<u8>>,
}

impl Automorphisms<'_> {
    /// Finds the permutations that begin with the images so far; `false` if there are too many of them, or too many
    /// images to try.
    fn extend(&mut self) -> bool {
        let cell = self.images.len();
        if cell == self.board.cells {
            let moves = |(cell, &image): (usize, &u8)| cell != usize::from(image);
            if self.images.iter().enumerate().any(moves) && self.board.is_left_by(&self.images) {
                self.found.push(self.images.clone());
            }
            return self.found.len() <= MOST_AUTOMORPHISMS;
        }
        for image in members(self.board.all() & !self.used) {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return false;
            }
            let (own, its) = (&self.together[cell], &self.together[image]);
            let mut before = self.images.iter().enumerate();
            let fits = own[cell] == its[image]
                && before.all(|(known, &moved)| own[known] == its[usize::from(moved)]);
            if !fits {
                continue;
            }
            self.images.push(image as u8);
            self.used |= 1 << image;
            let goes_on = self.extend();
            self.images.pop();
            self.used &= !(1 << image);
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// Returns the symmetries of a drawing, including the identity. Each gives the image of every cell.
fn symmetries_of(drawing: &str) -> Vec<Vec<usize>> {
    // The place of each cell: layer, row, column.
    let mut places = Vec::new();
    for (layer, rows) in drawing.split("//").enumerate() {
        for (row, signs) in rows.split('/').enumerate() {
            for (column, sign) in signs.bytes().enumerate() {
                if sign == b'.' {
                    places.push([layer, row, column]);
                }
            }
        }
    }
    let size = [0, 1, 2].map(|axis| {
        let along = places.iter().map(|place| place[axis] + 1);
        along.max().unwrap_or(1)
    });
    let mut found = Vec::new();
    for order in arrangements(3) {
        if [0, 1, 2].map(|axis| size[order[axis]]) != size {
            continue;
        }
        for flips in 0..8 {
            let image = |place: &[usize; 3]| {
                let moved = [0, 1, 2].map(|axis| match flips >> axis & 1 {
                    0 => place[order[axis]],
                    _ => size[axis] - 1 - place[order[axis]],
                });
                places.iter().position(|known| *known == moved)
            };
            let images: Option<Vec<usize>> = places.iter().map(image).collect();
            found.extend(images.filter(|images| !found.contains(images)));
        }
    }
    found
}

/// Returns the orders in which boards may stand: all of them if they are at most `most`, otherwise the rotations if
/// those are, otherwise the given order.
fn orders(boards: usize, most: usize) -> Vec<Vec<usize>> {
    let all: usize = (1..=boards)
        .try_fold(1usize, usize::checked_mul)
        .unwrap_or(usize::MAX);
    if all <= most {
        return arrangements(boards);
    }
    let rotations = if boards <= most { boards } else { 1 };
    let rotated = |by| (0..boards).map(|board| (board + by) % boards).collect();
    (0..rotations).map(rotated).collect()
}

/// Returns all permutations of the numbers below a small one, in ascending order.
fn arrangements(count: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..count {
        let longer = |some: Vec<usize>| {
            let next: Vec<usize> = (0..count).filter(|one| !some.contains(one)).collect();
            next.into_iter()
                .map(move |one| [&some[..], &[one]].concat())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::MOST_SYMMETRIES;

    #[test]
    fn symmetries_are_a_group_that_a_certificate_can_name() {
        for (drawing, boards, marks, falls, count) in [
            (".../.../...", 1, "own", false, 7),
            (".../.../...", 1, "own", true, 1),
            (".../.../...", 1, "either", false, 15),
            // The drawing has 8, and the boards have 2, 6 or 4 orders: 24 would be too many.
            (".../.../...", 2, "one", false, 15),
            (".../.../...", 3, "one", false, 47),
            (".../.../...", 4, "one", false, 31),
            // Falling marks leave 2, so there is room for all orders.
            (".../.../...", 4, "one", true, 47),
            // A cube has 48, and none of them exchanges the marks.
            ("../..//../..", 1, "own", false, 47),
            ("../..//../..", 1, "either", false, 47),
            (".", 64, "one", false, 63),
        ] {
            let board = board(drawing, boards, marks, falls);
            let symmetries = board.symmetries();
            let what = format!("{drawing} {boards} {marks} {falls}");
            assert_eq!(symmetries.len(), count, "{what}");
            assert!(count <= MOST_SYMMETRIES);
            let same: Vec<u8> = (0..board.count()).map(|cell| cell as u8).collect();
            for one in symmetries {
                for two in symmetries {
                    let both = one.iter().map(|&image| two[usize::from(image)]);
                    let both: Vec<u8> = both.collect();
                    assert!(both == same || symmetries.contains(&both), "{what}");
                }
            }
        }
    }

    /// Returns the lines through a cube from side to side.
    fn through_the_cube(size: usize) -> Vec<u64> {
        let steps = (0..27).map(|step| [step / 9, step / 3 % 3, step % 3].map(|part| part - 1));
        let mut lines = Vec::new();
        for step in steps {
            for start in 0..size.pow(3) {
                let at = [start / (size * size), start / size % size, start % size];
                let mut cells = (0..size as i32).map(|far| {
                    let moved = [0, 1, 2].map(|axis| at[axis] as i32 + far * step[axis]);
                    let inside = moved.iter().all(|part| (0..size as i32).contains(part));
                    inside.then(|| moved.iter().fold(0, |cell, part| cell * size as i32 + part))
                });
                let line: Option<u64> = cells.try_fold(0u64, |all, cell| Some(all | 1 << cell?));
                lines.extend(line.filter(|line| line.count_ones() == size as u32));
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Tests that all permutations that keep the lines are found, or those of the drawing if there are too many.
    #[test]
    fn all_symmetries_of_lines() {
        let lines = |lines: &[&[u8]]| -> Vec<u64> {
            let set = |line: &&[u8]| line.iter().fold(0, |set, cell| set | 1 << cell);
            lines.iter().map(set).collect()
        };
        let square = lines(&[
            &[0, 1, 2],
            &[3, 4, 5],
            &[6, 7, 8],
            &[0, 3, 6],
            &[1, 4, 7],
            &[2, 5, 8],
        ]);
        for (drawing, drawn, falls, count) in [
            // Rows and columns may be permuted, and exchanged with each other.
            (".../.../...", square.clone(), false, 71),
            (".../.../...", square, true, 5),
            ("..../..../....", Vec::new(), false, 3),
            (
                "..../..../..../....//..../..../..../....//..../..../..../....//..../..../..../....",
                through_the_cube(4),
                false,
                191,
            ),
        ] {
            let mut board = board(drawing, 1, "own", falls);
            board.through = (0..board.cells)
                .map(|cell| {
                    drawn
                        .iter()
                        .copied()
                        .filter(|line| line >> cell & 1 == 1)
                        .collect()
                })
                .collect();
            board.lines = drawn;
            let board = board.with_all_symmetries();
            assert_eq!(board.symmetries().len(), count, "{drawing} {falls}");
        }
    }
}
