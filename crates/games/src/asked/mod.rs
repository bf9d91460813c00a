//! Games whose rules somebody else knows: a program over pipes, a class of another language.
//!
//! A [`Source`] knows the rules. Every position that it names gets the next number when it is first seen, and the
//! source is asked once for each: who is to move, where the moves lead, or how play has ended. What it has said
//! stays in an [`Arena`], and from then on everything happens on numbers: [`Asked`] plays by the arena as
//! [compact](crate::compact) rules, so that every solver works on it.
//!
//! Sources live elsewhere, because they read and write. When one fails, the arena remembers the first
//! [fault](Arena::fault) and says of every position that it does not know that play is over there. So solvers end
//! soon, and whoever asked them has to look for the fault before they believe an answer.

mod arena;
mod example;
mod family;
mod picture;
mod rules;
mod texts;
mod write;

pub use arena::{Arena, Known};
pub use example::example;
pub use family::ProgramFamily;
pub use rules::Asked;
pub use texts::{ByText, Said, SaidMove, Speaker};
pub use write::WriteError;

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use yomikiri_core::{Outcome, TextError};

/// The most points, either way, that a move may gain or a game may end with: with fewer than 2<sup>32</sup>
/// positions, no line of play without repetition collects more than 2<sup>62</sup>.
pub const MOST_POINTS: i64 = 500_000_000;

/// The longest text of a position or a move, in bytes.
pub const LONGEST_TEXT: usize = 4096;

/// What a source says of its game before it is asked about positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What the game calls itself, if it does.
    pub title: Option<String>,
    /// The result of play that never ends.
    pub endless: Outcome,
    /// Whether moves may gain points.
    pub has_gains: bool,
    /// Whether every position that is not over has a rank, which falls with every move.
    pub is_ranked: bool,
}

impl Default for About {
    fn default() -> About {
        About {
            title: None,
            endless: Outcome::Draw,
            has_gains: false,
            is_ranked: false,
        }
    }
}

/// Knows the rules of a game.
///
/// # Who should implement it
///
/// Whoever reaches rules outside of this program. Where positions are texts, [`ByText`] does the numbering.
///
/// Several threads may ask at once: a source has a lock of its own, and adds what it learns while it holds it.
/// Position 0 is the one that play starts from. It has to be there when the arena is made.
pub trait Source: Any + fmt::Debug + Send + Sync {
    /// What it says of the game.
    fn about(&self) -> &About;
    /// Finds out what follows from a position: [adds](Arena::learn) it to the arena, and whatever else of
    /// [`batch`](Arena::batch) can be had at once. Another thread may have done so already.
    ///
    /// # Errors
    ///
    /// What the source did in place of an answer, and about which position.
    fn ask(&self, number: u32, arena: &Arena) -> Result<(), Fault>;
    /// The text of a position, without white space; different positions have different ones.
    ///
    /// # Errors
    ///
    /// As [`ask`](Source::ask).
    fn text(&self, number: u32) -> Result<String, Fault>;
    /// The number of the position with a text: a known one, or a new one that the source knows.
    ///
    /// # Errors
    ///
    /// When there is no such position, or the source fails.
    fn find(&self, text: &str, arena: &Arena) -> Result<u32, Unfound>;
    /// Rows of a board: a sign for each cell, `.` where it is empty. None where there is no board.
    fn cells(&self, number: u32) -> Option<Vec<String>> {
        let _ = number;
        None
    }
    /// Asks about a position once more, for the law that equal positions have equal moves.
    ///
    /// # Errors
    ///
    /// As [`ask`](Source::ask); and that the answer is another one than before.
    fn ask_again(&self, number: u32, arena: &Arena) -> Result<(), Fault>;
    /// Checks what else can be checked of the source itself, and says how much that was.
    ///
    /// # Errors
    ///
    /// As [`ask_again`](Source::ask_again).
    fn check(&self, arena: &Arena) -> Result<u64, Fault> {
        let _ = arena;
        Ok(0)
    }
}

/// Why a text has no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfound {
    /// It is no position of the game.
    Text(TextError),
    /// The source failed.
    Fault(Fault),
}

impl From<Fault> for Unfound {
    fn from(fault: Fault) -> Unfound {
        Unfound::Fault(fault)
    }
}

/// What a source did in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it did: one sentence without a full stop.
    pub message: String,
    /// What was asked and what came back, or advice.
    pub help: Option<String>,
    /// Whether it is none of the source's doing that there is no answer, but a limit.
    pub is_limit: bool,
    /// What the source itself has for it: an exception, say.
    pub cause: Option<Cause>,
}

/// Something of a source's own. Equal to itself alone.
#[derive(Clone)]
pub struct Cause(pub Arc<dyn Any + Send + Sync>);

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cause")
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Cause) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Cause {}

impl Fault {
    /// Something that the source did.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault {
            message: message.into(),
            help: None,
            is_limit: false,
            cause: None,
        }
    }

    /// With what was asked and what came back, or with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// A limit that was reached.
    pub fn limit(message: impl Into<String>) -> Fault {
        Fault {
            is_limit: true,
            ..Fault::new(message)
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

/// Whether a text can stand for a position or a move: something, not too long, without white space and control
/// characters; and for a position none of the words that mean something else where positions are read.
pub(crate) fn check_text(text: &str, what: &str) -> Result<(), Fault> {
    let wrong = |why: &str| {
        let shown = crate::spec::quoted(text);
        Err(Fault::new(format!("{shown} cannot be {what}: {why}")))
    };
    if text.is_empty() {
        return wrong("it is empty");
    }
    if text.len() > LONGEST_TEXT {
        return wrong(&format!("it is longer than {LONGEST_TEXT} bytes"));
    }
    let plain = |byte: u8| byte.is_ascii_graphic();
    // Most texts are plain, and there are many.
    if !text.bytes().all(plain) && text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return wrong("it has white space or a control character in it");
    }
    match text {
        "start" | "after" => wrong("this word has a meaning of its own"),
        _ => Ok(()),
    }
}
