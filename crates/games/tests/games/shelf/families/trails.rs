//! Pong hau k'i and hare and hounds on rows of characters, with the lines as they are drawn on paper.

use super::{Naive, WON, joined, same, with_turn};
use yomikiri_core::{Outcome, Player};

/// A start, and the board drawn with two characters to a point: between two points stands the line.
struct Trails {
    start: &'static [&'static str],
    drawn: &'static [&'static str],
    hunt: bool,
}

type Position = (Vec<Vec<char>>, usize);

impl Trails {
    /// Whether a line joins two points next to each other, aslant or straight; `long` lines go over a place
    /// where no point is.
    fn joined(&self, (row, col): (usize, usize), (to_row, to_col): (usize, usize)) -> bool {
        let (down, right) = (to_row.abs_diff(row), to_col.abs_diff(col));
        let drawn = |row: usize, col: usize| self.drawn[row].as_bytes()[col] as char;
        let wanted = match (down, right) {
            (0, 0) => return false,
            (0, _) => '-',
            (_, 0) => '|',
            _ if (to_row > row) == (to_col > col) => '\\',
            _ => '/',
        };
        let steps = 2 * down.max(right);
        if down > 0 && right > 0 && down != right {
            return false;
        }
        let between = |step: usize| {
            let toward =
                |from: usize, to: usize| (2 * from * (steps - step) + 2 * to * step) / steps;
            drawn(toward(row, to_row), toward(col, to_col)) == wanted
        };
        (1..steps).all(between)
    }
}

impl Naive for Trails {
    type Position = Position;
    fn start(&self) -> Position {
        (
            self.start.iter().map(|row| row.chars().collect()).collect(),
            0,
        )
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn): &Position) -> Vec<(i64, Position)> {
        let all =
            || (0..cells.len()).flat_map(|row| (0..cells[0].len()).map(move |col| (row, col)));
        let mut next = Vec::new();
        for from in all().filter(|&(row, col)| cells[row][col] == ['x', 'o'][*turn]) {
            for to in all().filter(|&(row, col)| cells[row][col] == '.') {
                let back = self.hunt && *turn == 0 && to.1 < from.1;
                if self.joined(from, to) && !back {
                    let mut cells = cells.clone();
                    cells[to.0][to.1] = cells[from.0][from.1];
                    cells[from.0][from.1] = '.';
                    next.push((0, (cells, 1 - turn)));
                }
            }
        }
        next
    }
    fn over(&self, (cells, turn): &Position, stuck: bool) -> Option<Outcome> {
        let leftmost =
            |man: char| (0..cells[0].len()).find(|&col| cells.iter().any(|row| row[col] == man));
        if self.hunt && leftmost('o') < leftmost('x') {
            return Some(Outcome::Win(Player::Second));
        }
        stuck.then_some(Outcome::Win(Player::BOTH[1 - turn]))
    }
    fn text(&self, (cells, turn): &Position) -> String {
        with_turn(joined(cells), *turn)
    }
    fn endless(&self) -> i64 {
        if self.hunt { -WON } else { 0 }
    }
}

#[test]
fn pong_hau_ki() {
    let naive = Trails {
        start: &["x_x", "_._", "o_o"],
        drawn: &[
            "o   o", //
            "|\\ /|", "| o |", "|/ \\|", "o---o",
        ],
        hunt: false,
    };
    let known = same("pong-hau-ki", &naive);
    // A draw, as is well known.
    assert_eq!((known.margin, known.values), (0, [6, 44, 6]));
}

#[test]
fn hare_and_hounds() {
    let naive = Trails {
        start: &["_x.._", "x...o", "_x.._"],
        drawn: &[
            "  o-o-o  ",
            " /|\\|/|\\ ",
            "o-o-o-o-o",
            " \\|/|\\|/ ",
            "  o-o-o  ",
        ],
        hunt: true,
    };
    let known = same("hare-and-hounds", &naive);
    // The hounds catch it, as is well known.
    assert_eq!(known.margin, WON);
}
