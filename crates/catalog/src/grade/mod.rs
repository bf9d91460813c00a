//! Grading: comparing games with perfect play.
//!
//! [`Grader`] takes recorded games ([`Played`]), or has an [`Agent`] play some, and checks every move:
//! whether it was among the best, whether it kept who wins, what it gave away, and how hard it was to find.
//! [`Report`] counts the results over all moves, by player, by name, by ply and by difficulty, each rate
//! with a confidence interval by game ([`Rate`]).
//!
//! ```
//! use std::sync::Arc;
//! use yomikiri_catalog::grade::{Grader, Played};
//! use yomikiri_catalog::{AnyGame, Ask, Control, NoFiles, open};
//!
//! let game: Arc<dyn AnyGame> = Arc::from(open("tictactoe", &NoFiles)?);
//! let mut grader = Grader::new(&game, Ask::Winner, None, Box::new(Control::new))?;
//! // A corner, and next to it the reply that loses.
//! grader.game(&Played::read("1,1 1,2")?.unwrap())?;
//! let report = grader.report();
//! assert_eq!(report.all.perfect.counted, (1, 2));
//! assert_eq!(report.all.blunders.draw_to_loss, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent;
#[cfg(unix)]
mod command;
mod dataset;
mod grader;
mod html;
mod judge;
mod play;
mod played;
mod rate;
mod report;
mod text;
mod whose;

pub use agent::{Agent, Fault};
#[cfg(unix)]
pub use command::Command;
pub use dataset::{Row, SPLITS, split};
pub use grader::{GradeError, Grader, Sample, TOGETHER};
pub use judge::{Controls, Difficulty, Judged};
pub use play::{Opponent, Play};
pub use played::{Played, Side};
pub use rate::{Mean, Rate};
pub use report::{Blunders, Group, Report, Stats};
pub use whose::Whose;
