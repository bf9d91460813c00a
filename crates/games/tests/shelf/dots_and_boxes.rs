//! Dots and boxes on a drawing of characters.

use crate::{Naive, same, with_turn};
use yomikiri_core::Outcome;

struct Boxes {
    rows: usize,
    cols: usize,
}

/// The whole drawing, dots and insides of boxes included.
type Position = (Vec<Vec<char>>, usize);

impl Boxes {
    fn closed(&self, drawing: &[Vec<char>]) -> i64 {
        let mut closed = 0;
        for row in 0..self.rows {
            for col in 0..self.cols {
                let sides = [
                    drawing[2 * row][2 * col + 1],
                    drawing[2 * row + 2][2 * col + 1],
                    drawing[2 * row + 1][2 * col],
                    drawing[2 * row + 1][2 * col + 2],
                ];
                closed += i64::from(!sides.contains(&'.'));
            }
        }
        closed
    }
}

impl Naive for Boxes {
    type Position = Position;
    fn start(&self) -> Position {
        let cell = |row: usize, col: usize| match (row % 2, col % 2) {
            (0, 0) => '+',
            (1, 1) => ' ',
            _ => '.',
        };
        let row = |row| (0..=2 * self.cols).map(|col| cell(row, col)).collect();
        ((0..=2 * self.rows).map(row).collect(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (drawing, turn): &Position) -> Vec<(i64, Position)> {
        let mut next = Vec::new();
        for (row, line) in drawing.iter().enumerate() {
            for (col, _) in line.iter().enumerate().filter(|&(_, &side)| side == '.') {
                let mut after = drawing.clone();
                after[row][col] = ['-', '|'][row % 2];
                let gain = self.closed(&after) - self.closed(drawing);
                let turn = if gain > 0 { *turn } else { 1 - turn };
                next.push((gain, (after, turn)));
            }
        }
        next
    }
    fn over(&self, _: &Position, stuck: bool) -> Option<Outcome> {
        stuck.then_some(Outcome::Margin(0))
    }
    fn text(&self, (drawing, turn): &Position) -> String {
        let sides = |line: &Vec<char>| -> String {
            line.iter().filter(|side| !"+ ".contains(**side)).collect()
        };
        let lines: Vec<String> = drawing.iter().map(sides).collect();
        with_turn(lines.join("/"), *turn)
    }
}

#[test]
fn positions() {
    let count = |rows, cols| {
        let spec = format!("dots-and-boxes:rows={rows},cols={cols}");
        same(&spec, &Boxes { rows, cols })
    };
    assert_eq!(count(1, 1).by_ply, [1, 4, 6, 4, 1]);
    let published = [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2)];
    for (rows, cols, margin) in published {
        assert_eq!(count(rows, cols).margin, margin, "{rows} x {cols}");
    }
}
