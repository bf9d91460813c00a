//! Every key that a rules file may have: the one list that the reader, the JSON Schema and the book
//! go by.

mod heading;
mod heaps;
mod kinds;
mod pieces;
mod positional;
mod takes;

pub use heading::{KIND_NAMES, VERSION};
pub use kinds::{FileKind, KINDS};
pub use takes::{Key, Section, Takes};
