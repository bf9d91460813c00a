//! The meaning of the goals of both roles: a win, a draw, or a margin.

use crate::sheet::Refused;
use yomikiri_core::{Outcome, Player};

/// The interpretation of the goal values of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// There are at most three goal values. A role wins if it has the highest and the other the lowest value. In a
    /// draw, both have the value between.
    Outcomes {
        /// The lowest value.
        low: i32,
        /// The highest value.
        high: i32,
    },
    /// The goal values of both roles have the same sum wherever play ends. The margin is the difference between the
    /// first role's value and the second's.
    Margins {
        /// The sum.
        sum: i32,
    },
}

impl Scoring {
    /// Returns the outcome of goals, where the first player has the first role.
    ///
    /// # Errors
    ///
    /// Returns an error if the goals fit neither a win nor a draw, or do not have the sum.
    pub fn outcome(self, goals: [i32; 2]) -> Result<Outcome, Refused> {
        let [first, second] = goals;
        match self {
            Scoring::Outcomes { low, high } => match (first, second) {
                _ if low == high => Ok(Outcome::Draw),
                _ if first == high && second == low => Ok(Outcome::Win(Player::First)),
                _ if first == low && second == high => Ok(Outcome::Win(Player::Second)),
                _ if first == second && (low + 1..high).contains(&first) => Ok(Outcome::Draw),
                _ => Err(Refused::Outcome {
                    here: goals,
                    range: [low, high],
                }),
            },
            Scoring::Margins { sum } if first + second == sum => {
                Ok(Outcome::Margin(i64::from(first) - i64::from(second)))
            }
            Scoring::Margins { sum } => Err(Refused::Sum { here: goals, sum }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_values_are_wins_draws_and_losses() {
        let scoring = Scoring::Outcomes { low: 0, high: 100 };
        assert_eq!(scoring.outcome([100, 0]), Ok(Outcome::Win(Player::First)));
        assert_eq!(scoring.outcome([0, 100]), Ok(Outcome::Win(Player::Second)));
        assert_eq!(scoring.outcome([30, 30]), Ok(Outcome::Draw));
        for goals in [[0, 0], [100, 100], [30, 0]] {
            let refused = Refused::Outcome {
                here: goals,
                range: [0, 100],
            };
            assert_eq!(scoring.outcome(goals), Err(refused));
        }
    }

    #[test]
    fn other_values_are_margins() {
        let scoring = Scoring::Margins { sum: 100 };
        assert_eq!(scoring.outcome([75, 25]), Ok(Outcome::Margin(50)));
        assert_eq!(scoring.outcome([50, 50]), Ok(Outcome::Margin(0)));
        let refused = Refused::Sum {
            here: [75, 100],
            sum: 100,
        };
        assert_eq!(scoring.outcome([75, 100]), Err(refused));
    }
}
