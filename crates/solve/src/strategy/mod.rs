//! Proofs by strategies: trees of moves whose leaves are lists of local rules, or pairings.
//!
//! A game of claimed cells is plain data here ([`Board`]), so that all of this is compiled once. An [`Oracle`] tells
//! whether a position keeps a claim. Nobody trusts the result: a checker plays it out. The book's page *Certificates*
//! defines the rules and the format of a tree.
//!
//! From the bottom up: `board` plays, `claim` is the claim of a half, `rules` is the language, `play` makes it fast,
//! `pairing` finds pairings, `tails` lists the possible ends of lists, `learn` makes lists that are right about
//! examples, and `find` learns a strategy for one position from its mistakes. `crew` runs many such searches at a
//! time. `tree` finds the positions above, `smaller` reduces their number, `tidy` reduces and shortens the lists, and
//! `written` puts the result into the order of a file. `threats` makes trees of another kind, whose replies lose by
//! threats.

mod board;
mod claim;
mod crew;
mod find;
mod learn;
mod pairing;
mod play;
mod rules;
mod smaller;
mod tails;
mod threats;
mod tidy;
mod tree;
mod written;

pub use board::{Board, Marks};
pub use claim::{Claim, WON};
pub use crew::{Crew, Hand, crew};
pub use rules::{Does, Guard, Rule, Strategy};
pub use threats::{Guide, by_threats};
pub use tree::{by_pairings, grow};
pub use written::Grown;

use yomikiri_core::Stop;

/// A source of the values of positions.
pub trait Oracle {
    /// Returns whether the claimant can still keep the claim after these cells were marked, one after the other from
    /// the root on.
    ///
    /// # Errors
    ///
    /// If the work has to stop.
    fn keeps(&mut self, claim: &Claim, path: &[u8]) -> Result<bool, Stop>;
}

/// The findings about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// A strategy for it if one is known, otherwise the choice of the smallest tree, if the position occurs in one.
    pub does: Option<Does>,
    /// The number of searches for a strategy so far, each harder than the last.
    pub level: usize,
    /// The moves that keep the claim, if they are known.
    pub good: Option<u64>,
}

/// The progress of the work.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The positions and leaves of the smallest tree so far, if there is one.
    pub least: Option<u64>,
    /// The number of positions looked at.
    pub looked: u64,
    /// The number of them that have no strategy and whose moves were not looked at yet.
    pub open: u64,
}

/// An observer that can stop the work and remembers its findings.
pub trait Watch {
    /// Receives the progress, many times a second.
    ///
    /// # Errors
    ///
    /// If the work has to stop; then the smallest tree so far is the result.
    fn look(&mut self, standing: Standing) -> Result<(), Stop>;

    /// Is called many times a second while the findings are being tidied.
    ///
    /// # Errors
    ///
    /// If that has to stop; the rest stays as it is.
    fn tidies(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    /// Counts positions played through.
    ///
    /// # Errors
    ///
    /// If that is enough. `has_tree` says whether there is a tree.
    fn worked(&mut self, positions: u64, has_tree: bool) -> Result<(), Stop>;

    /// Returns the earlier findings about a position, by its code.
    fn recall(&mut self, code: u128) -> Option<Fact> {
        let _ = code;
        None
    }

    /// Receives the findings about a position, by its code. Later findings replace earlier ones.
    fn note(&mut self, code: u128, fact: &Fact) {
        let _ = (code, fact);
    }
}
