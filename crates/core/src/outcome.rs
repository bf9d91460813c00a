//! The players, and the results of finished games.

use std::fmt;

/// One of the two players. `First` is the player who moves first from the usual start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

impl Player {
    /// Both players, `First` first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// Returns the player's name in texts and data.
    pub const fn name(self) -> &'static str {
        match self {
            Player::First => "first",
            Player::Second => "second",
        }
    }

    /// Returns the other player.
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// Returns the player to move after `plies` moves, if the turn passes with every move and `First`
    /// began.
    #[inline]
    pub const fn after(plies: u32) -> Player {
        if plies.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The absolute, final result of a game that is over.
///
/// Absolute means that both players read it in the same way. Its worth to the player to move is a
/// [`Score`](crate::Score), and only [`Score::of_outcome`](crate::Score::of_outcome) turns one into the
/// other.
///
/// A game may mix the kinds: a line wins outright, and on a full board points decide. An outright win is
/// worth more than any margin. `Draw` is worth exactly as much as `Margin(0)`, but the two are different
/// facts about how the game ended, so they compare unequal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won outright.
    Win(Player),
    /// Nobody has won.
    Draw,
    /// The game was decided by points: First's minus Second's.
    Margin(i64),
}

impl Outcome {
    /// Returns the player who comes out ahead, if either does: the winner of an outright win, or the side of a
    /// margin.
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw | Outcome::Margin(0) => None,
            Outcome::Margin(points) => Some(if points > 0 {
                Player::First
            } else {
                Player::Second
            }),
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes `first`, `draw`, `second`, or the margin with its sign (`+2`, `0`, `-2`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => player.fmt(f),
            Outcome::Draw => f.pad("draw"),
            Outcome::Margin(0) => f.pad("0"),
            Outcome::Margin(points) => f.pad(&format!("{points:+}")),
        }
    }
}
