//! Predecessors: the module builds candidates for the position before and keeps those from which the move leads
//! here. Games with pieces in hand, with moves that capture several pieces, with lines that take a piece, or in
//! which both players may pass do not offer predecessors.

use super::Pieces;
use super::coding::Board;
use super::play::pack;
use super::ray::Ray;
use yomikiri_core::Player;

impl Pieces {
    /// Appends the positions from which one move leads here, each of them once.
    pub(super) fn before(&self, board: &Board, before: &mut Vec<u128>) {
        let mover = board.mover.opponent();
        if self.rules.ends[mover as usize].safe && self.exposed(board, mover) {
            return;
        }
        let mut all = Vec::new();
        let unpassed = Board { mover, ..*board };
        if self.rules.passes.has(mover) && self.allows_pass(&unpassed) {
            all.push(self.coding.pack(&unpassed));
        }
        let known = self.coding.pieces().iter();
        let own: Vec<usize> = known
            .filter(|(owner, _)| *owner == mover)
            .map(|(_, kind)| *kind)
            .collect();
        // A player who flies now also flew before the move, because a move takes nothing from the mover.
        let flies = self.flies(board, mover);
        for (to, kind) in self.men(board, mover) {
            let flight = flies.then(|| Ray::flight(to));
            for &was in own
                .iter()
                .filter(|&&was| self.rules.turns(was, mover, to) >> kind & 1 == 1)
            {
                let free = (0..self.cells()).filter(|from| self.at(board, *from).is_none());
                for from in free {
                    let rays = &self.rays[mover as usize][was][from as usize];
                    for ray in rays.iter().chain(&flight) {
                        if ray.cells.contains(&(to as u8)) {
                            self.before_along(board, (from, to), (mover, was), ray, &mut all);
                        }
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        before.append(&mut all);
    }

    /// Does the same for a piece that moved along one ray.
    fn before_along(
        &self,
        board: &Board,
        (from, to): (u32, u32),
        piece: (Player, usize),
        ray: &Ray,
        before: &mut Vec<u128>,
    ) {
        let (mover, _) = piece;
        let mut back = *board;
        back.mover = mover;
        back.codes[from as usize] = self.coding.code(piece);
        let count = board.codes.iter().filter(|code| **code != 0).count() as u32;
        let room = self.coding.most_pieces() - count;
        // The codes of pieces that may have stood on a cell: those of either player, or only those of the enemy.
        let codes = |own: bool| {
            let known = self.coding.pieces().iter();
            let fits = known.filter(move |(owner, _)| own || *owner != mover);
            fits.map(|&piece| self.coding.code(piece))
        };
        let taken = ray.over().filter(|_| ray.takes);
        // A jump that captures leaves the cell that it went over empty. Other jumps leave it as it was.
        let went_over: Vec<u8> = match taken {
            Some(cell) if board.codes[cell as usize] != 0 => return,
            Some(_) => codes(true).collect(),
            None => vec![0],
        };
        // The kind that the piece becomes is not part of the ray.
        let wanted = pack(from, to, taken.map_or(0, |cell| cell + 1));
        for over in went_over {
            for captured in std::iter::once(0).chain(codes(false)) {
                if u32::from(over != 0) + u32::from(captured != 0) > room {
                    continue;
                }
                let mut candidate = back;
                candidate.codes[to as usize] = captured;
                if let Some(cell) = taken {
                    candidate.codes[cell as usize] = over;
                }
                let mut leads_here = false;
                self.along(&candidate, mover, from, ray, &mut |mv| {
                    leads_here |= mv == wanted;
                    !leads_here
                });
                let captures = captured != 0 || taken.is_some();
                let allowed =
                    captures || !self.rules.captures.forced || !self.can_capture(&candidate);
                if leads_here && allowed && self.result(&candidate).is_none() {
                    before.push(self.coding.pack(&candidate));
                }
            }
        }
    }
}
