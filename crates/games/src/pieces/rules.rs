//! What a game of pieces is declared to be.

use crate::positional::{CellSet, Shape};
use yomikiri_core::diagram::Glyph;
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
    /// The form in which it is drawn, if one was chosen.
    pub glyph: Option<Glyph>,
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
    pub(super) fn within_reach(&self) -> [u32; 2] {
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
