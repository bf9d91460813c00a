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
//! A file is read once, from front to back. Memory: 27 bytes for each position listed, 8 more with ranks and
//! with bounds, and the rules; while a list grows, up to twice that. Time: proportional to the moves of the
//! positions listed and of those that they lead to. Both are [limited](Limits), whatever the file says.
//!
//! # To read it
//!
//! From the bytes to the proof: `file` and `listed` read, `rules` plays, `claim` says what a claim asks for, `half`
//! and `all` check. The rest is small: `text` and `value` are how numbers and answers are written, `codes` finds
//! a position, `play` counts the moves looked at, `fault` names what is wrong.

mod all;
mod claim;
mod codes;
mod fault;
mod file;
mod half;
mod hashed;
mod listed;
mod play;
mod rules;
mod text;
mod value;

pub use all::Tally;
pub use claim::Claim;
pub use fault::{Fault, Reason};
pub use rules::{Rules, State, Step, parse as rules};
pub use value::{Ask, Outcome, Player, Value};

use play::Play;
use std::fmt;
use std::io::Read;

/// What a checker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes for the positions of a half.
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
    /// What is proved, each with the number of positions listed for it.
    pub claims: Vec<(Claim, u64)>,
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
        for (claim, positions) in &self.claims {
            writeln!(f, "claim: {claim} ({positions} positions)")?;
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
    let file = file::read(source, limits.memory)?;
    let mut play = Play {
        rules: &*file.rules,
        moves: limits.moves,
    };
    let mut claims = Vec::new();
    for half in &file.halves {
        claims.push(half.check(file.root, &mut play)?);
    }
    let all = file.all.map(|all| all.check(file.root, &mut play));
    Ok(Proved {
        board: file.rules.show(file.root.code),
        to_move: file.rules.to_move(file.root.code),
        rules: file.rules.words(),
        claims,
        all: all.transpose()?,
        game: file.game,
        position: file.position,
    })
}
