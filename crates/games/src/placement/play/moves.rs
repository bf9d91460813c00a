//! The moves that a position has.

use super::fields::{Fields, PASS, POP, SWAP, placed};
use crate::bits::Bits;
use crate::compact::Moves;
use crate::placement::Placement;
use yomikiri_core::Player;

impl Placement {
    /// Returns whether there is a move on a board that is not full.
    pub(super) fn can_move(&self, fields: &Fields) -> bool {
        self.may_pass(fields) || self.may_swap(fields) || self.can_place(fields)
    }

    /// Returns whether there is a placement.
    fn can_place(&self, fields: &Fields) -> bool {
        if !self.tiles[fields.to_move as usize].is_empty() {
            return self.placements(fields).next().is_some();
        }
        let open = self.open(fields);
        // Under the liberty rule the first cell usually suffices.
        let may = |second: bool, cell: u32| {
            !self.rules.liberties || self.breathes(fields, 1 << cell, second)
        };
        let free = |second: bool| self.free(fields, open, second).cells();
        [false, true]
            .iter()
            .any(|&second| free(second).any(|cell| may(second, cell)))
    }

    /// Returns whether the mover marks single cells under the liberty rule, so that all cells are tested together.
    #[inline]
    fn asks_chains(&self, mover: Player) -> bool {
        self.rules.liberties && self.tiles[mover as usize].is_empty()
    }

    /// Returns the columns from which the player may take out a mark.
    #[inline]
    pub(super) fn poppable(&self, fields: &Fields) -> impl Iterator<Item = &[u32]> + '_ {
        let own = match fields.to_move {
            Player::First => fields.x,
            Player::Second => fields.o,
        };
        let columns = self.columns.iter().map(Vec::as_slice);
        columns.filter(move |column| own >> column[0] & 1 == 1)
    }

    /// Returns the cells that a placement fills.
    #[inline]
    pub(in crate::placement) fn covered(&self, player: Player, mv: u32) -> u64 {
        let (number, _) = placed(mv);
        match &self.tiles[player as usize][..] {
            [] => 1 << number,
            tiles => tiles[number as usize],
        }
    }

    /// Returns the placements, in order.
    #[inline]
    pub(in crate::placement) fn placements(
        &self,
        fields: &Fields,
    ) -> impl Iterator<Item = u32> + '_ {
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
        let cells = if tiles.is_empty() {
            free[0] | free[1]
        } else {
            0
        };
        let numbers = cells.cells().chain(0..tiles.len() as u32);
        numbers
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
    pub(in crate::placement) fn held_off(&self, fields: &Fields, second: bool) -> u64 {
        let (own, other) = fields.sides(second);
        let [alike, unlike] = self.rules.apart;
        let off = if alike { own } else { 0 } | if unlike { other } else { 0 };
        self.adjacency.around(off)
    }

    /// Returns the empty cells where a mark leaves a liberty to all chains.
    fn safe(&self, fields: &Fields, second: bool) -> u64 {
        let (own, other) = fields.sides(second);
        self.adjacency
            .safe(own, other, self.all() & !fields.taken())
    }

    /// Returns whether all chains have a liberty after a placement.
    fn breathes(&self, fields: &Fields, cells: u64, second: bool) -> bool {
        let (mut x, mut o) = (fields.x, fields.o);
        *(if second { &mut o } else { &mut x }) |= cells;
        let empty = self.all() & !(x | o);
        self.adjacency.breathe(x, empty) && self.adjacency.breathe(o, empty)
    }

    /// Appends the moves of a position that is not over.
    pub(in crate::placement) fn all_moves(&self, fields: &Fields, moves: &mut Moves) {
        moves.extend(self.placements(fields));
        moves.extend(self.poppable(fields).map(|column| POP + column[0]));
        if self.may_swap(fields) {
            moves.push(SWAP);
        }
        if self.may_pass(fields) {
            moves.push(PASS);
        }
    }

    /// Returns whether Second may take over First's marks.
    pub(in crate::placement) fn may_swap(&self, fields: &Fields) -> bool {
        self.rules.swap
            && fields.to_move == Player::Second
            && !fields.passed
            && fields.o == 0
            && fields.x.count_ones() as usize == self.rules.opening
            && fields.left == self.turn(fields.taken())
    }

    /// Returns whether Second may still take over First's marks, now or later. Once this is false it stays false.
    pub(in crate::placement) fn swap_may_come(&self, fields: &Fields) -> bool {
        let marks = fields.x.count_ones() as usize;
        self.rules.swap && fields.o == 0 && marks <= self.rules.opening
    }

    /// Returns whether the player may pass, which is only possible instead of a whole turn.
    pub(in crate::placement) fn may_pass(&self, fields: &Fields) -> bool {
        self.rules.pass[fields.to_move as usize] && fields.left == self.turn(fields.taken())
    }

    /// Returns the cells that may be marked.
    #[inline]
    pub(in crate::placement) fn open(&self, fields: &Fields) -> u64 {
        let taken = fields.taken();
        let mut open = self.all() & !taken;
        if taken == 0 {
            // There are at most 60 cells.
            open &= !(self.rules.forbidden as u64);
        }
        if self.board.gravity {
            let rests = |cell: &u32| self.support[*cell as usize] & !taken == 0;
            open = open
                .cells()
                .filter(rests)
                .fold(0, |set, cell| set | 1 << cell);
        }
        open
    }
}
