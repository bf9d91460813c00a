//! Chomp on squares that are there or not.

use super::{Naive, WON, same, with_turn};
use yomikiri_core::{Outcome, Player};

struct Chomp {
    rows: usize,
    cols: usize,
}

type Position = (Vec<Vec<bool>>, usize);

impl Naive for Chomp {
    type Position = Position;
    fn start(&self) -> Position {
        (vec![vec![true; self.cols]; self.rows], 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (squares, turn): &Position) -> Vec<(i64, Position)> {
        let mut next = Vec::new();
        for row in 0..self.rows {
            for col in 0..self.cols {
                if squares[row][col] {
                    let mut squares = squares.clone();
                    for eaten in &mut squares[row..] {
                        eaten[col..].fill(false);
                    }
                    next.push((0, (squares, 1 - turn)));
                }
            }
        }
        next
    }
    fn over(&self, (_, turn): &Position, stuck: bool) -> Option<Outcome> {
        // The poison has been eaten by the other.
        stuck.then_some(Outcome::Win(Player::BOTH[*turn]))
    }
    fn text(&self, (squares, turn): &Position) -> String {
        let left = |row: &Vec<bool>| row.iter().filter(|&&there| there).count().to_string();
        let left: Vec<String> = squares.iter().map(left).collect();
        with_turn(left.join("/"), *turn)
    }
}

#[test]
fn positions() {
    let count = |rows, cols| {
        same(
            &format!("chomp:rows={rows},cols={cols}"),
            &Chomp { rows, cols },
        )
    };
    let known = count(3, 3);
    assert_eq!(known.by_ply, [1, 9, 17, 10, 1]);
    // Who starts wins, but with the poison alone.
    assert_eq!([known.margin, count(4, 5).margin], [WON, WON]);
    assert_eq!(count(1, 1).margin, -WON);
}
