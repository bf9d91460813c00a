//! What a half of a proof claims.

use yomikiri_core::{Outcome, Player};

/// An outright win, as a worth.
pub const WON: i128 = 1 << 120;

/// What a half claims: that a player can be sure of a worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who can be sure.
    pub claimant: Player,
    /// Of what: plus or minus [`WON`] for outright results, else points from the claimant's side.
    pub least: i128,
}

impl Claim {
    /// Whether an outcome keeps the claim.
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
