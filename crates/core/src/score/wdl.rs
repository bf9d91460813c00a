//! The score for the question *who wins?*

use super::Score;
use crate::{Ask, Outcome, Player, Value};
use std::cmp::Ordering;

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
        // Match case by case instead of calling `winner`, because a solver knows most cases at compile time.
        let seen = |points: i64| match to_move {
            Player::First => points.cmp(&0),
            Player::Second => 0.cmp(&points),
        };
        match outcome {
            Outcome::Win(player) if player == to_move => Wdl::Win,
            Outcome::Win(_) => Wdl::Loss,
            Outcome::Draw => Wdl::Draw,
            Outcome::Margin(points) => match seen(points) {
                Ordering::Less => Wdl::Loss,
                Ordering::Equal => Wdl::Draw,
                Ordering::Greater => Wdl::Win,
            },
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
