//! Every key of rules files: the one list that the reader, the JSON Schema and the book use.

mod heading;
mod heaps;
mod kinds;
mod pieces;
mod positional;
mod takes;

pub use heading::{KIND_NAMES, VERSION};
pub use kinds::{FileKind, KINDS};
pub use takes::{Key, Section, Takes};
