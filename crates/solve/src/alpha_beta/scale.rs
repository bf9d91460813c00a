//! Scores as small whole numbers, for searching and for the table.

#[cfg(test)]
mod tests;

use crate::transposition::Bounds;
use yomikiri_core::capability::{Bounded, BoundedScore};
use yomikiri_core::{Ask, Distance, Game, Margin, Outcome, Player, Plies, Score, Value, Wdl};

/// A [`Score`] that can be searched as a code: a number from `-top` to `top`. A greater code is better,
/// and the same result has the negated code for the other player.
///
/// **Law**, tested for all scores that a position of the given rank and margin can have:
/// [`code`](Coded::code) keeps the order and [`score`](Coded::score) is its inverse; the code of a
/// bound beyond them is a weaker bound, never a false one.
pub trait Coded: BoundedScore {
    /// Returns the greatest code in a search from a position of the given rank, in a game whose greatest
    /// margin may be known; `None` if there are too many scores for codes.
    fn top(rank: u64, margin: Option<u64>) -> Option<i32>;
    /// Returns the code of a score.
    fn code(self, top: i32) -> i32;
    /// Returns the score of a code.
    fn score(code: i32, top: i32) -> Self;
}

impl Coded for Wdl {
    fn top(_: u64, _: Option<u64>) -> Option<i32> {
        Some(1)
    }
    #[inline]
    fn code(self, _: i32) -> i32 {
        self as i32 - 1
    }
    #[inline]
    fn score(code: i32, _: i32) -> Wdl {
        match code {
            0 => Wdl::Draw,
            1.. => Wdl::Win,
            _ => Wdl::Loss,
        }
    }
}

/// A win in `n` plies is `top - n`, a loss in `n` plies the negated number. No play lasts longer than the
/// rank. So if `top` is greater, wins stay above the draw, 0, and losses below it.
impl Coded for Distance {
    fn top(rank: u64, _: Option<u64>) -> Option<i32> {
        i32::try_from(rank.checked_add(1)?).ok()
    }
    #[inline]
    fn code(self, top: i32) -> i32 {
        // A bound beyond the rank is no stronger than the rank itself.
        let left = |plies| match plies {
            Plies::Count(n) => (i64::from(top) - i64::from(n)).max(1) as i32,
            Plies::Endless => 1,
        };
        match self {
            Distance::Loss(plies) => -left(plies),
            Distance::Draw => 0,
            Distance::Win(plies) => left(plies),
        }
    }
    #[inline]
    fn score(code: i32, top: i32) -> Distance {
        let plies = Plies::Count((top - code.abs()).max(0) as u32);
        match code {
            0 => Distance::Draw,
            1.. => Distance::Win(plies),
            _ => Distance::Loss(plies),
        }
    }
}

/// Points are their own codes; an outright win is one more than the greatest margin.
impl Coded for Margin {
    fn top(_: u64, margin: Option<u64>) -> Option<i32> {
        i32::try_from(margin?).ok()?.checked_add(1)
    }
    #[inline]
    fn code(self, top: i32) -> i32 {
        match self {
            Margin::Loss => -top,
            Margin::Points(points) => points.clamp(1 - i64::from(top), i64::from(top) - 1) as i32,
            Margin::Win => top,
        }
    }
    #[inline]
    fn score(code: i32, top: i32) -> Margin {
        if code >= top {
            Margin::Win
        } else if code <= -top {
            Margin::Loss
        } else {
            Margin::Points(code.into())
        }
    }
}

/// The meaning of the codes of one search.
///
/// A search is compiled once for each game, not once for each question. The question is known only when
/// the search runs; testing it costs a comparison whose result never changes.
///
/// **Laws**, tested: [`after`](Scale::after) is the code of [`Score::after_ply`] applied once for each
/// ply; [`before`](Scale::before) is its adjoint: `after(c) >= b` exactly when `c >= before(b)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    ask: Ask,
    /// The greatest code.
    pub(crate) top: i32,
    /// The number by which each ply moves a code nearer to the draw.
    step: i32,
    /// Whether moves gain points.
    gains: bool,
    /// The square of the code nearest to the draw that a look at the next few plies can prove.
    near_squared: i64,
}

impl Scale {
    /// Returns the scale for codes up to `top`, in a game with or without gains.
    pub(crate) fn new(ask: Ask, top: i32, gains: bool) -> Scale {
        Scale {
            ask,
            top,
            step: i32::from(ask == Ask::Distance),
            gains: gains && ask == Ask::Margin,
            near_squared: i64::MAX,
        }
    }

    /// Returns the same scale for a game that recognises wins and losses in at most `plies` plies.
    pub(crate) fn with_near(self, plies: u32) -> Scale {
        let near = (i64::from(self.top) - i64::from(plies)).max(0);
        let near_squared = match self.ask {
            Ask::Distance => near * near,
            Ask::Winner | Ask::Margin => i64::MAX,
        };
        Scale {
            near_squared,
            ..self
        }
    }

    /// Returns the least code that is at least `bound` and has the given parity.
    pub(crate) fn at_least(bound: i32, odd: bool) -> i32 {
        bound + i32::from((bound % 2 != 0) != odd)
    }

    /// Returns the bounds narrowed to codes of the given parity.
    pub(crate) fn rounded(bounds: Bounds, odd: bool) -> Bounds {
        Bounds {
            lower: Scale::at_least(bounds.lower, odd),
            upper: -Scale::at_least(-bounds.upper, odd),
        }
    }

    /// Returns the question that the codes answer.
    pub(crate) fn ask(&self) -> Ask {
        self.ask
    }

    /// Returns whether the codes tell more than a score of type `S`: the plies to the end, not only the
    /// winner.
    pub(crate) fn is_finer<S: Coded>(&self) -> bool {
        self.ask != S::ASK
    }

    /// Returns the code of a score; if codes [tell more](Scale::is_finer), the one nearest to the draw.
    pub(crate) fn code<S: Coded>(&self, score: S) -> i32 {
        score.code(if self.is_finer::<S>() { 1 } else { self.top })
    }

    /// Returns the score of a code, without the plies if `S` has none.
    pub(crate) fn score<S: Coded>(&self, code: i32) -> S {
        match self.is_finer::<S>() {
            true => S::score(code.signum(), 1),
            false => S::score(code, self.top),
        }
    }

    /// Returns the bounds of an unknown score.
    #[inline(always)]
    pub(crate) fn anything(&self) -> Bounds {
        Bounds {
            lower: -self.top,
            upper: self.top,
        }
    }

    /// Returns the worth of a move to its mover. The move gains `gain`, and after `plies` plies,
    /// including the move, the score is `code` for the same player. Only a single ply can gain.
    #[inline]
    pub(crate) fn after(&self, code: i32, gain: i32, plies: i32) -> i32 {
        if self.gains {
            return match code.abs() >= self.top {
                true => code,
                false => code.saturating_add(gain).clamp(1 - self.top, self.top - 1),
            };
        }
        // This has no branch, because a processor cannot predict which player wins.
        let nearer = plies * self.step;
        (code - nearer).max(0) + (code + nearer).min(0)
    }

    /// Returns the least code whose [`after`](Scale::after) is at least `bound`.
    #[inline]
    pub(crate) fn before(&self, bound: i32, gain: i32, plies: i32) -> i32 {
        if self.gains {
            let top = self.top;
            return match bound {
                bound if bound >= top => bound,
                bound if bound <= -top => -top,
                // No score is lower than a loss of all the points.
                bound if bound == 1 - top => 1 - top,
                bound => bound.saturating_sub(gain).clamp(1 - top, top),
            };
        }
        let nearer = plies * self.step;
        // `below` has all bits set if the bound is not positive: this flips the sign without a branch.
        let below = (bound - 1) >> 31;
        bound + ((nearer ^ below) - below)
    }

    /// Returns the code farthest from the draw that asks the same question about a position of this rank.
    /// (It also does for later positions, as long as each ply lowers the rank by one.)
    pub(crate) fn sharp(&self, bound: i32, rank: u32) -> i32 {
        let least = self.least_win(rank);
        match bound {
            1.. => bound.max(least),
            _ => bound.min(1 - least),
        }
    }

    /// Returns the bounds of the score of a position of this rank, without the wins and losses for which
    /// there is no time.
    pub(crate) fn tight(&self, bounds: Bounds, rank: u32) -> Bounds {
        let least = self.least_win(rank);
        let lower = |code: i32| match code {
            1.. => code.max(least),
            _ if code > -least => 0,
            _ => code,
        };
        Bounds {
            lower: lower(bounds.lower),
            upper: -lower(-bounds.upper),
        }
    }

    /// Returns the least code of a win that a position of this rank can have.
    pub(crate) fn least_win(&self, rank: u32) -> i32 {
        match self.ask {
            Ask::Distance => (i64::from(self.top) - i64::from(rank)).max(1) as i32,
            Ask::Winner | Ask::Margin => 1,
        }
    }

    /// Returns points as a gain among codes. A gain of more than twice the greatest code is no better
    /// than that.
    #[inline]
    pub(crate) fn gain(&self, points: i64) -> i32 {
        let most = 2 * i64::from(self.top);
        points.clamp(-most, most) as i32
    }

    /// Returns the code of an outcome for `player`.
    #[inline(always)]
    pub(crate) fn outcome(&self, outcome: Outcome, player: Player) -> i32 {
        match self.ask {
            Ask::Winner => Wdl::of_outcome(outcome, player).code(self.top),
            Ask::Margin => Margin::of_outcome(outcome, player).code(self.top),
            Ask::Distance => Distance::of_outcome(outcome, player).code(self.top),
        }
    }

    /// Returns the bounds that a value, under any question, sets to the codes of its position for `player`.
    pub(crate) fn of_value(&self, value: Value, player: Player) -> Bounds {
        let exactly = |code| Bounds {
            lower: code,
            upper: code,
        };
        match (self.ask, value) {
            (Ask::Winner, _) => exactly(match value.winner() {
                None => 0,
                Some(winner) if winner == player => 1,
                Some(_) => -1,
            }),
            (Ask::Margin, Value::Margin(outcome)) => exactly(self.outcome(outcome, player)),
            // The sign of a margin says too little where points were gained before.
            (Ask::Margin, _) => self.anything(),
            (Ask::Distance, _) => match (value.winner(), value.plies()) {
                (None, _) => exactly(0),
                (Some(winner), plies) => {
                    let quickest = plies.map_or(self.top, |plies| {
                        Distance::Win(Plies::Count(plies)).code(self.top)
                    });
                    let slowest = if plies.is_some() { quickest } else { 1 };
                    match winner == player {
                        true => Bounds {
                            lower: slowest,
                            upper: quickest,
                        },
                        false => Bounds {
                            lower: -quickest,
                            upper: -slowest,
                        },
                    }
                }
            },
        }
    }

    /// Returns the codes of the game's own bounds.
    #[inline(always)]
    pub(crate) fn bounds<G: Game>(
        &self,
        view: &impl Bounded<G>,
        position: &G::Position,
    ) -> (i32, i32) {
        fn codes<S: Coded>((lower, upper): (S, S), top: i32) -> (i32, i32) {
            (lower.code(top), upper.code(top))
        }
        match self.ask {
            Ask::Winner => codes(view.wdl(position), self.top),
            Ask::Margin => codes(view.margin(position), self.top),
            Ask::Distance => codes(view.distance(position), self.top),
        }
    }

    /// Like [`bounds`](Scale::bounds), for an [open](Bounded::open_distance) position.
    #[inline(always)]
    pub(crate) fn open_bounds<G: Game>(
        &self,
        view: &impl Bounded<G>,
        position: &G::Position,
    ) -> (i32, i32) {
        match self.ask {
            Ask::Distance => {
                let (lower, upper) = view.open_distance(position);
                (lower.code(self.top), upper.code(self.top))
            }
            Ask::Winner | Ask::Margin => self.bounds(view, position),
        }
    }

    /// Like [`bounds`](Scale::bounds), if a look at the next few plies tells whether the score is at
    /// least the code `asked`.
    #[inline(always)]
    pub(crate) fn near_bounds<G: Game, V: Bounded<G>>(
        &self,
        view: &V,
        position: &G::Position,
        asked: i32,
    ) -> Option<(i32, i32)> {
        // Squares, because compilers turn an absolute value into a branch on the sign, which a processor
        // cannot predict.
        if i64::from(asked) * i64::from(asked) < self.near_squared {
            return None;
        }
        let asked = Distance::score(asked, self.top);
        let (lower, upper) = view.near_distance(position, asked)?;
        Some((lower.code(self.top), upper.code(self.top)))
    }
}
