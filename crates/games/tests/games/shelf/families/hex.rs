//! Hex on rows of characters.

use super::{Naive, WON, alike, joined, same, with_turn};
use crate::shared::shared;
use yomikiri::{Ask, Control, Method, Options, Session};
use yomikiri_core::{Outcome, Player};
use yomikiri_games::registry::Playable;
use yomikiri_games::spec::NoFiles;

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

/// Larger boards, which are not gone through.
#[test]
fn along_random_courses_of_play() {
    for (rows, cols) in [(5, 5), (6, 6), (5, 7), (7, 7)] {
        let spec = format!("hex:rows={rows},cols={cols}");
        alike(&spec, &Hex { rows, cols }, 10);
    }
}

/// Who wins after each first move, row by row: `X` First, `o` Second.
struct Openings(Options);

impl Openings {
    fn on<G: Playable>(self, game: &G) -> Vec<String> {
        let mut session = Session::new(game, Ask::Winner, Method::ProofNumber).expect("it fits");
        let start = game.start();
        let values = game.moves(&start).map(|mv| {
            let next = game.play(&start, mv);
            let mut control = Control::new().with_options(self.0);
            let value = session.value(&next, &mut control).expect("no limit");
            match value.winner() {
                Some(Player::First) => 'X',
                _ => 'o',
            }
        });
        let values: Vec<char> = values.collect();
        let rows = values.chunks(values.len().isqrt());
        rows.map(|row| row.iter().collect()).collect()
    }
}

/// Connections and moves taken away change nothing: the search without them is another one.
#[test]
fn openings_are_won_by_the_same_with_and_without_connections() {
    for side in 2..=4 {
        let spec = format!("hex:rows={side},cols={side}");
        let game = shared(&spec, &NoFiles).expect("a game on a square");
        let values = |options| Openings(options).on(&game);
        let without = Options::ALL.without("bounds").expect("listed");
        assert_eq!(values(Options::ALL), values(without), "{spec}");
    }
}

/// As this search first found it; no publication was at hand.
#[test]
fn openings_of_five_by_five() {
    let game = shared("hex:rows=5,cols=5", &NoFiles).expect("a game");
    let values = Openings(Options::ALL).on(&game);
    assert_eq!(values, ["ooooX", "oXXXX", "oXXXo", "XXXXo", "Xoooo"]);
}
