//! A heuristic evaluation of positions, for move ordering.
//!
//! It uses the features that players have long counted: moves to choose from, free cells beside the opponent's discs
//! where moves may become possible, corners, and the cells beside a free corner, which give it away.

use super::lines::{Lines, difference};
use crate::bits::Bits;
use crate::compact::board::Board;

// The worth of a move, of a free cell beside an opponent's disc, of a corner, and of a disc beside a free corner, on
// the diagonal and along an edge. Tuned by measurements on 6 x 6 boards with 20 and 22 free cells.
const MOVE: i32 = 50;
const BESIDE: i32 = 15;
const CORNER: i32 = 140;
const DIAGONAL: i32 = 50;
const EDGE: i32 = 25;
/// The worth of each disc more at the end.
const DISC: i32 = 1_000;

/// The fewest free cells with which a position is evaluated one ply ahead, two plies ahead, and so on. The more
/// there is left to search, the more a good first move is worth.
const AHEAD: [u32; 6] = [8, 12, 15, 18, 21, 24];

/// More than the worth of any position.
const BEYOND: i32 = 1_000_000;

/// A corner, its diagonal neighbour, and its neighbours along the edges.
#[derive(Debug)]
struct Corner {
    corner: u64,
    diagonal: u64,
    edges: u64,
}

/// The features of a board.
#[derive(Debug)]
pub(super) struct Evaluation {
    corners: [Corner; 4],
}

impl Evaluation {
    pub(super) fn new(board: &Board) -> Evaluation {
        let ends = |length: u32| [(0, 1), (length - 1, length - 2)];
        let corner = |down: usize, right: usize| {
            let ((row, next_row), (col, next_col)) =
                (ends(board.rows)[down], ends(board.cols)[right]);
            let cell = |row: u32, col: u32| 1u64 << (row * board.cols + col);
            Corner {
                corner: cell(row, col),
                diagonal: cell(next_row, next_col),
                edges: cell(row, next_col) | cell(next_row, col),
            }
        };
        Evaluation {
            corners: [corner(0, 0), corner(0, 1), corner(1, 0), corner(1, 1)],
        }
    }

    /// Evaluates a position for the player to move, who owns the first set of discs, some plies ahead if many cells
    /// are free.
    pub(super) fn of<const COLS: u32>(&self, lines: &Lines<COLS>, own: u64, other: u64) -> i32 {
        let free = lines.free(own, other).count_ones();
        let plies = AHEAD.iter().filter(|&&least| free >= least).count();
        self.ahead(lines, own, other, plies, (-BEYOND, BEYOND), false)
    }

    /// Evaluates a position `plies` plies ahead. The value is exact inside the window.
    fn ahead<const COLS: u32>(
        &self,
        lines: &Lines<COLS>,
        own: u64,
        other: u64,
        plies: usize,
        window: (i32, i32),
        passed: bool,
    ) -> i32 {
        if plies == 0 {
            return self.at_once(lines, own, other);
        }
        let (mut lower, upper) = window;
        let places = lines.places(own, other);
        if places == 0 {
            return match passed {
                true => over(own, other),
                false => -self.ahead(lines, other, own, plies, (-upper, -lower), true),
            };
        }
        let mut best = -BEYOND;
        for cell in places.cells() {
            let turned = lines.turned(own, other, cell);
            let (own, other) = (other & !turned, own | turned | 1 << cell);
            let worth = -self.ahead(lines, own, other, plies - 1, (-upper, -lower), false);
            best = best.max(worth);
            lower = lower.max(worth);
            if lower >= upper {
                break;
            }
        }
        best
    }

    fn at_once<const COLS: u32>(&self, lines: &Lines<COLS>, own: u64, other: u64) -> i32 {
        let count = |set: u64| set.count_ones() as i32;
        let (places, replies) = (lines.places(own, other), lines.places(other, own));
        if places | replies == 0 {
            return over(own, other);
        }
        let free = lines.free(own, other);
        let beside = count(lines.around(other) & free) - count(lines.around(own) & free);
        let more = |set: u64| count(own & set) - count(other & set);
        let corners = self
            .corners
            .iter()
            .map(|corner| match free & corner.corner {
                0 => CORNER * more(corner.corner),
                _ => -DIAGONAL * more(corner.diagonal) - EDGE * more(corner.edges),
            });
        MOVE * (count(places) - count(replies)) + BESIDE * beside + corners.sum::<i32>()
    }
}

/// Returns the worth of a position where the game is over.
fn over(own: u64, other: u64) -> i32 {
    DISC * difference(own, other)
}
