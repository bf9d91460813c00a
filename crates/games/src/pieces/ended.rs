//! The ends of play, and the players whom they concern.

use super::coding::Board;
use super::play::{Parts, unpack};
use super::{Ends, Made, Passed, Pieces, Stuck, Trap};
use crate::positional::CellSet;
use yomikiri_core::{Outcome, Player};

/// The reason why a game has ended, with the player concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The player has a piece on a goal.
    Goal(Player),
    /// The player has a line.
    Line(Player),
    /// The player has no royal piece.
    Royal(Player),
    /// The player has too few pieces.
    Least(Player),
    /// A piece of the player's is trapped.
    Trapped(Player),
    /// The player has no move, and the last royal piece could be captured.
    Mate(Player),
    /// The player has no move.
    Stuck(Player),
    /// Both players have passed.
    Passed,
}

impl Pieces {
    /// Returns whether only having no move ends the game, and a player without one loses.
    pub(super) fn is_normal(&self) -> bool {
        let only_stuck = |ends: &Ends| {
            ends.goal == 0
                && ends.royal == 0
                && !ends.safe
                && ends.least == 0
                && !ends.lines.exist()
                && ends.traps.is_empty()
                && ends.stuck == Stuck::Loses
        };
        // During a turn of several moves, the other player could not be to move.
        !self.rules.captures.again
            && !self.rules.passes.exist()
            && self.rules.ends.iter().all(only_stuck)
    }

    fn is_stuck(&self, board: &Board) -> bool {
        let mut stuck = true;
        self.each_move(board, |_| {
            stuck = false;
            false
        });
        stuck
    }

    /// Returns the number of a player's royal pieces.
    fn royals(&self, board: &Board, player: Player) -> u32 {
        let royal = self.rules.ends[player as usize].royal;
        let men = self.men(board, player);
        men.filter(|(_, kind)| royal >> kind & 1 == 1).count() as u32
    }

    /// Returns whether the opponent, if to move, could capture the last of a player's royal pieces by one move.
    pub(super) fn exposed(&self, board: &Board, player: Player) -> bool {
        // A piece that is put down captures no royal piece: lines that take do not go with `safe`.
        if self.must_drop(board, player.opponent()) {
            return false;
        }
        let left = self.royals(board, player);
        let royal = |cell: u32| {
            let piece = self.at(board, cell).filter(|(owner, _)| *owner == player);
            piece.is_some_and(|(_, kind)| self.rules.ends[player as usize].royal >> kind & 1 == 1)
        };
        let mut exposed = false;
        self.each_way(board, player.opponent(), |mv| {
            let Parts { to, taken, .. } = unpack(mv);
            let mut lost = u32::from(royal(to)) + u32::from(taken.is_some_and(royal));
            if self.rules.captures.encloses() {
                let theirs = Board {
                    mover: player.opponent(),
                    ..*board
                };
                let next = self.shifted(&theirs, mv);
                let held = self.enclosed(&next, player.opponent(), to);
                lost += held.filter(|&cell| royal(cell)).count() as u32;
            }
            exposed = lost > 0 && lost == left;
            !exposed
        });
        exposed
    }

    /// Returns the end that wins for a player, and the end that loses.
    fn standing(&self, board: &Board, player: Player) -> (Option<End>, Option<End>) {
        let ends = &self.rules.ends[player as usize];
        let (mut royal, mut home) = (ends.royal == 0, 0);
        let mut standing: CellSet = 0;
        for (cell, kind) in self.men(board, player) {
            royal |= ends.royal >> kind & 1 == 1;
            home += u32::from(ends.runners >> kind & 1 == 1 && ends.goal >> cell & 1 == 1);
            standing |= CellSet::from(ends.lines.kinds >> kind & 1) << cell;
        }
        // Pieces in hand are not lost.
        let few = ends.least > 0 && self.count(board, player) < ends.least;
        let line = self.lines[player as usize]
            .iter()
            .any(|line| line & !standing == 0);
        let line = line.then_some(End::Line(player));
        let (made, ruined) = match ends.lines.made {
            Made::Wins => (line, None),
            Made::Loses => (None, line),
            Made::Takes => (None, None),
        };
        let owner = |cell: u32| self.at(board, cell).map(|(owner, _)| owner);
        let is_trapped = |&(cell, by): &Trap| {
            let mut by = (0..self.cells()).filter(|cell| by >> cell & 1 == 1);
            owner(cell as u32) == Some(player)
                && by.all(|cell| owner(cell) == Some(player.opponent()))
        };
        let trapped = ends.traps.iter().any(is_trapped);
        let trapped = trapped.then_some(End::Trapped(player));
        let (freed, caught) = match ends.trapped_wins {
            true => (trapped, None),
            false => (None, trapped),
        };
        let lost = match (royal, few) {
            (false, _) => Some(End::Royal(player)),
            (true, true) => Some(End::Least(player)),
            (true, false) => ruined.or(caught),
        };
        let home = (ends.goal != 0 && home >= ends.count).then_some(End::Goal(player));
        (home.or(made).or(freed), lost)
    }

    /// Returns the end that the pieces on the board decide, whatever moves there are.
    pub(super) fn decided(&self, board: &Board) -> Option<(Outcome, End)> {
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
        None
    }

    /// Returns whether the pieces on the board have ended the game.
    pub(super) fn is_decided(&self, board: &Board) -> bool {
        self.decided(board).is_some()
    }

    /// Returns the points of a player's pieces, on the board and in hand.
    pub(super) fn points(&self, board: &Board, player: Player) -> i64 {
        let hand = board.hands[player as usize].iter();
        let hand = hand
            .zip(self.coding.held())
            .map(|(&count, &kind)| i64::from(count) * self.rules.kinds[kind].points);
        let men = self.men(board, player);
        hand.chain(men.map(|(_, kind)| self.rules.kinds[kind].points))
            .sum()
    }

    fn by_points(&self, board: &Board) -> Outcome {
        let [first, second] = Player::BOTH.map(|player| self.points(board, player));
        Outcome::Margin(first - second)
    }

    /// Returns the result and the end of the game, if it is over.
    pub(super) fn ended(&self, board: &Board) -> Option<(Outcome, End)> {
        if board.going.is_some() {
            return None;
        }
        if let Some(ended) = self.decided(board) {
            return Some(ended);
        }
        if board.passed == 2 {
            let outcome = match self.rules.passes.twice {
                Passed::Draw => Outcome::Draw,
                Passed::Win(player) => Outcome::Win(player),
                Passed::Points => self.by_points(board),
            };
            return Some((outcome, End::Passed));
        }
        let (mover, last) = (board.mover, board.mover.opponent());
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
            Stuck::Points => self.by_points(board),
        };
        Some((outcome, End::Stuck(mover)))
    }

    pub(super) fn result(&self, board: &Board) -> Option<Outcome> {
        self.ended(board).map(|(outcome, _)| outcome)
    }
}
