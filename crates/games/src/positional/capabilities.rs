//! The capabilities of the family.

use super::declared::MOST_DECLARED;
use super::threats::{Sifted, Threats};
use super::{Bits, Full, Marks, Move, Position, Positional};
use crate::digits::{from_digits, ternary};
use yomikiri_core::capability::{
    Acyclic, Bounded, Declared, Expand, Indexed, Key, Keyed, Ordered, Parametric, Reversible,
    Symmetric,
};
use yomikiri_core::{Capabilities, Distance, Game, Margin, Outcome, Player, Plies, Score, Wdl};

/// The most positions that get indices: enough for 20 cells, or 32 with one mark.
const MOST_NUMBERED: u64 = 1 << 32;

/// With fewer empty cells, a search of the position is faster than a search for a win by threats. (Values from 12 to
/// 16 were measured, on boards of 24 to 28 cells.)
const MANY_EMPTY: u32 = 15;

impl<B: Bits, const COMMON: bool> Capabilities for Positional<B, COMMON> {
    // Both sets fit the next wider integer, if there is one.
    const ALWAYS_KEYED: bool = 2 * size_of::<B>() <= size_of::<B::Key>();

    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Keys::of(self)
    }
    fn expand(&self) -> Option<impl Expand<Self>> {
        self.tactics.is_some().then_some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Numbering::of(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        (self.order() > 1).then_some(self)
    }
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        // With several boards or a single mark the bounds below are always trivial.
        (self.rules.boards == 1 && self.rules.marks != Marks::One).then_some(self)
    }
    fn ordered(&self) -> Option<impl Ordered<Self>> {
        (!self.patterns.is_empty()).then_some(self)
    }
    fn parametric(&self) -> Option<impl Parametric<Self>> {
        (!self.weights.is_empty()).then_some(self)
    }
    fn declared(&self) -> Option<impl Declared<Self>> {
        (self.cells <= MOST_DECLARED).then_some(self)
    }
}

/// The rank is the number of empty cells: every move fills one.
impl<B: Bits, const COMMON: bool> Acyclic<Positional<B, COMMON>> for Positional<B, COMMON> {
    #[inline]
    fn rank(&self, position: &Position<B>) -> u64 {
        u64::from((self.all & !position.taken()).count())
    }
}

/// The key of a position: its two sets, side by side. If these take more than a word but a digit in base 3 for each
/// cell (0 empty, 1 the mover's, 2 the opponent's) does not, the key is that number, because a search's table takes
/// a word.
///
/// The turn is left out, because it follows from the number of marks in both sets. If there is one mark, one of the
/// sets is empty (which one follows from the turn), and both share their bits. The view exists only if the key has
/// room.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    cells: u32,
    packing: Packing,
}

#[derive(Clone, Copy, Debug)]
enum Packing {
    /// One set, because all marks are alike.
    One,
    /// Two sets, one after the other.
    Both,
    /// A digit in base 3 for each cell.
    Digits,
}

/// The most cells whose digits fit a word.
const MOST_DIGITS: u32 = u64::MAX.ilog(3);

impl Keys {
    fn of<B: Bits, const COMMON: bool>(game: &Positional<B, COMMON>) -> Option<Keys> {
        let cells = game.cells;
        // A key of digits leaves one bit free, so that a solver can combine it with a question.
        let packing = if game.rules.marks == Marks::One {
            Packing::One
        } else if (u64::BITS / 2..=MOST_DIGITS).contains(&cells) {
            Packing::Digits
        } else {
            Packing::Both
        };
        let keys = Keys { cells, packing };
        (keys.width() <= B::Key::BITS).then_some(keys)
    }

    /// Returns the number of bits of a key.
    fn width(self) -> u32 {
        match self.packing {
            Packing::One => self.cells,
            Packing::Both => 2 * self.cells,
            Packing::Digits => (3u64.pow(self.cells) - 1).ilog2() + 1,
        }
    }

    #[inline]
    fn of_position<B: Bits>(self, position: &Position<B>) -> B::Key {
        match self.packing {
            Packing::One => B::join(position.taken(), B::NONE, 0),
            Packing::Both => B::join(position.own, position.other, self.cells),
            Packing::Digits => {
                let number = ternary::<B, 5>(position.own) + 2 * ternary::<B, 5>(position.other);
                B::Key::from_u128(number.into())
            }
        }
    }
}

impl<B: Bits, const COMMON: bool> Keyed<Positional<B, COMMON>> for Keys {
    type Key = B::Key;
    fn bits(&self) -> u32 {
        self.width()
    }
    #[inline]
    fn key(&self, position: &Position<B>) -> B::Key {
        self.of_position(position)
    }
    fn leads_back(&self) -> bool {
        true
    }
    #[inline]
    fn position(&self, key: B::Key) -> Option<Position<B>> {
        let of_mover = |(own, other): (B, B)| match (own | other).odd() {
            true => Position::new(other, own),
            false => Position::new(own, other),
        };
        let position = match self.packing {
            Packing::One => Position::new(B::part(key, 0).1, B::NONE),
            Packing::Both => of_mover(B::part(key, self.cells)),
            Packing::Digits => {
                of_mover(from_digits(u64::try_from(key.into()).ok()?, 3, self.cells))
            }
        };
        // The sets must be disjoint sets of cells, and the key must have no surplus bits.
        let is_key = position.own & position.other == B::NONE
            && position.taken() & !B::low(self.cells) == B::NONE
            && self.of_position(&position) == key;
        is_key.then_some(position)
    }
}

/// The index of a position: a number with a digit for each cell, in base 3 (0 empty, 1 First, 2 Second), or in base
/// 2 if there is one mark. With gravity, boards with a floating mark are gaps.
#[derive(Clone, Copy, Debug)]
pub struct Numbering<'g, B: Bits, const COMMON: bool = false> {
    game: &'g Positional<B, COMMON>,
    len: u64,
}

impl<'g, B: Bits, const COMMON: bool> Numbering<'g, B, COMMON> {
    fn of(game: &'g Positional<B, COMMON>) -> Option<Self> {
        let base: u64 = if game.rules.marks == Marks::One { 2 } else { 3 };
        let len = base
            .checked_pow(game.cells)
            .filter(|len| *len <= MOST_NUMBERED)?;
        Some(Numbering { game, len })
    }
}

impl<B: Bits, const COMMON: bool> Indexed<Positional<B, COMMON>> for Numbering<'_, B, COMMON> {
    fn len(&self) -> u64 {
        self.len
    }
    #[inline]
    fn index(&self, position: &Position<B>) -> u64 {
        if self.game.rules.marks == Marks::One {
            position.taken().word() as u64
        } else {
            ternary::<B, 3>(position.first()) + 2 * ternary::<B, 3>(position.second())
        }
    }
    fn position(&self, index: u64) -> Option<Position<B>> {
        if index >= self.len {
            return None;
        }
        let base = if self.game.rules.marks == Marks::One {
            2
        } else {
            3
        };
        let (first, second) = from_digits(index, base, self.game.cells);
        let position = Position::new(first, second);
        (self.game.floating(&position) == B::NONE).then_some(position)
    }
}

/// Takes back, one by one, each mark that may have been placed last. It must belong to the player not to move if
/// marks are owned, and no other mark may rest on it. The rest must be a position that is not over and in which that
/// cell was open.
impl<B: Bits, const COMMON: bool> Reversible<Positional<B, COMMON>> for Positional<B, COMMON> {
    fn predecessors(&self, position: &Position<B>) -> impl Iterator<Item = Position<B>> {
        let Position { own, other, turn } = *position;
        let candidates = self.uncovered(position)
            & match self.rules.marks {
                Marks::Own => other,
                Marks::Either | Marks::One => own | other,
            };
        candidates.cells().filter_map(move |cell| {
            let cell = B::bit(cell);
            let before = Position {
                own: other & !cell,
                other: own & !cell,
                turn: turn.opponent(),
            };
            let legal = self.outcome(&before).is_none() && self.open(&before) & cell != B::NONE;
            legal.then_some(before)
        })
    }
}

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Returns whether lines of First's and of Second's are still possible on the single board.
    fn possible_lines(&self, position: &Position<B>) -> (bool, bool) {
        // A line is possible if it contains no mark of the other kind.
        let first = self.lines.within(self.all & !position.second());
        let second = self.lines.within(self.all & !position.first());
        match self.rules.marks {
            Marks::Own => (first, second),
            // Either player may complete a line of either mark.
            Marks::Either | Marks::One => (first || second, first || second),
        }
    }

    /// Returns the least and the greatest result, for First, of a full board without a line.
    fn full_range(&self, position: &Position<B>, lines_possible: bool) -> (Outcome, Outcome) {
        let same = |outcome| (outcome, outcome);
        match self.rules.full {
            Full::Draw => same(Outcome::Draw),
            Full::Win(player) => same(Outcome::Win(player)),
            Full::Points => {
                let margin = self.margin(position);
                let empty = self.all & !position.taken();
                let weights = self.by_weight.iter().filter_map(|&cell| {
                    let is_empty = empty & B::bit(cell.into()) != B::NONE;
                    is_empty.then(|| self.weights[usize::from(cell)])
                });
                if lines_possible || self.rules.gravity {
                    let rest: i64 = weights.map(i64::abs).sum();
                    return (
                        Outcome::Margin(margin - rest),
                        Outcome::Margin(margin + rest),
                    );
                }
                // Only points are left, and every cell is available. Then both players do best to take the greatest
                // weight: the opponent can always take a weight that the player passes over, and to exchange the
                // order of two weights is never better for the one who takes first.
                let mut sign = if position.turn == Player::First {
                    1
                } else {
                    -1
                };
                let rest: i64 = weights
                    .map(|weight| {
                        sign = -sign;
                        -sign * weight
                    })
                    .sum();
                same(Outcome::Margin(margin + rest))
            }
        }
    }

    /// Returns bounds on who wins, from counts of cells and lines.
    fn by_counting(&self, position: &Position<B>) -> (Wdl, Wdl) {
        if !self.full_is_draw() {
            return self.range(position);
        }
        let (lower, upper) = self.distance(position);
        (lower.class(), upper.class())
    }

    /// Returns the threats, if wins by them can improve the [bounds by counting](Self::by_counting).
    fn open_threats(
        &self,
        position: &Position<B>,
        (lower, upper): (Wdl, Wdl),
    ) -> Option<&Threats<B>> {
        let threats = self.threats.as_ref()?;
        let empty = (self.all & !position.taken()).count();
        // If a full board is a draw, the bounds of a finished game are equal.
        let is_open = lower < upper
            && empty >= MANY_EMPTY
            && (self.full_is_draw() || self.outcome(position).is_none());
        is_open.then_some(threats)
    }

    /// Returns the worst and the best result that is still possible, for the player to move.
    fn range<S: Score>(&self, position: &Position<B>) -> (S, S) {
        if self.rules.boards != 1 {
            return (S::WORST, S::BEST);
        }
        let (by_first, by_second) = self.possible_lines(position);
        if by_first && by_second {
            return (S::WORST, S::BEST);
        }
        let (least, greatest) = self.full_range(position, by_first || by_second);
        let line = |possible: bool, maker: Player| {
            let winner = if self.rules.misere {
                maker.opponent()
            } else {
                maker
            };
            possible.then_some(Outcome::Win(winner))
        };
        let lines = [
            line(by_first, Player::First),
            line(by_second, Player::Second),
        ];
        let to_move = position.turn;
        let scores = || {
            let outcomes = [least, greatest]
                .into_iter()
                .chain(lines.into_iter().flatten());
            outcomes.map(|outcome| S::of_outcome(outcome, to_move))
        };
        (
            scores().fold(S::BEST, S::min),
            scores().fold(S::WORST, S::max),
        )
    }
}

/// Bounds from the results that are still possible: a line with marks of both players cannot be completed, and
/// without lines only the full board decides.
impl<B: Bits, const COMMON: bool> Bounded<Positional<B, COMMON>> for Positional<B, COMMON> {
    fn wdl(&self, position: &Position<B>) -> (Wdl, Wdl) {
        let bounds = self.by_counting(position);
        let threats = self.open_threats(position, bounds);
        match threats.filter(|_| bounds.1 == Wdl::Win) {
            Some(threats) if threats.win(position.own, position.other) => (Wdl::Win, Wdl::Win),
            _ => bounds,
        }
    }
    fn sifts(&self) -> bool {
        self.threats.is_some() && self.cells >= MANY_EMPTY
    }
    /// If the opponent would win by threats after a pass of the player to move, only moves after which no such win
    /// is found are relevant. (These are the relevant replies of Patashnik, 1980, and of Allis, 1994.)
    fn sift(&self, position: &Position<B>, moves: &mut Vec<Move>) -> (Wdl, Wdl) {
        let bounds = self.by_counting(position);
        let threats = self.open_threats(position, bounds);
        let sifted = threats.map(|threats| {
            let pairings = self.full_is_draw();
            threats.sift(position.own, position.other, pairings, moves, |mv| {
                mv.cell()
            })
        });
        let (lower, upper) = bounds;
        match sifted {
            Some(Sifted::Wins) => (Wdl::Win, Wdl::Win),
            Some(Sifted::Loses) => (Wdl::Loss, Wdl::Loss),
            // A player who is kept from all lines does not win.
            Some(Sifted::Open([own, other])) => (
                if other { lower.max(Wdl::Draw) } else { lower },
                if own { upper.min(Wdl::Draw) } else { upper },
            ),
            None => bounds,
        }
    }
    fn threats(&self, position: &Position<B>, moves: &mut Vec<Move>) -> bool {
        let found = self.threats.as_ref();
        let found = found.map(|threats| threats.cells(position.own, position.other));
        moves.clear();
        moves.extend(found.into_iter().flatten().map(Move::own_mark));
        !moves.is_empty()
    }
    fn margin(&self, position: &Position<B>) -> (Margin, Margin) {
        if self.full_is_draw() {
            let margin = |wdl| match wdl {
                Wdl::Loss => Margin::Loss,
                Wdl::Draw => Margin::DRAW,
                Wdl::Win => Margin::Win,
            };
            let (lower, upper) = self.wdl(position);
            return (margin(lower), margin(upper));
        }
        self.range(position)
    }
    /// The distance of a win is bounded by the number of cells that lines lack, or else by the empty cells. A win by
    /// threats is left to [`wdl`](Bounded::wdl), because it need not be the shortest.
    fn distance(&self, position: &Position<B>) -> (Distance, Distance) {
        let drawn_when_full = self.full_is_draw();
        if let (Some(tactics), true) = (&self.tactics, drawn_when_full) {
            if let Some(outcome) = self.outcome(position) {
                let score = Distance::of_outcome(outcome, position.turn);
                return (score, score);
            }
            let (wins, loses) = self.decided_from(tactics, position);
            return (
                loses.map_or(Distance::Draw, Distance::Loss),
                wins.map_or(Distance::Draw, Distance::Win),
            );
        }
        let (worst, best) = self.range(position);
        let at_once = Plies::Count(0);
        let last = Plies::Count((self.all & !position.taken()).count());
        let bound = |result, loss, win| match result {
            Wdl::Loss => Distance::Loss(loss),
            Wdl::Draw => Distance::Draw,
            Wdl::Win => Distance::Win(win),
        };
        (bound(worst, at_once, last), bound(best, last, at_once))
    }

    fn greatest_margin(&self) -> Option<u64> {
        match self.rules.full {
            Full::Draw | Full::Win(_) => Some(0),
            Full::Points => Some(
                self.weights
                    .iter()
                    .map(|weight| weight.unsigned_abs())
                    .sum(),
            ),
        }
    }
}

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Returns whether lines decide, and a board without one is a draw.
    fn full_is_draw(&self) -> bool {
        self.tactics.is_some() && self.rules.full == Full::Draw
    }
}

/// The move that adds most to the mover's lines and takes most from the opponent's comes first. With marks of
/// nobody, cells on more lines come first, and in misère play cells on fewer lines.
impl<B: Bits, const COMMON: bool> Ordered<Positional<B, COMMON>> for Positional<B, COMMON> {
    #[inline]
    fn hint(&self, _: &Position<B>, mv: Move) -> i32 {
        let lines = self.hints[mv.cell() as usize];
        // One line counts nearly as much as everything remembered about a move.
        lines.saturating_mul(if self.rules.misere { -128 } else { 128 })
    }

    #[inline]
    fn hint_after(&self, position: &Position<B>, mv: Move, next: &Position<B>) -> i32 {
        match &self.tactics {
            Some(tactics) => tactics.weigh(next.other, next.own),
            None => self.hint(position, mv),
        }
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        mv.cell() as usize
    }

    fn slots(&self) -> usize {
        self.cells as usize
    }
}
