//! What a game of claiming cells is declared to be, beyond the positional family's rules.

use crate::positional::Rules as BoardRules;
use crate::positional::{CellSet, Marks};
use std::fmt;

/// The most cells of a board.
pub const MOST_CELLS: usize = 60;

/// The most cells of a board on which marks are captured.
pub const MOST_TO_CAPTURE: usize = 56;

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

/// Captures by enclosing: a placement takes so many marks of the opponent in a row off the board, no more and no fewer,
/// that lie between it and another mark of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captures {
    /// How many marks are captured together.
    pub length: usize,
    /// How many captures win, 1 to 15.
    pub win: usize,
}

/// A row of cells, and the cells at its ends that would make it longer.
pub type Row = (CellSet, CellSet);

/// What having no move means for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The same as a full board.
    Full,
    /// The player loses.
    Loses,
    /// The player wins.
    Wins,
}

/// What goes beyond the positional family's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementRules {
    /// The lines that each player can make.
    pub lines: [Vec<CellSet>; 2],
    /// Rows that each player can make, too, but no longer ones.
    pub exact: [Vec<Row>; 2],
    /// For each player the sets of cells that a chain of marks has to join to be a line, too; none: no chain is one.
    pub joins: [Vec<CellSet>; 2],
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
    /// For each player whether they may pass.
    pub pass: [bool; 2],
    /// What a player covers in one placement: one of these sets of cells; none: one cell.
    pub tiles: [Vec<CellSet>; 2],
    /// Whether no two marks that are alike may come to lie side by side, and no two that are not.
    pub apart: [bool; 2],
    /// Whether every chain of marks has to keep an empty cell beside it.
    pub liberties: bool,
    /// How marks are captured, if they are.
    pub captures: Option<Captures>,
    /// Whether a player may take a mark of their own out at the bottom of a column in place of a placement; those above
    /// fall.
    pub popout: bool,
    /// What having no move means; where it is nothing of its own, the board counts as full.
    pub stuck: Stuck,
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
            pass: [false; 2],
            exact: [Vec::new(), Vec::new()],
            joins: [Vec::new(), Vec::new()],
            tiles: [Vec::new(), Vec::new()],
            apart: [false; 2],
            liberties: false,
            captures: None,
            popout: false,
            stuck: Stuck::Full,
        }
    }

    /// Whether each player places marks of their own.
    pub(crate) fn own_marks(&self) -> bool {
        self.marks == [[true, false], [false, true]]
    }

    /// Whether both players make the same by the same lines.
    pub(crate) fn same_lines(&self) -> bool {
        self.lines[0] == self.lines[1]
            && self.exact[0] == self.exact[1]
            && self.joins[0] == self.joins[1]
            && self.making[0] == self.making[1]
    }

    /// Whether there is anything that a player, by index, can make.
    pub(super) fn makes_lines(&self, of: usize) -> bool {
        !(self.lines[of].is_empty() && self.exact[of].is_empty() && self.joins[of].is_empty())
    }

    /// Whether one pass can follow another.
    pub(crate) fn passes_meet(&self) -> bool {
        self.pass == [true; 2]
    }

    /// Whether a board that is not full may leave a player without a move.
    pub(crate) fn restricts(&self) -> bool {
        self.tiles != [[], []] || self.apart != [false; 2] || self.liberties
    }

    /// Whether it matters which cells lie side by side.
    pub(super) fn is_about_neighbours(&self) -> bool {
        self.joins != [[], []] || self.apart != [false; 2] || self.liberties
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
    /// Marks can be taken over, but lie on several cells each.
    SwapOfTiles,
    /// A turn of several marks in which a player may be unable to place the next one.
    TurnsCutShort,
    /// A player without a move is to lose or win, but may pass.
    NeverStuck,
    /// Tiles that fall to the bottom of a column.
    TilesFall,
    /// Hexagons have no columns.
    HexesFall,
    /// A chain makes points.
    PointsOfChains,
    /// Marks are captured in a game with turns, marks, restrictions or lines that do not go with it.
    Captures,
    /// More cells than a game of captures has.
    TooManyToCapture(usize),
    /// Marks are taken out of columns, and there are none.
    NoColumns,
    /// Marks are taken out, and do not belong to a player each.
    PopOutOfNobody,
    /// Marks are taken out in a game with turns, restrictions or points that do not go with it.
    PopOut,
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
            PlacementError::SwapOfTiles => f.write_str("tiles cannot be taken over"),
            PlacementError::TurnsCutShort => f.write_str(
                "a turn has one mark where a player may have no cell left for the next one",
            ),
            PlacementError::NeverStuck => {
                f.write_str("a player who may pass is never without a move")
            }
            PlacementError::TilesFall => f.write_str("tiles do not fall"),
            PlacementError::HexesFall => {
                f.write_str("nothing falls on a board of hexagons: it has no columns")
            }
            PlacementError::Captures => f.write_str(
                "captures go with turns of one mark of one's own, without gravity, passes, swaps, tiles, marks that lie \
                 apart, liberties, exact rows and points for lines",
            ),
            PlacementError::TooManyToCapture(cells) => {
                write!(f, "{cells} cells are too many with captures: at most {MOST_TO_CAPTURE}")
            }
            PlacementError::NoColumns => f.write_str("marks are taken out of columns: it takes gravity"),
            PlacementError::PopOutOfNobody => {
                f.write_str("players take out marks of their own, and these are nobody's")
            }
            PlacementError::PopOut => f.write_str(
                "taking marks out goes with turns of one mark, without passes, swaps, marks that lie apart, liberties and \
                 points for lines",
            ),
            PlacementError::PointsOfChains => f.write_str("a chain makes no points"),
        }
    }
}

impl std::error::Error for PlacementError {}
