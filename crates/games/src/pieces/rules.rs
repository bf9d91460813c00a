//! What a game of pieces is declared to be.

use crate::positional::{CellSet, Shape};
use yomikiri_core::diagram::Glyph;
use yomikiri_core::{Outcome, Player};

/// The most cells of a board.
pub const MOST_CELLS: usize = 128;

/// The most kinds of pieces.
pub const MOST_KINDS: usize = 26;

/// The most kinds that can be in hand.
pub const MOST_HELD: usize = 8;

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
    /// The most cells that a slide goes; 0: as many as there are.
    pub most: u32,
    /// Whether a slide has to go as far as it can.
    pub far: bool,
}

/// What a piece becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Becomes {
    /// The kinds, as a set. Where there are several, the mover chooses.
    pub kinds: u32,
    /// The cells where, for each player.
    pub at: [CellSet; 2],
    /// Whether it may stay what it is.
    pub may: bool,
}

impl Becomes {
    /// Whether the mover has a choice.
    pub(super) fn is_choice(self) -> bool {
        self.may || self.kinds.count_ones() > 1
    }
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
    /// What it becomes, if anything.
    pub becomes: Option<Becomes>,
    /// The kind, by its number, as which it lies in the hand of who has captured it; itself if there is none.
    pub held: Option<usize>,
    /// The cells on which it may be put down from the hand, for each player; all if there are none.
    pub drops: Option<[CellSet; 2]>,
    /// What it counts for its player where points decide.
    pub points: i64,
}

/// What captures are beyond the ways of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    /// Whether who can capture has to.
    pub forced: bool,
    /// Whether a piece that has captured may capture again in the same turn; where captures are forced, it has to.
    pub again: bool,
    /// Whether a piece that moves captures the enemies between it and another piece of its player, next to each other
    /// in a row or column, and aslant.
    pub custodial: [bool; 2],
}

impl Captures {
    /// Whether pieces are captured by being enclosed.
    pub(super) fn encloses(self) -> bool {
        self.custodial != [false; 2]
    }
}

/// Pieces beside the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// What players have at the start: whose, of which kind, how many.
    pub start: Vec<(Player, usize, u32)>,
    /// Whether what is captured comes into the hand of who has captured it.
    pub captures: bool,
    /// Whether who has pieces in hand has to put one down.
    pub first: bool,
}

impl Hands {
    /// Whether there ever are any.
    pub(super) fn exist(&self) -> bool {
        self.captures || !self.start.is_empty()
    }
}

/// What a line of pieces means for the player who has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Made {
    /// The player has won.
    #[default]
    Wins,
    /// The player has lost.
    Loses,
    /// The move that makes it takes an enemy off the board, one that is in no line if there is any.
    Takes,
}

/// Lines of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The cells of a line, next to each other; 0: there are no lines.
    pub row: u32,
    /// The side of squares that count as lines too; 0: none do.
    pub square: u32,
    /// Whether lines go across, up and down, and aslant.
    pub ways: [bool; 3],
    /// Listed lines, each the cells that it needs.
    pub sets: Vec<CellSet>,
    /// The kinds that make lines, as a set.
    pub kinds: u32,
    /// What a line means.
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
    /// Whether there are any.
    pub(crate) fn exist(&self) -> bool {
        self.row > 0 || self.square > 0 || !self.sets.is_empty()
    }
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
    /// The points of both players' pieces decide.
    Points,
}

/// When a player may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum May {
    /// Never.
    #[default]
    Never,
    /// Without a move, and then the player has to.
    Stuck,
    /// In place of any move.
    Always,
}

/// What two passes one after the other are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passed {
    /// Nobody wins.
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
    /// When each player may pass.
    pub may: [May; 2],
    /// What two passes one after the other mean. There are none if one player alone may pass.
    pub twice: Passed,
}

impl Passes {
    /// Whether there are any.
    pub(super) fn exist(self) -> bool {
        self.may != [May::Never; 2]
    }

    /// Whether a player is one who may pass.
    pub(crate) fn has(self, player: Player) -> bool {
        self.may[player as usize] != May::Never
    }

    /// Whether both players may pass, so that one pass can follow another.
    pub(crate) fn meet(self) -> bool {
        !self.may.contains(&May::Never)
    }
}

/// A piece of the player's on a cell, with enemies on all cells of a set.
pub type Trap = (usize, CellSet);

/// What ends the game for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The cells on which a piece of the player's wins.
    pub goal: CellSet,
    /// The kinds that win there, as a set.
    pub runners: u32,
    /// How many of these have to be there.
    pub count: u32,
    /// The lines that end the game, or take pieces.
    pub lines: Lines,
    /// The kinds of which the player needs one, as a set; none: no piece is royal.
    pub royal: u32,
    /// Whether the last royal piece may not be left where it could be captured at once.
    pub safe: bool,
    /// With fewer pieces the player has lost.
    pub least: u32,
    /// Where a piece of the player's is trapped.
    pub traps: Vec<Trap>,
    /// Whether a player of whom a piece is trapped has won; else lost.
    pub trapped_wins: bool,
    /// What having no move means.
    pub stuck: Stuck,
}

impl Default for Ends {
    /// Only having no move ends the game, and loses.
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
    /// The cells; one layer.
    pub shape: Shape,
    /// Pairs of cells joined by links.
    pub links: Vec<(usize, usize)>,
    /// Links that lead from the first cell to the second alone.
    pub arrows: Vec<(usize, usize)>,
    /// What stands on each cell at the start: whose, and of which kind.
    pub start: Vec<Option<(Player, usize)>>,
    /// What is beside the board.
    pub hands: Hands,
    /// What captures are beyond the ways of pieces.
    pub captures: Captures,
    /// Who may pass, and when; and what two passes mean.
    pub passes: Passes,
    /// With how many pieces at most, on the board and in hand, each player's pieces fly: they go to any empty cell, too.
    pub fly: [u32; 2],
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
    /// Whether lines of a player take pieces.
    pub(crate) fn takes(&self, player: Player) -> bool {
        let lines = &self.ends[player as usize].lines;
        lines.exist() && lines.made == Made::Takes
    }

    /// Whether points may decide.
    pub(crate) fn counts_points(&self) -> bool {
        let stuck = |player: Player| {
            !self.passes.has(player) && self.ends[player as usize].stuck == Stuck::Points
        };
        self.passes.meet() && self.passes.twice == Passed::Points
            || Player::BOTH.into_iter().any(stuck)
    }

    /// The kinds that each player can have, as sets: those of the start, and what these become, and what comes into
    /// the hand.
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

    /// The most pieces of some kinds that a player can ever have, on the board and in hand.
    pub(super) fn most_men(&self, player: Player, kinds: u32) -> u32 {
        if self.hands.captures {
            let can_have = self.within_reach()[player as usize] & kinds != 0;
            return if can_have { self.pieces() } else { 0 };
        }
        // What each kind may become on the way.
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

    /// The kinds, as a set, of which a player's piece can be once it has come to a cell.
    pub(super) fn turns(&self, kind: usize, owner: Player, to: u32) -> u32 {
        let becomes = self.kinds[kind].becomes;
        match becomes.filter(|becomes| becomes.at[owner as usize] >> to & 1 == 1) {
            None => 1 << kind,
            Some(becomes) => becomes.kinds | u32::from(becomes.may) << kind,
        }
    }

    /// The kind as which a captured piece lies in the hand.
    pub(super) fn held(&self, kind: usize) -> usize {
        self.kinds[kind].held.unwrap_or(kind)
    }

    /// The most pieces of a kind that a player can have in hand.
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

    /// All pieces of the start, on the board and beside it.
    pub(super) fn pieces(&self) -> u32 {
        let held: u32 = self.hands.start.iter().map(|(_, _, count)| count).sum();
        self.start.iter().flatten().count() as u32 + held
    }
}
