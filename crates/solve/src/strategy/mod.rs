//! Proofs by strategies: trees of moves whose leaves are lists of local rules, or pairings.
//!
//! A game of claimed cells is worked on as plain data ([`Board`]), so that all of this is
//! compiled once. Whether a position keeps a claim is asked of an [`Oracle`]; what is made here is
//! trusted by nobody, and a checker plays it out. The book's page *Certificates* says what the rules
//! mean and how a tree is written.
//!
//! From the bottom up: `board` plays, `claim` is what a half claims, `rules` is the language, `play` makes it fast, `pairing` finds pairings, `tails`
//! knows what lists may end with, `learn` makes lists that are right about examples, and `find` learns a strategy for
//! one position from its mistakes. `crew` has many looked for at a time. `tree` finds the positions above, `smaller`
//! makes fewer of them, `tidy` makes do with fewer and shorter lists, and `written` puts them into the order of a file.
//! `threats` makes trees of another kind, whose replies lose by threats.

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

/// Who knows the values of positions.
pub trait Oracle {
    /// Whether the claimant can still keep the claim after these cells were marked, one after the other
    /// from the root on.
    ///
    /// # Errors
    ///
    /// If the work has to stop.
    fn keeps(&mut self, claim: &Claim, path: &[u8]) -> Result<bool, Stop>;
}

/// What has been found of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// A strategy for it if one is known, else what the smallest tree does there, if it comes about in one.
    pub does: Option<Does>,
    /// How often a strategy was looked for, ever harder.
    pub level: usize,
    /// The moves that keep the claim, if they are known.
    pub good: Option<u64>,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The positions and leaves of the smallest tree so far, if there is one.
    pub least: Option<u64>,
    /// The positions looked at.
    pub looked: u64,
    /// Those of them that have no strategy, and whose moves were not looked at yet.
    pub open: u64,
}

/// Who watches over the work, and remembers what was found.
pub trait Watch {
    /// Is told, many times a second, how far the work has come.
    ///
    /// # Errors
    ///
    /// If the work has to stop: then the smallest tree so far is what there is.
    fn look(&mut self, standing: Standing) -> Result<(), Stop>;

    /// Is told, many times a second, that what was found is being brought into order.
    ///
    /// # Errors
    ///
    /// If that has to stop: the rest stays as it was found.
    fn tidies(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    /// Counts positions played through.
    ///
    /// # Errors
    ///
    /// If that is enough. `has_tree`: whether there is a tree.
    fn worked(&mut self, positions: u64, has_tree: bool) -> Result<(), Stop>;

    /// What was known of a position, by its code, when the work began.
    fn recall(&mut self, code: u128) -> Option<Fact> {
        let _ = code;
        None
    }

    /// Is told what has been found of a position, by its code. What is told last holds.
    fn note(&mut self, code: u128, fact: &Fact) {
        let _ = (code, fact);
    }
}
