//! Rule sheets in GDL, the game description language of Stanford's general game playing: the crate reads and checks
//! them and compiles them to a propositional network, which it evaluates for up to 256 states at a time.
//!
//! Reading a sheet takes these steps:
//!
//! 1. `read` turns the text into lists and words, and `rules` turns these into rules. Each remembers its place.
//! 2. `check` rejects text that is not valid GDL and games that Yomikiri cannot solve.
//! 3. `ground` finds all atoms that can ever hold and the instances of rules among them.
//! 4. `net` turns the instances into gates.
//! 5. An [`Expander`] evaluates the network for states. For each move, it computes only the gates of the move's
//!    cofactor.
//!
//! The language: Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game Playing: Game Description Language
//! Specification", Stanford LG-2006-01 (2008). Networks: Cox, Schkufza, Madsen and Genesereth, "Factoring general
//! games using propositional automata" (2009).

mod batch;
mod check;
mod expand;
mod ground;
mod limits;
mod net;
mod nexts;
mod order;
mod places;
mod playout;
mod read;
mod rows;
mod rules;
mod scoring;
mod sheet;
mod steps;
mod terms;
mod text;
mod turn;

pub use expand::{Expander, MOST_STATES};
pub use limits::{Limits, Unread};
pub use playout::{Ended, Playouts, play_out};
pub use rows::{Cell, Rows};
pub use scoring::Scoring;
pub use sheet::{Refused, Sheet, Size};
pub use steps::Steps;
pub use turn::Turn;
