//! Values as numbers, so that computing with them is compiled once for each width of keys, and not for each
//! question as well.

use yomikiri_core::{
    Ask, Distance, Margin, Outcome, POINTS_LIMIT, Player, Plies, Score, Stop, Value, Wdl,
};

/// A value as a number: a greater number is better for First, 0 is a draw, and the negated number is the same
/// value with the players exchanged.
pub(crate) type Worth = i64;

/// An outright win, above every margin.
const WON: Worth = POINTS_LIMIT + 1;
/// A win in no plies. It is so far above a win by endless play that every number of plies lies between them.
const AT_ONCE: Worth = 1 << 33;

/// The numbers of the answers to one question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worths(pub(crate) Ask);

impl Worths {
    /// Returns the number of a value; `None` if it answers another question, or has more points than possible.
    pub(crate) fn of(self, value: Value) -> Option<Worth> {
        let signed = |player, size: Worth| match player {
            Player::First => size,
            Player::Second => -size,
        };
        if value.ask() != self.0 {
            return None;
        }
        Some(match value {
            Value::Winner(winner) => winner.map_or(0, |player| signed(player, 1)),
            Value::Margin(Outcome::Win(player)) => signed(player, WON),
            Value::Margin(Outcome::Margin(points)) => within_limit(points)?,
            Value::Margin(Outcome::Draw) | Value::Distance(None) => 0,
            Value::Distance(Some((player, Plies::Count(plies)))) => {
                signed(player, AT_ONCE - Worth::from(plies))
            }
            Value::Distance(Some((player, Plies::Endless))) => signed(player, 1),
        })
    }

    /// Returns the value of a number.
    pub(crate) fn value(self, worth: Worth) -> Value {
        let winner = match worth {
            0 => None,
            1.. => Some(Player::First),
            _ => Some(Player::Second),
        };
        match (self.0, winner) {
            (Ask::Winner, winner) => Value::Winner(winner),
            (Ask::Margin, Some(winner)) if worth.abs() == WON => {
                Value::Margin(Outcome::Win(winner))
            }
            (Ask::Margin, _) => Value::Margin(Outcome::Margin(worth)),
            (Ask::Distance, winner) => Value::Distance(winner.map(|winner| {
                let plies = match worth.abs() {
                    1 => Plies::Endless,
                    size => Plies::Count((AT_ONCE - size) as u32),
                };
                (winner, plies)
            })),
        }
    }

    /// Returns the number of an outcome.
    ///
    /// # Errors
    ///
    /// [`Stop::Points`] if it has more points than possible.
    pub(crate) fn of_outcome(self, outcome: Outcome) -> Result<Worth, Stop> {
        fn value<S: Score>(outcome: Outcome) -> Value {
            S::of_outcome(outcome, Player::First).absolute(Player::First)
        }
        let value = match self.0 {
            Ask::Winner => value::<Wdl>(outcome),
            Ask::Margin => value::<Margin>(outcome),
            Ask::Distance => value::<Distance>(outcome),
        };
        // The value answers this question.
        self.of(value).ok_or(Stop::Points)
    }

    /// Returns the number of endless play.
    ///
    /// # Errors
    ///
    /// [`Stop::Points`] if it has more points than possible.
    pub(crate) fn of_endless(self, endless: Outcome) -> Result<Worth, Stop> {
        match self.0 {
            Ask::Distance => {
                let value = Distance::of_endless(endless, Player::First).absolute(Player::First);
                self.of(value).ok_or(Stop::Points)
            }
            _ => self.of_outcome(endless),
        }
    }

    /// Returns the best number for First: a win in no plies. The worst is its negation.
    pub(crate) const fn best(self) -> Worth {
        match self.0 {
            Ask::Winner => 1,
            Ask::Margin => WON,
            Ask::Distance => AT_ONCE,
        }
    }

    /// Returns the worth of a position to the player who moves to one worth `next` and gains `gain` points by the
    /// move; `None` if that is more points than possible.
    #[inline]
    pub(crate) fn after_move(self, next: Worth, gain: i64) -> Option<Worth> {
        match self.0 {
            Ask::Winner => Some(next),
            Ask::Distance => Some(self.after_ply(next)),
            Ask::Margin if next.abs() == WON => Some(next),
            Ask::Margin => next.checked_add(gain).and_then(within_limit),
        }
    }

    /// Returns the worth one ply earlier; only distances change.
    pub(crate) fn after_ply(self, worth: Worth) -> Worth {
        let longest = AT_ONCE - Worth::from(u32::MAX);
        match self.0 {
            Ask::Distance if worth.abs() > longest => worth - worth.signum(),
            _ => worth,
        }
    }
}

/// Returns points, if they are within the limit.
fn within_limit(points: i64) -> Option<Worth> {
    (-POINTS_LIMIT..=POINTS_LIMIT)
        .contains(&points)
        .then_some(points)
}

/// Converts a number from one player's view to First's, or the other way round.
#[inline]
pub(crate) fn seen_by(player: Player, worth: Worth) -> Worth {
    match player {
        Player::First => worth,
        Player::Second => -worth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the numbers behave like the scores that they stand for.
    fn as_scores<S: Score>(scores: &[S]) {
        let worths = Worths(S::ASK);
        let of = |score: S| worths.of(score.absolute(Player::First)).unwrap();
        for &score in scores {
            let worth = of(score);
            assert_eq!(worths.value(worth), score.absolute(Player::First));
            assert_eq!(of(score.turned()), -worth);
            assert_eq!(of(score.after_ply(0).unwrap()), worths.after_ply(worth));
            for gain in [0, 1, -3, i64::MAX, i64::MIN] {
                assert_eq!(
                    score.after_ply(gain).map(of),
                    worths.after_move(worth, gain)
                );
            }
            assert_eq!(worth.cmp(&0), score.cmp(&S::DRAW));
            for &other in scores {
                assert_eq!(worth.cmp(&of(other)), score.cmp(&other));
            }
        }
        assert_eq!(of(S::BEST), worths.best());
        assert_eq!(of(S::WORST), -worths.best());
        let results = Player::BOTH.map(Outcome::Win);
        for outcome in results
            .into_iter()
            .chain([Outcome::Draw, Outcome::Margin(-5)])
        {
            let first = Player::First;
            assert_eq!(
                worths.of_outcome(outcome),
                Ok(of(S::of_outcome(outcome, first)))
            );
            assert_eq!(
                worths.of_endless(outcome),
                Ok(of(S::of_endless(outcome, first)))
            );
        }
    }

    #[test]
    fn numbers_are_the_scores() {
        as_scores(&[Wdl::Loss, Wdl::Draw, Wdl::Win]);
        let points = [-POINTS_LIMIT, -1, 0, 1, POINTS_LIMIT].map(Margin::Points);
        let margins: Vec<_> = points
            .into_iter()
            .chain([Margin::Loss, Margin::Win])
            .collect();
        as_scores(&margins);
        let plies = [0, 1, 1000, u32::MAX - 1, u32::MAX].map(Plies::Count);
        let distances: Vec<_> = plies
            .into_iter()
            .chain([Plies::Endless])
            .flat_map(|plies| [Distance::Loss(plies), Distance::Win(plies)])
            .chain([Distance::Draw])
            .collect();
        as_scores(&distances);
        assert_eq!(Worths(Ask::Winner).of(Value::Margin(Outcome::Draw)), None);
        for points in [i64::MIN, -POINTS_LIMIT - 1, POINTS_LIMIT + 1, i64::MAX] {
            let outcome = Outcome::Margin(points);
            assert_eq!(Worths(Ask::Margin).of_outcome(outcome), Err(Stop::Points));
        }
    }
}
