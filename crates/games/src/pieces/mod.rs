//! Games of pieces on a board: each kind of piece steps, slides and jumps as declared.
//!
//! * **The board** is drawn. First sits below and looks up; Second sits above and looks down. Forward and right are
//!   from the player's view.
//! * **Moves.** A piece *steps* to one cell, *slides* over empty cells, or *jumps* over an adjacent piece to the
//!   cell behind it. As declared, it may end on an empty cell, or on an enemy, which it captures; a jump may capture
//!   the piece that it goes over.
//! * **Promotion.** A piece that ends on certain cells becomes another, or may do so. If it may become one of
//!   several, the mover chooses.
//! * **Captures.** Pieces may also be captured by being enclosed between two enemy pieces. Captures may be
//!   compulsory, and a piece that has captured may go on to capture again in the same turn.
//! * **Mills.** Lines of pieces may capture: the move that makes one takes an enemy piece off the board, if possible
//!   one that is not in a line of the enemy's.
//! * **Hands.** Players may have pieces beside the board, from the start or because they have captured them, and may
//!   put one down on an empty cell instead of a move.
//! * **Flying.** A player with few pieces left may move them to any empty cell.
//! * **Passes.** A player may be allowed to pass, either instead of a move or only without one. Two passes in a row
//!   end the game. If only one player may pass, positions do not record the pass.
//! * **Points.** If a player has no move, or after two passes, the points of each player's pieces may decide the
//!   game.
//! * **The end** is declared for each player. A player wins by bringing pieces to a goal; wins or loses by a line or
//!   a square of pieces; loses without royal pieces or with too few pieces; wins or loses by having a piece trapped
//!   among enemies on a listed cell; and wins, loses or draws by having no move. If both players have won at once
//!   (no play leads there), the view of the player who moved last counts.
//! * **Safety.** If a player's royal pieces have to be safe, no move may leave the last of them where the opponent
//!   could capture it at once. A player who has no move while it could be captured loses.
//!
//! A position can hold only the pieces that a player can have: those of the start, and those that they become.

mod after;
mod back;
mod bound;
mod coding;
mod compile;
mod ended;
mod play;
mod ray;
mod rules;
mod said;
mod text;

pub use compile::PiecesError;
pub use rules::{
    Becomes, Captures, Direction, Ends, Hands, How, Kind, Lines, MOST_CELLS, MOST_HELD, MOST_KINDS,
    Made, May, Onto, Over, Passed, Passes, PieceMove, PieceRules, Stuck, Trap,
};
pub(crate) use said::{DIRECTIONS, Named, direction_words};

use crate::positional::CellSet;
use bound::Bound;
use coding::Coding;
use ray::Ray;

/// The game, ready to be played.
#[derive(Clone, Debug)]
pub struct Pieces {
    rules: PieceRules,
    coding: Coding,
    /// The rays of each player's pieces, by player, kind and cell.
    rays: [Vec<Vec<Vec<Ray>>>; 2],
    /// The proof that play must end, if there is one.
    bound: Bound,
    /// The maps of the cells that keep the rules, the identity first.
    symmetries: Vec<Vec<u32>>,
    /// The cells of each line, by player.
    lines: [Vec<CellSet>; 2],
    /// For each cell, the adjacent cells on which it may help to enclose an enemy, with the cells behind them.
    beside: Vec<Vec<(u32, u32)>>,
}
