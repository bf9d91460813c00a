//! The rules of play.

use super::coding::Board;
use super::ray::Ray;
use super::{Ends, Pieces, Stuck};
use crate::compact::Moves;
use yomikiri_core::{Outcome, Player};

/// A move: from, to, and one more than the cell jumped over where that piece is captured.
#[inline]
pub(super) fn pack(from: u32, to: u32, taken: u32) -> u32 {
    from | to << 7 | taken << 14
}

/// The move's cells: from, to, and the one whose piece a jump captures.
#[inline]
pub(super) fn unpack(mv: u32) -> (u32, u32, Option<u32>) {
    (mv & 127, mv >> 7 & 127, (mv >> 14).checked_sub(1))
}

impl Pieces {
    #[inline]
    pub(super) fn cells(&self) -> u32 {
        self.rules.shape.cells().len() as u32
    }

    /// What stands on a cell.
    #[inline]
    pub(super) fn at(&self, board: &Board, cell: u32) -> Option<(Player, usize)> {
        self.coding.piece(board.codes[cell as usize])
    }

    /// A player's pieces: cells and kinds.
    #[inline]
    pub(super) fn men(&self, board: &Board, player: Player) -> impl Iterator<Item = (u32, usize)> {
        let piece = move |cell: u32| {
            let (owner, kind) = self.at(board, cell)?;
            (owner == player).then_some((cell, kind))
        };
        (0..self.cells()).filter_map(piece)
    }

    /// Hands the moves of a player's pieces to `each`, safe or not, until it says that it has seen enough.
    #[inline]
    fn each_way(&self, board: &Board, player: Player, mut each: impl FnMut(u32) -> bool) {
        for (from, kind) in self.men(board, player) {
            for ray in &self.rays[player as usize][kind][from as usize] {
                if !self.along(board, player, from, ray, &mut each) {
                    return;
                }
            }
        }
    }

    /// Hands every legal move to `each`, until it says that it has seen enough.
    #[inline]
    fn each_move(&self, board: &Board, mut each: impl FnMut(u32) -> bool) {
        let mover = board.mover;
        self.each_way(board, mover, |mv| {
            if self.rules.ends[mover as usize].safe && self.exposed(&self.moved(board, mv), mover) {
                return true;
            }
            each(mv)
        });
    }

    /// The moves along one way; whether to go on.
    #[inline]
    pub(super) fn along(
        &self,
        board: &Board,
        mover: Player,
        from: u32,
        ray: &Ray,
        each: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        let mut cells = &ray.cells[..];
        let mut taken = 0;
        if let Some(over) = ray.over() {
            let Some((owner, _)) = self.at(board, over) else {
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
            let may = match self.at(board, to) {
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

    pub(super) fn legal(&self, board: &Board, moves: &mut Moves) {
        self.each_move(board, |mv| {
            // Two declared ways may lead to the same cell.
            if !moves.contains(&mv) {
                moves.push(mv);
            }
            true
        });
    }

    /// Whether nothing but having no move ends the game, and who has none has lost.
    pub(super) fn is_normal(&self) -> bool {
        let only_stuck = |ends: &Ends| {
            ends.goal == 0
                && ends.royal == 0
                && !ends.safe
                && ends.least == 0
                && ends.stuck == Stuck::Loses
        };
        self.rules.ends.iter().all(only_stuck)
    }

    fn is_stuck(&self, board: &Board) -> bool {
        let mut stuck = true;
        self.each_move(board, |_| {
            stuck = false;
            false
        });
        stuck
    }

    /// How many royal pieces a player has.
    fn royals(&self, board: &Board, player: Player) -> u32 {
        let royal = self.rules.ends[player as usize].royal;
        let men = self.men(board, player);
        men.filter(|(_, kind)| royal >> kind & 1 == 1).count() as u32
    }

    /// Whether the opponent, were it their turn, could capture the last of a player's royal pieces.
    pub(super) fn exposed(&self, board: &Board, player: Player) -> bool {
        let left = self.royals(board, player);
        let royal = |cell: u32| {
            let piece = self.at(board, cell).filter(|(owner, _)| *owner == player);
            piece.is_some_and(|(_, kind)| self.rules.ends[player as usize].royal >> kind & 1 == 1)
        };
        let mut exposed = false;
        self.each_way(board, player.opponent(), |mv| {
            let (_, to, over) = unpack(mv);
            let lost = u32::from(royal(to)) + u32::from(over.is_some_and(royal));
            exposed = lost > 0 && lost == left;
            !exposed
        });
        exposed
    }

    /// What a player's piece is once it has come to a cell.
    #[inline]
    pub(super) fn turned(&self, kind: usize, owner: Player, to: u32) -> usize {
        let becomes = self.rules.kinds[kind].becomes;
        let becomes = becomes.filter(|(_, at)| at[owner as usize] >> to & 1 == 1);
        becomes.map_or(kind, |(kind, _)| kind)
    }

    /// The position after a move, with the turn passed on.
    #[inline]
    pub(super) fn moved(&self, board: &Board, mv: u32) -> Board {
        let (from, to, taken) = unpack(mv);
        let mut next = *board;
        let piece = self.at(board, from);
        let piece = piece.map(|(owner, kind)| (owner, self.turned(kind, owner, to)));
        next.codes[from as usize] = 0;
        if let Some(taken) = taken {
            next.codes[taken as usize] = 0;
        }
        next.codes[to as usize] = piece.map_or(0, |piece| self.coding.code(piece));
        next.mover = board.mover.opponent();
        next
    }

    /// What has won for a player, and what has lost.
    fn standing(&self, board: &Board, player: Player) -> (Option<End>, Option<End>) {
        let ends = &self.rules.ends[player as usize];
        let (mut pieces, mut royal, mut home) = (0, ends.royal == 0, false);
        for (cell, kind) in self.men(board, player) {
            pieces += 1;
            royal |= ends.royal >> kind & 1 == 1;
            home |= ends.runners >> kind & 1 == 1 && ends.goal >> cell & 1 == 1;
        }
        let lost = match (royal, pieces < ends.least) {
            (false, _) => Some(End::Royal(player)),
            (true, true) => Some(End::Least(player)),
            (true, false) => None,
        };
        (home.then_some(End::Goal(player)), lost)
    }

    /// How the game has ended, if it has, and by what.
    pub(super) fn ended(&self, board: &Board) -> Option<(Outcome, End)> {
        let mover = board.mover;
        let last = mover.opponent();
        let (last_home, last_lost) = self.standing(board, last);
        let (mover_home, mover_lost) = self.standing(board, mover);
        if let Some(end) = last_home.or(mover_lost) {
            return Some((Outcome::Win(last), end));
        }
        if let Some(end) = mover_home.or(last_lost) {
            return Some((Outcome::Win(mover), end));
        }
        let ends = &self.rules.ends[mover as usize];
        if !self.is_stuck(board) {
            return None;
        }
        if ends.safe && self.exposed(board, mover) {
            return Some((Outcome::Win(last), End::Mate(mover)));
        }
        let outcome = match ends.stuck {
            Stuck::Loses => Outcome::Win(last),
            Stuck::Wins => Outcome::Win(mover),
            Stuck::Draws => Outcome::Draw,
        };
        Some((outcome, End::Stuck(mover)))
    }

    pub(super) fn result(&self, board: &Board) -> Option<Outcome> {
        self.ended(board).map(|(outcome, _)| outcome)
    }

    pub(super) fn mapped(&self, board: &Board, map: &[u32]) -> Board {
        let mut image = *board;
        for (&code, &to) in board.codes.iter().zip(map) {
            image.codes[to as usize] = code;
        }
        image
    }
}

/// What has ended a game, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The player has a piece on a goal.
    Goal(Player),
    /// The player has no royal piece.
    Royal(Player),
    /// The player has too few pieces.
    Least(Player),
    /// The player has no move, and the last royal piece could be captured.
    Mate(Player),
    /// The player has no move.
    Stuck(Player),
}
