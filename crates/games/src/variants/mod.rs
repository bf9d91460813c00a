//! Variants of chess and other games of pieces, by files in the format of `variants.ini`.
//!
//! Anywhere that a spec names a game, `PATH.ini#VARIANT` does too. `variants:file=PATH,variant=VARIANT` is the same, and
//! takes any path. A variant becomes a game of [pieces](crate::pieces), as a rules file would. What cannot be said of
//! pieces is refused by its key.

mod betza;
mod family;
mod ini;
mod known;
mod read;
mod settings;
mod squares;

pub use family::VariantsFamily;
pub use read::{MOST_CELLS, names, read};
