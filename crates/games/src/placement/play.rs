//! The rules of play, on positions packed into one integer.

mod fields;
mod moves;

pub(super) use fields::{End, Fields, PASS, POP, SWAP, placed};

use super::{Making, Placement, Stuck};
use crate::bits::Bits;
use crate::positional::{Full, Marks};
use yomikiri_core::{Outcome, Player};

impl Placement {
    /// Returns the set of all cells. There are at least one and at most 60.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.cells)
    }

    #[inline]
    pub(super) fn full(&self, fields: &Fields) -> bool {
        fields.taken() == self.all()
    }

    #[inline]
    pub(super) fn is_over(&self, fields: &Fields) -> bool {
        fields.end != End::Open
            || self.full(fields) && self.poppable(fields).next().is_none()
            || self.rules.restricts() && !self.can_move(fields)
    }

    /// Returns whether a player has made enough captures to win.
    pub(super) fn has_captured(&self, player: Player, fields: &Fields) -> bool {
        let captures = self.rules.captures;
        captures.is_some_and(|captures| fields.captured[player as usize] >= captures.win as u32)
    }

    /// Removes the marks that a mark in a cell captures.
    fn capture(&self, fields: &mut Fields, mover: Player, cell: u32) {
        let Some(captures) = self.rules.captures else {
            return;
        };
        let (own, other) = match mover {
            Player::First => (fields.x, &mut fields.o),
            Player::Second => (fields.o, &mut fields.x),
        };
        let mut taken = 0;
        let count = &mut fields.captured[mover as usize];
        for (between, far) in &self.flanks[cell as usize] {
            if *other & between == *between && own & far != 0 {
                taken |= between;
                *count = (*count + 1).min(captures.win as u32);
            }
        }
        *other &= !taken;
    }

    /// Returns the player whose line or captures have ended the game.
    pub(super) fn maker(&self, fields: &Fields) -> Option<Player> {
        match fields.end {
            End::Line => Some(fields.to_move.opponent()),
            End::Given => Some(fields.to_move),
            End::Open | End::Passed => None,
        }
    }

    /// Returns the number of placements of a turn that begins with the marks `taken`.
    #[inline]
    pub(super) fn turn(&self, taken: u64) -> u32 {
        match taken {
            0 => self.rules.opening as u32,
            _ => self.rules.placements as u32,
        }
    }

    /// Returns whether a player's lines end the game.
    #[inline]
    pub(super) fn ends(&self, player: Player) -> bool {
        !matches!(self.rules.making[player as usize], Making::Points(_))
    }

    /// Returns the cells of a player's lines made by marks on the board.
    pub(super) fn made_by(&self, player: Player, fields: &Fields) -> u64 {
        let lines = &self.lines[player as usize];
        match (self.rules.own_marks(), player) {
            (true, Player::First) => lines.cells(fields.x, &self.adjacency),
            (true, Player::Second) => lines.cells(fields.o, &self.adjacency),
            (false, _) => {
                lines.cells(fields.x, &self.adjacency) | lines.cells(fields.o, &self.adjacency)
            }
        }
    }

    /// Returns whether there are lines on the board that end the game, or enough captures.
    pub(super) fn is_decided(&self, fields: &Fields) -> bool {
        let by = |player: &Player| {
            self.ends(*player) && self.made_by(*player, fields) != 0
                || self.has_captured(*player, fields)
        };
        Player::BOTH.iter().any(by)
    }

    /// Returns whether no mark floats.
    pub(super) fn rests(&self, taken: u64) -> bool {
        taken
            .cells()
            .all(|cell| self.support[cell as usize] & !taken == 0)
    }

    /// Returns whether these fields are a position, which notation can write and read.
    pub(super) fn is_position(&self, fields: &Fields) -> bool {
        let taken = fields.taken();
        let line = self.is_decided(fields);
        let maker = fields.to_move.opponent();
        let made = self.ends(maker) && self.made_by(maker, fields) != 0
            || self.has_captured(maker, fields);
        let most = self
            .rules
            .captures
            .map_or(0, |captures| captures.win as u32);
        let marks = fields.x & fields.o == 0
            && (self.board.marks != Marks::One || fields.o == 0)
            && taken & !self.all() == 0
            && fields.captured.iter().all(|count| *count <= most)
            && self.rests(taken);
        let end = match fields.end {
            End::Open => !line || !self.told,
            End::Line => made,
            End::Given => self.rules.popout && !made && line,
            End::Passed => self.rules.passes_meet() && (!line || !self.told) && taken != self.all(),
        };
        let turn = match self.is_over(fields) {
            true => fields.left == 1 && !fields.passed,
            false => {
                fields.left <= self.turn(taken)
                    && (!fields.passed
                        || self.rules.passes_meet() && fields.left == self.turn(taken))
            }
        };
        marks && end && turn
    }

    pub(super) fn outcome_of(&self, fields: &Fields) -> Option<Outcome> {
        if !self.is_over(fields) {
            return None;
        }
        if let Some(maker) = self.maker(fields) {
            if self.has_captured(maker, fields) {
                return Some(Outcome::Win(maker));
            }
            return Some(Outcome::Win(match self.rules.making[maker as usize] {
                Making::Loses => maker.opponent(),
                Making::Wins | Making::Points(_) => maker,
            }));
        }
        match self.rules.stuck {
            Stuck::Full => {}
            Stuck::Loses => return Some(Outcome::Win(fields.to_move.opponent())),
            Stuck::Wins => return Some(Outcome::Win(fields.to_move)),
        }
        Some(match self.board.full {
            Full::Draw => Outcome::Draw,
            Full::Win(player) => Outcome::Win(player),
            Full::Points => Outcome::Margin(self.weight(fields.x) - self.weight(fields.o)),
        })
    }

    /// Returns the points of a set of cells.
    pub(super) fn weight(&self, set: u64) -> i64 {
        let weights = self.board.weights.iter().enumerate();
        let within = weights.filter(|(cell, _)| set >> cell & 1 == 1);
        within.map(|(_, weight)| weight).sum()
    }

    /// Returns the number of lines that a placement makes.
    #[inline]
    pub(super) fn lines_made(&self, fields: &Fields, mv: u32) -> u32 {
        let (_, second) = placed(mv);
        let marks = if second { fields.o } else { fields.x };
        let new = self.covered(fields.to_move, mv);
        self.lines[fields.to_move as usize].made(marks | new, new, &self.adjacency)
    }

    /// Returns the position after a placement.
    pub(super) fn place(&self, fields: &Fields, mv: u32) -> Fields {
        let (_, second) = placed(mv);
        let mut next = *fields;
        *(if second { &mut next.o } else { &mut next.x }) |= self.covered(fields.to_move, mv);
        next.passed = false;
        if self.ends(fields.to_move) && self.lines_made(fields, mv) > 0 {
            next.end = End::Line;
        }
        if self.rules.captures.is_some() {
            self.capture(&mut next, fields.to_move, placed(mv).0);
            if self.has_captured(fields.to_move, &next) {
                next.end = End::Line;
            }
        }
        // The end of the game also ends the turn.
        if fields.left > 1 && next.end == End::Open && !self.full(&next) {
            next.left = fields.left - 1;
        } else {
            next.to_move = fields.to_move.opponent();
            next.left = self.rules.placements as u32;
            if self.is_over(&next) {
                next.left = 1;
            }
        }
        next
    }

    /// Returns the position after the mark in the lowest cell of a column was taken out.
    pub(super) fn pop(&self, fields: &Fields, lowest: u32) -> Fields {
        let column = self.columns.iter().find(|column| column[0] == lowest);
        let column = column.map_or(&[][..], Vec::as_slice);
        let fallen = |set: u64| {
            let all = column.iter().fold(0, |all, cell| all | 1 << cell);
            let pairs = column.windows(2).filter(|pair| set >> pair[1] & 1 == 1);
            pairs.fold(set & !all, |set, pair| set | 1 << pair[0])
        };
        let mover = fields.to_move;
        let mut next = Fields {
            x: fallen(fields.x),
            o: fallen(fields.o),
            to_move: mover.opponent(),
            ..*fields
        };
        if self.made_by(mover, &next) != 0 {
            next.end = End::Line;
        } else if self.made_by(mover.opponent(), &next) != 0 {
            next.end = End::Given;
        }
        next
    }

    /// Returns the position after a pass.
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
                passed: self.rules.passes_meet(),
                ..next
            },
        }
    }

    /// Returns the position after Second has taken over First's marks.
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
