//! Rule sheets in GDL, the game description language of Stanford's general game playing: read, checked, and compiled
//! to a propositional network that is evaluated for 256 states at a time.
//!
//! The way of a sheet:
//!
//! 1. `read` makes lists and words of the text, and `rules` makes rules of them; each remembers its place.
//! 2. `check` refuses what is no GDL and what is not solved.
//! 3. `ground` finds all atoms that can ever hold and the instances of rules among them.
//! 4. `net` makes gates of these.
//! 5. An [`Expander`] asks the network what follows from states: for each move, the few gates that the move leaves.
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
