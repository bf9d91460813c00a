//! Where a stage of a build works: the rules, the room that it may take, and the file that it writes.

use super::TableError;
use super::extent::Extent;
use super::source::Source;
use super::storage::{Sink, Storage};
use super::word::Word;
use crate::Control;
use yomikiri_core::Ask;

/// How to build. Nothing here changes a byte of the table.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bytes of memory to work in; the program's own size comes on top.
    pub memory: u64,
    /// Bytes that may be on disk at once, scratch files included.
    pub disk: Option<u64>,
    /// Threads, at least one.
    pub threads: usize,
    /// Positions between checkpoints: what is lost at most when the build is killed, besides a tier
    /// that was under way.
    pub checkpoint: u64,
    /// Whether [`verify`](super::verify) searches all moves that a semi-strong table leaves out, and not only some
    /// of them.
    pub search_all: bool,
}

/// The least memory that a build can do its work in.
pub const LEAST_MEMORY: u64 = 1 << 20;

impl Default for Options {
    /// 1 GiB, any amount of disk, one thread, a checkpoint every quarter of a million positions.
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

/// What a build is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding all positions; nobody knows how many there are.
    Enumerating,
    /// Finding their values.
    Valuing,
    /// Taking the digest.
    Sealing,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// What is being done.
    pub phase: Phase,
    /// The rank of the tier under way, or the ply of the layer.
    pub tier: u64,
    /// Stored positions done with in this phase.
    pub done: u64,
    /// Stored positions there are, once that is known.
    pub total: Option<u64>,
    /// Reachable positions valued so far, orbits expanded.
    pub positions: u64,
}

/// What a stage works with, be it one of a build or a task of its own.
pub(crate) struct Site<'j, 'c, W: Word> {
    pub(crate) source: &'j dyn Source<W>,
    /// Where scratch files go.
    pub(crate) storage: &'j dyn Storage,
    pub(crate) options: &'j Options,
    pub(crate) control: &'j mut Control<'c>,
    pub(crate) told: &'j mut dyn FnMut(&Building),
    pub(crate) bits: u32,
    pub(crate) ask: Ask,
    /// Which positions the table has.
    pub(crate) extent: Extent,
    /// The file being written.
    pub(crate) part: Sink,
}

impl<W: Word> Site<'_, '_, W> {
    /// Refuses to write beyond what is allowed on disk, with so many bytes in other files.
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
