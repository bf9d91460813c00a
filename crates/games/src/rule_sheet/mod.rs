//! Rule sheets: games written in GDL, the game description language of general game playing.
//!
//! Anywhere that a spec names a game, a path that ends in `.kif` does too. `gdl:file=PATH` is the same, and takes any
//! path. The sheet is read and compiled by `yomikiri-gdl`; its states are the positions of an
//! [arena](crate::asked::Arena), so that everything that works for games that are asked of a source works for it.

mod board;
mod falling;
mod family;
mod said;
mod source;

pub use family::{RuleSheetFamily, read};
pub use source::{Options, RuleSheet, Unplayed};
