//! Writing ascending keys as a section of a file.

use super::TableError;
use super::format::Tier;
use super::keys::KeyBlocks;
use super::storage::Sink;
use super::word::Word;

/// A section of keys being written: blocks, then their index.
pub(crate) struct KeyWriter<W> {
    tier: Tier,
    bits: u32,
    /// The number of keys in a block.
    a_block: usize,
    index: Vec<u8>,
    /// Fewer keys than a block has, to be written.
    waiting: Vec<W>,
}

impl<W: Word> KeyWriter<W> {
    /// Begins a section at an offset.
    pub(crate) fn new(at: u64, bits: u32, a_block: usize) -> KeyWriter<W> {
        let tier = Tier {
            keys_at: at,
            ..Tier::default()
        };
        KeyWriter {
            tier,
            bits,
            a_block,
            index: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Returns whether no key was written.
    pub(crate) fn is_empty(&self) -> bool {
        self.tier.stored == 0
    }

    /// Appends ascending keys.
    pub(crate) fn put(&mut self, keys: &[W], sink: &mut Sink) -> Result<(), TableError> {
        self.tier.stored += keys.len() as u64;
        self.waiting.extend_from_slice(keys);
        let whole = self.waiting.len() / self.a_block * self.a_block;
        self.encode(whole, sink)
    }

    fn encode(&mut self, count: usize, sink: &mut Sink) -> Result<(), TableError> {
        let blocks = KeyBlocks::encode(&self.waiting[..count], self.bits, self.a_block);
        self.waiting.drain(..count);
        let offset = sink.len() - self.tier.keys_at;
        self.index.extend(blocks.index_from(offset, self.bits));
        sink.put(&blocks.bytes)
    }

    /// Writes the rest of the keys and the index.
    pub(crate) fn finish(mut self, sink: &mut Sink) -> Result<Tier, TableError> {
        self.encode(self.waiting.len(), sink)?;
        self.tier.keys_len = sink.len() - self.tier.keys_at;
        self.tier.keys_check = crc32fast::hash(&self.index);
        sink.put(&self.index)?;
        Ok(self.tier)
    }
}
