//! Moves taken back: what may have been before is put together, and kept where the move leads here.

use super::Pieces;
use super::compile::Ray;
use super::play::pack;
use yomikiri_core::Player;

impl Pieces {
    /// Appends the positions from which one move leads here, each once.
    pub(super) fn before(&self, state: u128, before: &mut Vec<u128>) {
        let mover = self.mover(state).opponent();
        let mut all = Vec::new();
        for to in 0..self.cells() {
            let Some((_, kind)) = self.at(state, to).filter(|(owner, _)| *owner == mover) else {
                continue;
            };
            for was in
                (0..self.rules.kinds.len()).filter(|&was| self.turned(was, mover, to) == kind)
            {
                let free = (0..self.cells()).filter(|from| self.at(state, *from).is_none());
                for from in free {
                    for ray in &self.rays[mover as usize][was][from as usize] {
                        if ray.cells.contains(&(to as u8)) {
                            self.before_along(state, (from, to), (mover, was), ray, &mut all);
                        }
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        before.append(&mut all);
    }

    /// The same for a piece that went one way.
    fn before_along(
        &self,
        state: u128,
        (from, to): (u32, u32),
        piece: (Player, usize),
        ray: &Ray,
        before: &mut Vec<u128>,
    ) {
        let (mover, _) = piece;
        let back = self.without(state, to) | self.only(from, Some(piece));
        let back = back ^ self.mover_bit(Player::Second);
        let of = |player: Player| (0..self.rules.kinds.len()).map(move |kind| Some((player, kind)));
        let over = ray.over();
        let taken = over.filter(|_| ray.takes);
        // A jump that takes leaves nothing on the cell that it went over; another leaves it as it was.
        let went_over: Vec<Option<(Player, usize)>> = match over {
            Some(cell) if ray.takes => match self.at(state, cell) {
                None => of(Player::First).chain(of(Player::Second)).collect(),
                Some(_) => return,
            },
            _ => vec![None],
        };
        let wanted = pack(from, to, taken.map_or(0, |cell| cell + 1));
        for over in went_over {
            let jumped = match taken {
                Some(cell) => back | self.only(cell, over),
                None => back,
            };
            for captured in [None].into_iter().chain(of(mover.opponent())) {
                let candidate = jumped | self.only(to, captured);
                let mut leads_here = false;
                self.along(candidate, mover, from, ray, &mut |mv| {
                    leads_here |= mv == wanted;
                    !leads_here
                });
                if leads_here && self.result(candidate).is_none() {
                    before.push(candidate);
                }
            }
        }
    }
}
