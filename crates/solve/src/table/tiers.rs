//! Reading a tier's keys and worths from a file, block by block.

use super::TableError;
use super::block::{Block, BlockName, not_adding_up, sum_is};
use super::column::Column;
use super::format::Tier;
use super::keys::{KEYS_A_BLOCK, decode_block_from, entry_bytes, find_in_block, key_bytes};
use super::storage::{Reading, read_exact_at};
use super::values::{ENTRY_BYTES, ValueBlock, values_a_block};
use super::word::Word;
use super::worth::Worths;
use std::ops::Range;
use yomikiri_core::{Ask, Value};

/// A tier in a file, with its indices in memory: about 20 bytes for every 512 positions.
pub(crate) struct TierFile<'f> {
    file: &'f dyn Reading,
    ask: Ask,
    bits: u32,
    /// The number of keys in a block.
    a_block: usize,
    pub(crate) tier: Tier,
    key_index: Vec<u8>,
    value_index: Vec<u8>,
}

/// The most bytes of blocks that are read at once; a larger block is read alone.
const READ_BYTES: u64 = 1 << 16;

/// The blocks of the keys or the values of a tier.
struct Blocks<'t> {
    what: &'static str,
    index: &'t [u8],
    /// The bytes of an entry of the index.
    entry: usize,
    /// The number of positions in a block.
    a_block: usize,
    /// The start of the first block in the file, and the bytes of all blocks.
    at: u64,
    len: u64,
}

impl Blocks<'_> {
    fn block(&self, number: usize) -> Result<Block, TableError> {
        let entry = |number: usize| {
            let at = number * self.entry;
            self.index
                .get(at..at + self.entry)
                .ok_or_else(not_adding_up)
        };
        let before = number.checked_sub(1).map(entry).transpose()?;
        Block::of(before, entry(number)?, self.len)
    }
}

impl<'f> TierFile<'f> {
    /// Opens a tier: reads the index of its keys and, with `values`, the index of its values.
    pub(crate) fn open(
        file: &'f dyn Reading,
        bits: u32,
        ask: Ask,
        tier: Tier,
        values: bool,
    ) -> Result<TierFile<'f>, TableError> {
        TierFile::open_some(file, bits, ask, tier, Some(KEYS_A_BLOCK), values)
    }

    /// Like [`open`](TierFile::open), for a tier that may lack keys or have another number of keys in a block.
    pub(crate) fn open_some(
        file: &'f dyn Reading,
        bits: u32,
        ask: Ask,
        tier: Tier,
        keys_a_block: Option<usize>,
        values: bool,
    ) -> Result<TierFile<'f>, TableError> {
        let read = |at: Option<u64>, len: Option<u64>, check, what: &str| {
            let beyond = || TableError::damaged(format!("the {what} lies outside the file"));
            let (at, len) = (at.ok_or_else(beyond)?, len.ok_or_else(beyond)?);
            let end = at.checked_add(len).ok_or_else(beyond)?;
            let size = file
                .len()
                .map_err(|error| TableError::io("cannot read the table", error))?;
            if end > size {
                return Err(beyond());
            }
            let mut index = vec![0; usize::try_from(len).map_err(|_| beyond())?];
            read_exact_at(file, at, &mut index)
                .map_err(|error| TableError::io("cannot read the table", error))?;
            if !sum_is(&index, check) {
                let rank = tier.rank;
                return Err(TableError::damaged(format!(
                    "the checksum of the {what} of the tier of rank {rank} is wrong"
                )));
            }
            Ok(index)
        };
        let a_block = keys_a_block.unwrap_or(KEYS_A_BLOCK);
        let blocks = tier.stored.div_ceil(a_block as u64);
        let key_index = match keys_a_block {
            Some(_) => read(
                tier.keys_at.checked_add(tier.keys_len),
                blocks.checked_mul(entry_bytes(bits) as u64),
                tier.keys_check,
                "index of keys",
            )?,
            None => Vec::new(),
        };
        let value_index = match values {
            true => read(
                tier.values_at.checked_add(tier.values_len),
                tier.value_index_len(ask),
                tier.values_check,
                "index of values",
            )?,
            false => Vec::new(),
        };
        Ok(TierFile {
            file,
            ask,
            bits,
            a_block,
            tier,
            key_index,
            value_index,
        })
    }

    fn len(&self) -> usize {
        self.tier.stored as usize
    }

    /// Passes the blocks of keys or of values that hold a range of positions to `each`, with their numbers. Adjacent
    /// blocks are read together.
    fn each_block(
        &self,
        of: &Blocks<'_>,
        range: Range<usize>,
        mut each: impl FnMut(usize, &[u8]) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let (mut number, end) = (range.start / of.a_block, range.end.div_ceil(of.a_block));
        let mut bytes = Vec::new();
        while number < end {
            let start = of.block(number)?.start;
            let mut last = number;
            while last + 1 < end && of.block(last + 1)?.end - start <= READ_BYTES {
                last += 1;
            }
            bytes.resize((of.block(last)?.end - start) as usize, 0);
            read_exact_at(self.file, of.at + start, &mut bytes)
                .map_err(|error| TableError::io("cannot read the table", error))?;
            for number in number..=last {
                let block = of.block(number)?;
                let here = &bytes[(block.start - start) as usize..(block.end - start) as usize];
                let (what, rank) = (of.what, self.tier.rank);
                let name = BlockName { number, what, rank };
                block.check(here, name)?;
                each(number, here).map_err(|error| match error {
                    TableError::Damaged(what) => TableError::damaged(format!("{name}: {what}")),
                    error => error,
                })?;
            }
            number = last + 1;
        }
        Ok(())
    }

    fn blocks_of_keys(&self) -> Blocks<'_> {
        Blocks {
            what: "keys",
            index: &self.key_index,
            entry: entry_bytes(self.bits),
            a_block: self.a_block,
            at: self.tier.keys_at,
            len: self.tier.keys_len,
        }
    }

    fn blocks_of_values(&self) -> Blocks<'_> {
        Blocks {
            what: "values",
            index: &self.value_index,
            entry: ENTRY_BYTES,
            a_block: values_a_block(self.ask),
            at: self.tier.values_at,
            len: self.tier.values_len,
        }
    }

    /// Returns the number of blocks of keys.
    pub(crate) fn key_blocks(&self) -> usize {
        self.key_index.len() / entry_bytes(self.bits)
    }

    /// Returns the block of keys that holds a place.
    pub(crate) fn block_of(&self, place: usize) -> usize {
        place / self.a_block
    }

    /// Returns the first key of a block of keys.
    pub(crate) fn first_key<W: Word>(&self, number: usize) -> W {
        let at = number * entry_bytes(self.bits);
        W::get(&self.key_index[at..at + key_bytes(self.bits)])
    }

    /// Returns the number of blocks of keys that begin with a key up to this one, of which at least `least` do.
    fn blocks_up_to<W: Word>(&self, key: W, least: usize) -> usize {
        let (mut low, mut high) = (least, self.key_blocks());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.first_key::<W>(middle) <= key {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    /// Returns the places of the whole blocks that hold all keys between two keys.
    pub(crate) fn places_between<W: Word>(&self, from: W, to: W) -> Range<usize> {
        let start = self.blocks_up_to(from, 0).saturating_sub(1);
        let end = self.blocks_up_to(to, start);
        start * self.a_block..(end * self.a_block).min(self.len())
    }

    /// Appends the keys of a range of positions that begins at a block and ends with one, or with the tier.
    pub(crate) fn keys<W: Word>(
        &self,
        range: Range<usize>,
        keys: &mut Vec<W>,
    ) -> Result<(), TableError> {
        self.each_key(range, None, |some| {
            keys.extend_from_slice(some);
            true
        })
    }

    /// Passes those of some ascending keys that the tier holds, with their places, to `each`. It reads only blocks that
    /// may hold some.
    pub(crate) fn find<W: Word>(
        &self,
        keys: &[W],
        mut each: impl FnMut(W, usize),
    ) -> Result<(), TableError> {
        let of = self.blocks_of_keys();
        let (mut rest, mut blocks) = (keys, 0);
        while let Some(key) = rest.first() {
            blocks = self.blocks_up_to(*key, blocks);
            let here = match blocks < self.key_blocks() {
                true => rest.partition_point(|key| *key < self.first_key(blocks)),
                false => rest.len(),
            };
            let (here, later) = rest.split_at(here);
            rest = later;
            let Some(number) = blocks.checked_sub(1) else {
                continue;
            };
            let start = number * self.a_block;
            self.each_block(&of, start..start + 1, |_, block| {
                let first = self.first_key::<W>(number).wide();
                let count = (self.len() - start).min(self.a_block);
                for key in here {
                    if let Some(place) = find_in_block(block, first, count, key.wide())? {
                        each(*key, start + place);
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Appends those keys of such a range that lie between two keys.
    pub(crate) fn keys_between<W: Word>(
        &self,
        range: Range<usize>,
        (from, to): (W, W),
        keys: &mut Vec<W>,
    ) -> Result<(), TableError> {
        self.each_key(range, Some(from), |some| {
            // Mostly these are all keys.
            let start = match some.first() {
                Some(first) if *first < from => some.partition_point(|key| *key < from),
                _ => 0,
            };
            let end = match some.last() {
                Some(last) if *last > to => some.partition_point(|key| *key <= to),
                _ => some.len(),
            };
            keys.extend_from_slice(some.get(start..end).unwrap_or_default());
            end == some.len()
        })
    }

    /// Passes the keys of such a range to `each`, some at a time, in each block until it returns false. Keys below
    /// `least` may be left out.
    fn each_key<W: Word>(
        &self,
        range: Range<usize>,
        least: Option<W>,
        mut each: impl FnMut(&[W]) -> bool,
    ) -> Result<(), TableError> {
        self.each_block(&self.blocks_of_keys(), range, |number, block| {
            let first = self.first_key(number);
            let count = (self.len() - number * self.a_block).min(self.a_block);
            let least = least.unwrap_or(first).max(first);
            decode_block_from(block, first, count, least, &mut each)
        })
    }

    /// Appends the worths of the positions of such a range.
    pub(crate) fn worths(&self, range: Range<usize>, into: &mut Column) -> Result<(), TableError> {
        let worths = Worths(self.ask);
        match into {
            Column::Bytes(all) => {
                self.values(range, |value| i8::try_from(worths.of(value)?).ok(), all)
            }
            Column::Words(all) => self.values(range, |value| worths.of(value), all),
        }
    }

    /// Appends the converted values of such a range. `as_stored` returns `None` for an answer to another question.
    pub(crate) fn values<T: Copy>(
        &self,
        range: Range<usize>,
        as_stored: impl Fn(Value) -> Option<T>,
        into: &mut Vec<T>,
    ) -> Result<(), TableError> {
        let wrong = || TableError::damaged("a value is none that the question can have");
        let of = self.blocks_of_values();
        self.each_block(&of, range, |number, block| {
            let count = (self.len() - number * of.a_block).min(of.a_block);
            let block = ValueBlock::read(block, count, self.ask)?;
            block.append(count, &as_stored, into).ok_or_else(wrong)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::keys::KeyBlocks;

    struct Held<'b>(&'b [u8]);

    impl Reading for Held<'_> {
        fn len(&self) -> std::io::Result<u64> {
            Ok(self.0.len() as u64)
        }
        fn read_at(&self, offset: u64, room: &mut [u8]) -> std::io::Result<usize> {
            let rest = &self.0[offset as usize..];
            let count = rest.len().min(room.len());
            room[..count].copy_from_slice(&rest[..count]);
            Ok(count)
        }
    }

    /// Encodes keys in blocks of some kilobytes, with their index.
    fn encoded(keys: &[u64]) -> (Vec<u8>, Tier) {
        let blocks = KeyBlocks::encode(keys, 64, KEYS_A_BLOCK);
        let tier = Tier {
            stored: keys.len() as u64,
            keys_len: blocks.bytes.len() as u64,
            keys_check: crc32fast::hash(&blocks.index),
            ..Tier::default()
        };
        ([blocks.bytes, blocks.index].concat(), tier)
    }

    #[test]
    fn a_damaged_block_is_told_by_its_number() {
        let keys: Vec<u64> = (0..40_000u64).map(|n| (n << 48) + n * n).collect();
        let (mut bytes, tier) = encoded(&keys);
        assert!(tier.keys_len > 3 * READ_BYTES, "several reads");
        let read = |bytes: &[u8]| {
            let held = Held(bytes);
            let file = TierFile::open(&held, 64, Ask::Winner, tier, false)?;
            let mut read: Vec<u64> = Vec::new();
            file.keys(0..keys.len(), &mut read)?;
            Ok::<_, TableError>(read)
        };
        assert_eq!(read(&bytes).unwrap(), keys);
        let (mut sought, mut found) = (Vec::new(), Vec::new());
        for (place, key) in keys.iter().enumerate().step_by(97) {
            sought.extend([*key, key + 1]);
            found.push((*key, place));
        }
        let (held, mut each) = (Held(&bytes), found.iter());
        let file = TierFile::open(&held, 64, Ask::Winner, tier, false).unwrap();
        file.find(&sought, |key, place| {
            assert_eq!(each.next(), Some(&(key, place)))
        })
        .unwrap();
        assert_eq!(each.next(), None);
        for number in [0, 1, 40, keys.len() / KEYS_A_BLOCK] {
            let held = Held(&bytes);
            let file = TierFile::open(&held, 64, Ask::Winner, tier, false).unwrap();
            let block = file.blocks_of_keys().block(number).unwrap();
            let at = usize::midpoint(block.start as usize, block.end as usize);
            bytes[at] ^= 4;
            let error = read(&bytes).unwrap_err().to_string();
            let told = format!("block {number} of the keys of the tier of rank 0 is wrong");
            assert!(error.contains(&told), "{error}");
            bytes[at] ^= 4;
        }
    }
}
