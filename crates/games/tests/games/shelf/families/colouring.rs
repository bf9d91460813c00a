//! Col and snort on rows of characters.

use super::{Naive, joined, same, stuck_loses, with_turn};
use yomikiri_core::Outcome;

struct Colouring {
    rows: usize,
    cols: usize,
    snort: bool,
}

type Position = (Vec<Vec<char>>, usize);

impl Naive for Colouring {
    type Position = Position;
    fn start(&self) -> Position {
        (vec![vec!['.'; self.cols]; self.rows], 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn): &Position) -> Vec<(i64, Position)> {
        let (own, other) = [('x', 'o'), ('o', 'x')][*turn];
        let against = if self.snort { other } else { own };
        let mut next = Vec::new();
        for row in 0..self.rows {
            for col in 0..self.cols {
                let beside = |r: usize, c: usize| row.abs_diff(r) + col.abs_diff(c) == 1;
                let bad = (0..self.rows)
                    .flat_map(|r| (0..self.cols).map(move |c| (r, c)))
                    .any(|(r, c)| beside(r, c) && cells[r][c] == against);
                if cells[row][col] == '.' && !bad {
                    let mut cells = cells.clone();
                    cells[row][col] = own;
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

#[test]
fn positions() {
    for (name, snort) in [("col", false), ("snort", true)] {
        for (rows, cols) in [(3, 3), (2, 4), (1, 7), (1, 1)] {
            let spec = format!("{name}:rows={rows},cols={cols}");
            same(&spec, &Colouring { rows, cols, snort });
        }
    }
}
