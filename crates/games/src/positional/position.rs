//! Positions and moves.

use super::Bits;
use yomikiri_core::Player;

/// A board: the marks, by player or by kind, and the turn, which follows from the number of marks.
///
/// The two sets are disjoint and hold only cells of the board. Cells are numbered in reading order, board after
/// board. With gravity they are numbered column after column instead, each from the bottom, so that the cell above
/// another is the next one.
///
/// The sets are stored from the side of the player to move and change places with every ply. So a move, and the test
/// whether it made a line, are the same for both players, without a branch that a processor would have to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<B> {
    /// First's marks if First is to move, else Second's.
    pub(super) own: B,
    pub(super) other: B,
    pub(super) turn: Player,
}

impl<B: Bits> Position<B> {
    /// Returns the board with First's and Second's marks, or with `x` and `o` if marks belong to nobody. The sets
    /// must be disjoint.
    #[inline]
    pub fn new(first: B, second: B) -> Position<B> {
        if (first | second).odd() {
            Position {
                own: second,
                other: first,
                turn: Player::Second,
            }
        } else {
            Position {
                own: first,
                other: second,
                turn: Player::First,
            }
        }
    }

    /// Returns First's marks, or the `x` if marks belong to nobody.
    #[inline]
    pub fn first(&self) -> B {
        if self.turn == Player::First {
            self.own
        } else {
            self.other
        }
    }

    /// Returns Second's marks, or the `o` if marks belong to nobody.
    #[inline]
    pub fn second(&self) -> B {
        if self.turn == Player::First {
            self.other
        } else {
            self.own
        }
    }

    /// Returns the cells that are taken.
    #[inline]
    pub fn taken(&self) -> B {
        self.own | self.other
    }
}

/// A cell to claim, and the mark to put there if either may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    const SECOND_MARK: u8 = 0x80;

    /// Returns the move that puts the mover's own mark into a cell.
    #[inline]
    pub(super) fn own_mark(cell: u32) -> Move {
        Move(cell as u8)
    }

    /// Returns the cell, numbered as in [`Position`].
    #[inline]
    pub fn cell(self) -> u32 {
        u32::from(self.0 & !Move::SECOND_MARK)
    }

    /// Returns whether the move places `o` in a game where either mark may be placed.
    #[inline]
    pub fn second_mark(self) -> bool {
        self.0 & Move::SECOND_MARK != 0
    }
}

/// Yields the moves into the cells of `open`, then those into `again` with the second mark.
pub(super) struct Moves<B> {
    pub(super) open: B,
    pub(super) again: B,
    pub(super) mark: u8,
}

impl<B: Bits> Iterator for Moves<B> {
    type Item = Move;
    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.open == B::NONE {
            if self.again == B::NONE {
                return None;
            }
            self.open = std::mem::take(&mut self.again);
            self.mark = Move::SECOND_MARK;
        }
        let cell = self.open.lowest() as u8;
        self.open = self.open.without_lowest();
        Some(Move(cell | self.mark))
    }
}
