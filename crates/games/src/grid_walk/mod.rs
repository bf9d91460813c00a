//! One piece on a grid of points: the players take turns moving it, and the player who enters a cell gets its
//! points. The game is over once there is no move.
//!
//! The piece starts at the top left, whose own points do not count. It moves right or down unless other [`Steps`]
//! are chosen. No step leads back, so play always ends. The final outcome is a margin of 0: all points are gains of
//! moves.

mod bands;
mod direct;
mod grid;
mod margin;
mod notation;
mod steps;

pub use bands::{SignBands, Worths};
pub use direct::Table;
pub use grid::{Grid, GridError};
pub use margin::Signs;
pub use steps::{Step, Steps};

use crate::compact::{Compact, Packed};
use crate::family::{Family, Info, MORE_POINTS, Visitor};
use crate::spec::{Args, FileForm, Kind, Param, SpecError};
use yomikiri_core::capability::{Acyclic, Bounded, Declared, Direct, Indexed, Keyed, Reversible};
use yomikiri_core::declared::{Declaration, DeclaredWalk};

use yomikiri_core::{Capabilities, Game, Margin, Outcome, POINTS_LIMIT, Player};

/// The game on a given grid.
#[derive(Clone, Debug)]
pub struct GridWalk {
    grid: Grid,
    steps: Steps,
    /// Whether the cell alone tells whose turn it is: First's if row + column is even.
    parity: bool,
    /// The greatest magnitude of any cell.
    greatest: i64,
}

/// The place of the piece, with rows and columns from 0, and the player who moves it next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub col: u32,
    /// The player to move.
    pub to_move: Player,
}

/// Packs the row, the column and the turn, from the highest bit down.
impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.row) << 33 | u128::from(self.col) << 1 | self.to_move.pack()
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        Position {
            row: (packed >> 33) as u32,
            col: (packed >> 1) as u32,
            to_move: Player::unpack(packed),
        }
    }
}

impl GridWalk {
    /// Creates the game on this grid with these steps. Steps that always lead off the grid do no harm.
    pub fn new(grid: Grid, steps: Steps) -> GridWalk {
        let parity = steps.fix_the_mover();
        let greatest = grid.greatest();
        GridWalk {
            grid,
            steps,
            parity,
            greatest,
        }
    }

    /// Returns the grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the steps.
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Returns whether a step stays on the grid.
    #[inline]
    fn allows(&self, position: &Position, step: Step) -> bool {
        u64::from(position.row) + u64::from(step.down) < self.grid.rows() as u64
            && u64::from(position.col) + u64::from(step.right) < self.grid.cols() as u64
    }

    /// Returns the cell's number, row after row.
    #[inline]
    fn cell(&self, position: &Position) -> u64 {
        u64::from(position.row) * self.grid.cols() as u64 + u64::from(position.col)
    }

    fn mover_by_parity(row: u32, col: u32) -> Player {
        Player::after((row ^ col) & 1)
    }
}

impl Game for GridWalk {
    type Position = Position;
    /// The number of the step, from 0.
    type Move = u32;

    fn start(&self) -> Position {
        Position {
            row: 0,
            col: 0,
            to_move: Player::First,
        }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let stuck = !self
            .steps
            .as_slice()
            .iter()
            .any(|&step| self.allows(position, step));
        stuck.then_some(Outcome::Margin(0))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = u32> {
        let position = *position;
        let steps = (0..).zip(self.steps.as_slice());
        steps.filter_map(move |(mv, &step)| self.allows(&position, step).then_some(mv))
    }

    #[inline]
    fn play(&self, position: &Position, mv: u32) -> Position {
        let step = self.steps.as_slice()[mv as usize];
        Position {
            row: position.row + step.down,
            col: position.col + step.right,
            to_move: position.to_move.opponent(),
        }
    }

    fn has_gains(&self) -> bool {
        true
    }

    #[inline]
    fn gain(&self, position: &Position, mv: u32) -> i64 {
        let entered = self.play(position, mv);
        self.grid.points(entered.row as usize, entered.col as usize)
    }
}

impl Capabilities for GridWalk {
    const ALWAYS_KEYED: bool = true;

    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        Some(self)
    }
    fn direct(&self) -> Option<impl Direct<Self>> {
        Some(self)
    }
    fn declared(&self) -> Option<impl Declared<Self>> {
        (self.grid.rows() * self.grid.cols() <= MOST_DECLARED).then_some(self)
    }
}

/// The most cells for which rules are declared.
const MOST_DECLARED: usize = 1 << 24;

impl Declared<GridWalk> for GridWalk {
    fn declaration(&self) -> Declaration {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let steps = self.steps.as_slice().iter();
        Declaration::Walk(DeclaredWalk {
            cols,
            steps: steps.map(|step| (step.down, step.right)).collect(),
            points: (0..rows * cols)
                .map(|cell| self.grid.points(cell / cols, cell % cols))
                .collect(),
        })
    }
    fn code(&self, position: &Position) -> u128 {
        2 * u128::from(self.cell(position)) + position.to_move as u128
    }
    fn number(&self, _: &Position, mv: u32) -> u32 {
        mv
    }
}

impl Acyclic<GridWalk> for GridWalk {
    /// Returns the number of rows and columns left to the bottom right corner.
    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        let rows = self.grid.rows() as u64 - 1 - u64::from(position.row);
        let cols = self.grid.cols() as u64 - 1 - u64::from(position.col);
        rows + cols
    }
}

/// The key is the [index](Indexed), which is unique.
impl Keyed<GridWalk> for GridWalk {
    type Key = u64;
    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        self.index(position)
    }
}

/// The index is the cell's number. If the cell does not tell whose turn it is, the index is twice that, plus one for
/// Second.
impl Indexed<GridWalk> for GridWalk {
    fn len(&self) -> u64 {
        let cells = self.grid.rows() as u64 * self.grid.cols() as u64;
        if self.parity { cells } else { 2 * cells }
    }
    #[inline]
    fn index(&self, position: &Position) -> u64 {
        let cell = self.cell(position);
        if self.parity {
            cell
        } else {
            2 * cell + position.to_move as u64
        }
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        if index >= Indexed::len(self) {
            return None;
        }
        let cols = self.grid.cols() as u64;
        let cell = if self.parity { index } else { index / 2 };
        let (row, col) = ((cell / cols) as u32, (cell % cols) as u32);
        let to_move = if self.parity {
            GridWalk::mover_by_parity(row, col)
        } else {
            Player::after((index % 2) as u32)
        };
        Some(Position { row, col, to_move })
    }
}

impl Reversible<GridWalk> for GridWalk {
    #[inline]
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { row, col, to_move } = *position;
        self.steps.as_slice().iter().filter_map(move |step| {
            Some(Position {
                row: row.checked_sub(step.down)?,
                col: col.checked_sub(step.right)?,
                to_move: to_move.opponent(),
            })
        })
    }
}

/// At most [rank](Acyclic::rank) moves are still to come. Each shifts the margin by at most the greatest magnitude
/// of any cell, and all points together stay within the limit.
impl Bounded<GridWalk> for GridWalk {
    fn margin(&self, position: &Position) -> (Margin, Margin) {
        let plies = i64::try_from(self.rank(position)).unwrap_or(i64::MAX);
        let most = plies.saturating_mul(self.greatest).min(POINTS_LIMIT);
        (Margin::Points(-most), Margin::Points(most))
    }
}

/// The registry's entry.
pub struct GridWalkFamily;

impl Family for GridWalkFamily {
    const INFO: Info = Info {
        name: "grid-walk",
        title: "Grid walk",
        summary: "move one piece right or down in turn; entering a cell earns its points",
        source: "AtCoder ABC201 D, \"Game in Momotetsu World\"; steps and points generalised",
        rules_version: 1,
        params: &[
            Param {
                name: "file",
                kind: Kind::File,
                default: None,
                required: false,
                help: "the grid: lines of + and -, after a line `H W` or without one; or lines of \
                       whole numbers",
            },
            Param {
                name: "cells",
                kind: Kind::Text("rows joined by `/`: of + and -, or of numbers joined by `;`"),
                default: None,
                required: false,
                help: "the grid, written out; required unless a file is given",
            },
            Param {
                name: "moves",
                kind: Kind::Text("steps joined by `/`: right, down, diagonal, DOWN+RIGHT"),
                default: Some("right/down"),
                required: false,
                help: "the steps that the piece may take, in the order in which they are listed",
            },
        ],
        examples: &[
            "grid-walk:cells=---/+-+/+--",
            "grid-walk:cells=+++-/-+-+",
            "grid-walk:cells=-",
            "grid-walk:cells=3;-1;4/1;-5;9/2;6;-5",
            "grid-walk:cells=-+-+/++--/-+-+,moves=right/down/diagonal",
            "grid-walk:cells=-+--+-++-,moves=0+1/0+2",
            "grid-walk:cells=+--+-/-++-+/+-+--/--+++,moves=1+2/2+1/right",
            "grid-walk:file=grid.txt",
        ],
        files: &[("grid.txt", "3 4\n+--+\n-++-\n--+-\n")],
        notation: "positions ROW,COLUMN from 1 (then `:second` where Second is to move and the cell \
                   does not tell); moves: the cell entered",
        capabilities: &[
            "acyclic",
            "keyed",
            "indexed",
            "reversible",
            "bounded",
            "direct",
            "declared",
        ],
    };

    const UNSAID: Option<&'static str> =
        Some("moving the one piece gains points, which no rules file can express");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let moves = args.get("moves").unwrap_or_default();
        let steps = Steps::parse(moves).map_err(|error| args.error_within("moves", error))?;
        let grid = match (args.file("file")?, args.get("cells")) {
            (Some(_), Some(_)) => {
                return Err(
                    args.error("cells", "the grid is given twice: by `file` and by `cells`")
                );
            }
            (Some(file), None) => Grid::parse(&file.text).map_err(|error| file.error(error))?,
            (None, Some(cells)) => {
                Grid::parse(cells).map_err(|error| args.error_within("cells", error))?
            }
            (None, None) => {
                return Err(args.error("cells", "`grid-walk` needs `file=` or `cells=`"));
            }
        };
        let step = match moves {
            "right/down" => "one cell to the right or down",
            "right/down/diagonal" => "one cell to the right, down, or diagonally down to the right",
            _ => &*format!(
                "by one of the steps {} (`DOWN+RIGHT`: rows down and columns to the right)",
                moves.replace('/', ", ")
            ),
        };
        let points = match grid.signs() {
            Some(_) => "Whoever enters a cell gains its points: `+` is a point, and `-` costs one.",
            None => "Whoever enters a cell gains its number of points.",
        };
        let step = format!(
            "The players take turns to move one piece, which starts at the top left: {step}."
        );
        visitor.told([
            &*step,
            points,
            "The game ends when the piece cannot move on.",
            MORE_POINTS,
        ]);
        Ok(visitor.visit(Compact::of(GridWalk::new(grid, steps))))
    }

    fn file_form(text: &str) -> FileForm {
        let grid = Grid::parse(text).map(|grid| grid.to_string());
        FileForm::of_rules(grid.unwrap_or_else(|_| text.to_owned()))
    }
}
