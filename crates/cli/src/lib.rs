//! The `yomikiri` command, as a library: a crate of one's own gets all of it for its own games.
//!
//! ```ignore
//! fn main() -> std::process::ExitCode {
//!     yomikiri_cli::App::new().family::<Quarto>().main()
//! }
//! ```
//!
//! [`game`] has what is needed to write a game, and [`check_laws`] is a test of it. The book's page "A game in Rust" goes
//! through an example.
//!
//! Each verb has a file, and `verbs` lists them; the work is done in the library crates.

mod answers;
mod app;
mod args;
mod batch;
mod books;
mod check;
#[cfg(feature = "parquet")]
mod columns;
mod compare;
mod completions;
mod contest;
mod count;
mod desk;
mod diagnostic;
mod examples;
mod export;
mod files;
mod games;
mod grade;
mod interrupt;
mod leaves;
mod lines;
mod man;
mod moves;
mod outcome;
mod parts;
mod play;
mod progress;
mod prove;
mod report;
mod rules;
mod serve;
mod shards;
mod shell;
mod solve;
mod sources;
mod stores;
mod stress;
mod table;
mod tables;
mod tree;
mod value;
mod verbs;

pub use app::App;
pub use yomikiri_catalog::own::check_laws;

/// All that is needed to write a game.
pub mod game {
    pub use yomikiri_catalog::own::*;
}
