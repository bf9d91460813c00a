//! Proofs by strategies: trees of moves whose leaves are lists of local rules, or pairings.
//!
//! A game in which players mark cells is worked on as plain data ([`Board`]), so that all of this is
//! compiled once. Whether a position keeps a claim is asked of an [`Oracle`]; what is made here is
//! trusted by nobody, and a checker plays it out. The book's page *Certificates* says what the rules
//! mean and how a tree is written.
//!
//! From the bottom up: `board` plays, `rules` is the language, `pairing` and `learn` find a strategy for
//! one position, `tree` finds the positions, and `written` puts them into the order of a file.

mod board;
mod learn;
mod pairing;
mod rules;
mod tree;
mod written;

pub use board::{Board, Marks};
pub use rules::{Guard, Rule, Strategy};
pub use tree::{by_pairings, grow};
pub use written::Grown;

use yomikiri_core::{Outcome, Player, Stop};

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

/// Who knows the values of positions, and when to stop.
pub trait Oracle {
    /// Whether the claimant can still keep the claim after these cells were marked, one after the other
    /// from the root on.
    ///
    /// # Errors
    ///
    /// If the work has to stop.
    fn keeps(&mut self, path: &[u8]) -> Result<bool, Stop>;

    /// Counts positions played through, and tells how far the work has come: the least size so far, if
    /// there is one, and the positions that are still open.
    ///
    /// # Errors
    ///
    /// If the work has to stop.
    fn work(&mut self, positions: u64, least: Option<u64>, open: u64) -> Result<(), Stop>;

    /// Whether the time for making a proof smaller is over.
    fn is_enough(&mut self) -> bool;
}
