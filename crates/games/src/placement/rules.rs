//! The declaration of a game of claiming cells, beyond the positional family's rules.

use crate::positional::Rules as BoardRules;
use crate::positional::{CellSet, Marks};
use std::fmt;

/// The most cells of a board.
pub const MOST_CELLS: usize = 60;

/// The most cells of a board on which marks are captured.
pub const MOST_TO_CAPTURE: usize = 56;

/// The effect of making a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// The maker wins.
    Wins,
    /// The maker loses.
    Loses,
    /// The maker gains this many points, and play goes on.
    Points(i64),
}

/// Captures by enclosure: a placement takes exactly `length` marks of the opponent in a row off the board, if they
/// lie between it and another mark of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captures {
    /// The number of marks captured together.
    pub length: usize,
    /// The number of captures that wins, 1 to 15.
    pub win: usize,
}

/// A row of cells, and the cells at its ends that would make it longer.
pub type Row = (CellSet, CellSet);

/// The effect of having no move for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The board counts as full.
    Full,
    /// The player loses.
    Loses,
    /// The player wins.
    Wins,
}

/// The rules beyond those of the positional family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementRules {
    /// The lines that each player can make.
    pub lines: [Vec<CellSet>; 2],
    /// Rows that also are lines of each player, unless they are part of a longer row.
    pub exact: [Vec<Row>; 2],
    /// For each player, the sets of cells that a chain of marks must connect to be a line too. If empty, chains are
    /// not lines.
    pub joins: [Vec<CellSet>; 2],
    /// The effect of making a line, for each player.
    pub making: [Making; 2],
    /// Whether each player may place `x`, and `o`.
    pub marks: [[bool; 2]; 2],
    /// The number of placements of a turn, 1 to 8.
    pub placements: usize,
    /// The number of placements of the turn that places the first marks, 1 to 8: First's, or Second's if First
    /// passes.
    pub opening: usize,
    /// The cells that the very first mark may not take.
    pub forbidden: CellSet,
    /// Whether Second may take over First's marks.
    pub swap: bool,
    /// Whether each player may pass.
    pub pass: [bool; 2],
    /// The sets of cells that each player can cover in one placement. If empty, a placement covers one cell.
    pub tiles: [Vec<CellSet>; 2],
    /// Whether equal marks must not be adjacent, and whether different marks must not be.
    pub apart: [bool; 2],
    /// Whether every chain of marks must keep a liberty: an adjacent empty cell.
    pub liberties: bool,
    /// The rule of captures, if there is one.
    pub captures: Option<Captures>,
    /// Whether a player may, in place of a placement, take out a mark of their own at the bottom of a column, so
    /// that the marks above fall.
    pub popout: bool,
    /// The effect of having no move. By default the board counts as full.
    pub stuck: Stuck,
}

impl PlacementRules {
    /// Returns the rules that the family itself has.
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

    /// Returns whether each player has a mark of their own.
    pub(crate) fn own_marks(&self) -> bool {
        matches!(self.marks, [[true, false], [false, true]])
    }

    /// Returns whether the same lines have the same effect for both players.
    pub(crate) fn same_lines(&self) -> bool {
        self.lines[0] == self.lines[1]
            && self.exact[0] == self.exact[1]
            && self.joins[0] == self.joins[1]
            && self.making[0] == self.making[1]
    }

    /// Returns whether a player, by index, can make any line.
    pub(super) fn makes_lines(&self, of: usize) -> bool {
        !(self.lines[of].is_empty() && self.exact[of].is_empty() && self.joins[of].is_empty())
    }

    /// Returns whether one pass can follow another.
    pub(crate) fn passes_meet(&self) -> bool {
        self.pass == [true; 2]
    }

    /// Returns whether a board that is not full may leave a player without a move.
    pub(crate) fn restricts(&self) -> bool {
        self.has_tiles() || self.keeps_apart() || self.liberties
    }

    pub(super) fn has_tiles(&self) -> bool {
        self.tiles.iter().any(|tiles| !tiles.is_empty())
    }

    /// Returns whether any lines make points.
    pub(super) fn has_points(&self) -> bool {
        matches!(self.making, [Making::Points(_), _] | [_, Making::Points(_)])
    }

    /// Returns whether some marks must not be adjacent.
    pub(super) fn keeps_apart(&self) -> bool {
        self.apart.contains(&true)
    }

    /// Returns whether a player without a placement loses or wins, and nothing else ends the game or makes points.
    pub(super) fn are_about_placements(&self) -> bool {
        self.stuck != Stuck::Full
            && !(0..2).any(|of| self.makes_lines(of))
            && !self.has_points()
            && self.placements == 1
            && self.opening == 1
            && !self.swap
            && self.captures.is_none()
            && !self.popout
    }

    /// Returns whether the adjacency of cells matters.
    pub(super) fn is_about_neighbours(&self) -> bool {
        self.joins != [[], []] || self.keeps_apart() || self.liberties
    }
}

/// The reason why rules describe no playable game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// There are more cells than [`MOST_CELLS`].
    TooManyCells(usize),
    /// There are several copies of a board.
    Copies,
    /// No cell is left for the first mark.
    NoFirstMark,
    /// The points exceed ±2<sup>62</sup>.
    Points,
    /// The cells' points are to decide, but marks belong to no player.
    PointsOfNobody,
    /// Marks can be taken over, but not the lines that they belong to.
    SwapOfLines,
    /// Marks can be taken over, but cover several cells each.
    SwapOfTiles,
    /// A turn has several marks, but a player may be unable to place the next one.
    TurnsCutShort,
    /// A player without a move is to lose or win, but may pass.
    NeverStuck,
    /// Tiles would have to fall to the bottom of a column.
    TilesFall,
    /// The board has gravity, but hexagons have no columns.
    HexesFall,
    /// A chain would make points.
    PointsOfChains,
    /// The rules of captures do not fit the turns, marks, restrictions or lines of the game.
    Captures,
    /// There are more cells than a game of captures may have.
    TooManyToCapture(usize),
    /// Marks are taken out of columns, but there are none.
    NoColumns,
    /// Marks are taken out, but do not belong to a player each.
    PopOutOfNobody,
    /// Taking marks out does not fit the turns, restrictions or points of the game.
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
                "if a player may have no cell left for the next mark, a turn has one mark",
            ),
            PlacementError::NeverStuck => {
                f.write_str("a player who may pass is never without a move")
            }
            PlacementError::TilesFall => f.write_str("tiles do not fall"),
            PlacementError::HexesFall => {
                f.write_str("nothing falls on a board of hexagons: it has no columns")
            }
            PlacementError::Captures => f.write_str(
                "captures require turns of one mark of each player's own, without gravity, passes, swaps, tiles, marks that lie apart, liberties, exact rows and points for lines",
            ),
            PlacementError::TooManyToCapture(cells) => {
                write!(f, "{cells} cells are too many with captures: at most {MOST_TO_CAPTURE}")
            }
            PlacementError::NoColumns => f.write_str("marks are taken out of columns: it takes gravity"),
            PlacementError::PopOutOfNobody => {
                f.write_str("players take out marks of their own, but these marks belong to nobody")
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
