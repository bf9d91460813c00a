//! Positions, unpacked and packed, and the numbers of moves.

use crate::placement::Placement;
use yomikiri_core::Player;

/// The end of a game, other than by a full board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::placement) enum End {
    /// The game is not over.
    Open,
    /// The opponent of the player to move has made a line.
    Line,
    /// Both players have passed.
    Passed,
    /// Only the player to move has a line, which the opponent completed by taking a mark out.
    Given,
}

/// A position, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::placement) struct Fields {
    pub(in crate::placement) x: u64,
    pub(in crate::placement) o: u64,
    pub(in crate::placement) to_move: Player,
    /// The placements left in this turn; 1 if the game is over.
    pub(in crate::placement) left: u32,
    /// Whether the opponent has just passed.
    pub(in crate::placement) passed: bool,
    pub(in crate::placement) end: End,
    /// The number of captures of each player.
    pub(in crate::placement) captured: [u32; 2],
}

/// Moves that are not placements.
pub(in crate::placement) const PASS: u32 = 1 << 30;
pub(in crate::placement) const SWAP: u32 = PASS + 1;
/// The move that takes out the mark in a cell is this number plus the cell.
pub(in crate::placement) const POP: u32 = PASS + 2;

/// Splits a placement, which is twice the number of the cell or the tile, plus one for `o`.
#[inline]
pub(in crate::placement) fn placed(mv: u32) -> (u32, bool) {
    (mv / 2, mv % 2 == 1)
}

impl Fields {
    #[inline]
    pub(in crate::placement) fn taken(&self) -> u64 {
        self.x | self.o
    }

    /// Returns the marks equal to a placed one, and the others.
    #[inline]
    pub(super) fn sides(&self, second: bool) -> (u64, u64) {
        match second {
            false => (self.x, self.o),
            true => (self.o, self.x),
        }
    }
}

impl Placement {
    pub(in crate::placement) fn width(&self) -> u32 {
        // Each player has at most 15 captures.
        let captured = if self.rules.captures.is_some() { 8 } else { 0 };
        2 * self.cells + 7 + captured
    }

    #[inline]
    pub(in crate::placement) fn unpack(&self, state: u128) -> Fields {
        let all = self.all();
        let rest = (state >> (2 * self.cells)) as u32;
        Fields {
            x: state as u64 & all,
            o: (state >> self.cells) as u64 & all,
            to_move: Player::after(rest & 1),
            left: (rest >> 1 & 7) + 1,
            passed: rest >> 4 & 1 == 1,
            end: match rest >> 5 & 3 {
                0 => End::Open,
                1 => End::Line,
                2 => End::Passed,
                _ => End::Given,
            },
            captured: [rest >> 7 & 15, rest >> 11 & 15],
        }
    }

    #[inline]
    pub(in crate::placement) fn pack(&self, fields: Fields) -> u128 {
        let rest = fields.to_move as u32
            | (fields.left - 1) << 1
            | u32::from(fields.passed) << 4
            | (fields.end as u32) << 5
            | fields.captured[0] << 7
            | fields.captured[1] << 11;
        u128::from(fields.x)
            | u128::from(fields.o) << self.cells
            | u128::from(rest) << (2 * self.cells)
    }
}
