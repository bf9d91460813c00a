//! Rule sheets: games written in GDL, the game description language of general game playing.
//!
//! A path that ends in `.kif` is a spec of a game. `gdl:file=PATH` is equivalent and takes any path. `yomikiri-gdl`
//! reads and compiles the sheet. Its states are the positions of an [arena](crate::asked::Arena), so everything that
//! works for games of a source works for it.

mod board;
mod falling;
mod family;
mod said;
mod source;

pub use family::{RuleSheetFamily, read};
pub use source::{Options, RuleSheet, Unplayed};
