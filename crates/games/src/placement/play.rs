//! The rules of play, on positions packed into one integer.

use super::{Making, Placement, Stuck};
use crate::compact::Moves;
use crate::compact::board::bits;
use crate::positional::{Full, Marks};
use yomikiri_core::{Outcome, Player};

/// The end of a game, other than by a full board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
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
pub(super) struct Fields {
    pub(super) x: u64,
    pub(super) o: u64,
    pub(super) to_move: Player,
    /// The placements left in this turn; 1 if the game is over.
    pub(super) left: u32,
    /// Whether the opponent has just passed.
    pub(super) passed: bool,
    pub(super) end: End,
    /// The number of captures of each player.
    pub(super) captured: [u32; 2],
}

/// Moves that are not placements.
pub(super) const PASS: u32 = 1 << 30;
pub(super) const SWAP: u32 = PASS + 1;
/// The move that takes out the mark in a cell is this number plus the cell.
pub(super) const POP: u32 = PASS + 2;

/// Splits a placement, which is twice the number of the cell or the tile, plus one for `o`.
#[inline]
pub(super) fn placed(mv: u32) -> (u32, bool) {
    (mv / 2, mv % 2 == 1)
}

impl Fields {
    #[inline]
    pub(super) fn taken(&self) -> u64 {
        self.x | self.o
    }

    /// Returns the marks equal to a placed one, and the others.
    #[inline]
    fn sides(&self, second: bool) -> (u64, u64) {
        match second {
            false => (self.x, self.o),
            true => (self.o, self.x),
        }
    }
}

impl Placement {
    pub(super) fn width(&self) -> u32 {
        // Each player has at most 15 captures.
        let captured = if self.rules.captures.is_some() { 8 } else { 0 };
        2 * self.cells + 7 + captured
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
                2 => End::Passed,
                _ => End::Given,
            },
            captured: [rest >> 7 & 15, rest >> 11 & 15],
        }
    }

    #[inline]
    pub(super) fn pack(&self, fields: Fields) -> u128 {
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

    /// Returns whether there is a move on a board that is not full.
    fn can_move(&self, fields: &Fields) -> bool {
        self.may_pass(fields) || self.may_swap(fields) || self.can_place(fields)
    }

    /// Returns whether there is a placement.
    fn can_place(&self, fields: &Fields) -> bool {
        if !self.asks_chains(fields.to_move) {
            return self.placements(fields).next().is_some();
        }
        // Usually the first cell suffices.
        let open = self.open(fields);
        [false, true].into_iter().any(|second| {
            let free = self.free(fields, open, second);
            bits(free).any(|cell| self.breathes(fields, 1 << cell, second))
        })
    }

    /// Returns whether the mover marks single cells under the liberty rule, so that all cells are tested together.
    #[inline]
    fn asks_chains(&self, mover: Player) -> bool {
        self.rules.liberties && self.tiles[mover as usize].is_empty()
    }

    /// Returns the columns from which the player may take out a mark.
    #[inline]
    fn poppable(&self, fields: &Fields) -> impl Iterator<Item = &[u32]> + '_ {
        let own = match fields.to_move {
            Player::First => fields.x,
            Player::Second => fields.o,
        };
        let columns = self.columns.iter().map(Vec::as_slice);
        columns.filter(move |column| own >> column[0] & 1 == 1)
    }

    /// Returns the cells that a placement fills.
    #[inline]
    pub(super) fn covered(&self, player: Player, mv: u32) -> u64 {
        let (number, _) = placed(mv);
        match &self.tiles[player as usize][..] {
            [] => 1 << number,
            tiles => tiles[number as usize],
        }
    }

    /// Returns the placements, in order.
    #[inline]
    pub(super) fn placements(&self, fields: &Fields) -> impl Iterator<Item = u32> + '_ {
        let fields = *fields;
        let open = self.open(&fields);
        let tiles = &self.tiles[fields.to_move as usize][..];
        let free = [false, true].map(|second| {
            let free = self.free(&fields, open, second);
            match self.asks_chains(fields.to_move) && free != 0 {
                true => free & self.safe(&fields, second),
                false => free,
            }
        });
        // A tile may take the last liberty of a chain by several cells together.
        let asks = self.rules.liberties && !tiles.is_empty();
        let fit = move |mv: &u32| {
            let (_, second) = placed(*mv);
            let cells = self.covered(fields.to_move, *mv);
            cells & !free[usize::from(second)] == 0
                && (!asks || self.breathes(&fields, cells, second))
        };
        let cells = if tiles.is_empty() { open } else { 0 };
        let cells = bits(cells).chain(0..tiles.len() as u32);
        cells
            .flat_map(|number| [2 * number, 2 * number + 1])
            .filter(fit)
    }

    /// Returns the `open` cells that the player to move may give this mark, regardless of liberties.
    #[inline]
    fn free(&self, fields: &Fields, open: u64, second: bool) -> u64 {
        match self.rules.marks[fields.to_move as usize][usize::from(second)] {
            true => open & !self.held_off(fields, second),
            false => 0,
        }
    }

    /// Returns the cells next to a mark from which this mark must stay apart.
    #[inline]
    fn held_off(&self, fields: &Fields, second: bool) -> u64 {
        let (own, other) = fields.sides(second);
        let [alike, unlike] = self.rules.apart;
        let off = if alike { own } else { 0 } | if unlike { other } else { 0 };
        self.ground.around(off)
    }

    /// Returns the empty cells where a mark leaves a liberty to all chains.
    fn safe(&self, fields: &Fields, second: bool) -> u64 {
        let (own, other) = fields.sides(second);
        self.ground.safe(own, other, self.all() & !fields.taken())
    }

    /// Returns whether all chains have a liberty after a placement.
    fn breathes(&self, fields: &Fields, cells: u64, second: bool) -> bool {
        let (mut x, mut o) = (fields.x, fields.o);
        *(if second { &mut o } else { &mut x }) |= cells;
        let empty = self.all() & !(x | o);
        self.ground.breathe(x, empty) && self.ground.breathe(o, empty)
    }

    /// Appends the moves of a position that is not over.
    pub(super) fn all_moves(&self, fields: &Fields, moves: &mut Moves) {
        moves.extend(self.placements(fields));
        moves.extend(self.poppable(fields).map(|column| POP + column[0]));
        if self.may_swap(fields) {
            moves.push(SWAP);
        }
        if self.may_pass(fields) {
            moves.push(PASS);
        }
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

    /// Returns whether any lines make points.
    pub(super) fn has_points(&self) -> bool {
        !Player::BOTH.into_iter().all(|player| self.ends(player))
    }

    /// Returns the cells of a player's lines made by marks on the board.
    pub(super) fn made_by(&self, player: Player, fields: &Fields) -> u64 {
        let lines = &self.lines[player as usize];
        match (self.rules.own_marks(), player) {
            (true, Player::First) => lines.cells(fields.x, &self.ground),
            (true, Player::Second) => lines.cells(fields.o, &self.ground),
            (false, _) => lines.cells(fields.x, &self.ground) | lines.cells(fields.o, &self.ground),
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

    /// Returns whether Second may take over First's marks.
    pub(super) fn may_swap(&self, fields: &Fields) -> bool {
        self.rules.swap
            && fields.to_move == Player::Second
            && !fields.passed
            && fields.o == 0
            && fields.x.count_ones() as usize == self.rules.opening
            && fields.left == self.turn(fields.taken())
    }

    /// Returns whether Second may still take over First's marks, now or later. Once this is false it stays false.
    pub(super) fn swap_may_come(&self, fields: &Fields) -> bool {
        let marks = fields.x.count_ones() as usize;
        self.rules.swap && fields.o == 0 && marks <= self.rules.opening
    }

    /// Returns whether the player may pass, which is only possible instead of a whole turn.
    pub(super) fn may_pass(&self, fields: &Fields) -> bool {
        self.rules.pass[fields.to_move as usize] && fields.left == self.turn(fields.taken())
    }

    /// Returns the cells that may be marked.
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

    /// Returns whether no mark floats.
    pub(super) fn rests(&self, taken: u64) -> bool {
        bits(taken).all(|cell| self.support[cell as usize] & !taken == 0)
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
        self.lines[fields.to_move as usize].made(marks | new, new, &self.ground)
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
