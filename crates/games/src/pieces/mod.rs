//! Games of pieces on a board: each kind of piece steps, slides and jumps as it is declared to.
//!
//! * **The board** is drawn; First sits below and looks up, Second sits above and looks down. Forward
//!   and right are meant as the player looks.
//! * **Moves.** A piece *steps* to one cell, *slides* over empty cells, or *jumps* over the piece next
//!   to it to the cell behind. It may end on an empty cell, or on an enemy, who is captured, as declared;
//!   a jump may capture what it goes over.
//! * **Promotion.** A piece that ends on a cell where it becomes another does so.
//! * **The end.** A player wins by bringing a piece to a goal, has lost with no royal piece left or with
//!   too few pieces, and wins, loses or draws by having no move, as declared. Should both players have
//!   won at once (no play leads there), it is looked at from the side of who moved last.

mod back;
mod compile;
mod play;
mod text;

pub use compile::PiecesError;

use crate::positional::Shape;
use compile::Ray;
use yomikiri_core::{Outcome, Player};

/// The most cells of a board.
pub const MOST_CELLS: usize = 63;

/// The most kinds of pieces.
pub const MOST_KINDS: usize = 26;

/// How a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// To the cell that the direction leads to.
    Step,
    /// On and on over empty cells.
    Slide,
    /// Over the cell next to it, which is not empty, to the one behind.
    Jump,
}

/// Where a direction leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Cells forward and to the right, as the player looks.
    Offset(i32, i32),
    /// Along any link.
    Link,
}

/// What a piece may end on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onto {
    /// An empty cell.
    Empty,
    /// An enemy, who is captured.
    Enemy,
    /// Either.
    Any,
}

/// What a jump may go over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// An enemy.
    Enemy,
    /// A piece of one's own.
    Own,
    /// Any piece.
    Any,
}

/// A way for a piece to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// How it goes.
    pub how: How,
    /// Where to.
    pub directions: Vec<Direction>,
    /// What it may end on.
    pub onto: Onto,
    /// What a jump may go over.
    pub over: Over,
    /// Whether a jump captures what it goes over.
    pub takes: bool,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The small letter that draws it.
    pub letter: char,
    /// How it moves.
    pub moves: Vec<PieceMove>,
    /// The kind, by its number, that it becomes, and the cells where, for each player.
    pub becomes: Option<(usize, [u64; 2])>,
}

/// What having no move means for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The player has lost.
    Loses,
    /// Nobody wins.
    Draws,
    /// The player has won.
    Wins,
}

/// The declaration of a game of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRules {
    /// The cells; one layer.
    pub shape: Shape,
    /// Pairs of cells joined by links.
    pub links: Vec<(usize, usize)>,
    /// The names of the cells in reading order; none: their rows and columns.
    pub names: Vec<String>,
    /// What stands on each cell at the start: whose, and of which kind.
    pub start: Vec<Option<(Player, usize)>>,
    /// Who moves first.
    pub mover: Player,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The cells that win, for each player.
    pub goal: [u64; 2],
    /// The kinds that win there, as a set.
    pub runners: u32,
    /// The kinds of which a player needs one, as a set; none: no piece is royal.
    pub royal: u32,
    /// A player with fewer pieces has lost.
    pub least: u32,
    /// What having no move means.
    pub stuck: Stuck,
    /// What endless play is worth.
    pub endless: Outcome,
}

/// The game, ready to be played.
#[derive(Clone, Debug)]
pub struct Pieces {
    rules: PieceRules,
    /// The bits of a cell's code: 0 empty, else one more than twice the kind, plus one for Second.
    width: u32,
    /// For each player, kind and cell: where the piece may go from there.
    rays: [Vec<Vec<Vec<Ray>>>; 2],
    /// Whether every move goes forward or captures.
    acyclic: bool,
    /// The maps of the cells that keep the rules, the identity first.
    symmetries: Vec<Vec<u32>>,
}
