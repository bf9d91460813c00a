//! The places of blocks of keys or values. The index has an entry for each block, which ends with the end of the
//! block and its checksum.

use super::TableError;
use super::word::Word;
use std::fmt::{self, Display, Formatter};

/// Returns whether bytes have this checksum. While fuzzing it returns true, so that the fuzzer reaches the code
/// behind it.
#[inline]
pub(crate) fn sum_is(bytes: &[u8], check: u32) -> bool {
    cfg!(fuzzing) || crc32fast::hash(bytes) == check
}

/// The bytes at the end of an index entry: the end of the block, and its checksum.
pub(crate) const END_BYTES: usize = 12;

/// A block: its start and end, counted from the start of the first one, and its checksum.
pub(crate) struct Block {
    pub(crate) start: u64,
    pub(crate) end: u64,
    check: u32,
}

impl Block {
    /// Returns the block of an index entry. `before` is the entry of the block before it, if there is one. All blocks
    /// together have `len` bytes.
    pub(crate) fn of(before: Option<&[u8]>, entry: &[u8], len: u64) -> Result<Block, TableError> {
        let end_of = |entry: &[u8]| u64::get(&entry[entry.len() - END_BYTES..]);
        let (start, end) = (before.map_or(0, end_of), end_of(entry));
        if start > end || end > len {
            return Err(not_adding_up());
        }
        Ok(Block {
            start,
            end,
            check: u32::get(&entry[entry.len() - 4..]),
        })
    }

    /// Checks the bytes of the block against its checksum.
    pub(crate) fn check(&self, bytes: &[u8], name: BlockName) -> Result<(), TableError> {
        match sum_is(bytes, self.check) {
            true => Ok(()),
            false => Err(TableError::damaged(format!(
                "the checksum of {name} is wrong"
            ))),
        }
    }
}

/// The name of a block in a message: its number, its contents (`keys` or `values`), and the rank of its tier.
#[derive(Clone, Copy)]
pub(crate) struct BlockName {
    pub(crate) number: usize,
    pub(crate) what: &'static str,
    pub(crate) rank: u64,
}

impl Display for BlockName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BlockName { number, what, rank } = self;
        write!(f, "block {number} of the {what} of the tier of rank {rank}")
    }
}

/// Returns the error for an index that lacks a block, or whose blocks overlap.
pub(crate) fn not_adding_up() -> TableError {
    TableError::damaged("an index does not add up")
}

/// Appends the end of a block and its checksum to an index.
pub(crate) fn put_end(end: u64, block: &[u8], index: &mut Vec<u8>) {
    index.extend_from_slice(&end.to_le_bytes());
    index.extend_from_slice(&crc32fast::hash(block).to_le_bytes());
}

/// Shifts the ends in an index whose entries have `entry` bytes.
pub(crate) fn move_ends(index: &mut [u8], entry: usize, offset: u64) {
    for entry in index.chunks_exact_mut(entry) {
        let at = entry.len() - END_BYTES;
        let end = u64::get(&entry[at..at + 8]) + offset;
        entry[at..at + 8].copy_from_slice(&end.to_le_bytes());
    }
}
