//! The keys at the start of every rules file.

use super::takes::{Key, Takes, key};

/// The names of all kinds.
pub const KIND_NAMES: &[&str] = &["positional", "pieces", "heaps", "graph"];

/// The version of the language that this program reads.
pub const VERSION: i64 = 1;

pub(super) const RULES: Key = key(
    "rules",
    Takes::Int {
        min: VERSION,
        max: VERSION,
    },
    "the version of the language, 1; needed",
);
pub(super) const TITLE: Key = key("title", Takes::Text, "the title of the game to show");
pub(super) const KIND: Key = key(
    "kind",
    Takes::Choice(KIND_NAMES),
    "the kind of game; needed",
);
