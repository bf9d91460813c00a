//! Values of parts of positions, kept in a file from one run to the next.

mod fault;
mod file;
mod format;
mod section;

pub use fault::PartsFault;
pub use file::Parts;
pub(crate) use format::{Unread, read, write};
pub(crate) use section::{Section, Sections};

#[cfg(test)]
pub(super) mod tests;
