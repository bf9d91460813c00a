//! Games whose rules somebody else knows: a program over pipes, say.
//!
//! A [`Source`] knows the rules. Every position that it names gets the next number when it is first seen, and the
//! source is asked once for each: who is to move, where the moves lead, or how play has ended. What it has said
//! stays in an [`Arena`], and from then on everything happens on numbers: [`Asked`] plays by the arena as
//! [compact](crate::compact) rules, so that every solver works on it.
//!
//! Sources live elsewhere, because they read and write. When one fails, the arena remembers the first
//! [fault](Arena::fault) and says of every position that it does not know that play is over there. So solvers end
//! soon, and whoever asked them has to look for the fault before they believe an answer.

mod about;
mod arena;
mod example;
mod family;
mod fault;
mod picture;
mod rules;
mod texts;
mod write;

pub use about::{About, LONGEST_TEXT, MOST_POINTS};
pub use arena::{Arena, Known, Source, Waiting};
pub use example::example;
pub use family::ProgramFamily;
pub use fault::{Cause, Fault, Unfound};
pub use picture::drawn;
pub use rules::Asked;
pub use texts::{ByText, Said, SaidMove, Speaker};
pub use write::WriteError;
