//! What a game of claiming cells is declared to be, beyond the positional family's rules.

use crate::positional::Rules as BoardRules;
use crate::positional::{CellSet, Marks};
use std::fmt;

/// The most cells of a board.
pub const MOST_CELLS: usize = 60;

/// What making a line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// Its maker wins.
    Wins,
    /// Its maker loses.
    Loses,
    /// Its maker gains so many points, and play goes on.
    Points(i64),
}

/// What goes beyond the positional family's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementRules {
    /// The lines that each player can make.
    pub lines: [Vec<CellSet>; 2],
    /// What making one means for each player.
    pub making: [Making; 2],
    /// For each player whether they may place `x`, and `o`.
    pub marks: [[bool; 2]; 2],
    /// The placements of a turn, 1 to 8.
    pub placements: usize,
    /// Those of the turn that places the first ones, 1 to 8: First's, or where First passes, Second's.
    pub opening: usize,
    /// Cells that the very first mark may not take.
    pub forbidden: CellSet,
    /// Whether Second may take over First's marks.
    pub swap: bool,
    /// Whether a player may pass.
    pub pass: bool,
}

impl PlacementRules {
    /// What the rules of the family say themselves.
    pub fn of(rules: &BoardRules) -> PlacementRules {
        let making = match rules.misere {
            true => Making::Loses,
            false => Making::Wins,
        };
        let lines = rules.lines();
        PlacementRules {
            lines: [lines.clone(), lines],
            making: [making; 2],
            marks: match rules.marks {
                Marks::Own => [[true, false], [false, true]],
                Marks::Either => [[true, true]; 2],
                Marks::One => [[true, false]; 2],
            },
            placements: 1,
            opening: 1,
            forbidden: 0,
            swap: false,
            pass: false,
        }
    }

    /// Whether each player places marks of their own.
    pub(crate) fn own_marks(&self) -> bool {
        self.marks == [[true, false], [false, true]]
    }

    /// Whether both players make the same by the same lines.
    pub(crate) fn same_lines(&self) -> bool {
        self.lines[0] == self.lines[1] && self.making[0] == self.making[1]
    }
}

/// Why rules describe no game that can be played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// More cells than [`MOST_CELLS`].
    TooManyCells(usize),
    /// Several copies of a board.
    Copies,
    /// No cell is left for the first mark.
    NoFirstMark,
    /// Points beyond ±2<sup>62</sup>.
    Points,
    /// The cells' points are to decide where marks belong to nobody.
    PointsOfNobody,
    /// Marks can be taken over, but not the lines that they are part of.
    SwapOfLines,
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlacementError::TooManyCells(cells) => write!(
                f,
                "{cells} cells are too many with such turns, marks or lines: at most {MOST_CELLS}"
            ),
            PlacementError::Copies => {
                f.write_str("copies of a board need the usual turns, marks and lines")
            }
            PlacementError::NoFirstMark => f.write_str("no cell is left for the first mark"),
            PlacementError::Points => f.write_str("the points pass 2^62"),
            PlacementError::PointsOfNobody => {
                f.write_str("points need marks that belong to a player each")
            }
            PlacementError::SwapOfLines => f.write_str(
                "marks can be taken over only where both players make the same by the same lines",
            ),
        }
    }
}

impl std::error::Error for PlacementError {}
