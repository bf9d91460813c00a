//! Games of pieces on a board: each kind of piece steps, slides and jumps as it is declared to.
//!
//! * **The board** is drawn; First sits below and looks up, Second sits above and looks down. Forward
//!   and right are meant as the player looks.
//! * **Moves.** A piece *steps* to one cell, *slides* over empty cells, or *jumps* over the piece next
//!   to it to the cell behind. It may end on an empty cell, or on an enemy, who is captured, as declared;
//!   a jump may capture what it goes over.
//! * **Promotion.** A piece that ends on a cell where it becomes another does so.
//! * **The end**, declared for each player. A player wins by bringing a piece to a goal, has lost with no
//!   royal piece left or with too few pieces, and wins, loses or draws by having no move. Should both
//!   players have won at once (no play leads there), it is looked at from the side of who moved last.
//! * **Safety.** Where a player's royal pieces have to be safe, no move may leave the last of them where
//!   the opponent could capture it at once; who has no move while it could be captured has lost.
//!
//! A position knows only the pieces that a player can have: those of the start, and what they become.

mod back;
mod bound;
mod coding;
mod compile;
mod play;
mod said;
mod text;

pub use compile::PiecesError;
pub(crate) use said::{DIRECTIONS, Named, direction_words};

use crate::positional::{CellSet, Shape};
use bound::Bound;
use coding::Coding;
use compile::Ray;
use yomikiri_core::{Outcome, Player};

/// The most cells of a board.
pub const MOST_CELLS: usize = 128;

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
    /// What it is called, if anything.
    pub name: Option<String>,
    /// How it moves.
    pub moves: Vec<PieceMove>,
    /// The kind, by its number, that it becomes, and the cells where, for each player.
    pub becomes: Option<(usize, [CellSet; 2])>,
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

/// What ends the game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The cells on which a piece of the player's wins.
    pub goal: CellSet,
    /// The kinds that win there, as a set.
    pub runners: u32,
    /// The kinds of which the player needs one, as a set; none: no piece is royal.
    pub royal: u32,
    /// Whether the last royal piece may not be left where it could be captured at once.
    pub safe: bool,
    /// With fewer pieces the player has lost.
    pub least: u32,
    /// What having no move means.
    pub stuck: Stuck,
}

impl Default for Ends {
    /// Only having no move ends the game, and loses.
    fn default() -> Ends {
        Ends {
            goal: 0,
            runners: u32::MAX,
            royal: 0,
            safe: false,
            least: 0,
            stuck: Stuck::Loses,
        }
    }
}

/// The declaration of a game of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRules {
    /// The cells; one layer.
    pub shape: Shape,
    /// Pairs of cells joined by links.
    pub links: Vec<(usize, usize)>,
    /// What stands on each cell at the start: whose, and of which kind.
    pub start: Vec<Option<(Player, usize)>>,
    /// Who moves first.
    pub mover: Player,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// What ends the game for each player.
    pub ends: [Ends; 2],
    /// What endless play is worth.
    pub endless: Outcome,
}

impl PieceRules {
    /// The kinds that each player can have, as sets: those of the start, and what these become.
    fn within_reach(&self) -> [u32; 2] {
        let mut kinds = [0u32; 2];
        for (owner, kind) in self.start.iter().flatten() {
            kinds[*owner as usize] |= 1 << kind;
        }
        for _ in 0..self.kinds.len() {
            for (of, set) in kinds.iter_mut().enumerate() {
                for (number, kind) in self.kinds.iter().enumerate() {
                    let becomes = kind.becomes.filter(|(_, at)| at[of] != 0);
                    if let Some((becomes, _)) = becomes.filter(|_| *set >> number & 1 == 1) {
                        *set |= 1 << becomes;
                    }
                }
            }
        }
        kinds
    }
}

/// The game, ready to be played.
#[derive(Clone, Debug)]
pub struct Pieces {
    rules: PieceRules,
    coding: Coding,
    /// For each player, kind and cell: where the piece may go from there.
    rays: [Vec<Vec<Vec<Ray>>>; 2],
    /// Why play has to end, where it has to.
    bound: Bound,
    /// The maps of the cells that keep the rules, the identity first.
    symmetries: Vec<Vec<u32>>,
}
