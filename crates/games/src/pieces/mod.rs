//! Games of pieces on a board: each kind of piece steps, slides and jumps as declared.
//!
//! * **The board** is drawn; First sits below and looks up, Second sits above and looks down. Forward
//!   and right are meant as the player looks.
//! * **Moves.** A piece *steps* to one cell, *slides* over empty cells, or *jumps* over the piece next
//!   to it to the cell behind. It may end on an empty cell, or on an enemy, who is captured, as declared;
//!   a jump may capture what it goes over.
//! * **Promotion.** A piece that ends on a cell where it becomes another does so, or may do so. Where it may become
//!   one of several, the mover chooses.
//! * **Captures.** Pieces may also be captured by being enclosed between two of the enemy's. Who can capture may have to, and
//!   a piece that has captured may go on to capture again in the same turn.
//! * **Mills.** Lines of pieces may take: the move that makes one takes an enemy off the board, one that is in no line of
//!   its own if there is any.
//! * **Hands.** Players may have pieces beside the board, from the start or because they have captured them, and put one
//!   down on an empty cell in place of a move.
//! * **Flying.** A player with few pieces left may move them to any empty cell.
//! * **Passes.** Each player may pass, or not, in place of a move or only without one. Two passes one after the other end
//!   the game; a pass of the only player who may pass is not remembered.
//! * **Points.** Having no move, or two passes, may leave the result to the points of the pieces that each player has.
//! * **The end**, declared for each player. A player wins by bringing pieces to a goal, wins or loses by a line or a
//!   square of pieces, has lost with no royal piece left or with too few pieces, wins or loses by having a piece trapped
//!   among enemies on a listed cell, and wins, loses or draws by having no move. Should both
//!   players have won at once (no play leads there), it is looked at from the side of who moved last.
//! * **Safety.** Where a player's royal pieces have to be safe, no move may leave the last of them where
//!   the opponent could capture it at once; who has no move while it could be captured has lost.
//!
//! A position knows only the pieces that a player can have: those of the start, and what they become.

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
