//! Connect Four on boards of any size that fits 64 bits, as a bitboard.
//!
//! Marks fall to the bottom of their column. The player who makes a line wins, and a full board is a draw. The rules
//! are those of the family's `connect-k`, made for speed: a [`Board`] knows its cells as bits, a [`Position`] stores
//! the marks of each player and the cells that would complete a line of theirs, and
//! [tactics](self#what-a-search-may-skip) find the moves that need no search.
//!
//! # What a search may skip
//!
//! * **Forced replies.** A cell that would complete a line is a threat. A player with a playable threat wins. If the
//!   opponent has one playable threat, there is one reply; if the opponent has two, there is none. A move below a
//!   threat of the opponent loses two plies later.
//! * **Bounds by following up.** A player who always marks the cell above the opponent's last mark is sure of
//!   certain cells. The proofs are in the source of `tactics`.

mod board;
mod capabilities;
mod declared;
mod lines;
mod notation;
mod tactics;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use board::{Board, MOST_BITS};
pub use lines::{Lines, Steps};
#[cfg(target_arch = "x86_64")]
pub use vectors::Vectors;

use crate::family::{Family, Info, Visitor};
use crate::positional::no_line;
use crate::spec::{Args, Kind, Param, SpecError};
use std::hash::{Hash, Hasher};
use yomikiri_core::{Game, Outcome, Player};

/// The game on one board. `STRIDE` and `LINE` are those of the [`Board`], or 0 if they are known only at run time.
/// `L` is its method to find [lines](Lines).
#[derive(Clone, Debug)]
pub struct Connect4<const STRIDE: u32, const LINE: u32, L = Steps> {
    board: Board<STRIDE, LINE, L>,
}

/// The marks on the board, from the side of the player to move, and the threats that they make.
///
/// The threats of a player are the empty cells that would complete a line of theirs, playable or not. They are a
/// function of the marks. They are stored because each move changes those of one player only. The topmost bit, which
/// is not a cell of any board, says that the player already has a line.
///
/// A position is four words and nothing else, because positions are copied all the time and a processor does that in
/// one go. The number of marks tells whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    own: u64,
    other: u64,
    own_threats: u64,
    other_threats: u64,
}

/// A bit that is not a cell of any board: each column has a guard above it, and this bit is the last guard or lies
/// beyond it.
const LINE_MADE: u64 = 1 << 63;

impl Position {
    /// Returns all marks.
    #[inline]
    pub fn marks(&self) -> u64 {
        self.own | self.other
    }

    /// Returns the player to move.
    #[inline]
    pub fn turn(&self) -> Player {
        Player::after(self.marks().count_ones())
    }

    /// Returns the marks of one player.
    #[inline]
    pub fn marks_of(&self, player: Player) -> u64 {
        if player == self.turn() {
            self.own
        } else {
            self.other
        }
    }
}

/// The marks alone decide, because they determine the turn and the threats.
impl PartialEq for Position {
    #[inline]
    fn eq(&self, other: &Position) -> bool {
        self.own == other.own && self.other == other.other
    }
}

impl Eq for Position {}

impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.own.hash(state);
        self.other.hash(state);
    }
}

/// A move: the bit of the cell where the mark comes to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u64);

impl Move {
    /// Returns the number of the cell's bit.
    #[inline]
    pub fn bit(self) -> u32 {
        self.0.trailing_zeros()
    }
}

/// Returns the single bits of a set, lowest first.
#[inline]
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set &= set.wrapping_sub(1);
        (bit != 0).then_some(bit)
    })
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Connect4<STRIDE, LINE, L> {
    /// Creates the game on this board.
    pub fn new(board: Board<STRIDE, LINE, L>) -> Self {
        Connect4 { board }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board<STRIDE, LINE, L> {
        &self.board
    }

    /// Returns the position with these marks; the number of marks tells whose turn it is.
    fn position(&self, first: u64, second: u64) -> Position {
        let (own, other) = match Player::after((first | second).count_ones()) {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let threats = |marks: u64| match self.board.has_line(marks) {
            true => LINE_MADE,
            false => self.board.completing(marks) & self.board.cells() & !(own | other),
        };
        Position {
            own,
            other,
            own_threats: threats(own),
            other_threats: threats(other),
        }
    }

    /// Returns the number of empty cells.
    #[inline(always)]
    fn left(&self, position: &Position) -> u32 {
        (self.board.cells() & !position.marks()).count_ones()
    }

    /// Returns whether some player has a line.
    #[inline(always)]
    fn is_decided(&self, position: &Position) -> bool {
        (position.own_threats | position.other_threats) & LINE_MADE != 0
    }

    /// Returns the position after the player to move has marked a cell.
    #[inline(always)]
    fn mark(&self, position: &Position, cell: u64) -> Position {
        match position.own_threats & cell {
            0 => self.mark_safely(position, cell),
            _ => Position {
                own: position.other,
                other: position.own | cell,
                own_threats: position.other_threats & !cell,
                other_threats: LINE_MADE,
            },
        }
    }

    /// Does the same for a cell that completes no line.
    #[inline(always)]
    fn mark_safely(&self, position: &Position, cell: u64) -> Position {
        let made = position.own | cell;
        let empty = self.board.cells() & !(made | position.other);
        Position {
            own: position.other,
            other: made,
            own_threats: position.other_threats & !cell,
            other_threats: self.board.completing(made) & empty,
        }
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Game for Connect4<STRIDE, LINE, L> {
    const ALTERNATING: bool = true;
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.position(0, 0)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.turn()
    }

    /// If both players have a line (no play leads there), First's counts.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if !self.is_decided(position) {
            return (position.marks() == self.board.cells()).then_some(Outcome::Draw);
        }
        let made = |threats: u64| threats & LINE_MADE != 0;
        let (own, other) = (made(position.own_threats), made(position.other_threats));
        let turn = position.turn();
        Some(Outcome::Win(match (own, other) {
            (true, true) => Player::First,
            (true, false) => turn,
            _ => turn.opponent(),
        }))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        bits(self.board.playable(position.marks())).map(Move)
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        self.mark(position, mv.0)
    }
}

/// `connect4`: Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct Connect4Family;

const fn size(name: &'static str, default: &'static str, help: &'static str) -> Param {
    Param {
        name,
        kind: Kind::Int { min: 1, max: 63 },
        default: Some(default),
        required: false,
        help,
    }
}

impl Family for Connect4Family {
    const INFO: Info = Info {
        name: "connect4",
        title: "Connect Four",
        summary: "Connect Four: four in a row, marks fall to the bottom of their column",
        source: "Connect Four (1974)",
        rules_version: 1,
        params: &[
            size("cols", "7", "the number of columns"),
            size(
                "rows",
                "6",
                "the number of rows; columns x (rows + 1) is at most 64",
            ),
            size("line", "4", "how many cells in a row are a line"),
        ],
        examples: &[
            "connect4",
            "connect4:cols=4,rows=3,line=3",
            "connect4:cols=10,rows=1,line=2",
            "connect4:cols=4,rows=4,line=3",
            "connect4:cols=3,rows=4,line=4",
            "connect4:cols=3,rows=5",
        ],
        files: &[],
        notation: "a move is its column from 1; a position is the columns played (`4453`, with commas beyond 9 columns) or its rows from the top joined by `/`",
        capabilities: &[
            "acyclic",
            "keyed",
            "merged",
            "expand",
            "indexed",
            "reversible",
            "symmetric",
            "bounded",
            "ordered",
            "declared",
        ],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let of = |key| u32::try_from(args.int(key)).unwrap_or_default();
        let (cols, rows, line) = (of("cols"), of("rows"), of("line"));
        let too_large = || {
            let key = if cols > rows { "cols" } else { "rows" };
            let message = format!(
                "{cols} columns x {rows} rows are too many: columns x (rows + 1) is at most \
                 {MOST_BITS} (`connect-k` takes up to 128 cells)"
            );
            args.error(key, message)
        };
        if line > cols.max(rows) {
            return Err(no_line(args));
        }
        let wins = format!(
            "Whoever first has so many marks in a row wins, across, down or diagonally: {line}."
        );
        visitor.told(["The players take turns to drop a mark into a column, where it falls to the lowest empty cell.", &*wins, "A full board without such a row is a draw."]);
        // Columns of whole bytes are quick to mirror. The usual game has its own code: with vectors on x86-64, where
        // nearly every processor has them, else on the general board.
        let bytes = rows < 8 && cols <= 8;
        #[cfg(target_arch = "x86_64")]
        if bytes
            && line == 4
            && let Some(vectors) = Vectors::find(cols * rows)
        {
            let board = Board::<8, 4, _>::with(vectors, cols, rows, 8, line);
            return Ok(visitor.visit(Connect4::new(board.ok_or_else(too_large)?)));
        }
        #[cfg(not(target_arch = "x86_64"))]
        if bytes && line == 4 {
            let board = Board::<8, 4>::new(cols, rows, 8, line);
            return Ok(visitor.visit(Connect4::new(board.ok_or_else(too_large)?)));
        }
        let stride = if bytes { 8 } else { rows + 1 };
        let board = Board::<0, 0>::new(cols, rows, stride, line);
        Ok(visitor.visit(Connect4::new(board.ok_or_else(too_large)?)))
    }
}
