//! One family for all games of claiming cells.
//!
//! Two players in turn put a mark on an empty cell. [`Rules`] declares a game of the family: the board's [`Shape`],
//! the sets of cells that count as a line, weights, gravity, misère play, the marks of each player, the meaning of a
//! full board, and the number of copies of the board.
//! [`Positional`] is the same game compiled to bitboards. The names people can give are in
//! [`families`].
//!
//! # The rules
//!
//! * **Turns.** The player to move follows from the number of marks: even, First. So every board
//!   that can be written down has a player to move and a value, whether or not play can reach it.
//! * **Lines.** A line is a set of cells that all carry the same mark: `line` cells in a row in any
//!   straight direction (across the edges where the board wraps round), or a set given explicitly.
//! * **Whose line.** With marks of one's own, a line is its owner's. Should both players have one
//!   (no play leads there), First's counts. Where either mark may be placed, or there is only one,
//!   a line belongs to whoever moved last.
//! * **A line ends the game**: its maker wins, or loses in misère play. Only then does it matter
//!   whether the board is full.
//! * **A full board** without a line is a draw, a win for the player named, or goes to points:
//!   First's weights minus Second's.
//! * **Gravity.** A mark goes to a cell that rests on something: a marked cell, a hole or the floor
//!   directly below it in the same layer. A hole holds up what is above it, so a column with holes
//!   in it is several stacks. A board on which a mark floats is not a position of the game.
//! * **Several boards** are copies of one board. A board with a line on it is dead: nothing more is
//!   placed there. When every board is dead, whoever moved last has made the last line, and that
//!   line decides. When the boards that live are full, they are full.

mod capabilities;
mod declared;
mod error;
pub mod families;
mod game;
mod line_sets;
mod lines;
mod notation;
mod pairings;
mod parametric;
mod picture;
mod rules;
mod settings;
mod shape;
mod symmetry;
mod tactics;
mod threats;

pub use crate::bits::Bits;
pub use capabilities::{Keys, Numbering};
pub use error::{MOST_BOARDS, MOST_CELLS, RulesError};
pub use game::{Move, Position, Positional};
pub use rules::{Full, Marks, Rules};
pub(crate) use settings::{compiled, no_line};
pub(crate) use shape::label;
pub use shape::{Cell, CellSet, Shape, Wrap};
pub use symmetry::Symmetries;
pub(crate) use symmetry::{symmetries_of, turned_by, turns};
