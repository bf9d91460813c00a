//! Games whose rules an outside source knows, such as a program over pipes.
//!
//! A [`Source`] knows the rules. Each position gets the next number when the source first names it. The source is
//! asked once for each position: whose turn it is and where the moves lead, or how play has ended. An [`Arena`]
//! stores the answers, and from then on positions are numbers. [`Asked`] plays by the arena as
//! [compact](crate::compact) rules, so every solver works on it.
//!
//! Sources are defined in other crates, because they read and write. When a source fails, the arena stores the first
//! [fault](Arena::fault) and reports every unknown position as over. Solvers then end soon. Their caller has to
//! check for a fault before it trusts an answer.

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
pub(crate) use arena::MEMORY_HELP;
pub use arena::{Arena, KINDS, Known, MOST_MOVES, Source, Waiting};
pub use example::example;
pub use family::ProgramFamily;
pub use fault::{Cause, Fault, Unfound};
pub use picture::drawn;
pub use rules::Asked;
pub use texts::{ByText, Said, SaidMove, Speaker};
pub use write::WriteError;
