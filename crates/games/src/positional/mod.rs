//! One family for all games of claiming cells.
//!
//! Two players in turn put a mark on an empty cell. [`Rules`] declares a game of the family: the board's [`Shape`],
//! the sets of cells that count as a line, weights, gravity, misère play, the marks of each player, the meaning of a
//! full board, and the number of copies of the board. [`Positional`] is the same game compiled to bitboards. The
//! names that people can give are in [`families`].
//!
//! # The rules
//!
//! * **Turns.** The number of marks determines the player to move: First if it is even. So every board that can be
//!   written down has a player to move and a value, whether or not play can reach it.
//! * **Lines.** A line is a set of cells that all carry the same mark: `line` cells in a row in any straight
//!   direction (across the edges if the board wraps round), or a set given explicitly.
//! * **Whose line.** If each player has marks of their own, a line belongs to the owner of its marks. If both
//!   players have one (no play leads there), First's counts. If either mark may be placed, or there is only one, a
//!   line belongs to the player who moved last.
//! * **A line ends the game**: its maker wins, or loses in misère play. A line takes precedence over a full board.
//! * **A full board** without a line is a draw, a win for a named player, or decided by points: First's weights
//!   minus Second's.
//! * **Gravity.** A mark goes to a cell that rests on something: a marked cell, a hole or the floor directly below
//!   it in the same layer. A hole supports the cell above it, so a column with holes consists of several stacks. A
//!   board on which a mark floats is not a position of the game.
//! * **Several boards** are copies of one board. A board with a line on it is dead: no more marks are placed there.
//!   When every board is dead, the player who moved last has made the last line, and this line decides. When all
//!   living boards are full, the game ends as on a full board.

mod canonical;
mod capabilities;
mod declared;
mod error;
pub mod families;
mod game;
mod line_sets;
mod lines;
mod notation;
mod outlook;
mod pairings;
mod parametric;
mod picture;
mod position;
mod rules;
mod said;
mod settings;
mod shape;
mod symmetry;
mod tactics;
mod threats;

pub use crate::bits::Bits;
pub use capabilities::{Keys, Numbering};
pub use error::{MOST_BOARDS, MOST_CELLS, RulesError};
pub use game::Positional;
pub use position::{Move, Position};
pub use rules::{Full, Marks, Rules};
pub(crate) use settings::{compiled, no_line};
pub(crate) use shape::label;
pub use shape::{Cell, CellSet, Shape, Wrap};
pub use symmetry::Symmetries;
pub(crate) use symmetry::{symmetries_of, turned_by, turns};
