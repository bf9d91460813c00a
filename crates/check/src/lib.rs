//! An independent checker of certificates: files that prove the value of a position of a game.
//!
//! It depends on no other crate of the project, so that a mistake of the solver cannot hide here. The page
//! *Certificates* of the book defines the contents of a certificate and when it is a proof. This crate implements
//! that page. It plays the game only by the declared rules in the file.
//!
//! ```
//! use yomikiri_check::{Fault, Limits, check};
//! let fault = check(&b"yomikiri certificate 1\ngame x\n"[..], &Limits::default()).unwrap_err();
//! assert_eq!(fault.to_string(), "truncated");
//! # assert!(matches!(fault, Fault::Rejected { .. }));
//! ```
//!
//! # Cost
//!
//! A file is read once, from front to back. Memory: 28 bytes for each position listed, 8 more with ranks and with
//! bounds, and the rules; while a list grows, up to twice that. Time: proportional to the moves of the listed
//! positions and of the positions after them. Both are [limited](Limits), whatever the file says.
//!
//! # To read it
//!
//! From the bytes to the proof: `file`, `listed` and `stream` read, `rules` plays, `claim` defines what a claim
//! requires, `half` and `all` check (`all` with `held` for the values of version 3). For versions 2 and 4, `strategy`
//! reads and plays leaves, `grown` walks through trees, `threats` plays sequences of threats (version 4), and
//! `symmetry` checks mirror images against the rules. The rest is small: `text` and `value` are the notation of
//! numbers and answers, `codes` finds a position, `play` counts the moves looked at, and `fault` names the faults.

mod all;
mod claim;
mod codes;
mod fault;
mod file;
mod grown;
mod half;
mod hashed;
mod held;
mod listed;
mod play;
mod rules;
mod strategy;
mod stream;
mod symmetry;
mod text;
mod threats;
mod value;

pub use all::Tally;
pub use claim::Claim;
pub use fault::{Fault, Reason};
pub use grown::{Does, Node, Tree};
pub use rules::{Places, Rules, State, Step, parse as rules};
pub use strategy::{Guard, Rule, Strategy};
pub use value::{Ask, Outcome, Player, Value};

use play::Play;
use std::fmt;
use std::io::Read;

/// The limits of a checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes for the positions of a half, with its strategies and the positions through which its leaves are played.
    pub memory: u64,
    /// Moves looked at, in all halves together.
    pub moves: u64,
}

impl Default for Limits {
    /// Returns 4 GiB and 10<sup>11</sup> moves.
    fn default() -> Limits {
        Limits {
            memory: 4 << 30,
            moves: 100_000_000_000,
        }
    }
}

/// The statement that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The name of the game in the file, given by its author.
    pub game: String,
    /// The name of the position in the file, given by its author.
    pub position: String,
    /// The position by the rules in the file.
    pub board: String,
    /// The player to move there.
    pub to_move: Player,
    /// The rules in a few words.
    pub rules: String,
    /// The proven claims, each with the number of positions listed for it; for a tree, without its leaves.
    pub claims: Vec<(Claim, u64)>,
    /// The leaves of each claim's tree; empty if the file has no trees.
    pub leaves: Vec<u64>,
    /// The sequences of threats in each claim's tree; empty if the file is not of version 4.
    pub sequences: Vec<u64>,
    /// The summary of all values, if the file claims these.
    pub all: Option<Tally>,
}

impl Proved {
    /// Returns the value, if the claims leave only one.
    pub fn exact(&self) -> Option<Value> {
        match self.claims.as_slice() {
            [(least, _), (most, _)] if least.value == most.value => Some(least.value),
            _ => self.all.map(|all| all.root),
        }
    }
}

impl fmt::Display for Proved {
    /// Describes it in a few lines of words, the same for the same file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}", self.game)?;
        writeln!(f, "rules: {}", self.rules)?;
        writeln!(f, "position: {}", self.position)?;
        writeln!(f, "board: {}, {} to move", self.board, self.to_move)?;
        for (index, (claim, positions)) in self.claims.iter().enumerate() {
            let noun = if *positions == 1 {
                "position"
            } else {
                "positions"
            };
            write!(f, "claim: {claim} ({positions} {noun}")?;
            let counts = [
                (&self.leaves, "leaf", "leaves"),
                (&self.sequences, "threat sequence", "threat sequences"),
            ];
            for (list, one, more) in counts {
                match list.get(index) {
                    Some(1) => write!(f, ", 1 {one}")?,
                    Some(count) => write!(f, ", {count} {more}")?,
                    None => {}
                }
            }
            writeln!(f, ")")?;
        }
        if let Some(all) = &self.all {
            writeln!(f, "claim: {all}")?;
        }
        if let Some(value) = self.exact() {
            writeln!(f, "value: {value}")?;
        }
        Ok(())
    }
}

/// Checks a certificate. Reads the reader to its end, in small pieces. The caller need not buffer it.
///
/// # Errors
///
/// The first fault, or the limit that was reached.
pub fn check(source: impl Read, limits: &Limits) -> Result<Proved, Fault> {
    check_trees(source, limits).map(|checked| checked.proved)
}

/// A checked certificate, with its statement and its trees.
pub struct Checked {
    /// The statement that it proves.
    pub proved: Proved,
    /// The rules in the file.
    pub rules: Box<dyn Rules>,
    /// The trees of its claims; empty if the file has none.
    pub trees: Vec<Tree>,
}

/// Checks a certificate, and keeps the trees of its proofs.
///
/// # Errors
///
/// As for [`check`].
pub fn check_trees(source: impl Read, limits: &Limits) -> Result<Checked, Fault> {
    let file = file::read(source, limits.memory)?;
    let mut play = Play {
        rules: &*file.rules,
        moves: limits.moves,
    };
    let (mut claims, mut trees) = (Vec::new(), Vec::new());
    for half in &file.halves {
        claims.push(half.check(file.root, &mut play)?);
    }
    let mut playout = file.playout;
    if let Some(places) = &file.places {
        for half in file.grown {
            let claim = half.claim();
            let tree = half.check(file.root, &file.symmetries, &mut play, places, &mut playout)?;
            claims.push((claim, tree.sizes().0));
            trees.push(tree);
        }
    }
    let all = file.all.map(|all| all.check(file.root, &mut play));
    let proved = Proved {
        board: file.rules.show(file.root.code),
        to_move: file.rules.to_move(file.root.code),
        rules: file.rules.words(),
        claims,
        leaves: trees.iter().map(|tree: &Tree| tree.sizes().1).collect(),
        sequences: trees.iter().filter_map(Tree::sequences).collect(),
        all: all.transpose()?,
        game: file.game,
        position: file.position,
    };
    let rules = file.rules;
    Ok(Checked {
        proved,
        rules,
        trees,
    })
}
