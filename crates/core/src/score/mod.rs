//! Scores: the worth of a position to the player to move, under one of three questions.

mod distance;
mod margin;
mod wdl;

pub use distance::Distance;
pub use margin::Margin;
pub use wdl::Wdl;

use crate::{Ask, Outcome, Player, Value};
use std::fmt::Debug;
use std::hash::Hash;

/// The largest total of points, for either player, that a game may reach: 2<sup>62</sup>.
///
/// Totals up to this limit are exact. Twice the limit still fits an `i64`, so a bound shifted by another
/// total does not wrap either.
pub const POINTS_LIMIT: i64 = 1 << 62;

/// Checks that the points, added up with any signs, stay within [`POINTS_LIMIT`].
///
/// A game calls this when it is made, with every weight or gain that one line of play could collect.
///
/// # Errors
///
/// If the sum of magnitudes passes the limit. The error is the index of the first item at which it does,
/// so that a game can name the cell or edge in its message.
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

/// The worth of a position to the player to move. Greater is better for that player.
///
/// # Who implements it
///
/// Only the three types that answer the three questions. Solvers are generic over this trait, so that each question
/// is compiled to separate code.
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
    /// The question that this type answers.
    const ASK: Ask;
    /// The worst score.
    const WORST: Self;
    /// The best score.
    const BEST: Self;
    /// The score of a position that nobody wins.
    const DRAW: Self;

    /// The compact form for maps and tables: at most 8 bytes.
    type Stored: Copy + Eq + Debug + Send + Sync;

    /// Converts an absolute result to its worth for the player to move. This is the only conversion.
    fn of_outcome(outcome: Outcome, to_move: Player) -> Self;

    /// Returns the worth for the player to move of play that never ends, given the game's
    /// [`endless`](crate::Game::endless) outcome.
    #[inline]
    fn of_endless(endless: Outcome, to_move: Player) -> Self {
        Self::of_outcome(endless, to_move)
    }

    /// Converts the score of `to_move` to the absolute answer.
    fn absolute(self, to_move: Player) -> Value;

    /// Converts an absolute answer to the score of `to_move`, the inverse of [`absolute`](Score::absolute).
    /// Returns `None` for the answer to another question.
    fn of_value(value: Value, to_move: Player) -> Option<Self>;

    /// Returns the same worth from the other player's view.
    fn turned(self) -> Self;

    /// Returns the worth of a move that gains `gain` points and leads to a position worth `self` *to the
    /// player who made the move*. Returns `None` if points pass [`POINTS_LIMIT`].
    fn after_ply(self, gain: i64) -> Option<Self>;

    /// Returns the least score of the next position (seen by the player who moved there) whose
    /// [`after_ply`](Score::after_ply) is at least `self`. Saturates.
    fn before_ply(self, gain: i64) -> Self;

    /// Returns the compact form.
    fn store(self) -> Self::Stored;

    /// Returns the score of a compact form that [`store`](Score::store) made.
    fn load(stored: Self::Stored) -> Self;

    /// Returns the worth to `mover` of a move after which `to_move` is to move in a position worth `self`.
    ///
    /// This is the whole recursion in one place: *gain + the next position's score, turned if the turn passes*.
    #[inline]
    fn of_move(self, gain: i64, mover: Player, to_move: Player) -> Option<Self> {
        if mover == to_move {
            self
        } else {
            self.turned()
        }
        .after_ply(gain)
    }

    /// Turns a bound on a move into a bound on the next position, as seen by the player who moves there:
    /// the inverse of [`of_move`](Score::of_move) for bounds. If the turn passes, an upper bound becomes a
    /// lower one.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plies;

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
