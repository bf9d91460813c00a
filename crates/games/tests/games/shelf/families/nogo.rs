//! NoGo on rows of characters.

use super::{Naive, joined, same, stuck_loses, with_turn};
use yomikiri_core::Outcome;

struct Nogo {
    rows: usize,
    cols: usize,
}

type Cells = Vec<Vec<char>>;

/// The neighbours of a point.
fn beside(cells: &Cells, (row, col): (usize, usize)) -> Vec<(usize, usize)> {
    let all = (0..cells.len()).flat_map(|row| (0..cells[0].len()).map(move |col| (row, col)));
    all.filter(|&(r, c)| row.abs_diff(r) + col.abs_diff(c) == 1)
        .collect()
}

/// Whether the chain of the stone on a point has a free point beside it.
fn breathes(cells: &Cells, stone: (usize, usize)) -> bool {
    let mut chain = vec![stone];
    let mut at = 0;
    while at < chain.len() {
        for (row, col) in beside(cells, chain[at]) {
            if cells[row][col] == '.' {
                return true;
            }
            if cells[row][col] == cells[stone.0][stone.1] && !chain.contains(&(row, col)) {
                chain.push((row, col));
            }
        }
        at += 1;
    }
    false
}

impl Naive for Nogo {
    type Position = (Cells, usize);
    fn start(&self) -> Self::Position {
        (vec![vec!['.'; self.cols]; self.rows], 0)
    }
    fn turn(&self, (_, turn): &Self::Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn): &Self::Position) -> Vec<(i64, Self::Position)> {
        let points: Vec<_> = (0..self.rows)
            .flat_map(|row| (0..self.cols).map(move |col| (row, col)))
            .collect();
        let mut next = Vec::new();
        for &(row, col) in &points {
            if cells[row][col] != '.' {
                continue;
            }
            let mut after = cells.clone();
            after[row][col] = ['x', 'o'][*turn];
            let free = |&&(row, col): &&(usize, usize)| after[row][col] == '.';
            let mut stones = points.iter().filter(|point| !free(point));
            if stones.all(|&stone| breathes(&after, stone)) {
                next.push((0, (after, 1 - turn)));
            }
        }
        next
    }
    fn over(&self, (_, turn): &Self::Position, stuck: bool) -> Option<Outcome> {
        stuck_loses(*turn, stuck)
    }
    fn text(&self, (cells, turn): &Self::Position) -> String {
        with_turn(joined(cells), *turn)
    }
}

#[test]
fn positions() {
    for (rows, cols) in [(3, 3), (2, 4), (2, 5), (1, 9), (4, 1), (1, 1)] {
        let spec = format!("nogo:rows={rows},cols={cols}");
        same(&spec, &Nogo { rows, cols });
    }
}
