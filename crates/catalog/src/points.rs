//! The points gained along a line of play. Only this module adds them up.
//!
//! In a game whose moves gain points, a position does not know what was gained before it. Its value, and
//! its outcome if the game is over, count only the points still to come. A caller that knows the line of
//! play adds up the gains of its moves as [`Points`], which turn those values into values of the whole
//! game.

use crate::Board;
use crate::answer::{Answer, Bound, Moves};
use std::fmt;
use std::str::FromStr;
use yomikiri::{Ask, Outcome, Player, Value};

/// The most points, either way, that a game may gain: 2<sup>62</sup>.
const MOST: u64 = 1 << 62;

/// The points that First and Second have gained so far; 0 at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points {
    gained: [i64; 2],
}

impl Points {
    /// Returns First's and Second's points.
    pub const fn both(self) -> [i64; 2] {
        self.gained
    }

    /// Adds up the moves played, each given by its player and its gain:
    /// [`gains`](crate::AnyPosition::gains) of a position.
    pub fn of(gains: &[(Player, i64)]) -> Points {
        let gains = gains.iter();
        gains.fold(Points::default(), |points, &(mover, gain)| {
            points.after(mover, gain)
        })
    }

    /// Adds up the gains along the line of play that the text of a board gave; `None` if it gave none.
    pub fn along(board: &Board) -> Option<Points> {
        board.gains.as_deref().map(Points::of)
    }

    /// Returns the points after a move of `mover` that gains `gain` (if negative, it costs). Only a line
    /// of play that returns to a position exceeds 2<sup>62</sup>; sums saturate.
    #[must_use]
    pub fn after(mut self, mover: Player, gain: i64) -> Points {
        let own = &mut self.gained[mover as usize];
        *own = own.saturating_add(gain);
        self
    }

    /// Returns First's points less Second's.
    pub const fn ahead(self) -> i64 {
        self.gained[0].saturating_sub(self.gained[1])
    }

    /// Returns the outcome of the whole game if play has ended in `end`: the points are added to those at
    /// the end, and an outright win outweighs all points.
    #[must_use]
    pub fn outcome(self, end: Outcome) -> Outcome {
        match (end, self.ahead()) {
            (Outcome::Win(_), _) | (_, 0) => end,
            (Outcome::Draw, ahead) => Outcome::Margin(ahead),
            (Outcome::Margin(points), ahead) => Outcome::Margin(points.saturating_add(ahead)),
        }
    }

    /// Returns the question for a solver whose answer yields the answer to `ask` about the whole game.
    /// The winner follows from the margin still to come.
    pub const fn question(has_gains: bool, ask: Ask) -> Ask {
        match (has_gains, ask) {
            (true, Ask::Winner) => Ask::Margin,
            _ => ask,
        }
    }

    /// Returns the answer to `ask` about the whole game, from the answer to its
    /// [`question`](Points::question) about the play still to come. A value that is not a margin stays as
    /// it is.
    #[must_use]
    pub fn value(self, to_come: Value, ask: Ask) -> Value {
        match (to_come, ask) {
            (Value::Margin(end), Ask::Winner) => Value::Winner(self.outcome(end).winner()),
            (Value::Margin(end), _) => Value::Margin(self.outcome(end)),
            _ => to_come,
        }
    }

    /// Converts bounds of a value like [`value`](Points::value).
    #[must_use]
    pub fn bound(self, to_come: Bound, ask: Ask) -> Bound {
        match to_come {
            Bound::Exact(value) => Bound::Exact(self.value(value, ask)),
            Bound::Range { lower, upper } => Bound::Range {
                lower: self.value(lower, ask),
                upper: self.value(upper, ask),
            },
        }
    }

    /// Converts an answer like [`value`](Points::value).
    pub(crate) fn answer(self, found: &mut Answer, ask: Ask) {
        found.bound = self.bound(found.bound, ask);
        found.ask = ask;
        found.to_come = false;
    }

    /// Converts an answer, and stores these points in it.
    pub(crate) fn count_in(self, found: &mut Answer, ask: Ask) {
        self.answer(found, ask);
        found.points = Some(self.both());
    }

    /// Converts a position and its moves; moves equal under `ask` stay in the order of their margins.
    #[must_use]
    pub fn moves(self, mut found: Moves, ask: Ask) -> Moves {
        self.answer(&mut found.answer, ask);
        let (mut place, mut before) = (0, None);
        for mv in &mut found.moves {
            mv.value = self.value(mv.value, ask);
            // The winner separates fewer moves than the margin; moves with equal values share a place.
            place += usize::from(before.is_some_and(|value| value != mv.value));
            before = Some(mv.value);
            (mv.place, mv.best) = (place, place == 0);
        }
        for mv in &mut found.bounds {
            mv.bound = self.bound(mv.bound, ask);
        }
        // If not all moves have values, the best ones are those of the margin, which are best for the winner too.
        if found.bounds.is_empty() {
            let best = found.moves.iter().filter(|mv| mv.best);
            let best = best.map(|mv| mv.mv.clone()).collect();
            found.answer.best = found.answer.best.is_some().then_some(best);
        }
        found
    }
}

impl fmt::Display for Points {
    /// Writes First's and Second's points with a comma between: `4,11`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.gained[0], self.gained[1])
    }
}

impl FromStr for Points {
    type Err = String;
    fn from_str(text: &str) -> Result<Points, String> {
        let number = |text: &str| -> Option<i64> {
            let number = text.trim().parse().ok()?;
            (i64::unsigned_abs(number) <= MOST).then_some(number)
        };
        let both = text.split_once(',');
        let both = both.and_then(|(first, second)| Some([number(first)?, number(second)?]));
        both.map(|gained| Points { gained }).ok_or_else(|| {
            "points are First's and Second's with a comma between, such as `4,11`".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_added_to_their_mover_s_points() {
        let points = Points::of(&[(Player::First, 3), (Player::Second, 9), (Player::First, 1)]);
        assert_eq!((points.both(), points.ahead()), ([4, 9], -5));
        assert_eq!("4,9".parse(), Ok(points));
        assert_eq!("-4, 9".parse::<Points>().map(Points::ahead), Ok(-13));
        for bad in ["", "4", "4,", "4,x", "1,2,3", "4611686018427387905,0"] {
            assert!(bad.parse::<Points>().is_err(), "{bad}");
        }
        let most: Points = "-4611686018427387904,4611686018427387904".parse().unwrap();
        assert_eq!(most.after(Player::Second, i64::MAX).ahead(), i64::MIN);
    }

    #[test]
    fn what_is_to_come_becomes_what_the_whole_game_comes_to() {
        let points = Points::of(&[(Player::First, 2), (Player::Second, 5)]);
        let outcomes = [
            (Outcome::Margin(3), Outcome::Margin(0)),
            (Outcome::Draw, Outcome::Margin(-3)),
            (Outcome::Win(Player::First), Outcome::Win(Player::First)),
        ];
        for (end, whole) in outcomes {
            assert_eq!(points.outcome(end), whole);
        }
        assert_eq!(Points::default().outcome(Outcome::Draw), Outcome::Draw);
        for (margin, ask, whole) in [
            ("+4", Ask::Margin, "+1"),
            ("+2", Ask::Winner, "second"),
            ("+3", Ask::Winner, "draw"),
            ("first", Ask::Winner, "first"),
        ] {
            let value = Value::parse(Ask::Margin, margin).unwrap();
            assert_eq!(points.value(value, ask).to_string(), whole, "{margin}");
        }
    }
}
