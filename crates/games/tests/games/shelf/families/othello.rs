//! Othello on rows of characters.

use super::{Naive, alike, joined, same, with_turn};
use yomikiri_core::Outcome;

struct Othello {
    rows: i32,
    cols: i32,
}

type Position = (Vec<Vec<char>>, usize);

impl Othello {
    fn at(&self, cells: &[Vec<char>], row: i32, col: i32) -> Option<char> {
        cells
            .get(usize::try_from(row).ok()?)?
            .get(usize::try_from(col).ok()?)
            .copied()
    }

    /// The board after a disc, unless it would turn none over.
    fn placed(
        &self,
        cells: &[Vec<char>],
        turn: usize,
        row: i32,
        col: i32,
    ) -> Option<Vec<Vec<char>>> {
        let (own, other) = [('x', 'o'), ('o', 'x')][turn];
        if self.at(cells, row, col) != Some('.') {
            return None;
        }
        let mut after = cells.to_vec();
        for down in -1..=1 {
            for right in -1..=1 {
                let mut length = 1;
                while self.at(cells, row + down * length, col + right * length) == Some(other) {
                    length += 1;
                }
                if self.at(cells, row + down * length, col + right * length) == Some(own) {
                    for step in 1..length {
                        after[(row + down * step) as usize][(col + right * step) as usize] = own;
                    }
                }
            }
        }
        if after == cells {
            return None;
        }
        after[row as usize][col as usize] = own;
        Some(after)
    }

    fn places(&self, cells: &[Vec<char>], turn: usize) -> Vec<Vec<Vec<char>>> {
        let places = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        places
            .filter_map(|(row, col)| self.placed(cells, turn, row, col))
            .collect()
    }
}

impl Naive for Othello {
    type Position = Position;
    fn start(&self) -> Position {
        let mut cells = vec![vec!['.'; self.cols as usize]; self.rows as usize];
        let (row, col) = (self.rows as usize / 2, self.cols as usize / 2);
        cells[row - 1][col - 1] = 'o';
        cells[row][col] = 'o';
        cells[row - 1][col] = 'x';
        cells[row][col - 1] = 'x';
        (cells, 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn): &Position) -> Vec<(i64, Position)> {
        let places = self.places(cells, *turn);
        if places.is_empty() && !self.places(cells, 1 - turn).is_empty() {
            return vec![(0, (cells.clone(), 1 - turn))];
        }
        places
            .into_iter()
            .map(|cells| (0, (cells, 1 - turn)))
            .collect()
    }
    fn over(&self, (cells, _): &Position, stuck: bool) -> Option<Outcome> {
        let count = |man: char| cells.iter().flatten().filter(|&&cell| cell == man).count() as i64;
        stuck.then(|| Outcome::Margin(count('x') - count('o')))
    }
    fn text(&self, (cells, turn): &Position) -> String {
        with_turn(joined(cells), *turn)
    }
}

#[test]
fn positions() {
    let known = same("othello", &Othello { rows: 4, cols: 4 });
    assert_eq!(known.margin, -8);
}

/// Larger boards, which are not gone through.
#[test]
fn along_random_courses_of_play() {
    for (rows, cols) in [(4, 6), (6, 4), (6, 6)] {
        let naive = Othello { rows, cols };
        alike(&format!("othello:rows={rows},cols={cols}"), &naive, 40);
    }
}
