//! The claim of a certificate, and the scale on which it is checked.

use crate::text::Counted;
use crate::value::{Ask, Outcome, Player, Value};
use std::fmt;

/// The worth of an outcome or of later play to a player: points, or beyond all points an outright win or
/// loss. If plies count, a win within `n` plies is `n` less than [`WON`], and a loss the negative of
/// that.
pub(crate) type Worth = i128;
/// An outright win. No sum of 64-bit numbers that is ever computed comes near it.
pub(crate) const WON: Worth = 1 << 120;

/// Returns the worth of an outcome to a player. `outright`: every win counts as outright.
pub(crate) fn worth(outcome: Outcome, player: Player, outright: bool) -> Worth {
    let of_first = match outcome {
        Outcome::Win(winner) => winner.sign() * WON,
        Outcome::Draw => 0,
        Outcome::Margin(points) if outright => WON * Worth::from(points.signum()),
        Outcome::Margin(points) => points.into(),
    };
    player.sign() * of_first
}

/// Returns the worth one move earlier, given the points of the move and whether it counts as a ply.
pub(crate) fn before(worth: Worth, points: Worth, plies_count: bool) -> Worth {
    match worth.abs() {
        _ if plies_count => worth - worth.signum(),
        WON => worth,
        _ => worth + points,
    }
}

/// Decodes points `b` from `2b`, or from `-2b - 1` if negative.
pub(crate) fn points(zigzag: u64) -> Worth {
    let half = Worth::from(zigzag / 2);
    if zigzag.is_multiple_of(2) {
        half
    } else {
        -half - 1
    }
}

/// The claim of one half of a certificate: that a player can be sure of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The player who can be sure.
    pub claimant: Player,
    /// The question.
    pub ask: Ask,
    /// The value that the claimant gets at least.
    pub value: Value,
}

impl Claim {
    /// Returns the least worth to the claimant that the claim allows.
    pub(crate) fn threshold(&self) -> Worth {
        // Under `winner`, 1 is a win of the claimant, and -1 one of the other player.
        let sign = |winner: Player| winner.sign() * self.claimant.sign();
        match self.value {
            Value::Win(winner) if self.ask == Ask::Winner && winner == self.claimant => 1,
            Value::Win(winner) => sign(winner) * WON,
            Value::Draw => 0,
            Value::Points(points) => self.claimant.sign() * Worth::from(points),
            Value::Within(winner, plies) => sign(winner) * (WON - Worth::from(plies)),
            Value::Endless(winner) => sign(winner).max(0),
        }
    }

    /// Returns whether the claim is about a number of plies: of speed, or of delay.
    pub(crate) fn counts_plies(&self) -> bool {
        matches!(self.value, Value::Within(..))
    }

    /// Returns whether the proof has ranks. A claim of plies has them, and one for which endless play
    /// would be worth too little.
    pub(crate) fn has_ranks(&self, endless: Option<Outcome>) -> bool {
        let is_short = |endless| worth(endless, self.claimant, false) < self.threshold();
        match self.value {
            Value::Within(..) => true,
            Value::Endless(winner) if winner != self.claimant => false,
            _ => endless.is_some_and(is_short),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (claimant, other) = (self.claimant, self.claimant.opponent());
        match self.value {
            Value::Win(winner) if winner == claimant && self.ask == Ask::Margin => {
                write!(f, "{claimant} can be sure to win outright")
            }
            Value::Win(winner) | Value::Endless(winner) if winner == claimant => {
                write!(f, "{claimant} can be sure to win")
            }
            // Any result keeps it.
            Value::Win(_) => write!(f, "nothing for {claimant}"),
            Value::Draw => write!(f, "{claimant} can be sure not to lose"),
            Value::Points(points) => {
                write!(f, "{claimant} can be sure of this or better: ")?;
                match Worth::from(points) * claimant.sign() {
                    0 => f.write_str("as many points as the other"),
                    ahead @ 1.. => write!(f, "to be {} ahead", Counted(ahead, "point")),
                    behind => write!(f, "to be {} behind", Counted(-behind, "point")),
                }
            }
            Value::Within(winner, plies) if winner == claimant => {
                write!(
                    f,
                    "{claimant} can be sure to win within {}",
                    Counted(plies, "ply")
                )
            }
            Value::Within(_, plies) => write!(
                f,
                "{claimant} can be sure that {other} does not win in fewer than {}",
                Counted(plies, "ply")
            ),
            Value::Endless(_) => write!(
                f,
                "{claimant} can be sure that {other} does not win in any number of plies"
            ),
        }
    }
}
