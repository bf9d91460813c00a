//! Every game and every solver behind one object-safe face.
//!
//! [`open`] makes the game that a spec names and returns it as an [`AnyGame`]. Everything here is compiled
//! for each pair of game and solver, which is slow. So code that needs only text and plain data belongs in
//! `yomikiri-catalog`, which re-exports this crate.

pub mod answer;
mod backed;
pub mod board;
pub mod book;
pub mod certificate;
mod declared;
mod face;
mod position_text;
pub mod rules;
mod sessions;
pub mod table;

pub use answer::{Answer, Bound, MoveAnswer, MoveBound, Moves, QueryError, Want};
pub use board::{Board, BoardMove};
pub use certificate::all::AllError;
pub use certificate::{Certificate, Effort, Found, Growth, Halves, Notes, ProveError};
pub use declared::DeclaredAt;
pub use face::{
    AnyGame, AnyPosition, AnySession, NormalPlay, TableGameError, open, open_asked,
    open_subject_game, open_table_game, why_missing,
};
pub use position_text::{AFTER, START, tells_moves};
pub use sessions::Sessions;
