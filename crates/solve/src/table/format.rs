//! The frame of a table's file: header, directory, footer. The book's page on the format specifies it byte
//! for byte, for authors of other readers.

mod directory;
mod frame;
mod header;
mod taker;
#[cfg(test)]
mod tests;

pub(crate) use directory::{PLY, TIER, directory};
pub use directory::{Ply, Tier};
pub(crate) use frame::{FOOTER, Frame, footer};
pub(crate) use header::{Header, ask_code};
pub use header::{MAGIC, MOST_STARTS, RulesDigest, Subject, VERSION};
pub(crate) use taker::Taker;

/// The file's name in its directory.
pub const FILE: &str = "table.yomikiri";
