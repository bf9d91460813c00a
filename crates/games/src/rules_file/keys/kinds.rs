//! The kinds of games.

use super::heaps::{GRAPH, HEAPS};
use super::pieces::PIECES;
use super::positional::POSITIONAL;
use super::takes::Section;

/// A kind of game: its name, what it is, and what may stand in its files.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// What `kind =` says.
    pub name: &'static str,
    /// In a line.
    pub help: &'static str,
    /// The whole file.
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
