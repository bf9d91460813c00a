//! The claim of a half of a proof.

use yomikiri_core::{Outcome, Player};

/// The worth of an outright win.
pub const WON: i128 = 1 << 120;

/// The claim of a half: that a player can be sure of a worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The player who can be sure.
    pub claimant: Player,
    /// The worth: plus or minus [`WON`] for outright results, otherwise points from the claimant's
    /// side.
    pub least: i128,
}

impl Claim {
    /// Returns whether an outcome keeps the claim.
    pub fn reaches(&self, outcome: Outcome) -> bool {
        let of_first = match outcome {
            Outcome::Win(Player::First) => WON,
            Outcome::Win(Player::Second) => -WON,
            Outcome::Draw => 0,
            Outcome::Margin(points) => points.into(),
        };
        let own = match self.claimant {
            Player::First => of_first,
            Player::Second => -of_first,
        };
        own >= self.least
    }
}
