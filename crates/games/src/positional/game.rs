//! The game compiled to bitboards.

#[cfg(test)]
mod tests;

use super::lines::Lines;
use super::position::Moves;
use super::tactics::Tactics;
use super::threats::Threats;
use super::{Bits, Full, Marks, Move, Position, Rules, RulesError, Shape, Symmetries};
use std::cmp::Reverse;
use std::sync::OnceLock;
use yomikiri_core::{Game, Outcome, Player};

/// A game of claiming cells on boards of at most `B::BITS` cells, made from [`Rules`].
///
/// `COMMON` compiles only the rules of most games ([`Rules::are_common`]), so that tests which are never needed at
/// run time cost nothing in a search. It makes no other difference.
#[derive(Clone, Debug)]
pub struct Positional<B: Bits, const COMMON: bool = false> {
    pub(super) rules: Rules,
    /// The cell of the shape (in reading order) for each bit of a board.
    pub(super) order: Box<[usize]>,
    /// The reverse of `order`.
    pub(super) bits: Box<[u32]>,
    /// The set of the cells of one board, and of all boards.
    pub(super) board: B,
    pub(super) all: B,
    /// The number of cells of one board, and of all boards.
    pub(super) board_cells: u32,
    pub(super) cells: u32,
    /// The lines of one board, as sets of its bits.
    pub(super) patterns: Box<[B]>,
    pub(super) lines: Lines<B>,
    /// The cells that rest on the floor or on a hole. Without gravity it has all cells, so that one formula serves
    /// both cases.
    pub(super) supported: B,
    /// The points of each cell of all boards, and their sums over each set of eight cells. Both are empty if there
    /// are no weights.
    pub(super) weights: Box<[i64]>,
    sums: Box<[[i64; 256]]>,
    /// The cells by falling weight.
    pub(super) by_weight: Box<[u8]>,
    /// The number of lines through each cell of all boards.
    pub(super) hints: Box<[i32]>,
    pub(super) symmetries: OnceLock<Symmetries<B>>,
    /// The worth of lines, if a line of one's own wins on a single board.
    pub(super) tactics: Option<Tactics<B>>,
    /// The lines by number, if the game is searched for wins by threats.
    pub(super) threats: Option<Threats<B>>,
}

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Compiles rules.
    ///
    /// # Errors
    ///
    /// If [`Rules::check`] fails, if there are more cells than `B` has bits, or if `COMMON` is set and the rules are
    /// not common.
    pub fn new(rules: Rules) -> Result<Positional<B, COMMON>, RulesError> {
        rules.check()?;
        if rules.cells() > B::BITS as usize {
            return Err(RulesError::TooManyCells {
                cells: rules.cells(),
                most: B::BITS as usize,
            });
        }
        if COMMON && !rules.are_common() {
            return Err(RulesError::Uncommon);
        }
        let shape = &rules.shape;
        let board_cells = shape.cells().len();
        let cells = rules.cells();
        let order = order(shape, rules.gravity);
        let mut bits = vec![0; board_cells].into_boxed_slice();
        for (bit, &number) in order.iter().enumerate() {
            bits[number] = bit as u32;
        }
        let patterns: Box<[B]> = rules
            .lines()
            .into_iter()
            .map(|line| {
                line.cells()
                    .fold(B::NONE, |set, cell| set | B::bit(bits[cell as usize]))
            })
            .collect();
        let (mut supported, mut all) = (B::NONE, B::NONE);
        let mut hints = Vec::new();
        for board in 0..rules.boards {
            for (bit, &number) in order.iter().enumerate() {
                let here = B::bit((board * board_cells + bit) as u32);
                all = all | here;
                if !rules.gravity || shape.below(number).is_none() {
                    supported = supported | here;
                }
                let through = |line: &&B| **line & B::bit(bit as u32) != B::NONE;
                hints.push(patterns.iter().filter(through).count() as i32);
            }
        }
        let weights: Box<[i64]> = match rules.weights.as_slice() {
            [] => Box::default(),
            weights => (0..cells)
                .map(|cell| weights[order[cell % board_cells]])
                .collect(),
        };
        let mut by_weight: Box<[u8]> = (0..weights.len()).map(|cell| cell as u8).collect();
        by_weight.sort_by_key(|&cell| Reverse(weights[usize::from(cell)]));
        Ok(Positional {
            board: B::low(board_cells as u32),
            all,
            board_cells: board_cells as u32,
            cells: cells as u32,
            lines: Lines::new(board_cells, rules.boards, &patterns),
            tactics: Tactics::of(&rules, &patterns),
            threats: Threats::of(&rules, &patterns, cells as u32),
            patterns,
            supported,
            sums: sums(&weights),
            weights,
            by_weight,
            hints: hints.into(),
            order,
            bits,
            rules,
            symmetries: OnceLock::new(),
        })
    }

    /// Returns the declaration of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns First's weights minus Second's.
    #[inline]
    pub fn margin(&self, position: &Position<B>) -> i64 {
        self.lead(position.first(), position.second())
    }

    // The sets are passed by value so that they can stay in registers.
    #[inline(never)]
    fn lead(&self, first: B, second: B) -> i64 {
        self.points(first) - self.points(second)
    }

    /// Returns the sum of the weights of a set of cells.
    #[inline]
    pub(super) fn points(&self, set: B) -> i64 {
        (0..)
            .zip(&self.sums)
            .map(|(eight, sums)| sums[set.byte(eight)])
            .sum()
    }

    /// Returns the bit of a cell of a board, from its number in reading order.
    pub(super) fn bit_of(&self, board: usize, number: usize) -> u32 {
        board as u32 * self.board_cells + self.bits[number]
    }

    /// Returns the part of a set that lies on one board, as a set of that board's bits.
    #[inline]
    pub(super) fn on_board(&self, set: B, board: usize) -> B {
        (set >> (board as u32 * self.board_cells)) & self.board
    }

    /// Returns the cells in which a mark may be placed. Lines of a single board are not considered (they end the
    /// game there).
    #[inline]
    pub(super) fn open(&self, position: &Position<B>) -> B {
        let empty = self.all & !position.taken();
        if COMMON {
            return empty;
        }
        let open = empty & (self.supported | position.taken() << 1);
        if self.rules.boards == 1 {
            open
        } else {
            open & self.living(position)
        }
    }

    /// Returns whether each player has marks of their own.
    #[inline]
    fn owned(&self) -> bool {
        COMMON || self.rules.marks == Marks::Own
    }

    /// Returns the cells of the boards without a line.
    #[inline(never)]
    fn living(&self, position: &Position<B>) -> B {
        (0..self.rules.boards)
            .filter(|&board| {
                !self.lines.within(self.on_board(position.own, board))
                    && !self.lines.within(self.on_board(position.other, board))
            })
            .fold(B::NONE, |set, board| {
                set | self.board << (board as u32 * self.board_cells)
            })
    }

    /// Returns the marks with nothing below them.
    pub(super) fn floating(&self, position: &Position<B>) -> B {
        let taken = position.taken();
        taken & !(self.supported | taken << 1)
    }

    /// Returns the marks that support no other mark.
    pub(super) fn uncovered(&self, position: &Position<B>) -> B {
        let taken = position.taken();
        taken & !((taken & !self.supported) >> 1)
    }

    /// Returns the result of a line on the only board: of the player to move, of the opponent, or of both.
    #[inline]
    fn line_outcome(&self, position: &Position<B>, own: bool, other: bool) -> Outcome {
        let counts = own && self.owned() && (!other || position.turn == Player::First);
        self.made_by(counts, position.turn)
    }

    /// Returns the result of a line that ends the game, made by the player to move or by the opponent. (In this form
    /// the result is a constant from that player's point of view.)
    #[inline]
    fn made_by(&self, to_move: bool, turn: Player) -> Outcome {
        Outcome::Win(if to_move != (!COMMON && self.rules.misere) {
            turn
        } else {
            turn.opponent()
        })
    }

    /// Returns the result of a full board.
    #[inline(always)]
    fn full_outcome(&self, position: &Position<B>) -> Outcome {
        match self.rules.full {
            Full::Points => Outcome::Margin(self.margin(position)),
            Full::Win(player) if !COMMON => Outcome::Win(player),
            Full::Win(_) | Full::Draw => Outcome::Draw,
        }
    }

    /// Computes [`Game::outcome`] of boards that are too large for a table, or of several boards.
    #[inline(never)]
    fn outcome_at_length(&self, position: &Position<B>) -> Option<Outcome> {
        if self.rules.boards == 1 {
            let own = self.lines.within(position.own);
            let other = self.lines.within(position.other);
            if own | other {
                return Some(self.line_outcome(position, own, other));
            }
        } else if self.living(position) == B::NONE {
            return Some(self.made_by(false, position.turn));
        }
        (self.open(position) == B::NONE).then(|| self.full_outcome(position))
    }
}

/// Returns the order in which the cells of a board take their bits: see [`Position`].
fn order(shape: &Shape, gravity: bool) -> Box<[usize]> {
    let mut order: Box<[usize]> = (0..shape.cells().len()).collect();
    if gravity {
        order.sort_by_key(|&number| {
            let cell = shape.cells()[number];
            (cell.layer, cell.col, Reverse(cell.row))
        });
    }
    order
}

/// Returns the sums of the weights over all subsets of each eight cells. They are within the points limit, because
/// the sum of all magnitudes is.
fn sums(weights: &[i64]) -> Box<[[i64; 256]]> {
    let of = |eight: &[i64]| {
        let mut sums = [0; 256];
        for set in 1..256_usize {
            let lowest = set.trailing_zeros() as usize;
            let weight = eight.get(lowest).copied().unwrap_or(0);
            sums[set] = sums[set & (set - 1)] + weight;
        }
        sums
    };
    weights.chunks(8).map(of).collect()
}

impl<B: Bits, const COMMON: bool> Game for Positional<B, COMMON> {
    const ALTERNATING: bool = true;
    type Position = Position<B>;
    type Move = Move;

    fn start(&self) -> Position<B> {
        Position::new(B::NONE, B::NONE)
    }

    #[inline]
    fn to_move(&self, position: &Position<B>) -> Player {
        position.turn
    }

    // Always inlined: solvers call it for every position, and through a call each answer would go through memory.
    #[inline(always)]
    fn outcome(&self, position: &Position<B>) -> Option<Outcome> {
        let Lines::Sole(table) = &self.lines else {
            return self.outcome_at_length(position);
        };
        // Lines come before the full board, because the last cell may make one.
        if table.has(position.other) {
            return Some(self.line_outcome(position, table.has(position.own), true));
        }
        if table.has(position.own) {
            return Some(self.line_outcome(position, true, false));
        }
        (position.taken() == self.all).then(|| self.full_outcome(position))
    }

    /// Only the player who has just moved can have a line, and a common board has a table.
    #[inline(always)]
    fn outcome_after_move(&self, next: &Position<B>) -> Option<Outcome> {
        if !COMMON {
            return self.outcome(next);
        }
        let Lines::Sole(table) = &self.lines else {
            return None;
        };
        if table.has(next.other) {
            return Some(self.made_by(false, next.turn));
        }
        (next.taken() == self.all).then(|| self.full_outcome(next))
    }

    #[inline]
    fn moves(&self, position: &Position<B>) -> impl Iterator<Item = Move> {
        let open = self.open(position);
        let again = if !COMMON && self.rules.marks == Marks::Either {
            open
        } else {
            B::NONE
        };
        Moves {
            open,
            again,
            mark: 0,
        }
    }

    #[inline]
    fn play(&self, position: &Position<B>, mv: Move) -> Position<B> {
        if !self.owned() {
            return place(position, mv);
        }
        Position {
            own: position.other,
            other: position.own | B::bit(mv.cell()),
            turn: position.turn.opponent(),
        }
    }
}

/// Plays a move if marks belong to nobody: see [`Game::play`].
#[cold]
fn place<B: Bits>(position: &Position<B>, mv: Move) -> Position<B> {
    let cell = B::bit(mv.cell());
    let (mut first, mut second) = (position.first(), position.second());
    if mv.second_mark() {
        second = second | cell;
    } else {
        first = first | cell;
    }
    Position::new(first, second)
}
