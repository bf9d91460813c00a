//! The score for the question *how soon?*

use super::{Score, Wdl};
use crate::{Ask, Outcome, Player, Plies, Value};
use std::cmp::Ordering;

/// Win, draw or loss, and the plies of the fastest win or the slowest loss (remoteness).
///
/// Plies are counted from the position that has this score. A win or loss by endless play is the slowest
/// of all: the winner prefers any win that ends, and the loser prefers play that never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Distance {
    /// The player to move loses after this many plies against perfect play; later is better.
    Loss(Plies),
    /// Nobody wins. All draws are equal.
    Draw,
    /// The player to move wins after this many plies; sooner is better.
    Win(Plies),
}

impl Distance {
    /// Returns the winner, without the plies.
    #[inline]
    pub const fn class(self) -> Wdl {
        match self {
            Distance::Loss(_) => Wdl::Loss,
            Distance::Draw => Wdl::Draw,
            Distance::Win(_) => Wdl::Win,
        }
    }

    /// Returns the bounds on the distance that follow from bounds on the winner. They do not restrict the plies.
    #[inline]
    pub const fn by_result((lower, upper): (Wdl, Wdl)) -> (Distance, Distance) {
        let lower = match lower {
            Wdl::Loss => Distance::WORST,
            Wdl::Draw => Distance::Draw,
            Wdl::Win => Distance::Win(Plies::Endless),
        };
        let upper = match upper {
            Wdl::Loss => Distance::Loss(Plies::Endless),
            Wdl::Draw => Distance::Draw,
            Wdl::Win => Distance::BEST,
        };
        (lower, upper)
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
    /// Adds one ply. Gains play no part, because solvers refuse this question for a game with gains.
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
            // A next position cannot be lost in fewer than 0 plies, so the bound stays at 0, which every loss meets.
            Distance::Loss(Plies::Count(n)) => Distance::Loss(Plies::Count(n.saturating_sub(1))),
            // No move wins in 0 plies, so the best score stands in for the unreachable bound.
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
