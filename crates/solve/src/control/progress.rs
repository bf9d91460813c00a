//! The progress of a solver, as its caller sees it.

use std::fmt;
use std::time::Duration;
use yomikiri_core::Value;

/// The progress of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions visited so far: calls of the recursive function, or positions enumerated.
    pub nodes: u64,
    /// Positions stored.
    pub stored: u64,
    /// The number of positions that the store has room for; 0 if it has no fixed size.
    pub room: u64,
    /// The range of the value proven so far, from First's side. Only searches by windows report it.
    pub proven: Option<(Value, Value)>,
    /// The best line so far from the position asked about, by what is proven of its moves. Only
    /// searches by windows report it, and only if they take long enough for someone to watch.
    pub line: Line,
    /// Time since the first node, or since the work that had to precede it began.
    pub elapsed: Duration,
}

/// The beginning of a line of play.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Line {
    moves: [u32; Line::MOST],
    len: usize,
}

impl Line {
    /// The most moves that a line holds. Later moves are left out.
    pub const MOST: usize = 32;

    /// Returns the moves as their numbers in move order, from 0.
    pub fn moves(&self) -> &[u32] {
        &self.moves[..self.len]
    }

    /// Adds a move. Returns `false` if the line is full.
    pub(crate) fn push(&mut self, number: u32) -> bool {
        let room = self.moves.get_mut(self.len);
        let has_room = room.map(|room| *room = number).is_some();
        self.len += usize::from(has_room);
        has_room
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.moves()).finish()
    }
}
