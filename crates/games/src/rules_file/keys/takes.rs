//! What a key is, and what may stand behind it.

/// What stands behind a key.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A whole number in a range.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// `true` or `false`.
    Flag,
    /// `true`, `false`, or one of these words for a part.
    FlagOr(&'static [&'static str]),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Text of any number of lines.
    Text,
    /// A list of words, or one word alone.
    Words,
    /// A list of cells: names, or `"row,column"`; or one of these words for a set of cells.
    Cells(&'static [&'static str]),
    /// A list of lists of cells, each of which may be one of these words in place of a list.
    CellSets(&'static [&'static str]),
    /// A list of whole numbers, possibly in rows.
    Numbers,
    /// A list of directions: words, or pairs `[forward, right]`.
    Directions,
    /// A section of its own.
    Section(&'static Section),
    /// A list of sections.
    Sections(&'static Section),
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it means, in one line; what holds without it.
    pub help: &'static str,
}

/// A group of keys.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// What messages call it: `[board]`, a `piece`.
    pub name: &'static str,
    /// Its keys.
    pub keys: &'static [Key],
}

impl Section {
    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

/// A key.
pub(super) const fn key(name: &'static str, takes: Takes, help: &'static str) -> Key {
    Key { name, takes, help }
}

/// The side of a board.
pub(super) const SIDE: Takes = Takes::Int { min: 1, max: 128 };
