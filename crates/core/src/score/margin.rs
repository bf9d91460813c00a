//! The score for the question *by how many points?*

use super::{POINTS_LIMIT, Score, Wdl};
use crate::{Ask, Outcome, Player, Value};

/// The best margin that the player to move can force. An outright win is above every margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Margin {
    /// The player to move loses outright.
    Loss,
    /// Points of the player to move minus the opponent's, within ±[`POINTS_LIMIT`].
    Points(i64),
    /// The player to move wins outright.
    Win,
}

impl Margin {
    /// Returns the answer to [`Ask::Winner`] that this answer implies.
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
                // This saturates only for a game that breaks its promise about the limit.
                points.saturating_neg()
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
            // This saturates only for a bound that a gain has moved beyond the limit.
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
            // Either every margin within the limit meets a bound beyond it, or none does.
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
