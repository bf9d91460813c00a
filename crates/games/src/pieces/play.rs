//! The rules of play.

use super::coding::Board;
use super::ray::Ray;
use super::{May, Pieces};
use crate::compact::Moves;
use crate::positional::CellSet;
use yomikiri_core::Player;

/// Packs a move: its origin, its target, and one more than the cell of the captured piece.
#[inline]
pub(super) fn pack(from: u32, to: u32, taken: u32) -> u32 {
    from | to << 7 | taken << TAKEN
}

/// The position in a move of the captured cell, plus one. Below it are the cells that the piece leaves and enters.
pub(super) const TAKEN: u32 = 14;

/// The position in a move of the chosen kind's number, plus one.
const CHOSEN: u32 = 22;

/// The mark of a move that puts a piece down from the hand. The origin then holds the place of its kind.
const DROP: u32 = 1 << 31;

/// The move that ends a turn in which captures might go on.
pub(super) const STOP: u32 = 1 << 30;

/// The move that passes.
pub(super) const PASS: u32 = 1 << 29;

/// The parts of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// The cell that the piece leaves, or the place of its kind in the hand.
    pub(super) from: Result<u32, usize>,
    pub(super) to: u32,
    /// The cell whose piece a jump captures or a line takes.
    pub(super) taken: Option<u32>,
    /// The kind that the piece becomes or stays, if the mover has a choice.
    pub(super) chosen: Option<usize>,
}

/// Splits a move into its parts.
#[inline]
pub(super) fn unpack(mv: u32) -> Parts {
    let from = mv & 127;
    Parts {
        from: match mv & DROP {
            0 => Ok(from),
            _ => Err(from as usize),
        },
        to: mv >> 7 & 127,
        taken: (mv >> TAKEN & 255).checked_sub(1),
        chosen: (mv >> CHOSEN & 31).checked_sub(1).map(|kind| kind as usize),
    }
}

impl Pieces {
    #[inline]
    pub(super) fn cells(&self) -> u32 {
        self.rules.shape.cells().len() as u32
    }

    /// Returns the piece on a cell.
    #[inline]
    pub(super) fn at(&self, board: &Board, cell: u32) -> Option<(Player, usize)> {
        self.coding.piece(board.codes[cell as usize])
    }

    /// Returns the cells and kinds of a player's pieces.
    #[inline]
    pub(super) fn men(&self, board: &Board, player: Player) -> impl Iterator<Item = (u32, usize)> {
        let piece = move |cell: u32| {
            let (owner, kind) = self.at(board, cell)?;
            (owner == player).then_some((cell, kind))
        };
        (0..self.cells()).filter_map(piece)
    }

    /// Returns whether a player has few enough pieces that they fly.
    #[inline]
    pub(super) fn flies(&self, board: &Board, player: Player) -> bool {
        let most = self.rules.fly[player as usize];
        most > 0 && self.count(board, player) <= most
    }

    /// Returns the number of a player's pieces, on the board and in hand.
    pub(super) fn count(&self, board: &Board, player: Player) -> u32 {
        let hand = board.hands[player as usize].iter();
        let hand: u32 = hand.map(|&count| u32::from(count)).sum();
        hand + self.men(board, player).count() as u32
    }

    /// Hands the moves of a player's pieces to `each`, safe or not, until it returns false.
    #[inline]
    pub(super) fn each_way(
        &self,
        board: &Board,
        player: Player,
        mut each: impl FnMut(u32) -> bool,
    ) {
        let going = board.going.filter(|_| player == board.mover);
        let flies = self.flies(board, player);
        let men = self.men(board, player);
        for (from, kind) in men.filter(|(cell, _)| going.is_none_or(|going| going == *cell)) {
            for ray in &self.rays[player as usize][kind][from as usize] {
                let mut of_each = |mv| self.each_kind(kind, player, mv, &mut each);
                if !self.along(board, player, from, ray, &mut of_each) {
                    return;
                }
            }
            let mut free = (0..self.cells()).filter(|to| flies && board.codes[*to as usize] == 0);
            if !free.all(|to| self.each_kind(kind, player, pack(from, to, 0), &mut each)) {
                return;
            }
        }
    }

    /// Hands on a move of a piece once for each kind that the piece may become. Returns whether to go on.
    #[inline]
    fn each_kind(
        &self,
        kind: usize,
        owner: Player,
        mv: u32,
        each: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        let becomes = self.rules.kinds[kind].becomes.filter(|of| of.is_choice());
        let to = unpack(mv).to;
        if becomes.is_none_or(|of| of.at[owner as usize] >> to & 1 == 0) {
            return each(mv);
        }
        let kinds = self.rules.turns(kind, owner, to);
        let mut kinds = (0..self.rules.kinds.len()).filter(|of| kinds >> of & 1 == 1);
        kinds.all(|kind| each(mv | (kind as u32 + 1) << CHOSEN))
    }

    /// Returns whether a player has pieces in hand that have to be put down before any other piece moves.
    #[inline]
    pub(super) fn must_drop(&self, board: &Board, player: Player) -> bool {
        let hand = &board.hands[player as usize];
        self.rules.hands.first && hand.iter().any(|&count| count > 0)
    }

    /// Hands the moves that put down a player's pieces from the hand to `each`, safe or not, until it returns false.
    fn each_drop(&self, board: &Board, player: Player, mut each: impl FnMut(u32) -> bool) {
        let held = self.coding.held().iter().enumerate();
        for (place, &kind) in held {
            if board.hands[player as usize][place] == 0 {
                continue;
            }
            let cells = self.rules.kinds[kind].drops;
            let cells = cells.map_or(!0, |cells| cells[player as usize]);
            let free = |cell: &u32| cells >> cell & 1 == 1 && board.codes[*cell as usize] == 0;
            let mut free = (0..self.cells()).filter(free);
            if !free.all(|cell| each(pack(place as u32, cell, 0) | DROP)) {
                return;
            }
        }
    }

    /// Hands every legal move to `each`, until it returns false.
    #[inline]
    pub(super) fn each_move(&self, board: &Board, mut each: impl FnMut(u32) -> bool) {
        let (going, forced) = (board.going.is_some(), self.rules.captures.forced);
        let captures_alone = going || forced && self.can_capture(board);
        if !captures_alone {
            let (mut any, mut goes_on) = (false, true);
            self.each_safe(board, |mv| {
                any = true;
                goes_on = each(mv);
                goes_on
            });
            if goes_on && self.may_pass(board, any) {
                each(PASS);
            }
            return;
        }
        self.each_safe(board, |mv| !self.captures(board, mv) || each(mv));
        // If `each` has returned false, the extra call does no harm.
        if going && !forced {
            each(STOP);
        }
    }

    /// Returns whether the mover may pass in place of a move. `any` says whether there is a move.
    fn may_pass(&self, board: &Board, any: bool) -> bool {
        let may = match self.rules.passes.may[board.mover as usize] {
            May::Never => false,
            May::Stuck => !any,
            May::Always => true,
        };
        let safe = self.rules.ends[board.mover as usize].safe;
        may && !(safe && self.exposed(board, board.mover))
    }

    /// Returns whether a pass is a legal move here.
    pub(super) fn allows_pass(&self, board: &Board) -> bool {
        let mut allows = false;
        self.each_move(board, |mv| {
            allows = mv == PASS;
            !allows
        });
        allows && self.result(board).is_none()
    }

    /// Returns whether some safe move captures.
    pub(super) fn can_capture(&self, board: &Board) -> bool {
        let mut can = false;
        self.each_safe(board, |mv| {
            can = self.captures(board, mv);
            !can
        });
        can
    }

    /// Returns whether a move takes a piece off the board.
    pub(super) fn captures(&self, board: &Board, mv: u32) -> bool {
        let Parts {
            from, to, taken, ..
        } = unpack(mv);
        // A piece that is put down captures nothing, unless it makes a line that takes.
        if from.is_err() {
            return taken.is_some();
        }
        let onto = board.codes[to as usize] != 0;
        onto || taken.is_some()
            || self.rules.captures.encloses() && {
                let next = self.shifted(board, mv);
                self.enclosed(&next, board.mover, to).next().is_some()
            }
    }

    /// Returns the enemies enclosed between a player's piece that has come to a cell and another of that player's.
    pub(super) fn enclosed(
        &self,
        board: &Board,
        player: Player,
        to: u32,
    ) -> impl Iterator<Item = u32> {
        let owner = move |cell: u32| self.at(board, cell).map(|(owner, _)| owner);
        let pairs = self.beside[to as usize].iter();
        let held = pairs.filter(move |(beside, behind)| {
            owner(*beside) == Some(player.opponent()) && owner(*behind) == Some(player)
        });
        held.map(|(beside, _)| *beside)
    }

    /// Hands every safe move to `each`, captures or not, until it returns false.
    #[inline]
    fn each_safe(&self, board: &Board, mut each: impl FnMut(u32) -> bool) {
        let mover = board.mover;
        let mut each = |mv| self.each_taking(board, mv, &mut each);
        let is_safe = |mv| {
            !self.rules.ends[mover as usize].safe || !self.exposed(&self.moved(board, mv), mover)
        };
        let mut goes_on = true;
        if !self.must_drop(board, mover) {
            self.each_way(board, mover, |mv| {
                goes_on = !is_safe(mv) || each(mv);
                goes_on
            });
        }
        if goes_on {
            self.each_drop(board, mover, |mv| !is_safe(mv) || each(mv));
        }
    }

    /// Hands on a move, or, if it makes a line that takes, the move with each enemy that it can take. Returns
    /// whether to go on.
    #[inline]
    fn each_taking(&self, board: &Board, mv: u32, each: &mut impl FnMut(u32) -> bool) -> bool {
        let mover = board.mover;
        if !self.rules.takes(mover) {
            return each(mv);
        }
        let next = self.shifted(board, mv);
        let here: CellSet = 1 << unpack(mv).to;
        let made = self.full_lines(&next, mover);
        let prey = match made & here {
            0 => 0,
            _ => self.prey(&next, mover.opponent()),
        };
        if prey == 0 {
            return each(mv);
        }
        let mut cells = (0..self.cells()).filter(|cell| prey >> cell & 1 == 1);
        cells.all(|cell| each(mv | (cell + 1) << TAKEN))
    }

    /// Returns the cells of a player's full lines.
    fn full_lines(&self, board: &Board, player: Player) -> CellSet {
        let kinds = self.rules.ends[player as usize].lines.kinds;
        let men = self
            .men(board, player)
            .filter(|(_, kind)| kinds >> kind & 1 == 1);
        let standing = men.fold(0, |set: CellSet, (cell, _)| set | 1 << cell);
        let full = self.lines[player as usize].iter();
        full.filter(|&line| line & !standing == 0)
            .fold(0, |set, line| set | line)
    }

    /// Returns the pieces of a player that a line of the opponent's may take: those in no line, or all if every
    /// piece is in one.
    fn prey(&self, board: &Board, player: Player) -> CellSet {
        let all = self
            .men(board, player)
            .fold(0, |set: CellSet, (cell, _)| set | 1 << cell);
        let safe = match self.rules.takes(player) {
            true => self.full_lines(board, player),
            false => 0,
        };
        match all & !safe {
            0 => all,
            open => open,
        }
    }

    /// Hands the moves along one ray to `each`. Returns whether to go on.
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
        let mut farthest = None;
        for &to in cells {
            let to = u32::from(to);
            let mv = pack(from, to, taken);
            match self.at(board, to) {
                None if ray.far => farthest = Some(mv),
                None if ray.onto_empty && !each(mv) => return false,
                None => {}
                Some((owner, _)) if owner != mover && ray.onto_enemy => return each(mv),
                // No move goes on behind a piece.
                Some(_) => break,
            }
        }
        farthest.is_none_or(|mv| !ray.onto_empty || each(mv))
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
}
