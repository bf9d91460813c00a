//! Amazons on rows of characters.

use super::{Naive, joined, same, stuck_loses, with_turn};
use crate::shared::shared;
use yomikiri_core::{Game, Notation, Outcome};
use yomikiri_games::spec::NoFiles;

struct Amazons {
    start: &'static str,
}

type Position = (Vec<Vec<char>>, usize);
type Cell = (usize, usize);

/// The free cells in a straight line from a cell, in all eight directions.
fn seen(cells: &[Vec<char>], (row, col): Cell) -> Vec<Cell> {
    let mut seen = Vec::new();
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    for (down, right) in steps.filter(|&step| step != (0, 0)) {
        for far in 1.. {
            let (row, col) = (row as i32 + far * down, col as i32 + far * right);
            let line = cells.get(row as usize);
            if line.and_then(|line| line.get(col as usize)) != Some(&'.') {
                break;
            }
            seen.push((row as usize, col as usize));
        }
    }
    seen
}

impl Naive for Amazons {
    type Position = Position;
    fn start(&self) -> Position {
        let rows = self.start.split('/');
        (rows.map(|row| row.chars().collect()).collect(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn): &Position) -> Vec<(i64, Position)> {
        let own = ['x', 'o'][*turn];
        let mut next = Vec::new();
        let all = (0..cells.len()).flat_map(|row| (0..cells[0].len()).map(move |col| (row, col)));
        for from in all.filter(|&(row, col)| cells[row][col] == own) {
            for to in seen(cells, from) {
                let mut moved = cells.clone();
                moved[from.0][from.1] = '.';
                moved[to.0][to.1] = own;
                for burnt in seen(&moved, to) {
                    let mut after = moved.clone();
                    after[burnt.0][burnt.1] = '#';
                    next.push((0, (after, 1 - turn)));
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
fn four_amazons_each_stand_near_the_first_and_the_last_row() {
    for (spec, start) in [
        ("amazons:rows=4,cols=4", ".oo./o..o/x..x/.xx."),
        (
            "amazons:rows=5,cols=6",
            ".o..o./o....o/....../x....x/.x..x.",
        ),
        (
            "amazons:rows=3,cols=16",
            "...............o/................/x...............",
        ),
    ] {
        let game = shared(spec, &NoFiles).expect("it is a game");
        assert_eq!(game.position_text(&game.start()), start, "{spec}");
    }
}

#[test]
fn positions() {
    for (spec, start) in [
        ("amazons:rows=3,cols=3", "..o/.../x.."),
        ("amazons:rows=2,cols=4", "...o/x..."),
        ("amazons:rows=1,cols=7", "x.....o"),
        ("amazons:rows=4,cols=1", "o/././x"),
    ] {
        same(spec, &Amazons { start });
    }
}
