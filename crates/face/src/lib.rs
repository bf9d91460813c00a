//! Every game and every solver behind one object-safe face.
//!
//! This is where types are erased, once: [`open`] makes the game that a spec names and hands it out as an
//! [`AnyGame`]. Everything in this crate is compiled for each game with each solver, which takes its time;
//! so what needs text and plain data alone does not belong here but in `yomikiri-catalog`, which hands all
//! of this on.

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
    open_subject_game, open_table_game,
};
pub use position_text::{AFTER, START, tells_moves};
pub use sessions::Sessions;
