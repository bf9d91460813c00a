//! The rules of play, on positions packed into one integer: a code for each cell, then who is to move.

use super::compile::Ray;
use super::{Pieces, Stuck};
use crate::compact::Moves;
use yomikiri_core::{Outcome, Player};

/// A move: from, to, and one more than the cell jumped over where that piece is captured.
#[inline]
pub(super) fn pack(from: u32, to: u32, taken: u32) -> u32 {
    from | to << 6 | taken << 12
}

/// The move's cells: from, to, and the one whose piece a jump captures.
#[inline]
pub(super) fn unpack(mv: u32) -> (u32, u32, Option<u32>) {
    (mv & 63, mv >> 6 & 63, (mv >> 12).checked_sub(1))
}

impl Pieces {
    #[inline]
    pub(super) fn cells(&self) -> u32 {
        self.rules.shape.cells().len() as u32
    }

    /// What stands on a cell.
    #[inline]
    pub(super) fn at(&self, state: u128, cell: u32) -> Option<(Player, usize)> {
        let code = (state >> (self.width * cell)) as u32 & ((1 << self.width) - 1);
        let code = code.checked_sub(1)?;
        Some((Player::after(code & 1), (code >> 1) as usize))
    }

    #[inline]
    pub(super) fn only(&self, cell: u32, piece: Option<(Player, usize)>) -> u128 {
        let code = piece.map_or(0, |(player, kind)| 1 + 2 * kind as u32 + player as u32);
        u128::from(code) << (self.width * cell)
    }

    #[inline]
    pub(super) fn without(&self, state: u128, cell: u32) -> u128 {
        state & !(((1u128 << self.width) - 1) << (self.width * cell))
    }

    /// The position with these pieces.
    pub(super) fn packed(
        &self,
        pieces: impl IntoIterator<Item = Option<(Player, usize)>>,
        mover: Player,
    ) -> u128 {
        let pieces = (0..).zip(pieces);
        let placed = pieces.map(|(cell, piece)| self.only(cell, piece));
        placed.fold(self.mover_bit(mover), |state, piece| state | piece)
    }

    #[inline]
    pub(super) fn mover_bit(&self, mover: Player) -> u128 {
        (mover as u128) << (self.width * self.cells())
    }

    #[inline]
    pub(super) fn mover(&self, state: u128) -> Player {
        Player::after((state >> (self.width * self.cells())) as u32 & 1)
    }

    /// Hands every legal move to `each`, until it says that it has seen enough.
    #[inline]
    fn each_move(&self, state: u128, mut each: impl FnMut(u32) -> bool) {
        let mover = self.mover(state);
        for from in 0..self.cells() {
            let Some((owner, kind)) = self.at(state, from) else {
                continue;
            };
            if owner != mover {
                continue;
            }
            for ray in &self.rays[mover as usize][kind][from as usize] {
                if !self.along(state, mover, from, ray, &mut each) {
                    return;
                }
            }
        }
    }

    /// The moves along one way; whether to go on.
    #[inline]
    pub(super) fn along(
        &self,
        state: u128,
        mover: Player,
        from: u32,
        ray: &Ray,
        each: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        let mut cells = &ray.cells[..];
        let mut taken = 0;
        if let Some(over) = ray.over() {
            let Some((owner, _)) = self.at(state, over) else {
                return true;
            };
            let may = if owner == mover {
                ray.over_own
            } else {
                ray.over_enemy
            };
            if !may {
                return true;
            }
            taken = if ray.takes { over + 1 } else { 0 };
            cells = &cells[1..];
        }
        for &to in cells {
            let to = u32::from(to);
            let may = match self.at(state, to) {
                None => ray.onto_empty,
                Some((owner, _)) => {
                    // Nothing goes on behind a piece.
                    return owner == mover || !ray.onto_enemy || each(pack(from, to, taken));
                }
            };
            if may && !each(pack(from, to, taken)) {
                return false;
            }
        }
        true
    }

    pub(super) fn legal(&self, state: u128, moves: &mut Moves) {
        self.each_move(state, |mv| {
            // Two declared ways may lead to the same cell.
            if !moves.contains(&mv) {
                moves.push(mv);
            }
            true
        });
    }

    fn is_stuck(&self, state: u128) -> bool {
        let mut stuck = true;
        self.each_move(state, |_| {
            stuck = false;
            false
        });
        stuck
    }

    /// What a player's piece is once it has come to a cell.
    pub(super) fn turned(&self, kind: usize, owner: Player, to: u32) -> usize {
        let becomes = self.rules.kinds[kind].becomes;
        let becomes = becomes.filter(|(_, at)| at[owner as usize] >> to & 1 == 1);
        becomes.map_or(kind, |(kind, _)| kind)
    }

    pub(super) fn after(&self, state: u128, mv: u32) -> u128 {
        let (from, to, taken) = unpack(mv);
        let piece = self.at(state, from);
        let piece = piece.map(|(owner, kind)| (owner, self.turned(kind, owner, to)));
        let mut next = self.without(self.without(state, from), to);
        if let Some(taken) = taken {
            next = self.without(next, taken);
        }
        next |= self.only(to, piece);
        next ^ self.mover_bit(Player::Second)
    }

    /// Whether a player's pieces have won, and whether they have lost.
    fn standing(&self, state: u128, player: Player) -> (bool, bool) {
        let rules = &self.rules;
        let (mut pieces, mut royal, mut home) = (0, rules.royal == 0, false);
        for cell in 0..self.cells() {
            match self.at(state, cell) {
                Some((owner, kind)) if owner == player => {
                    pieces += 1;
                    royal |= rules.royal >> kind & 1 == 1;
                    home |= rules.runners >> kind & 1 == 1
                        && rules.goal[player as usize] >> cell & 1 == 1;
                }
                _ => {}
            }
        }
        (home, !royal || pieces < rules.least)
    }

    pub(super) fn result(&self, state: u128) -> Option<Outcome> {
        let mover = self.mover(state);
        let last = mover.opponent();
        let (last_home, last_lost) = self.standing(state, last);
        let (mover_home, mover_lost) = self.standing(state, mover);
        if last_home || mover_lost {
            return Some(Outcome::Win(last));
        }
        if mover_home || last_lost {
            return Some(Outcome::Win(mover));
        }
        self.is_stuck(state).then_some(match self.rules.stuck {
            Stuck::Loses => Outcome::Win(last),
            Stuck::Wins => Outcome::Win(mover),
            Stuck::Draws => Outcome::Draw,
        })
    }

    /// The pieces of both players, each counted with the rows of the board and those still before it.
    pub(super) fn rows_to_go(&self, state: u128) -> u64 {
        let [_, rows, _] = self.rules.shape.size();
        let of = |cell: u32| {
            let row = usize::from(self.rules.shape.cells()[cell as usize].row);
            let (player, _) = self.at(state, cell)?;
            let before = match player {
                Player::First => row,
                Player::Second => rows - 1 - row,
            };
            Some((rows + before) as u64)
        };
        (0..self.cells()).filter_map(of).sum()
    }

    /// Whether an integer is a position: every cell has the code of a piece, and no further bit is set.
    pub(super) fn is_position(&self, state: u128) -> bool {
        let code = |cell: u32| (state >> (self.width * cell)) as u32 & ((1 << self.width) - 1);
        let known = (0..self.cells()).all(|cell| code(cell) as usize <= 2 * self.rules.kinds.len());
        let bits = self.width * self.cells() + 1;
        known && (bits == 128 || state >> bits == 0)
    }

    pub(super) fn mapped(&self, state: u128, map: &[u32]) -> u128 {
        let moved = (0..)
            .zip(map)
            .map(|(cell, &to)| self.only(to, self.at(state, cell)));
        moved.fold(self.mover_bit(self.mover(state)), |image, piece| {
            image | piece
        })
    }
}
