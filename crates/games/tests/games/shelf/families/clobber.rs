//! Clobber on rows of characters.

use super::{Naive, WON, alike, joined, same, stuck_loses, with_turn};
use yomikiri_core::Outcome;

struct Clobber {
    rows: usize,
    cols: usize,
}

type Position = (Vec<Vec<char>>, usize);

impl Naive for Clobber {
    type Position = Position;
    fn start(&self) -> Position {
        let cell = |row: usize, col: usize| ['x', 'o'][(row + col) % 2];
        let row = |row| (0..self.cols).map(|col| cell(row, col)).collect();
        ((0..self.rows).map(row).collect(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn): &Position) -> Vec<(i64, Position)> {
        let (own, other) = [('x', 'o'), ('o', 'x')][*turn];
        let mut next = Vec::new();
        for row in 0..self.rows {
            for col in 0..self.cols {
                for to_row in 0..self.rows {
                    for to_col in 0..self.cols {
                        let steps = row.abs_diff(to_row) + col.abs_diff(to_col);
                        if steps == 1 && cells[row][col] == own && cells[to_row][to_col] == other {
                            let mut cells = cells.clone();
                            cells[row][col] = '.';
                            cells[to_row][to_col] = own;
                            next.push((0, (cells, 1 - turn)));
                        }
                    }
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

#[test]
fn positions() {
    let count = |rows, cols| {
        let spec = format!("clobber:rows={rows},cols={cols}");
        same(&spec, &Clobber { rows, cols })
    };
    assert_eq!(count(2, 3).by_ply, [1, 7, 22, 15, 12]);
    let published = [(2, 3, -WON), (1, 9, WON), (3, 3, WON), (3, 4, -WON)];
    for (rows, cols, margin) in published {
        assert_eq!(count(rows, cols).margin, margin, "{rows} x {cols}");
    }
}

/// Larger boards, which are not gone through, with keys that are positions and shorter ones.
#[test]
fn along_random_courses_of_play() {
    for (rows, cols) in [(5, 6), (5, 7), (6, 6), (6, 7)] {
        let spec = format!("clobber:rows={rows},cols={cols}");
        alike(&spec, &Clobber { rows, cols }, 10);
    }
}
