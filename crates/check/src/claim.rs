//! What a certificate claims, and the scale that it is checked on.

use crate::value::{Ask, Outcome, Player, Value};
use std::fmt;

/// What an outcome, or what may follow, is worth to a player: points, or beyond all points an outright
/// win or loss. Where plies count, a win within `n` plies is `n` less than [`WON`], a loss the negative.
pub(crate) type Worth = i128;
/// An outright win. No sum that is ever made comes near: of numbers of 64 bits.
pub(crate) const WON: Worth = 1 << 120;

/// The worth of an outcome to a player; `outright`: any win is one.
pub(crate) fn worth(outcome: Outcome, player: Player, outright: bool) -> Worth {
    let of_first = match outcome {
        Outcome::Win(winner) => winner.sign() * WON,
        Outcome::Draw => 0,
        Outcome::Margin(points) if outright => WON * Worth::from(points.signum()),
        Outcome::Margin(points) => points.into(),
    };
    player.sign() * of_first
}

/// The worth one move earlier, given the points that the move brings and whether it counts as a ply.
pub(crate) fn before(worth: Worth, points: Worth, plies_count: bool) -> Worth {
    match worth.abs() {
        _ if plies_count => worth - worth.signum(),
        WON => worth,
        _ => worth + points,
    }
}

/// Points `b` from `2b`, or from `-2b - 1`.
pub(crate) fn points(zigzag: u64) -> Worth {
    let half = Worth::from(zigzag / 2);
    if zigzag.is_multiple_of(2) {
        half
    } else {
        -half - 1
    }
}

/// What one half of a certificate claims: that a player can be sure of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who can be sure.
    pub claimant: Player,
    /// The question.
    pub ask: Ask,
    /// The value, or better for the claimant.
    pub value: Value,
}

impl Claim {
    /// The least worth to the claimant that the claim allows.
    pub(crate) fn threshold(&self) -> Worth {
        // Of who wins: 1 for the claimant, -1 for the other player.
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

    /// Whether the claim is about a number of plies: of speed, or of delay.
    pub(crate) fn counts_plies(&self) -> bool {
        matches!(self.value, Value::Within(..))
    }

    /// Whether the proof has ranks: those of a claim of plies, or where play that never ends, given what
    /// it is worth, would be too little.
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
            Value::Win(_) => write!(f, "{claimant} may lose"),
            Value::Draw => write!(f, "{claimant} can be sure not to lose"),
            Value::Points(points) => {
                write!(f, "{claimant} can be sure of this or better: ")?;
                match Worth::from(points) * claimant.sign() {
                    0 => f.write_str("as many points as the other"),
                    ahead @ 1.. => write!(f, "to be {ahead} points ahead"),
                    behind => write!(f, "to be {} points behind", -behind),
                }
            }
            Value::Within(winner, plies) if winner == claimant => {
                write!(f, "{claimant} can be sure to win within {plies} plies")
            }
            Value::Within(_, plies) => write!(
                f,
                "{claimant} can be sure that {other} does not win before {plies} plies are played"
            ),
            Value::Endless(_) => write!(
                f,
                "{claimant} can be sure that {other} does not win in any number of plies"
            ),
        }
    }
}
