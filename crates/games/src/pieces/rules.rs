//! The declaration of a game of pieces.

use crate::positional::{CellSet, Shape};
use yomikiri_core::diagram::Glyph;
use yomikiri_core::{Outcome, Player};

/// The most cells of a board.
pub const MOST_CELLS: usize = 128;

/// The most kinds of pieces.
pub const MOST_KINDS: usize = 26;

/// The most kinds that can be in hand.
pub const MOST_HELD: usize = 8;

/// The way in which a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The piece goes to the cell that the direction leads to.
    Step,
    /// The piece goes on over empty cells.
    Slide,
    /// The piece goes over the adjacent cell, which is not empty, to the one behind.
    Jump,
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Cells forward and to the right, from the player's view.
    Offset(i32, i32),
    /// Along any link.
    Link,
}

/// The cells that a piece may end on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onto {
    /// An empty cell.
    Empty,
    /// An enemy, who is captured.
    Enemy,
    /// Either.
    Any,
}

/// The pieces that a jump may go over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// An enemy.
    Enemy,
    /// A piece of the mover's own.
    Own,
    /// Any piece.
    Any,
}

/// A way for a piece to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The way in which the piece moves.
    pub how: How,
    /// The directions.
    pub directions: Vec<Direction>,
    /// The cells that the piece may end on.
    pub onto: Onto,
    /// The pieces that a jump may go over.
    pub over: Over,
    /// Whether a jump captures the piece that it goes over.
    pub takes: bool,
    /// The most cells of a slide; 0 for no limit.
    pub most: u32,
    /// Whether a slide must go as far as it can.
    pub far: bool,
}

/// The promotion of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Becomes {
    /// The kinds that the piece may become, as a set. If there are several, the mover chooses.
    pub kinds: u32,
    /// The cells of promotion, for each player.
    pub at: [CellSet; 2],
    /// Whether the piece may also stay what it is.
    pub may: bool,
}

impl Becomes {
    /// Returns whether the mover has a choice.
    pub(super) fn is_choice(self) -> bool {
        self.may || self.kinds.count_ones() > 1
    }
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The lower-case letter that represents the piece.
    pub letter: char,
    /// The name of the kind, if it has one.
    pub name: Option<String>,
    /// The glyph that was chosen, if any.
    pub glyph: Option<Glyph>,
    /// The moves of the kind.
    pub moves: Vec<PieceMove>,
    /// The promotion of the kind, if it has one.
    pub becomes: Option<Becomes>,
    /// The number of the kind that a captured piece becomes in the captor's hand; the kind itself if there is none.
    pub held: Option<usize>,
    /// The cells on which a piece may be put down from the hand, for each player; all cells if there are none.
    pub drops: Option<[CellSet; 2]>,
    /// The points of a piece for its player, if points decide.
    pub points: i64,
}

/// The rules of capture, besides the moves of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    /// Whether a player who can capture must do so.
    pub forced: bool,
    /// Whether a piece that has captured may capture again in the same turn. If captures are forced, it must.
    pub again: bool,
    /// Whether a piece that moves captures the enemies that stand alone between it and another piece of its player,
    /// orthogonally and diagonally.
    pub custodial: [bool; 2],
}

impl Captures {
    /// Returns whether pieces are captured by enclosure.
    pub(super) fn encloses(self) -> bool {
        self.custodial != [false; 2]
    }
}

/// Pieces beside the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// The pieces in hand at the start: the owner, the kind, and the number.
    pub start: Vec<(Player, usize, u32)>,
    /// Whether captured pieces come into the captor's hand.
    pub captures: bool,
    /// Whether a player with pieces in hand must put one down.
    pub first: bool,
}

impl Hands {
    /// Returns whether there can ever be pieces in hand.
    pub(super) fn exist(&self) -> bool {
        self.captures || !self.start.is_empty()
    }
}

/// The effect of a line of pieces for the player who has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Made {
    /// The player wins.
    #[default]
    Wins,
    /// The player loses.
    Loses,
    /// The move that makes the line takes an enemy off the board, one that is in no line if there is any.
    Takes,
}

/// Lines of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The number of adjacent cells in a line; 0 for no lines.
    pub row: u32,
    /// The side of squares that also count as lines; 0 for none.
    pub square: u32,
    /// Whether lines run horizontally, vertically and diagonally.
    pub ways: [bool; 3],
    /// Listed lines, each as the set of its cells.
    pub sets: Vec<CellSet>,
    /// The kinds that make lines, as a set.
    pub kinds: u32,
    /// The effect of a line.
    pub made: Made,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines {
            row: 0,
            square: 0,
            ways: [true; 3],
            sets: Vec::new(),
            kinds: u32::MAX,
            made: Made::Wins,
        }
    }
}

impl Lines {
    /// Returns whether there are any lines.
    pub(crate) fn exist(&self) -> bool {
        self.row > 0 || self.square > 0 || !self.sets.is_empty()
    }
}

/// The effect of having no move for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The player loses.
    Loses,
    /// The game is a draw.
    Draws,
    /// The player wins.
    Wins,
    /// The points of both players' pieces decide.
    Points,
}

/// The condition under which a player may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum May {
    /// Never.
    #[default]
    Never,
    /// The player must pass if there is no move, and only then.
    Stuck,
    /// The player may pass in place of any move.
    Always,
}

/// The result of two passes in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passed {
    /// The game is a draw.
    #[default]
    Draw,
    /// A player wins.
    Win(Player),
    /// The points of both players' pieces decide.
    Points,
}

/// Passing, and how it ends the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passes {
    /// The condition under which each player may pass.
    pub may: [May; 2],
    /// The result of two passes in a row. It never applies if only one player may pass.
    pub twice: Passed,
}

impl Passes {
    /// Returns whether any player may pass.
    pub(super) fn exist(self) -> bool {
        self.may != [May::Never; 2]
    }

    /// Returns whether this player may ever pass.
    pub(crate) fn has(self, player: Player) -> bool {
        self.may[player as usize] != May::Never
    }

    /// Returns whether both players may pass, so that one pass can follow another.
    pub(crate) fn meet(self) -> bool {
        !self.may.contains(&May::Never)
    }
}

/// A cell and a set of cells. A piece of the player's on the cell is trapped by enemies on all cells of the set.
pub type Trap = (usize, CellSet);

/// The ends of the game for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The cells on which a piece of the player's wins.
    pub goal: CellSet,
    /// The kinds that win there, as a set.
    pub runners: u32,
    /// The number of these pieces that must be there.
    pub count: u32,
    /// The lines that end the game, or take pieces.
    pub lines: Lines,
    /// The kinds of which the player needs one, as a set. If it is empty, no piece is royal.
    pub royal: u32,
    /// Whether a move must not leave the last royal piece where it could be captured at once.
    pub safe: bool,
    /// The least number of pieces. A player with fewer loses.
    pub least: u32,
    /// The traps for the player's pieces.
    pub traps: Vec<Trap>,
    /// Whether a player with a trapped piece wins rather than loses.
    pub trapped_wins: bool,
    /// The effect of having no move.
    pub stuck: Stuck,
}

impl Default for Ends {
    /// By default only having no move ends the game, and loses.
    fn default() -> Ends {
        Ends {
            goal: 0,
            runners: u32::MAX,
            count: 1,
            lines: Lines::default(),
            royal: 0,
            safe: false,
            least: 0,
            traps: Vec::new(),
            trapped_wins: false,
            stuck: Stuck::Loses,
        }
    }
}

/// The declaration of a game of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRules {
    /// The cells, in one layer.
    pub shape: Shape,
    /// Pairs of cells joined by links.
    pub links: Vec<(usize, usize)>,
    /// Links that lead only from the first cell to the second.
    pub arrows: Vec<(usize, usize)>,
    /// The piece on each cell at the start: its owner and kind.
    pub start: Vec<Option<(Player, usize)>>,
    /// The pieces in hand.
    pub hands: Hands,
    /// The rules of capture, besides the moves of pieces.
    pub captures: Captures,
    /// The rules of passing.
    pub passes: Passes,
    /// The most pieces, on the board and in hand, with which each player's pieces fly, so that they may also go to
    /// any empty cell.
    pub fly: [u32; 2],
    /// The player who moves first.
    pub mover: Player,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The ends of the game for each player.
    pub ends: [Ends; 2],
    /// The result of endless play.
    pub endless: Outcome,
}

impl PieceRules {
    /// Returns whether lines of a player take pieces.
    pub(crate) fn takes(&self, player: Player) -> bool {
        let lines = &self.ends[player as usize].lines;
        lines.exist() && lines.made == Made::Takes
    }

    /// Returns whether points may decide the game.
    pub(crate) fn counts_points(&self) -> bool {
        let stuck = |player: Player| {
            !self.passes.has(player) && self.ends[player as usize].stuck == Stuck::Points
        };
        self.passes.meet() && self.passes.twice == Passed::Points
            || Player::BOTH.into_iter().any(stuck)
    }

    /// Returns the kinds that each player can have, as sets: those of the start, those that they become, and those
    /// that come into the hand.
    pub(super) fn within_reach(&self) -> [u32; 2] {
        let mut kinds = [0u32; 2];
        for (owner, kind) in self.start.iter().flatten() {
            kinds[*owner as usize] |= 1 << kind;
        }
        for &(owner, kind, _) in &self.hands.start {
            kinds[owner as usize] |= 1 << kind;
        }
        for _ in 0..2 * self.kinds.len() {
            let before = kinds;
            for (of, set) in kinds.iter_mut().enumerate() {
                for (number, kind) in self.kinds.iter().enumerate() {
                    let becomes = kind.becomes.filter(|becomes| becomes.at[of] != 0);
                    if let Some(becomes) = becomes.filter(|_| *set >> number & 1 == 1) {
                        *set |= becomes.kinds;
                    }
                    if self.hands.captures && before[1 - of] >> number & 1 == 1 {
                        *set |= 1 << self.held(number);
                    }
                }
            }
        }
        kinds
    }

    /// Returns the most pieces of these kinds that a player can ever have, on the board and in hand.
    pub(super) fn most_men(&self, player: Player, kinds: u32) -> u32 {
        if self.hands.captures {
            let can_have = self.within_reach()[player as usize] & kinds != 0;
            return if can_have { self.pieces() } else { 0 };
        }
        // The kinds that each kind may become over time.
        let mut comes: Vec<u32> = (0..self.kinds.len()).map(|kind| 1 << kind).collect();
        for _ in 0..self.kinds.len() {
            for (number, kind) in self.kinds.iter().enumerate() {
                let becomes = kind.becomes.filter(|of| of.at[player as usize] != 0);
                let becomes = becomes.map_or(0, |of| of.kinds);
                for come in &mut comes {
                    *come |= if *come >> number & 1 == 1 { becomes } else { 0 };
                }
            }
        }
        let may_be = |kind: usize| comes[kind] & kinds != 0;
        let men = self.start.iter().flatten();
        let men = men.filter(|(owner, kind)| *owner == player && may_be(*kind));
        let held = self.hands.start.iter();
        let held = held.filter(|(owner, kind, _)| *owner == player && may_be(*kind));
        men.count() as u32 + held.map(|(_, _, count)| count).sum::<u32>()
    }

    /// Returns the kinds, as a set, that a player's piece can have once it has come to a cell.
    pub(super) fn turns(&self, kind: usize, owner: Player, to: u32) -> u32 {
        let becomes = self.kinds[kind].becomes;
        match becomes.filter(|becomes| becomes.at[owner as usize] >> to & 1 == 1) {
            None => 1 << kind,
            Some(becomes) => becomes.kinds | u32::from(becomes.may) << kind,
        }
    }

    /// Returns the kind of a captured piece in the hand.
    pub(super) fn held(&self, kind: usize) -> usize {
        self.kinds[kind].held.unwrap_or(kind)
    }

    /// Returns the most pieces of a kind that a player can have in hand.
    pub(super) fn most_held(&self, player: Player, kind: usize) -> u32 {
        let given = |of: Player, which: usize| -> u32 {
            let all = self.hands.start.iter();
            let those = all.filter(|(owner, other, _)| *owner == of && *other == which);
            those.map(|(_, _, count)| count).sum()
        };
        if !self.hands.captures {
            return given(player, kind);
        }
        let comes = (0..self.kinds.len()).any(|other| {
            self.held(other) == kind && self.within_reach().iter().any(|set| set >> other & 1 == 1)
        });
        match comes || given(player, kind) > 0 {
            true => self.pieces(),
            false => 0,
        }
    }

    /// Returns the number of pieces at the start, on the board and in hand.
    pub(super) fn pieces(&self) -> u32 {
        let held: u32 = self.hands.start.iter().map(|(_, _, count)| count).sum();
        self.start.iter().flatten().count() as u32 + held
    }
}
