//! Where a block of keys or values lies. The index has an entry for each block, and every entry ends with where its
//! block ends and with its checksum.

use super::TableError;
use super::word::Word;
use std::fmt::{self, Display, Formatter};

/// Whether bytes have this checksum. While fuzzing every checksum is right, so that what lies behind is
/// reached.
#[inline]
pub(crate) fn sum_is(bytes: &[u8], check: u32) -> bool {
    cfg!(fuzzing) || crc32fast::hash(bytes) == check
}

/// The bytes of an entry that tell of its block: where it ends, and its checksum.
pub(crate) const END_BYTES: usize = 12;

/// A block: where it begins and ends, counted from the start of the first one, and its checksum.
pub(crate) struct Block {
    pub(crate) start: u64,
    pub(crate) end: u64,
    check: u32,
}

impl Block {
    /// The block of an entry of an index. `before` is the entry of the block before it, if there is one; all blocks have
    /// `len` bytes.
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

    /// Whether these are its bytes.
    pub(crate) fn check(&self, bytes: &[u8], name: BlockName) -> Result<(), TableError> {
        match sum_is(bytes, self.check) {
            true => Ok(()),
            false => Err(TableError::damaged(format!(
                "the checksum of {name} is wrong"
            ))),
        }
    }
}

/// How a message names a block: by its number, by what it has (`keys` or `values`), and by the rank of its tier.
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

/// An index that has no such block, or whose blocks lie over each other.
pub(crate) fn not_adding_up() -> TableError {
    TableError::damaged("an index does not add up")
}

/// Appends the end of a block and its checksum.
pub(crate) fn put_end(end: u64, block: &[u8], index: &mut Vec<u8>) {
    index.extend_from_slice(&end.to_le_bytes());
    index.extend_from_slice(&crc32fast::hash(block).to_le_bytes());
}

/// Moves the ends in an index whose entries have `entry` bytes.
pub(crate) fn move_ends(index: &mut [u8], entry: usize, offset: u64) {
    for entry in index.chunks_exact_mut(entry) {
        let at = entry.len() - END_BYTES;
        let end = u64::get(&entry[at..at + 8]) + offset;
        entry[at..at + 8].copy_from_slice(&end.to_le_bytes());
    }
}
