//! What a position is worth to the player to move, under one of three questions.

use crate::{Outcome, Player, Value};
use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;
use std::str::FromStr;

/// The question asked of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ask {
    /// Who wins? Answered by [`Wdl`].
    #[default]
    Winner,
    /// By how many points? Answered by [`Margin`].
    Margin,
    /// How soon? Answered by [`Distance`].
    Distance,
}

impl Ask {
    /// All questions.
    pub const ALL: [Ask; 3] = [Ask::Winner, Ask::Margin, Ask::Distance];

    /// The question's name, as used on the command line, in files and in APIs.
    pub const fn name(self) -> &'static str {
        match self {
            Ask::Winner => "winner",
            Ask::Margin => "margin",
            Ask::Distance => "distance",
        }
    }
}

impl std::fmt::Display for Ask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Ask {
    type Err = String;
    fn from_str(text: &str) -> Result<Ask, String> {
        Ask::ALL
            .into_iter()
            .find(|ask| ask.name() == text)
            .ok_or_else(|| format!("unknown question `{text}`: winner, margin or distance"))
    }
}

/// The largest total of points, either way, that a game may reach: 2<sup>62</sup>.
///
/// Totals up to it are exact. Twice as much still fits an `i64`, so that a bound shifted by one more
/// total cannot wrap either.
pub const POINTS_LIMIT: i64 = 1 << 62;

/// Checks that points, added up with whatever signs, stay within [`POINTS_LIMIT`].
///
/// Games call it when they are made, with every weight or gain that one line of play could collect.
///
/// # Errors
///
/// The index of the first item at which the sum of magnitudes passes the limit: the cell or edge to
/// name in the error.
pub fn check_points(points: impl IntoIterator<Item = i64>) -> Result<(), usize> {
    let mut total: u64 = 0;
    for (index, value) in points.into_iter().enumerate() {
        total = total.saturating_add(value.unsigned_abs());
        if total > POINTS_LIMIT.unsigned_abs() {
            return Err(index);
        }
    }
    Ok(())
}

/// The worth of a position to the player to move; greater is better for that player.
///
/// # Who implements it
///
/// The three types that answer the three questions, and nobody else needs to: solvers are generic
/// over it so that each question is compiled to its own code.
///
/// # Laws
///
/// For all scores `s`, `t` and bounds `b` (tested in this module):
///
/// * `s.turned().turned() == s`, and `s < t` exactly when `t.turned() < s.turned()`.
/// * [`after_ply`](Score::after_ply) is monotone: `s <= t` gives `s.after_ply(g) <= t.after_ply(g)`.
/// * [`before_ply`](Score::before_ply) is its adjoint: `s.after_ply(g) >= b` exactly when
///   `s >= b.before_ply(g)`, unless `b` is better than anything a move can reach.
/// * `Stored` is lossless: `S::load(s.store()) == s`.
pub trait Score: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The question this type answers.
    const ASK: Ask;
    /// No score is worse.
    const WORST: Self;
    /// No score is better.
    const BEST: Self;
    /// What a position that nobody wins is worth.
    const DRAW: Self;

    /// The compact form for maps and tables: at most 8 bytes.
    type Stored: Copy + Eq + Debug + Send + Sync;

    /// **The** conversion from an absolute result to its worth for the player to move.
    fn of_outcome(outcome: Outcome, to_move: Player) -> Self;

    /// The worth for the player to move of play that never ends, given what the game says of it.
    #[inline]
    fn of_endless(endless: Outcome, to_move: Player) -> Self {
        Self::of_outcome(endless, to_move)
    }

    /// The absolute answer, given whose point of view this score is.
    fn absolute(self, to_move: Player) -> Value;

    /// The way back from [`absolute`](Score::absolute); `None` for the answer to another question.
    fn of_value(value: Value, to_move: Player) -> Option<Self>;

    /// The same worth seen by the other player.
    fn turned(self) -> Self;

    /// The worth of a move that gains `gain` points and leads to a position worth `self` *to the
    /// player who made the move*. `None` when points pass [`POINTS_LIMIT`].
    fn after_ply(self, gain: i64) -> Option<Self>;

    /// The least score of the next position (seen by the player who moved there) whose
    /// [`after_ply`](Score::after_ply) is at least `self`. Saturates.
    fn before_ply(self, gain: i64) -> Self;

    /// The compact form.
    fn store(self) -> Self::Stored;

    /// The score of a compact form made by [`store`](Score::store).
    fn load(stored: Self::Stored) -> Self;

    /// The worth to `mover` of a move after which `to_move` is to move in a position worth `self`.
    ///
    /// This is the whole recursion in one place: *gain + the next position's score, turned round
    /// when the turn passes*.
    #[inline]
    fn of_move(self, gain: i64, mover: Player, to_move: Player) -> Option<Self> {
        if mover == to_move {
            self
        } else {
            self.turned()
        }
        .after_ply(gain)
    }

    /// The inverse of [`of_move`](Score::of_move) for bounds: a bound on the move as a bound on the
    /// next position, seen by whoever moves there. An upper bound becomes a lower one where the turn
    /// passes.
    #[inline]
    fn into_next(self, gain: i64, mover: Player, to_move: Player) -> Self {
        let before = self.before_ply(gain);
        if mover == to_move {
            before
        } else {
            before.turned()
        }
    }
}

/// Win, draw or loss for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Wdl {
    /// The player to move loses against perfect play.
    Loss,
    /// Neither player can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Score for Wdl {
    const ASK: Ask = Ask::Winner;
    const WORST: Wdl = Wdl::Loss;
    const BEST: Wdl = Wdl::Win;
    const DRAW: Wdl = Wdl::Draw;
    type Stored = Wdl;

    #[inline]
    fn of_outcome(outcome: Outcome, to_move: Player) -> Wdl {
        match outcome.winner() {
            None => Wdl::Draw,
            Some(player) if player == to_move => Wdl::Win,
            Some(_) => Wdl::Loss,
        }
    }
    fn absolute(self, to_move: Player) -> Value {
        Value::Winner(match self {
            Wdl::Loss => Some(to_move.opponent()),
            Wdl::Draw => None,
            Wdl::Win => Some(to_move),
        })
    }
    fn of_value(value: Value, to_move: Player) -> Option<Wdl> {
        match value {
            Value::Winner(None) => Some(Wdl::Draw),
            Value::Winner(Some(player)) => Some(Wdl::of_outcome(Outcome::Win(player), to_move)),
            _ => None,
        }
    }
    #[inline]
    fn turned(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
    #[inline]
    fn after_ply(self, _gain: i64) -> Option<Wdl> {
        Some(self)
    }
    #[inline]
    fn before_ply(self, _gain: i64) -> Wdl {
        self
    }
    #[inline]
    fn store(self) -> Wdl {
        self
    }
    #[inline]
    fn load(stored: Wdl) -> Wdl {
        stored
    }
}

/// The best margin that the player to move can force. An outright win is above every margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Margin {
    /// Loses outright.
    Loss,
    /// Points of the player to move minus the opponent's, within ±[`POINTS_LIMIT`].
    Points(i64),
    /// Wins outright.
    Win,
}

impl Margin {
    /// Who comes out ahead: the answer to [`Ask::Winner`] that this answer implies.
    #[inline]
    pub const fn sign(self) -> Wdl {
        match self {
            Margin::Loss => Wdl::Loss,
            Margin::Win => Wdl::Win,
            Margin::Points(0) => Wdl::Draw,
            Margin::Points(points) => {
                if points > 0 {
                    Wdl::Win
                } else {
                    Wdl::Loss
                }
            }
        }
    }
}

/// [`Margin`] in eight bytes. The two outright results take codes that no margin within
/// [`POINTS_LIMIT`] can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredMargin(i64);

impl Score for Margin {
    const ASK: Ask = Ask::Margin;
    const WORST: Margin = Margin::Loss;
    const BEST: Margin = Margin::Win;
    const DRAW: Margin = Margin::Points(0);
    type Stored = StoredMargin;

    #[inline]
    fn of_outcome(outcome: Outcome, to_move: Player) -> Margin {
        match outcome {
            Outcome::Draw => Margin::DRAW,
            Outcome::Win(player) if player == to_move => Margin::Win,
            Outcome::Win(_) => Margin::Loss,
            Outcome::Margin(points) => Margin::Points(if to_move == Player::First {
                points
            } else {
                -points
            }),
        }
    }
    fn absolute(self, to_move: Player) -> Value {
        Value::Margin(match self {
            Margin::Loss => Outcome::Win(to_move.opponent()),
            Margin::Win => Outcome::Win(to_move),
            Margin::Points(points) => Outcome::Margin(if to_move == Player::First {
                points
            } else {
                -points
            }),
        })
    }
    fn of_value(value: Value, to_move: Player) -> Option<Margin> {
        match value {
            Value::Margin(outcome) => Some(Margin::of_outcome(outcome, to_move)),
            _ => None,
        }
    }
    #[inline]
    fn turned(self) -> Margin {
        match self {
            Margin::Loss => Margin::Win,
            // Only a bound, moved by a gain beyond the limit, can be as far out as to saturate.
            Margin::Points(points) => Margin::Points(points.saturating_neg()),
            Margin::Win => Margin::Loss,
        }
    }
    #[inline]
    fn after_ply(self, gain: i64) -> Option<Margin> {
        match self {
            Margin::Points(points) => points
                .checked_add(gain)
                .filter(|total| (-POINTS_LIMIT..=POINTS_LIMIT).contains(total))
                .map(Margin::Points),
            outright => Some(outright),
        }
    }
    #[inline]
    fn before_ply(self, gain: i64) -> Margin {
        match self {
            // A bound beyond the limit is met by every, or by no, margin within it.
            Margin::Points(points) => Margin::Points(points.saturating_sub(gain)),
            outright => outright,
        }
    }
    #[inline]
    fn store(self) -> StoredMargin {
        StoredMargin(match self {
            Margin::Loss => i64::MIN,
            Margin::Points(points) => points,
            Margin::Win => i64::MAX,
        })
    }
    #[inline]
    fn load(stored: StoredMargin) -> Margin {
        match stored.0 {
            i64::MIN => Margin::Loss,
            i64::MAX => Margin::Win,
            points => Margin::Points(points),
        }
    }
}

/// A number of plies, or play that never ends.
///
/// Ordered by length: endless play is longer than any number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Plies {
    /// The game is over after this many moves.
    Count(u32),
    /// The game does not end: the result is what the game says of [endless
    /// play](crate::Game::endless).
    Endless,
}

impl Plies {
    #[inline]
    fn plus_one(self) -> Plies {
        match self {
            Plies::Count(n) => Plies::Count(n.saturating_add(1)),
            Plies::Endless => Plies::Endless,
        }
    }
}

/// Win, draw or loss, then the fastest win or the slowest loss (remoteness).
///
/// Plies are counted from the position that has this score. Where a result is owed to endless play,
/// it is the slowest of all: the winner prefers any win that ends, the loser prefers never to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Distance {
    /// Loses after so many plies against perfect play; later is better.
    Loss(Plies),
    /// Nobody wins. Draws are all alike.
    Draw,
    /// Wins after so many plies; sooner is better.
    Win(Plies),
}

impl Distance {
    #[inline]
    const fn class(self) -> Wdl {
        match self {
            Distance::Loss(_) => Wdl::Loss,
            Distance::Draw => Wdl::Draw,
            Distance::Win(_) => Wdl::Win,
        }
    }
}

impl Ord for Distance {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Distance::Win(a), Distance::Win(b)) => b.cmp(a),
            (Distance::Loss(a), Distance::Loss(b)) => a.cmp(b),
            (a, b) => a.class().cmp(&b.class()),
        }
    }
}

impl PartialOrd for Distance {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// [`Distance`] in eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredDistance {
    class: Wdl,
    endless: bool,
    plies: u32,
}

impl Score for Distance {
    const ASK: Ask = Ask::Distance;
    const WORST: Distance = Distance::Loss(Plies::Count(0));
    const BEST: Distance = Distance::Win(Plies::Count(0));
    const DRAW: Distance = Distance::Draw;
    type Stored = StoredDistance;

    #[inline]
    fn of_outcome(outcome: Outcome, to_move: Player) -> Distance {
        match Wdl::of_outcome(outcome, to_move) {
            Wdl::Loss => Distance::Loss(Plies::Count(0)),
            Wdl::Draw => Distance::Draw,
            Wdl::Win => Distance::Win(Plies::Count(0)),
        }
    }
    fn of_endless(endless: Outcome, to_move: Player) -> Distance {
        match Distance::of_outcome(endless, to_move) {
            Distance::Loss(_) => Distance::Loss(Plies::Endless),
            Distance::Draw => Distance::Draw,
            Distance::Win(_) => Distance::Win(Plies::Endless),
        }
    }
    fn absolute(self, to_move: Player) -> Value {
        Value::Distance(match self {
            Distance::Loss(plies) => Some((to_move.opponent(), plies)),
            Distance::Draw => None,
            Distance::Win(plies) => Some((to_move, plies)),
        })
    }
    fn of_value(value: Value, to_move: Player) -> Option<Distance> {
        match value {
            Value::Distance(None) => Some(Distance::Draw),
            Value::Distance(Some((player, plies))) if player == to_move => {
                Some(Distance::Win(plies))
            }
            Value::Distance(Some((_, plies))) => Some(Distance::Loss(plies)),
            _ => None,
        }
    }
    #[inline]
    fn turned(self) -> Distance {
        match self {
            Distance::Loss(plies) => Distance::Win(plies),
            Distance::Draw => Distance::Draw,
            Distance::Win(plies) => Distance::Loss(plies),
        }
    }
    /// One ply later. Gains play no part: a game with gains refuses this question by name.
    #[inline]
    fn after_ply(self, _gain: i64) -> Option<Distance> {
        Some(match self {
            Distance::Loss(plies) => Distance::Loss(plies.plus_one()),
            Distance::Draw => Distance::Draw,
            Distance::Win(plies) => Distance::Win(plies.plus_one()),
        })
    }
    #[inline]
    fn before_ply(self, _gain: i64) -> Distance {
        match self {
            // No next position is lost sooner than now: every loss is good enough.
            Distance::Loss(Plies::Count(n)) => Distance::Loss(Plies::Count(n.saturating_sub(1))),
            // No move wins in no plies: the best there is stands in for the unreachable.
            Distance::Win(Plies::Count(n)) => Distance::Win(Plies::Count(n.saturating_sub(1))),
            same => same,
        }
    }
    #[inline]
    fn store(self) -> StoredDistance {
        let (endless, plies) = match self {
            Distance::Draw => (false, 0),
            Distance::Loss(Plies::Count(n)) | Distance::Win(Plies::Count(n)) => (false, n),
            Distance::Loss(Plies::Endless) | Distance::Win(Plies::Endless) => (true, 0),
        };
        StoredDistance {
            class: self.class(),
            endless,
            plies,
        }
    }
    #[inline]
    fn load(stored: StoredDistance) -> Distance {
        let plies = if stored.endless {
            Plies::Endless
        } else {
            Plies::Count(stored.plies)
        };
        match stored.class {
            Wdl::Loss => Distance::Loss(plies),
            Wdl::Draw => Distance::Draw,
            Wdl::Win => Distance::Win(plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Executes the laws of [`Score`] on all pairs of the given scores.
    fn laws<S: Score>(scores: &[S], gains: &[i64]) {
        for &s in scores {
            assert!(S::WORST <= s && s <= S::BEST);
            assert_eq!(s.turned().turned(), s);
            assert_eq!(S::load(s.store()), s);
            for to_move in Player::BOTH {
                assert_eq!(S::of_value(s.absolute(to_move), to_move), Some(s));
                let seen = |winner| {
                    if winner == to_move {
                        S::DRAW < s
                    } else {
                        s < S::DRAW
                    }
                };
                assert_eq!(s.absolute(to_move).winner().is_some_and(seen), s != S::DRAW);
            }
            for &t in scores {
                assert_eq!(s < t, t.turned() < s.turned());
                for &gain in gains {
                    let (Some(after_s), Some(after_t)) = (s.after_ply(gain), t.after_ply(gain))
                    else {
                        continue;
                    };
                    assert!(s > t || after_s <= after_t);
                    let reachable = t <= S::BEST.after_ply(gain).unwrap();
                    if reachable {
                        assert_eq!(after_s >= t, s >= t.before_ply(gain), "{s:?} {t:?} {gain}");
                    }
                }
            }
        }
        assert!(size_of::<S::Stored>() <= 8);
    }

    #[test]
    fn wdl_laws() {
        laws(&[Wdl::Loss, Wdl::Draw, Wdl::Win], &[0]);
    }

    #[test]
    fn margin_laws() {
        let points = [-POINTS_LIMIT, -7, -1, 0, 1, 7, POINTS_LIMIT].map(Margin::Points);
        let scores: Vec<_> = [Margin::Loss, Margin::Win]
            .into_iter()
            .chain(points)
            .collect();
        laws(&scores, &[-POINTS_LIMIT, -3, 0, 1, POINTS_LIMIT]);
    }

    #[test]
    fn distance_laws() {
        let lengths = [0, 1, 2, 3, 1000]
            .map(Plies::Count)
            .into_iter()
            .chain([Plies::Endless]);
        let scores: Vec<_> = lengths
            .flat_map(|plies| [Distance::Loss(plies), Distance::Win(plies)])
            .chain([Distance::Draw])
            .collect();
        laws(&scores, &[0]);
    }

    #[test]
    fn fast_wins_and_slow_losses_are_best() {
        let (soon, late, never) = (Plies::Count(1), Plies::Count(9), Plies::Endless);
        let ascending = [
            Distance::Loss(soon),
            Distance::Loss(late),
            Distance::Loss(never),
            Distance::Draw,
            Distance::Win(never),
            Distance::Win(late),
            Distance::Win(soon),
        ];
        assert!(ascending.is_sorted());
    }

    #[test]
    fn points_beyond_the_limit_are_refused_not_wrapped() {
        assert_eq!(Margin::Points(POINTS_LIMIT).after_ply(1), None);
        assert_eq!(Margin::Points(POINTS_LIMIT).after_ply(i64::MAX), None);
        assert_eq!(Margin::Win.after_ply(i64::MAX), Some(Margin::Win));
        assert_eq!(check_points([POINTS_LIMIT / 2, -POINTS_LIMIT / 2]), Ok(()));
        assert_eq!(
            check_points([POINTS_LIMIT / 2, -POINTS_LIMIT / 2, 1]),
            Err(2)
        );
        assert_eq!(check_points([0, i64::MIN, i64::MAX]), Err(1));
    }
}
