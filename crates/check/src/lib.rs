//! An independent checker of certificates: of files that prove what a position of a game is worth.
//!
//! It depends on no other crate of the project, so that a mistake of the solver cannot hide here. What
//! a certificate holds, and what makes it a proof, is the page *Certificates* of the book; this crate
//! is that page as a program. The game is played by the declared rules in the file and by nothing else.
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
//! A file is read once, from front to back. Memory: 28 bytes for each position listed, 8 more with ranks and
//! with bounds, and the rules; while a list grows, up to twice that. Time: proportional to the moves of the
//! positions listed and of those that they lead to. Both are [limited](Limits), whatever the file says.
//!
//! # To read it
//!
//! From the bytes to the proof: `file`, `listed` and `stream` read, `rules` plays, `claim` says what a claim asks
//! for, `half` and `all` check (`all` with `held` for the values of version 3). Of versions 2 and 4, `strategy` reads and
//! plays leaves, `grown` walks through trees, `threats` plays sequences of threats (version 4), and `symmetry` holds mirror
//! images to the rules. The rest is small: `text`
//! and `value` are how numbers and answers are written, `codes` finds a position, `play` counts the moves looked at,
//! `fault` names what is wrong.

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

/// What a checker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes for the positions of a half, with its strategies and the positions that its leaves are played through.
    pub memory: u64,
    /// Moves looked at, over all halves.
    pub moves: u64,
}

impl Default for Limits {
    /// 4 GiB and 10<sup>11</sup> moves.
    fn default() -> Limits {
        Limits {
            memory: 4 << 30,
            moves: 100_000_000_000,
        }
    }
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// What the maker of the file calls the game.
    pub game: String,
    /// What the maker of the file calls the position.
    pub position: String,
    /// The position by the rules in the file.
    pub board: String,
    /// Who is to move there.
    pub to_move: Player,
    /// The rules in a few words.
    pub rules: String,
    /// What is proved, each with the number of positions listed for it: those of a tree are without its leaves.
    pub claims: Vec<(Claim, u64)>,
    /// The leaves of each claim's tree; empty if the file has no trees.
    pub leaves: Vec<u64>,
    /// The sequences of threats in each claim's tree; empty if the file has none, which is of another version than 4.
    pub sequences: Vec<u64>,
    /// What all values come to, where they are what is proved.
    pub all: Option<Tally>,
}

impl Proved {
    /// The value, where the claims leave but one.
    pub fn exact(&self) -> Option<Value> {
        match self.claims.as_slice() {
            [(least, _), (most, _)] if least.value == most.value => Some(least.value),
            _ => self.all.map(|all| all.root),
        }
    }
}

impl fmt::Display for Proved {
    /// In words, a few lines; the same for the same file.
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

/// Checks a certificate. The reader is read to its end, in small pieces: buffering is done here.
///
/// # Errors
///
/// The first fault, or the limit that was reached.
pub fn check(source: impl Read, limits: &Limits) -> Result<Proved, Fault> {
    check_trees(source, limits).map(|checked| checked.proved)
}

/// A certificate that has been checked, with what it proves by.
pub struct Checked {
    /// What it proves.
    pub proved: Proved,
    /// The rules in the file.
    pub rules: Box<dyn Rules>,
    /// The trees of its claims; empty if the file has none.
    pub trees: Vec<Tree>,
}

/// Checks a certificate, and keeps the trees that it proves by.
///
/// # Errors
///
/// As [`check`].
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
