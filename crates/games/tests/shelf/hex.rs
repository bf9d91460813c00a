//! Hex on rows of characters.

use crate::{Naive, WON, joined, same, with_turn};
use yomikiri_core::{Outcome, Player};

struct Hex {
    rows: usize,
    cols: usize,
}

type Position = (Vec<Vec<char>>, usize);

impl Hex {
    /// Whether cells are neighbours: the corner that a cell shares with the one above and to the left is no edge.
    fn next_to(a: (usize, usize), b: (usize, usize)) -> bool {
        let (down, right) = (a.0 as i32 - b.0 as i32, a.1 as i32 - b.1 as i32);
        (down.abs() + right.abs() == 1) || (down == 1 && right == -1) || (down == -1 && right == 1)
    }

    fn joins(&self, cells: &[Vec<char>], man: char) -> bool {
        let all: Vec<(usize, usize)> = (0..self.rows)
            .flat_map(|row| (0..self.cols).map(move |col| (row, col)))
            .filter(|&(row, col)| cells[row][col] == man)
            .collect();
        let along = |cell: &(usize, usize)| if man == 'x' { cell.0 } else { cell.1 };
        let last = if man == 'x' { self.rows } else { self.cols } - 1;
        let mut reached: Vec<(usize, usize)> = all
            .iter()
            .copied()
            .filter(|cell| along(cell) == 0)
            .collect();
        let mut at = 0;
        while at < reached.len() {
            for &cell in &all {
                if !reached.contains(&cell) && Hex::next_to(cell, reached[at]) {
                    reached.push(cell);
                }
            }
            at += 1;
        }
        reached.iter().any(|cell| along(cell) == last)
    }
}

impl Naive for Hex {
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
                if cells[row][col] == '.' {
                    let mut cells = cells.clone();
                    cells[row][col] = ['x', 'o'][*turn];
                    next.push((0, (cells, 1 - turn)));
                }
            }
        }
        next
    }
    fn over(&self, (cells, _): &Position, stuck: bool) -> Option<Outcome> {
        let joins = [self.joins(cells, 'x'), self.joins(cells, 'o')];
        match joins {
            [true, _] => Some(Outcome::Win(Player::First)),
            [_, true] => Some(Outcome::Win(Player::Second)),
            _ => {
                assert!(!stuck, "a full board without a chain");
                None
            }
        }
    }
    fn text(&self, (cells, turn): &Position) -> String {
        with_turn(joined(cells), *turn)
    }
}

#[test]
fn positions() {
    let count = |rows, cols| {
        let spec = format!("hex:rows={rows},cols={cols}");
        same(&spec, &Hex { rows, cols })
    };
    assert_eq!(count(2, 2).by_ply, [1, 4, 12, 12, 3]);
    // On a square who starts wins, elsewhere whose sides are nearer.
    let published = [
        (2, 2, WON),
        (3, 3, WON),
        (2, 4, WON),
        (3, 2, -WON),
        (4, 2, -WON),
    ];
    for (rows, cols, margin) in published {
        assert_eq!(count(rows, cols).margin, margin, "{rows} x {cols}");
    }
}
