//! Keys and the values that they take.

/// The type of a key's value.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A whole number in a range.
    Int {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// `true` or `false`.
    Flag,
    /// `true`, `false`, or one of these words for a partial setting.
    FlagOr(&'static [&'static str]),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Text of any number of lines.
    Text,
    /// A list of words, or a single word.
    Words,
    /// A list of cells, as names or `"row,column"`, or one of these words for a set of cells.
    Cells(&'static [&'static str]),
    /// A list of lists of cells. One of these words may stand in place of a list.
    CellSets(&'static [&'static str]),
    /// A list of whole numbers, possibly in rows.
    Numbers,
    /// A list of directions: words, or pairs `[forward, right]`.
    Directions,
    /// A nested section.
    Section(&'static Section),
    /// A list of sections.
    Sections(&'static Section),
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The kind of value that the key takes.
    pub takes: Takes,
    /// The meaning of the key in one line, and its default.
    pub help: &'static str,
}

/// A group of keys.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The section's name in messages, such as `[board]` or `a piece`.
    pub name: &'static str,
    /// Its keys.
    pub keys: &'static [Key],
}

impl Section {
    /// Returns the key with this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

/// Returns a key.
pub(super) const fn key(name: &'static str, takes: Takes, help: &'static str) -> Key {
    Key { name, takes, help }
}

/// The type of a board's side.
pub(super) const SIDE: Takes = Takes::Int { min: 1, max: 128 };
