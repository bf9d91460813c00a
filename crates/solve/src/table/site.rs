//! The environment of a stage of a build: the rules, the room that it may use, and the file that it writes.

use super::TableError;
use super::extent::Extent;
use super::source::Source;
use super::storage::{Sink, Storage};
use super::word::Word;
use crate::Control;
use yomikiri_core::Ask;

/// The options of a build. None of them changes a byte of the table.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bytes of memory to work in, not counting the program itself.
    pub memory: u64,
    /// Bytes that may be on disk at once, scratch files included.
    pub disk: Option<u64>,
    /// Number of threads, at least one.
    pub threads: usize,
    /// Positions between checkpoints: a killed build loses at most these, besides the tier in progress.
    pub checkpoint: u64,
    /// Whether [`verify`](super::verify) searches all moves that a semi-strong table leaves out, instead of a
    /// sample.
    pub search_all: bool,
}

/// The least memory in which a build can work.
pub const LEAST_MEMORY: u64 = 1 << 20;

impl Default for Options {
    /// Returns 1 GiB, any amount of disk, one thread, a checkpoint every quarter of a million positions.
    fn default() -> Options {
        Options {
            memory: 1 << 30,
            disk: None,
            threads: 1,
            checkpoint: 1 << 18,
            search_all: false,
        }
    }
}

impl Options {
    /// Fails if the bytes exceed the memory.
    pub(crate) fn may_use(&self, bytes: u64) -> Result<(), TableError> {
        match bytes <= self.memory {
            true => Ok(()),
            false => Err(TableError::NoRoom {
                of: "memory",
                needed: bytes,
                allowed: self.memory,
            }),
        }
    }
}

/// The phase of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding all positions; their number is not known yet.
    Enumerating,
    /// Finding their values.
    Valuing,
    /// Computing the digest.
    Sealing,
}

/// The progress of a build.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// The present phase.
    pub phase: Phase,
    /// The rank of the tier in progress, or the ply of the layer.
    pub tier: u64,
    /// Stored positions finished in this phase.
    pub done: u64,
    /// All stored positions, once their number is known.
    pub total: Option<u64>,
    /// Reachable positions valued so far, orbits expanded.
    pub positions: u64,
}

/// The counts of a verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions, orbits expanded.
    pub positions: u64,
    /// Stored positions.
    pub stored: u64,
    /// Stored positions of a semi-strong table at which it leaves moves out.
    pub left_out: u64,
    /// Stored positions of these at which a search proved that the moves left out are mistakes.
    pub searched: u64,
}

/// The progress of a verification.
#[derive(Clone, Copy, Debug)]
pub struct Verifying {
    /// Stored positions verified.
    pub done: u64,
    /// All stored positions.
    pub total: u64,
}

/// The environment of a stage, whether it belongs to a build or is a task of its own.
pub(crate) struct Site<'j, 'c, W: Word> {
    pub(crate) source: &'j dyn Source<W>,
    /// The place of scratch files.
    pub(crate) storage: &'j dyn Storage,
    pub(crate) options: &'j Options,
    pub(crate) control: &'j mut Control<'c>,
    pub(crate) told: &'j mut dyn FnMut(&Building),
    pub(crate) bits: u32,
    pub(crate) ask: Ask,
    /// The choice of the positions that the table has.
    pub(crate) extent: Extent,
    /// The file being written.
    pub(crate) part: Sink,
}

impl<W: Word> Site<'_, '_, W> {
    /// Fails if the file, and `beside` bytes in other files, exceed the disk space that is allowed.
    pub(crate) fn may_write(&self, beside: u64) -> Result<(), TableError> {
        let needed = self.part.len() + beside;
        match self.options.disk {
            Some(allowed) if needed > allowed => Err(TableError::NoRoom {
                of: "disk",
                needed,
                allowed,
            }),
            _ => Ok(()),
        }
    }
}
