//! Every game and every solver behind one face: text and plain data in and out.
//!
//! What the command line, the server and other languages share lives here. Types are erased once, in
//! [`face`]: everything below it is compiled for each game, everything above it handles text and
//! plain data.
//!
//! ```
//! use yomikiri::{Ask, Control};
//! use yomikiri_catalog::{NoFiles, Want, open};
//!
//! let game = open("mnk:rows=3,cols=4,line=3", &NoFiles)?;
//! let mut session = game.session(Ask::Distance, None)?;
//! let answer = session.answer("start", Want::VALUE, &mut Control::new())?;
//! assert_eq!(answer.to_string(), "first 7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
pub mod board;
pub mod certificate;
pub mod compare;
pub mod contest;
pub mod face;
pub mod lang;
pub mod play;
pub mod report;
pub mod rules;
pub mod stress;
pub mod table;
pub mod tree;
pub mod why;

pub use answer::{Answer, Bound, MoveAnswer, Moves, QueryError, Want};
pub use board::{Board, BoardMove};
pub use certificate::all::AllError;
pub use certificate::{Certificate, Found, Halves, ProveError};
pub use face::{AnyGame, AnySession, open};
pub use why::{Why, why};
pub use yomikiri::Options as SearchOptions;
pub use yomikiri::{
    Ask, Census, CensusError, CensusOptions, Control, Halt, Limits, Lines, Method, Progress, Tally,
};
pub use yomikiri::{Diagram, Layout, Outcome, Player, Refusal, Stop, TextError, Value};
pub use yomikiri_games::make::{Shipped, info, infos, read};
pub use yomikiri_games::registry::Info;
pub use yomikiri_games::spec::{Files, Kind, NoFiles, Param, Spec, SpecError};
