//! Text and plain-data access to every game and every solver.
//!
//! The command line, the server and other languages share this crate. [`yomikiri_face`] erases the
//! types, and this crate re-exports it. Code there is compiled for each game. Code here handles only
//! text and plain data, so changing it recompiles no solver.
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

pub mod batch;
pub mod cells;
pub mod compare;
pub mod grade;
#[cfg(unix)]
pub mod group;
mod html;
pub mod known;
pub mod lang;
pub mod opening;
pub mod own;
pub mod play;
pub mod points;
#[cfg(unix)]
pub mod program;
pub mod report;
pub mod tree;
pub mod values;
pub mod whole;
pub mod why;

pub use cells::Cells;
pub use points::Points;
pub use why::{Why, why};
pub use yomikiri::Options as SearchOptions;
pub use yomikiri::diagram;
pub use yomikiri::{
    Ask, Census, CensusError, CensusOptions, Control, Counted, Halt, Limits, Line, Lines, Method,
    Progress, Tally, thread_count,
};
pub use yomikiri::{Diagram, Layout, Outcome, Player, Refusal, Stop, TextError, Value};
pub use yomikiri_face::{
    AFTER, AllError, Answer, AnyGame, AnyPosition, AnySession, Board, BoardMove, Bound,
    Certificate, DeclaredAt, Effort, Found, Growth, Halves, MoveAnswer, MoveBound, Moves, Notes,
    ProveError, QueryError, START, TableGameError, Want, open, open_asked, open_subject_game,
    open_table_game, tells_moves, why_missing,
};
pub use yomikiri_face::{answer, board, book, certificate, rules, table};
pub use yomikiri_games::asked;
pub use yomikiri_games::make::{Shipped, info, infos, read};
pub use yomikiri_games::registry::Info;
pub use yomikiri_games::spec::is_path;
pub use yomikiri_games::spec::{
    BYTE_ORDER_MARK, Files, Kind, NoFiles, OneFile, Param, Program, Spec, SpecError,
};
