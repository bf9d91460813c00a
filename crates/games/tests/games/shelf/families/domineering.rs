//! Domineering on rows of characters.

use super::{Naive, WON, alike, joined, same, stuck_loses, with_turn};
use yomikiri_core::Outcome;

struct Dominoes {
    rows: usize,
    cols: usize,
    /// Who puts them upright.
    upright: usize,
}

type Position = (Vec<Vec<char>>, usize);

impl Naive for Dominoes {
    type Position = Position;
    fn start(&self) -> Position {
        (vec![vec!['.'; self.cols]; self.rows], 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn): &Position) -> Vec<(i64, Position)> {
        let mut next = Vec::new();
        for row in 0..self.rows {
            for col in 0..self.cols {
                let (other_row, other_col) = match *turn == self.upright {
                    true => (row + 1, col),
                    false => (row, col + 1),
                };
                if other_row < self.rows
                    && other_col < self.cols
                    && cells[row][col] == '.'
                    && cells[other_row][other_col] == '.'
                {
                    let mut cells = cells.clone();
                    cells[row][col] = '#';
                    cells[other_row][other_col] = '#';
                    next.push((0, (cells, 1 - turn)));
                }
            }
        }
        next
    }
    fn over(&self, (_, turn): &Position, stuck: bool) -> Option<Outcome> {
        stuck_loses(*turn, stuck)
    }
    fn text(&self, (cells, turn): &Position) -> String {
        with_turn(joined(cells), *turn)
    }
}

/// A board and its spec.
fn board(rows: usize, cols: usize, upright: usize) -> (String, Dominoes) {
    let first = ["upright", "lying"][upright];
    let spec = format!("domineering:rows={rows},cols={cols},first={first}");
    let naive = Dominoes {
        rows,
        cols,
        upright,
    };
    (spec, naive)
}

#[test]
fn positions() {
    let count = |rows, cols, upright: usize| {
        let (spec, naive) = board(rows, cols, upright);
        same(&spec, &naive)
    };
    assert_eq!(count(1, 1, 0).by_ply, [1]);
    assert_eq!(count(3, 3, 0).by_ply, [1, 6, 20, 18, 1]);
    let published = [
        (3, 3, WON),
        (2, 5, WON),
        (4, 4, WON),
        (3, 4, -WON),
        (4, 2, WON),
    ];
    for (rows, cols, margin) in published {
        assert_eq!(count(rows, cols, 0).margin, margin, "{rows} x {cols}");
    }
    let published = [(2, 4, WON), (2, 5, -WON), (4, 2, -WON), (1, 2, WON)];
    for (rows, cols, margin) in published {
        assert_eq!(count(rows, cols, 1).margin, margin, "{rows} x {cols}");
    }
}

/// Larger boards, which are not gone through, with as many cells as fit a word and with more.
#[test]
fn along_random_courses_of_play() {
    for (rows, cols, upright) in [(8, 8, 0), (9, 7, 1), (8, 9, 0), (10, 10, 0), (10, 9, 1)] {
        let (spec, naive) = board(rows, cols, upright);
        alike(&spec, &naive, 20);
    }
}
