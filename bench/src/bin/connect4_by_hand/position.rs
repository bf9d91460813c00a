//! The board, and what can be known of it without a search.

use crate::lines::{completing, has_line, pairs, pairs_missing};
use std::hint::select_unpredictable;

/// A column is a byte; the lowest cell is its lowest bit.
const FLOOR: u64 = 0x0001_0101_0101_0101;
const CELLS: u64 = 0x003f_3f3f_3f3f_3f3f;
/// The rows with odd numbers, from 1.
const ODD: u64 = 0x0015_1515_1515_1515;

/// A win by the mark with number `n` (from 1) is worth `TOP - n` to the winner.
pub(crate) const TOP: i32 = 43;

#[derive(Clone, Copy)]
pub(crate) struct Position {
    own: u64,
    other: u64,
    own_threats: u64,
    other_threats: u64,
}

pub(crate) enum Outlook {
    Wins,
    Loses,
    Safe(u64),
    Full,
}

pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set &= set.wrapping_sub(1);
        (bit != 0).then_some(bit)
    })
}

/// The cells above the lowest of a set in each column.
#[inline(always)]
fn above(set: u64) -> u64 {
    CELLS & !CELLS.wrapping_add(set) & !set
}

impl Position {
    /// The position after some columns, from 1; `start` is the empty board. `None` if they cannot be played,
    /// or somebody has a line.
    pub(crate) fn after(moves: &str) -> Option<Position> {
        let mut at = Position {
            own: 0,
            other: 0,
            own_threats: 0,
            other_threats: 0,
        };
        if moves == "start" {
            return Some(at);
        }
        for column in moves.bytes() {
            let column = u32::from(column.checked_sub(b'1').filter(|&col| col < 7)?);
            let cell = at.open() & 0xff << (8 * column);
            if cell == 0 || has_line(at.own | cell) {
                return None;
            }
            at = at.mark(cell);
        }
        Some(at)
    }

    #[inline(always)]
    fn marks(&self) -> u64 {
        self.own | self.other
    }

    #[inline(always)]
    pub(crate) fn count(&self) -> i32 {
        self.marks().count_ones() as i32
    }

    #[inline(always)]
    fn open(&self) -> u64 {
        (self.marks() + FLOOR) & CELLS
    }

    /// After a mark that completes no line.
    #[inline(always)]
    pub(crate) fn mark(&self, cell: u64) -> Position {
        let made = self.own | cell;
        Position {
            own: self.other,
            other: made,
            own_threats: self.other_threats & !cell,
            other_threats: completing(made) & CELLS & !(made | self.other),
        }
    }

    #[inline(always)]
    pub(crate) fn outlook(&self) -> Outlook {
        let open = self.open();
        if open & self.own_threats != 0 {
            return Outlook::Wins;
        }
        let threats = open & self.other_threats;
        let answers = select_unpredictable(threats == 0, open, threats);
        let safe = answers & !(self.other_threats >> 1);
        match threats & threats.wrapping_sub(1) != 0 || safe == 0 {
            false => Outlook::Safe(safe),
            true if open == 0 => Outlook::Full,
            true => Outlook::Loses,
        }
    }

    /// Plays on while one move is safe: the score to the player to move here, or where play leads.
    #[inline(always)]
    pub(crate) fn settle(mut self) -> Result<(Position, u32), i32> {
        let mut plies = 0;
        let worth = loop {
            match self.outlook() {
                Outlook::Safe(cell) if cell & (cell - 1) == 0 => {
                    self = self.mark(cell);
                    plies += 1;
                }
                Outlook::Safe(_) => return Ok((self, plies)),
                Outlook::Wins => break TOP - self.count() - 1,
                Outlook::Loses => break self.count() + 2 - TOP,
                Outlook::Full => break 0,
            }
        };
        Err(if plies & 1 == 0 { worth } else { -worth })
    }

    /// The moves that may win in three plies.
    #[inline(always)]
    fn tries(&self) -> u64 {
        let open = self.open();
        let free = open & !(self.own_threats >> 1);
        if free & free.wrapping_sub(1) == 0 {
            return open;
        }
        let near = (open | open << 1) & CELLS;
        let cells = pairs(self.own, near);
        open & (self.own_threats >> 1 | cells)
    }

    #[inline(always)]
    fn wins_by(&self, tries: u64, loses: impl Fn(Position) -> bool) -> bool {
        match self.outlook() {
            Outlook::Wins => true,
            Outlook::Safe(safe) => {
                for cell in bits(safe & tries) {
                    if loses(self.mark(cell)) {
                        return true;
                    }
                }
                false
            }
            Outlook::Loses | Outlook::Full => false,
        }
    }

    #[inline(always)]
    fn wins_in_three(&self) -> bool {
        self.wins_by(self.tries(), |next| {
            matches!(next.outlook(), Outlook::Loses)
        })
    }

    #[inline(always)]
    fn loses_in_four(&self) -> bool {
        match self.outlook() {
            Outlook::Loses => true,
            Outlook::Safe(safe) => {
                for cell in bits(safe) {
                    if !self.mark(cell).wins_in_three() {
                        return false;
                    }
                }
                true
            }
            Outlook::Wins | Outlook::Full => false,
        }
    }

    #[inline(never)]
    fn wins_in_five(&self) -> bool {
        self.wins_by(u64::MAX, |next| next.loses_in_four())
    }

    /// Whether the score reaches a bound, where a look at the next plies tells: a bound of it.
    #[inline(always)]
    pub(crate) fn near(&self, bound: i32) -> Option<i32> {
        let last = TOP - self.count();
        // A line that would come too late for the board is none.
        let by = |plies: i32| (last - plies).max(0);
        match last - bound.abs() {
            3 | 4 if bound > 0 => Some(if self.wins_in_three() { by(3) } else { by(5) }),
            5 | 6 if bound > 0 => Some(if self.wins_in_five() { by(5) } else { by(7) }),
            5 | 6 => Some(if self.loses_in_four() { -by(4) } else { -by(6) }),
            _ => None,
        }
    }

    /// Bounds without a search, by following up. (The proofs stand in the game's own source.)
    #[inline(always)]
    pub(crate) fn given(&self) -> (i32, i32) {
        let left = 42 - self.count();
        let by = |plies: i32| (TOP - self.count() - plies).max(0);
        let (empty, open) = (CELLS & !self.marks(), self.open());
        let late = left <= 12;
        let possible = |marks: u64| !late || has_line(marks | empty);
        let (mut upper, mut is_known) = (by(3), false);
        let threats = self.other_threats & ODD & !open;
        let column_of = |cell: u64| 0xff << (cell.trailing_zeros() & !7);
        // How many cells are above the threats, if the opponent waits for us below one of them.
        let waits = |threats: u64, columns: u64| {
            let over = above(threats);
            let followed = self.other_threats & !ODD & !open & !columns;
            let leader = open | ODD & !columns | columns & !ODD & !over;
            let has_line = has_line(self.own | empty & leader & !above(followed));
            (!has_line).then_some(over.count_ones() as i32)
        };
        if left & 1 == 0 {
            if threats & threats.wrapping_sub(1) != 0 {
                for one in bits(threats) {
                    let column = column_of(one);
                    for other in bits(threats & !column & !(one - 1)) {
                        if let Some(over) = waits(one | other, column | column_of(other)) {
                            return (-by(4), -by(left - over - 2));
                        }
                    }
                }
            }
            is_known = true;
            let follower = empty & !ODD & !open;
            let over = above(self.other_threats & follower);
            if !has_line(self.own | empty & !follower & !over) {
                upper = 0;
                if has_line(self.other | follower) {
                    let mut low = 0;
                    for row in [2, 4, 6] {
                        low |= FLOOR << (row - 1);
                        if has_line(self.other | follower & low) {
                            return (-by(4), -by(left - (6 - row)));
                        }
                    }
                }
            }
        } else {
            let mut soonest = i32::MAX;
            for threat in bits(threats) {
                match waits(threat, column_of(threat)) {
                    None => is_known = true,
                    Some(over) => soonest = soonest.min(left - over),
                }
            }
            if soonest < i32::MAX {
                return (-by(4), -by(soonest));
            }
        }
        if !is_known && !possible(self.own) {
            upper = 0;
        }
        (if possible(self.other) { -by(4) } else { 0 }, upper)
    }

    /// How good a move looks that led here.
    #[inline(always)]
    pub(crate) fn hint(&self, cell: u64) -> i32 {
        let threats = self.other_threats & !(self.own_threats << 1);
        let open = self.open();
        let count = |set: u64| set.count_ones() as i32;
        let mut worth =
            8 * count(threats) + 6 * count(threats & open << 1) + 4 * count(threats & open);
        let empty = CELLS & !self.marks();
        if empty.count_ones() > 18 {
            worth += 2 * pairs_missing(self.other, empty) as i32;
        }
        let at = cell.trailing_zeros() as i32;
        16 * (worth + (at & 7) - (2 * (at >> 3) - 6).abs())
    }

    /// A number of 55 bits that tells it from all others but its mirror image, mixed.
    #[inline(always)]
    pub(crate) fn place(&self) -> u64 {
        let marked = (self.marks() + FLOOR) | self.own;
        let key = marked.min(marked.swap_bytes() >> 8);
        const MASK: u64 = u64::MAX >> 9;
        let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & MASK;
        mixed ^= mixed >> 28;
        mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) & MASK;
        mixed ^ mixed >> 28
    }
}
