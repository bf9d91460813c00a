//! The halves of a certificate, and the worth of outcomes in them.

use yomikiri::{Outcome, Player};

/// A half, ready to be written.
pub(crate) struct Half {
    pub(crate) claimant: Player,
    /// The entries by ascending code.
    pub(crate) entries: Vec<Entry>,
    pub(crate) has_ranks: bool,
    pub(crate) has_bounds: bool,
}

/// A listed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) code: u128,
    pub(crate) number: u32,
    pub(crate) rank: u64,
    /// Points from the claimant's side; `None` is an outright win.
    pub(crate) bound: Option<i64>,
}

/// The worth of an outright win.
pub(crate) const WON: i128 = 1 << 120;

/// Adds points to a worth; an outright result does not change.
pub(super) fn plus(worth: i128, points: i64) -> i128 {
    match worth.abs() {
        WON => worth,
        _ => worth + i128::from(points),
    }
}

/// Returns the worth of an outcome to a player: points, or plus or minus [`WON`].
pub(crate) fn worth(outcome: Outcome, player: Player) -> i128 {
    let of_first = match outcome {
        Outcome::Win(Player::First) => WON,
        Outcome::Win(Player::Second) => -WON,
        Outcome::Draw => 0,
        Outcome::Margin(points) => points.into(),
    };
    match player {
        Player::First => of_first,
        Player::Second => -of_first,
    }
}
