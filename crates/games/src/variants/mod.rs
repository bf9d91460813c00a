//! Variants of chess and other games of pieces, by files in the format of `variants.ini`.
//!
//! `PATH.ini#VARIANT` is a spec of a game. `variants:file=PATH,variant=VARIANT` is equivalent and takes any path. A
//! variant becomes a game of [pieces](crate::pieces), as a rules file would. A key whose rules pieces cannot have is
//! refused.

mod betza;
mod family;
mod ini;
mod known;
mod read;
mod settings;
mod squares;

pub use family::VariantsFamily;
pub use read::{MOST_CELLS, names, read};
