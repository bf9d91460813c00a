//! The boards: points, the lines through three of them, and which points are adjacent.

use super::ternary::bits;

/// The most points of a board.
pub(super) const MOST_POINTS: usize = 16;

/// A board: its points in reading order. Sets of points are bits.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The row and column of every point in the picture.
    pub(super) places: Vec<(u16, u16)>,
    /// The lines of three points each. The middle point is adjacent to both others.
    pub(super) lines: Vec<[u8; 3]>,
    /// The lines through each point, as sets.
    through: Vec<Vec<u16>>,
    /// The neighbours of each point.
    next: Vec<u16>,
    /// All symmetries, each as the image of every point.
    pub(super) symmetries: Vec<[u8; MOST_POINTS]>,
}

impl Board {
    /// Builds a board from its points, its lines, and the links that belong to no line.
    fn new(places: &[(u16, u16)], lines: &[[u8; 3]], ways: &[[u8; 2]]) -> Board {
        let points = places.len();
        let mut through = vec![Vec::new(); points];
        let mut next = vec![0u16; points];
        let mut link = |a: u8, b: u8| {
            next[usize::from(a)] |= 1 << b;
            next[usize::from(b)] |= 1 << a;
        };
        for &[a, b, c] in lines {
            link(a, b);
            link(b, c);
            for point in [a, b, c] {
                through[usize::from(point)].push(1 << a | 1 << b | 1 << c);
            }
        }
        for &[a, b] in ways {
            link(a, b);
        }
        let mut board = Board {
            places: places.to_vec(),
            lines: lines.to_vec(),
            through,
            next,
            symmetries: Vec::new(),
        };
        board.find_symmetries(&mut Vec::new());
        board
    }

    /// Returns a board of three by three points, with both diagonals.
    pub(super) fn three() -> Board {
        let places: Vec<(u16, u16)> = (0..9).map(|point| (point / 3, point % 3)).collect();
        let lines = [
            [0, 1, 2],
            [3, 4, 5],
            [6, 7, 8],
            [0, 3, 6],
            [1, 4, 7],
            [2, 5, 8],
            [0, 4, 8],
            [2, 4, 6],
        ];
        Board::new(&places, &lines, &[])
    }

    /// Returns a board of two squares, one within the other, joined at the middles of their sides.
    pub(super) fn six() -> Board {
        let rows: [&[u16]; 5] = [
            &[0, 2, 4],
            &[1, 2, 3],
            &[0, 1, 3, 4],
            &[1, 2, 3],
            &[0, 2, 4],
        ];
        let row = |(row, cols): (u16, &&[u16])| cols.iter().map(move |&col| (row, col)).collect();
        let places: Vec<Vec<(u16, u16)>> = (0..).zip(&rows).map(row).collect();
        let lines = [
            [0, 1, 2],
            [13, 14, 15],
            [0, 6, 13],
            [2, 9, 15],
            [3, 4, 5],
            [10, 11, 12],
            [3, 7, 10],
            [5, 8, 12],
        ];
        Board::new(
            &places.concat(),
            &lines,
            &[[1, 4], [6, 7], [8, 9], [11, 14]],
        )
    }

    /// Returns the number of points.
    pub(super) fn points(&self) -> usize {
        self.places.len()
    }

    /// Returns the set of all points.
    #[inline]
    pub(super) fn all(&self) -> u16 {
        u16::MAX >> (16 - self.points())
    }

    /// Returns the neighbours of a point.
    #[inline]
    pub(super) fn next_to(&self, point: u32) -> u16 {
        self.next[point as usize]
    }

    /// Returns whether a set holds a line through one of its points.
    #[inline]
    pub(super) fn in_line(&self, set: u16, point: u32) -> bool {
        let mut lines = self.through[point as usize].iter();
        lines.any(|line| set & line == *line)
    }

    /// Returns the points of a set that lie on its lines.
    pub(super) fn in_lines(&self, set: u16) -> u16 {
        let mut found = 0;
        for point in bits(set) {
            found |= u16::from(self.in_line(set, point)) << point;
        }
        found
    }

    /// Finds all maps that keep neighbours and lines, by backtracking: for each point it tries every image that fits
    /// the points before.
    fn find_symmetries(&mut self, images: &mut Vec<u8>) {
        let point = images.len();
        if point == self.points() {
            let mut symmetry = [0; MOST_POINTS];
            symmetry[..point].copy_from_slice(images);
            let image = |point: u8| 1u16 << symmetry[usize::from(point)];
            let keeps = self.lines.iter().all(|&[a, b, c]| {
                let line = image(a) | image(b) | image(c);
                self.through[usize::from(symmetry[usize::from(b)])].contains(&line)
            });
            if keeps {
                self.symmetries.push(symmetry);
            }
            return;
        }
        for image in 0..self.points() as u8 {
            let fits = |(before, &other): (usize, &u8)| {
                let linked = self.next[point] >> before & 1;
                other != image && linked == self.next[usize::from(image)] >> other & 1
            };
            if images.iter().enumerate().all(fits) {
                images.push(image);
                self.find_symmetries(images);
                images.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_are_as_they_are_drawn() {
        for (board, points, ways, symmetries) in
            [(Board::three(), 9, 16, 8), (Board::six(), 16, 20, 16)]
        {
            assert_eq!(board.points(), points);
            let ends: u32 = board.next.iter().map(|next| next.count_ones()).sum();
            assert_eq!(ends / 2, ways);
            assert_eq!(board.lines.len(), 8);
            assert_eq!(board.symmetries.len(), symmetries);
            assert!(board.places.is_sorted());
            for &[a, b, c] in &board.lines {
                let at = |point: u8| {
                    let (row, col) = board.places[usize::from(point)];
                    (i32::from(row), i32::from(col))
                };
                let middle = ((at(a).0 + at(c).0) / 2, (at(a).1 + at(c).1) / 2);
                assert_eq!(at(b), middle, "a line is straight");
            }
        }
    }
}
