//! The kinds of games.

use super::heaps::{GRAPH, HEAPS};
use super::pieces::PIECES;
use super::positional::POSITIONAL;
use super::takes::Section;

/// A kind of game: its name, its description, and the keys of its files.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// The value of `kind =`.
    pub name: &'static str,
    /// The description, in one line.
    pub help: &'static str,
    /// The keys of the whole file.
    pub file: &'static Section,
}

/// All kinds of games.
pub const KINDS: &[FileKind] = &[
    FileKind {
        name: "positional",
        help: "players claim cells; lines of cells decide",
        file: &POSITIONAL,
    },
    FileKind {
        name: "pieces",
        help: "players move pieces over a board",
        file: &PIECES,
    },
    FileKind {
        name: "heaps",
        help: "players take from heaps",
        file: &HEAPS,
    },
    FileKind {
        name: "graph",
        help: "the game is written down position by position",
        file: &GRAPH,
    },
];
