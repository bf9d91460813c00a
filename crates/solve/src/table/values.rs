//! The values of a tier: compressed blocks, each a palette and a code for each position.

use super::TableError;
use super::bits::{BitWriter, pack_eight, packed_len, unpack_eight, unpack_few};
use super::block::{END_BYTES, put_end};
use super::word::Word;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::hash::Hash;
use std::io;
use yomikiri_core::{Ask, Outcome, Player, Plies, Value};
use zstd::bulk::{Compressor, Decompressor};

/// The bytes of an index entry: the end of the block, and its checksum.
pub(crate) const ENTRY_BYTES: usize = END_BYTES;
/// The bytes of a palette entry.
pub(crate) const PALETTE_BYTES: usize = 9;
/// The compressor's level: higher ones gain little on codes this dense.
const LEVEL: i32 = 3;

/// Returns the number of positions in a block of values; the last block of a tier may have fewer. Two bits for
/// each position and a palette of three make 4 KiB.
pub const fn values_a_block(ask: Ask) -> usize {
    match ask {
        Ask::Winner => 16_384,
        Ask::Distance => 8_192,
        Ask::Margin => 4_096,
    }
}

/// A value in the form of a table: a kind and a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Written {
    /// 0 if Second wins, 1 if nobody wins, 2 if First wins, 3 for points.
    kind: u8,
    /// Plies (-1: endless) of a distance, First's points minus Second's of a margin, otherwise 0.
    number: i64,
}

impl Written {
    /// Converts a value to this form.
    pub(crate) fn of(value: Value) -> Written {
        let won = |winner: Option<Player>, number| Written {
            kind: match winner {
                Some(Player::Second) => 0,
                None => 1,
                Some(Player::First) => 2,
            },
            number,
        };
        match value {
            Value::Winner(winner) => won(winner, 0),
            Value::Margin(Outcome::Win(player)) => won(Some(player), 0),
            Value::Margin(Outcome::Draw) => Written { kind: 3, number: 0 },
            Value::Margin(Outcome::Margin(number)) => Written { kind: 3, number },
            Value::Distance(None) => won(None, 0),
            Value::Distance(Some((player, Plies::Count(plies)))) => {
                won(Some(player), i64::from(plies))
            }
            Value::Distance(Some((player, Plies::Endless))) => won(Some(player), -1),
        }
    }

    /// Returns the value, if it answers the question.
    pub(crate) fn value(self, ask: Ask) -> Option<Value> {
        let winner = match self.kind {
            0 => Some(Player::Second),
            2 => Some(Player::First),
            _ => None,
        };
        let value = match (ask, self.kind) {
            (Ask::Winner, 0..=2) => Value::Winner(winner),
            (Ask::Margin, 3) => Value::Margin(Outcome::Margin(self.number)),
            (Ask::Margin, 0 | 2) => Value::Margin(Outcome::Win(winner?)),
            (Ask::Distance, 1) => Value::Distance(None),
            (Ask::Distance, 0 | 2) if self.number == -1 => {
                Value::Distance(Some((winner?, Plies::Endless)))
            }
            (Ask::Distance, 0 | 2) => Value::Distance(Some((
                winner?,
                Plies::Count(u32::try_from(self.number).ok()?),
            ))),
            _ => return None,
        };
        // Each value has only one form.
        (Written::of(value) == self).then_some(value)
    }
}

/// Returns the bits of a code for this many values.
fn code_bits(palette: usize) -> u32 {
    palette.next_power_of_two().trailing_zeros()
}

/// A compressor of blocks of values.
pub(crate) struct ValueWriter {
    compressor: Compressor<'static>,
    codes: Vec<u32>,
    /// The blocks.
    pub(crate) bytes: Vec<u8>,
    /// Their index, with ends counted from the start of `bytes`.
    pub(crate) index: Vec<u8>,
}

/// Palettes up to this size are searched linearly.
const SMALL: usize = 16;
/// Palettes up to this size are compared with every value.
const FEW: usize = 4;
/// The number of values that are compared with each of a few at once.
const AT_ONCE: usize = 128;

impl ValueWriter {
    /// Creates a writer without blocks.
    ///
    /// # Errors
    ///
    /// If there is no memory for the compressor.
    pub(crate) fn new() -> io::Result<ValueWriter> {
        Ok(ValueWriter {
            compressor: Compressor::new(LEVEL)?,
            codes: Vec::new(),
            bytes: Vec::new(),
            index: Vec::new(),
        })
    }

    /// Encodes the values of one block, at least one. `written` converts a value to its written form.
    ///
    /// # Errors
    ///
    /// If the compressor fails, for which there is no reason.
    pub(crate) fn block<T: Copy + Eq + Hash>(
        &mut self,
        values: &[T],
        written: impl Fn(T) -> Written,
    ) -> io::Result<()> {
        let raw = match few(values) {
            Some(palette) => raw_of_few(values, palette, written),
            None => self.raw(values, written),
        };
        let block = self.compressor.compress(&raw)?;
        self.bytes.extend_from_slice(&block);
        put_end(self.bytes.len() as u64, &block, &mut self.index);
        Ok(())
    }

    fn raw<T: Copy + Eq + Hash>(
        &mut self,
        values: &[T],
        written: impl Fn(T) -> Written,
    ) -> Vec<u8> {
        self.codes.clear();
        let mut palette: Vec<T> = Vec::new();
        let mut places: FxHashMap<T, usize> = FxHashMap::default();
        let mut last = 0;
        for &value in values {
            if palette.get(last) != Some(&value) {
                let known = match palette.len() {
                    ..=SMALL => palette.iter().position(|known| *known == value),
                    _ => places.get(&value).copied(),
                };
                last = known.unwrap_or_else(|| {
                    places.insert(value, palette.len());
                    palette.push(value);
                    palette.len() - 1
                });
            }
            self.codes.push(last as u32);
        }
        let palette: Vec<Written> = palette.into_iter().map(written).collect();
        let mut sorted = palette.clone();
        sorted.sort_unstable();
        let place = |value| sorted.binary_search(value).unwrap_or_default() as u64;
        let places: Vec<u64> = palette.iter().map(place).collect();
        let bits = code_bits(sorted.len());
        let mut codes = BitWriter::after(palette_bytes(&sorted, values.len(), bits));
        for &code in &self.codes {
            codes.put_some(places[code as usize], bits);
        }
        codes.finish()
    }
}

/// Returns the bytes of a palette, with room for `count` codes after it.
fn palette_bytes(sorted: &[Written], count: usize, bits: u32) -> Vec<u8> {
    let len = 2 + sorted.len() * PALETTE_BYTES;
    let mut raw = Vec::with_capacity(len + packed_len(count, bits) + 8);
    raw.extend_from_slice(&(sorted.len() as u16).to_le_bytes());
    for value in sorted {
        raw.push(value.kind);
        raw.extend_from_slice(&value.number.to_le_bytes());
    }
    raw
}

/// Returns the different values in a list, if there are at most [`FEW`].
fn few<T: Copy + Eq>(values: &[T]) -> Option<Vec<T>> {
    let mut palette = vec![*values.first()?];
    for some in values.chunks(AT_ONCE) {
        loop {
            let known: [T; FEW] =
                std::array::from_fn(|place| palette[place.min(palette.len() - 1)]);
            let is_known = |value: &T| known.iter().fold(false, |is, one| is | (one == value));
            if some.iter().fold(true, |all, value| all & is_known(value)) {
                break;
            }
            if palette.len() == FEW {
                return None;
            }
            palette.extend(some.iter().find(|value| !is_known(value)));
        }
    }
    Some(palette)
}

/// Encodes a block of a few different values. It has no branch on the next value, because a processor cannot
/// predict that.
fn raw_of_few<T: Copy + Eq>(
    values: &[T],
    mut palette: Vec<T>,
    written: impl Fn(T) -> Written,
) -> Vec<u8> {
    palette.sort_by_cached_key(|value| written(*value));
    let sorted: Vec<Written> = palette.iter().map(|value| written(*value)).collect();
    let bits = code_bits(sorted.len());
    let mut raw = palette_bytes(&sorted, values.len(), bits);
    let len = raw.len();
    // The code of each value but the first one.
    let others: [(T, u8); FEW - 1] = std::array::from_fn(|place| match palette.get(place + 1) {
        Some(value) => (*value, place as u8 + 1),
        None => (palette[0], 0),
    });
    let code = |value: &T| {
        let is = |(other, code): &(T, u8)| u8::from(other == value) * code;
        others.iter().map(is).sum::<u8>()
    };
    if bits > 0 {
        for some in values.chunks(AT_ONCE) {
            let mut codes = [0; AT_ONCE];
            for (into, value) in codes.iter_mut().zip(some) {
                *into = code(value);
            }
            let (eights, _) = codes.as_chunks();
            for eight in &eights[..some.len().div_ceil(8)] {
                let packed = pack_eight(*eight, bits).to_le_bytes();
                raw.extend_from_slice(&packed[..bits as usize]);
            }
        }
        raw.truncate(len + packed_len(values.len(), bits));
    }
    raw
}

thread_local! {
    /// The decompressor of a thread, because creating one costs as much as decompressing a block.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Returns the error for a block that cannot be decoded.
fn not_a_block() -> TableError {
    TableError::damaged("a block of values is not what it should be")
}

/// Decompresses a block to at most `most` bytes.
fn decompress(block: &[u8], most: usize) -> Result<Vec<u8>, TableError> {
    DECOMPRESSOR.with_borrow_mut(|made| {
        let decompressor = match made {
            Some(made) => made,
            None => {
                let new = Decompressor::new();
                made.insert(new.map_err(|error| TableError::io("cannot decompress", error))?)
            }
        };
        decompressor
            .decompress(block, most)
            .map_err(|_| not_a_block())
    })
}

/// A decompressed block of values.
#[derive(Clone, Debug)]
pub(crate) struct ValueBlock {
    raw: Vec<u8>,
    palette: Vec<Value>,
    bits: u32,
}

impl ValueBlock {
    /// Decompresses a block of `count` values.
    ///
    /// # Errors
    ///
    /// If the block cannot be decoded.
    pub(crate) fn read(block: &[u8], count: usize, ask: Ask) -> Result<ValueBlock, TableError> {
        // A block is largest if all values are different.
        let most = 2 + count * (PALETTE_BYTES + 2);
        let size = zstd::zstd_safe::get_frame_content_size(block);
        let size = size
            .ok()
            .flatten()
            .and_then(|size| usize::try_from(size).ok());
        let size = size.filter(|size| *size <= most).ok_or_else(not_a_block)?;
        let raw = decompress(block, size)?;
        let (len, rest) = raw.split_at_checked(2).ok_or_else(not_a_block)?;
        let len = usize::from(u16::get(len));
        let (palette, codes) = rest
            .split_at_checked(len * PALETTE_BYTES)
            .ok_or_else(not_a_block)?;
        let written: Vec<Written> = palette
            .chunks_exact(PALETTE_BYTES)
            .map(|entry| Written {
                kind: entry[0],
                number: u64::get(&entry[1..]) as i64,
            })
            .collect();
        let ascending = written.is_sorted_by(|a, b| a < b);
        let palette: Option<Vec<Value>> = written.iter().map(|entry| entry.value(ask)).collect();
        let palette = palette.filter(|all| ascending && !all.is_empty());
        let palette = palette.ok_or_else(not_a_block)?;
        let bits = code_bits(len);
        if codes.len() != packed_len(count, bits) {
            return Err(not_a_block());
        }
        let block = ValueBlock { raw, palette, bits };
        Ok(block)
    }

    /// Returns the packed codes.
    fn packed(&self) -> &[u8] {
        &self.raw[2 + self.palette.len() * PALETTE_BYTES..]
    }

    /// Returns a function from the index of a value to its place in the palette.
    fn codes(&self) -> impl Fn(usize) -> usize + '_ {
        let (codes, bits) = (self.packed(), self.bits);
        move |index| unpack_few(codes, index, bits) as usize
    }

    /// Appends the first `count` values, converted by `as_stored`; `None` if a value is not in the palette or
    /// cannot be converted.
    pub(crate) fn append<T: Copy>(
        &self,
        count: usize,
        as_stored: impl Fn(Value) -> Option<T>,
        into: &mut Vec<T>,
    ) -> Option<()> {
        let stored = self.palette.iter().copied().map(as_stored);
        let mut palette: Vec<T> = stored.collect::<Option<_>>()?;
        // Every code has a value here, so it is enough to check the greatest code once, at the end.
        palette.resize(1 << self.bits, *palette.first()?);
        let mut greatest = 0;
        let mut value_of = |code: usize| {
            greatest = greatest.max(code);
            palette[code]
        };
        // Reserve no more than that: the lists have exactly the capacity for their contents.
        into.reserve(count);
        let eights = match self.bits {
            1 | 2 | 4 => count / 8,
            _ => 0,
        };
        let bytes = self.bits as usize;
        for packed in self.packed()[..eights * bytes].chunks(bytes.max(1)) {
            let mut eight = [0; 8];
            eight[..bytes].copy_from_slice(packed);
            let codes = unpack_eight(u64::from_le_bytes(eight), self.bits);
            into.extend(codes.iter().map(|code| value_of(usize::from(*code))));
        }
        into.extend((eights * 8..count).map(self.codes()).map(value_of));
        (greatest < self.palette.len()).then_some(())
    }

    /// Returns the `index`-th value.
    pub(crate) fn value(&self, index: usize) -> Result<Value, TableError> {
        let value = self.palette.get(self.codes()(index)).copied();
        value.ok_or_else(|| TableError::damaged("a value is not in its palette"))
    }
}

/// Little-endian integers of two bytes.
trait Short {
    fn get(bytes: &[u8]) -> u16;
}

impl Short for u16 {
    fn get(bytes: &[u8]) -> u16 {
        u16::from_le_bytes([bytes[0], bytes[1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(ask: Ask) -> Vec<Value> {
        let texts: &[&str] = match ask {
            Ask::Winner => &["first", "draw", "second"],
            Ask::Margin => &["first", "+7", "0", "-9", "second", "-4611686018427387904"],
            Ask::Distance => &["draw", "first 3", "second 12", "first endless"],
        };
        texts
            .iter()
            .map(|text| Value::parse(ask, text).unwrap())
            .collect()
    }

    /// Returns many different values of answers to a question.
    fn many(ask: Ask) -> Vec<Value> {
        let mut all = values(ask);
        all.extend((0..16).filter_map(|n| match ask {
            Ask::Winner => None,
            Ask::Margin => Value::parse(ask, &format!("+{}", n + 20)).ok(),
            Ask::Distance => Value::parse(ask, &format!("first {}", n + 5)).ok(),
        }));
        all
    }

    #[test]
    fn values_come_back() {
        for ask in Ask::ALL {
            let known = many(ask);
            for kinds in (1..=5).chain([16, 17]).filter(|n| *n <= known.len()) {
                for count in [1, 7, 8, 9, 127, 128, 129, 1000, values_a_block(ask)] {
                    let all: Vec<Value> = (0..count).map(|n| known[n * 7 % kinds]).collect();
                    let mut writer = ValueWriter::new().unwrap();
                    writer.block(&all, Written::of).unwrap();
                    let block = ValueBlock::read(&writer.bytes, count, ask).unwrap();
                    for (index, value) in all.iter().enumerate() {
                        assert_eq!(block.value(index).unwrap(), *value);
                    }
                    let mut read = Vec::with_capacity(count);
                    let room = read.capacity();
                    block.append(count, Some, &mut read).unwrap();
                    assert_eq!(read, all);
                    assert_eq!(read.capacity(), room, "nothing more is reserved");
                }
            }
        }
    }

    #[test]
    fn a_block_of_few_is_a_block_of_any() {
        for ask in Ask::ALL {
            let known = values(ask);
            for kinds in 1..=known.len().min(FEW) {
                for count in [1, 5, 130, 1000] {
                    let all: Vec<Value> = (0..count).map(|n| known[n * 7 % kinds]).collect();
                    let palette = few(&all).unwrap();
                    let any = ValueWriter::new().unwrap().raw(&all, Written::of);
                    assert_eq!(raw_of_few(&all, palette, Written::of), any);
                }
            }
        }
        assert_eq!(few(&[0, 1, 2, 3, 4]), None);
    }

    #[test]
    fn what_is_no_block_is_refused() {
        let ask = Ask::Distance;
        for kinds in [2, 3, 5] {
            let all: Vec<Value> = (0..1000).map(|n| many(ask)[n % kinds]).collect();
            let mut writer = ValueWriter::new().unwrap();
            writer.block(&all, Written::of).unwrap();
            let read = |bytes, count| ValueBlock::read(bytes, count, ask);
            assert!(read(&writer.bytes, 1009).is_err());
            for cut in 0..writer.bytes.len() {
                assert!(read(&writer.bytes[..cut], 1000).is_err());
            }
            // This code has no value.
            let mut block = read(&writer.bytes, 1000).unwrap();
            let at = 2 + kinds * PALETTE_BYTES + 9;
            block.raw[at] = 0xFF;
            let appended = block.append(1000, Some, &mut Vec::new());
            assert_eq!(appended.is_none(), kinds != 2, "{kinds}");
            let bad = (0..1000).filter(|index| block.value(*index).is_err());
            assert_eq!(bad.count() > 0, kinds != 2, "{kinds}");
        }
    }

    #[test]
    fn only_values_are_values() {
        for (kind, number) in [(0, 1), (1, 2), (3, 0), (4, 0)] {
            assert_eq!(Written { kind, number }.value(Ask::Winner), None);
        }
        for (kind, number) in [(1, 0), (0, 4), (9, 0)] {
            assert_eq!(Written { kind, number }.value(Ask::Margin), None);
        }
        for (kind, number) in [(0, -2), (1, 1), (3, 1), (2, 1 << 40)] {
            assert_eq!(Written { kind, number }.value(Ask::Distance), None);
        }
    }
}
