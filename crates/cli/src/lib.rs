//! The `yomikiri` command as a library: use it to build the command with your own games.
//!
//! ```ignore
//! fn main() -> std::process::ExitCode {
//!     yomikiri_cli::App::new().family::<Quarto>().main()
//! }
//! ```
//!
//! [`game`] has all that a game needs, and [`check_laws`] is a test of it. The book's page "A game in Rust" goes
//! through an example.
//!
//! Each verb has its own file, and `verbs` lists them. The library crates do the work.

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
mod console;
mod contest;
mod count;
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

/// The interface for writing a game.
pub mod game {
    pub use yomikiri_catalog::own::*;
}
