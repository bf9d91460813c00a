//! The rules of play, on positions packed into one integer.

use super::{Making, Placement};
use crate::compact::board::bits;
use crate::positional::{Full, Marks};
use yomikiri_core::{Outcome, Player};

/// How a game has ended, other than with the board full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Not yet.
    Open,
    /// With a line, made by the opponent of who is to move.
    Line,
    /// With two passes.
    Passed,
}

/// A position, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) x: u64,
    pub(super) o: u64,
    pub(super) to_move: Player,
    /// The placements left in this turn; 1 where the game is over.
    pub(super) left: u32,
    /// Whether the opponent has just passed.
    pub(super) passed: bool,
    pub(super) end: End,
}

/// Moves that are no placement.
pub(super) const PASS: u32 = 250;
pub(super) const SWAP: u32 = 251;

/// A placement: twice the cell, plus one for `o`.
#[inline]
pub(super) fn placed(mv: u32) -> (u32, bool) {
    (mv / 2, mv % 2 == 1)
}

impl Fields {
    #[inline]
    pub(super) fn taken(&self) -> u64 {
        self.x | self.o
    }
}

impl Placement {
    pub(super) fn width(&self) -> u32 {
        2 * self.cells + 7
    }

    #[inline]
    pub(super) fn unpack(&self, state: u128) -> Fields {
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
                _ => End::Passed,
            },
        }
    }

    #[inline]
    pub(super) fn pack(&self, fields: Fields) -> u128 {
        let rest = fields.to_move as u32
            | (fields.left - 1) << 1
            | u32::from(fields.passed) << 4
            | (fields.end as u32) << 5;
        u128::from(fields.x)
            | u128::from(fields.o) << self.cells
            | u128::from(rest) << (2 * self.cells)
    }

    /// All cells. There are at least one and at most 60.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.cells)
    }

    #[inline]
    pub(super) fn full(&self, fields: &Fields) -> bool {
        fields.taken() == self.all()
    }

    pub(super) fn is_over(&self, fields: &Fields) -> bool {
        fields.end != End::Open || self.full(fields)
    }

    /// The placements of a whole turn that begins with so many marks on the board.
    #[inline]
    pub(super) fn turn(&self, taken: u64) -> u32 {
        match taken {
            0 => self.rules.opening as u32,
            _ => self.rules.placements as u32,
        }
    }

    /// Whether a player's lines end the game.
    #[inline]
    pub(super) fn ends(&self, player: Player) -> bool {
        !matches!(self.rules.making[player as usize], Making::Points(_))
    }

    /// The cells of a player's lines that are made of marks on the board.
    pub(super) fn made_by(&self, player: Player, fields: &Fields) -> u64 {
        let lines = &self.lines[player as usize];
        match (self.rules.own_marks(), player) {
            (true, Player::First) => lines.cells(fields.x),
            (true, Player::Second) => lines.cells(fields.o),
            (false, _) => lines.cells(fields.x) | lines.cells(fields.o),
        }
    }

    /// Whether lines that end the game lie on the board.
    pub(super) fn is_decided(&self, fields: &Fields) -> bool {
        let by = |player: &Player| self.ends(*player) && self.made_by(*player, fields) != 0;
        Player::BOTH.iter().any(by)
    }

    /// Whether Second may take over First's marks.
    pub(super) fn may_swap(&self, fields: &Fields) -> bool {
        self.rules.swap
            && fields.to_move == Player::Second
            && !fields.passed
            && fields.o == 0
            && fields.x.count_ones() as usize == self.rules.opening
            && fields.left == self.turn(fields.taken())
    }

    /// Whether Second may take over First's marks now or later: once this is false it stays so.
    pub(super) fn swap_may_come(&self, fields: &Fields) -> bool {
        let marks = fields.x.count_ones() as usize;
        self.rules.swap && fields.o == 0 && marks <= self.rules.opening
    }

    /// Whether the player may pass: only instead of a whole turn.
    pub(super) fn may_pass(&self, fields: &Fields) -> bool {
        self.rules.pass && fields.left == self.turn(fields.taken())
    }

    /// The cells that may be marked.
    #[inline]
    pub(super) fn open(&self, fields: &Fields) -> u64 {
        let taken = fields.taken();
        let mut open = self.all() & !taken;
        if taken == 0 {
            // There are at most 60 cells.
            open &= !(self.rules.forbidden as u64);
        }
        if self.board.gravity {
            let rests = |cell: &u32| self.support[*cell as usize] & !taken == 0;
            open = bits(open)
                .filter(rests)
                .fold(0, |set, cell| set | 1 << cell);
        }
        open
    }

    /// Whether no mark floats.
    pub(super) fn rests(&self, taken: u64) -> bool {
        bits(taken).all(|cell| self.support[cell as usize] & !taken == 0)
    }

    /// Whether these fields are a position: what notation writes and reads.
    pub(super) fn is_position(&self, fields: &Fields) -> bool {
        let taken = fields.taken();
        let line = self.is_decided(fields);
        let maker = fields.to_move.opponent();
        let made = self.ends(maker) && self.made_by(maker, fields) != 0;
        let marks = fields.x & fields.o == 0
            && (self.board.marks != Marks::One || fields.o == 0)
            && taken & !self.all() == 0
            && self.rests(taken);
        let end = match fields.end {
            End::Open => !line || !self.told,
            End::Line => made,
            End::Passed => self.rules.pass && (!line || !self.told) && taken != self.all(),
        };
        let turn = match self.is_over(fields) {
            true => fields.left == 1 && !fields.passed,
            false => {
                fields.left <= self.turn(taken)
                    && (!fields.passed || self.rules.pass && fields.left == self.turn(taken))
            }
        };
        marks && end && turn
    }

    pub(super) fn outcome_of(&self, fields: &Fields) -> Option<Outcome> {
        if !self.is_over(fields) {
            return None;
        }
        let maker = fields.to_move.opponent();
        if fields.end == End::Line {
            return Some(Outcome::Win(match self.rules.making[maker as usize] {
                Making::Loses => fields.to_move,
                Making::Wins | Making::Points(_) => maker,
            }));
        }
        Some(match self.board.full {
            Full::Draw => Outcome::Draw,
            Full::Win(player) => Outcome::Win(player),
            Full::Points => Outcome::Margin(self.weight(fields.x) - self.weight(fields.o)),
        })
    }

    /// The points of a set of cells.
    pub(super) fn weight(&self, set: u64) -> i64 {
        let weights = self.board.weights.iter().enumerate();
        let within = weights.filter(|(cell, _)| set >> cell & 1 == 1);
        within.map(|(_, weight)| weight).sum()
    }

    /// The lines that a placement makes.
    #[inline]
    pub(super) fn lines_made(&self, fields: &Fields, mv: u32) -> u32 {
        let (cell, second) = placed(mv);
        let marks = if second { fields.o } else { fields.x };
        self.lines[fields.to_move as usize].made(marks | 1 << cell, cell)
    }

    /// The position after a placement.
    pub(super) fn place(&self, fields: &Fields, mv: u32) -> Fields {
        let (cell, second) = placed(mv);
        let mut next = *fields;
        match second {
            true => next.o |= 1 << cell,
            false => next.x |= 1 << cell,
        }
        next.passed = false;
        if self.ends(fields.to_move) && self.lines_made(fields, mv) > 0 {
            next.end = End::Line;
        }
        if self.is_over(&next) {
            next.left = 1;
            next.to_move = fields.to_move.opponent();
        } else if fields.left > 1 {
            next.left = fields.left - 1;
        } else {
            next.to_move = fields.to_move.opponent();
            next.left = self.rules.placements as u32;
        }
        next
    }

    /// The position after passing.
    pub(super) fn pass(&self, fields: &Fields) -> Fields {
        let next = Fields {
            to_move: fields.to_move.opponent(),
            ..*fields
        };
        match fields.passed {
            true => Fields {
                left: 1,
                passed: false,
                end: End::Passed,
                ..next
            },
            false => Fields {
                left: self.turn(fields.taken()),
                passed: true,
                ..next
            },
        }
    }

    /// The position after Second has taken over First's marks.
    pub(super) fn swap(&self, fields: &Fields) -> Fields {
        Fields {
            x: 0,
            o: fields.x,
            to_move: Player::First,
            left: self.rules.placements as u32,
            ..*fields
        }
    }
}
