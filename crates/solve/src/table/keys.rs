//! The keys of a tier: ascending integers in blocks, each of which can be read alone.
//!
//! Each block is an Elias-Fano code of the distances from its first key, less the distances that ascending integers
//! must have anyway. The parameter fits each block, so that dense stretches take little more than a bit per key.
//! The book's page on the format specifies it bit by bit.

use super::TableError;
use super::bits::{BitWriter, packed_len, unpack, unpack_few, word_of_bits};
use super::block::{END_BYTES, move_ends, put_end};
use super::word::Word;
use std::mem::take;

/// Keys in a block; the last block of a tier may have fewer.
pub const KEYS_A_BLOCK: usize = 512;

/// Returns the bytes of a key in an index.
pub(crate) fn key_bytes(bits: u32) -> usize {
    bits.div_ceil(8) as usize
}

/// Returns the bytes of an index entry: the first key, the end of the block, the checksum.
pub(crate) fn entry_bytes(bits: u32) -> usize {
    key_bytes(bits) + END_BYTES
}

/// Encodes up to [`KEYS_A_BLOCK`] ascending keys, at least one, at the end of `out`.
pub(crate) fn encode_block<W: Word>(keys: &[W], out: &mut Vec<u8>) {
    let rest = keys.len() - 1;
    if rest == 0 {
        out.push(0);
        return;
    }
    let distance = |index: usize| keys[index].minus(keys[0]).wide() - index as u128;
    let span = distance(rest);
    // The high parts end at `span >> low`; each step and each key takes a bit.
    let size = |low: u32| (rest as u128 * u128::from(low)).saturating_add(span >> low);
    let about = (span / rest as u128).checked_ilog2().unwrap_or(0);
    let low = (about.saturating_sub(1)..=(about + 1).min(127))
        .min_by_key(|&low| size(low))
        .unwrap_or(about);
    out.push(low as u8);
    let mut lows = BitWriter::after(take(out));
    let highs = (span >> low) as usize + rest;
    let mut words = vec![0u64; highs.div_ceil(64)];
    // The bits of a word are gathered in a register. In memory, each bit would have to wait for the one before.
    let (mut at, mut word) = (0, 0);
    let is_narrow = is_narrow::<W>(low);
    for (index, key) in keys.iter().enumerate().skip(1) {
        let high = if is_narrow {
            let distance = key.minus(keys[0]).wide() as u64 - index as u64;
            lows.put_some(distance, low);
            (distance >> low) as usize
        } else {
            let distance = distance(index);
            lows.put(distance, low);
            (distance >> low) as usize
        };
        let bit = high + index - 1;
        if bit / 64 != at {
            words[at] = word;
            (at, word) = (bit / 64, 0);
        }
        word |= 1 << (bit % 64);
    }
    words[at] = word;
    *out = lows.finish();
    let len = out.len() + highs.div_ceil(8);
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    out.truncate(len);
}

/// Returns whether 64 bits hold the keys of a block; for most games they do.
fn is_narrow<W: Word>(low: u32) -> bool {
    W::BYTES <= 8 && low <= 56
}

/// Passes the keys of a block of `count`, the first of which is `first`, to `each`, up to 64 at once, until it
/// returns false.
///
/// # Errors
///
/// If the block is no such code.
pub(crate) fn decode_block<W: Word>(
    bytes: &[u8],
    first: W,
    count: usize,
    each: impl FnMut(&[W]) -> bool,
) -> Result<(), TableError> {
    decode_block_from(bytes, first, count, first, each)
}

/// Like [`decode_block`], but it may leave out keys below `from`: it skips words of high bits that hold no others.
///
/// # Errors
///
/// If the block is no such code.
pub(crate) fn decode_block_from<W: Word>(
    bytes: &[u8],
    first: W,
    count: usize,
    from: W,
    mut each: impl FnMut(&[W]) -> bool,
) -> Result<(), TableError> {
    let wrong = || TableError::damaged("a block of keys is not a code of its keys");
    let (&low, body) = bytes.split_first().ok_or_else(wrong)?;
    let low = u32::from(low);
    if low > 127 {
        return Err(wrong());
    }
    if !each(&[first]) {
        return Ok(());
    }
    let rest = count - 1;
    let (lows, highs) = body
        .split_at_checked(packed_len(rest, low))
        .ok_or_else(wrong)?;
    let base = first.wide();
    let is_narrow = is_narrow::<W>(low);
    let mut some = [W::default(); 64];
    let mut index = 0;
    let sought = from.wide().saturating_sub(base);
    let mut passing = sought > 0;
    for word in 0..highs.len().div_ceil(8) {
        let mut bits = word_of_bits(highs, word);
        if bits == 0 {
            continue;
        }
        let ones = bits.count_ones() as usize;
        let end = index + ones;
        if end > rest {
            return Err(wrong());
        }
        if passing {
            let last = word * 64 + 63 - bits.leading_zeros() as usize;
            // The distance of the last key of the word from the first key.
            let high = (last + 1 - end) as u128;
            let distance = (high << low) | unpack(lows, end - 1, low);
            if distance.wrapping_add(end as u128) < sought {
                index = end;
                continue;
            }
            passing = false;
        }
        let some = &mut some[..ones];
        for key in some.iter_mut() {
            let bit = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            *key = W::narrow(if is_narrow {
                let distance = (((bit - index) as u64) << low) | unpack_few(lows, index, low);
                let key = (base as u64).wrapping_add(distance);
                u128::from(key.wrapping_add(index as u64 + 1))
            } else {
                let distance = (((bit - index) as u128) << low) | unpack(lows, index, low);
                base.wrapping_add(distance).wrapping_add(index as u128 + 1)
            });
            index += 1;
        }
        if !each(some) {
            return Ok(());
        }
    }
    if index != rest {
        return Err(wrong());
    }
    Ok(())
}

/// Finds a key in a block of `count`, the first of which is `first`, and returns its place in the block.
///
/// Words of high bits are skipped by their number of ones, so that about one key in thirty is decoded.
///
/// # Errors
///
/// If the block is no such code.
pub(crate) fn find_in_block(
    bytes: &[u8],
    first: u128,
    count: usize,
    key: u128,
) -> Result<Option<usize>, TableError> {
    let wrong = || TableError::damaged("a block of keys is not a code of its keys");
    let (&low, body) = bytes.split_first().ok_or_else(wrong)?;
    let low = u32::from(low);
    if low > 127 {
        return Err(wrong());
    }
    let Some(sought) = key.checked_sub(first) else {
        return Ok(None);
    };
    if sought == 0 {
        return Ok(Some(0));
    }
    let rest = count - 1;
    let (lows, highs) = body
        .split_at_checked(packed_len(rest, low))
        .ok_or_else(wrong)?;
    // Returns the distance from the first key of the `number`-th key, whose high bit is at `bit`.
    let distance = |number: usize, bit: usize| {
        let high = (bit - number) as u128;
        ((high << low) | unpack(lows, number, low)).wrapping_add(number as u128 + 1)
    };
    let mut number = 0;
    for word in 0..highs.len().div_ceil(8) {
        let mut bits = word_of_bits(highs, word);
        let ones = bits.count_ones() as usize;
        if ones == 0 {
            continue;
        }
        if number + ones > rest {
            return Err(wrong());
        }
        let last = word * 64 + 63 - bits.leading_zeros() as usize;
        if distance(number + ones - 1, last) < sought {
            number += ones;
            continue;
        }
        while bits != 0 {
            let bit = word * 64 + bits.trailing_zeros() as usize;
            let found = distance(number, bit);
            if found >= sought {
                return Ok((found == sought).then_some(number + 1));
            }
            bits &= bits - 1;
            number += 1;
        }
        // The last key of this word should have been at least the sought one.
        return Err(wrong());
    }
    match number == rest {
        true => Ok(None),
        false => Err(wrong()),
    }
}

/// The keys of a tier, encoded block by block.
#[derive(Default)]
pub(crate) struct KeyBlocks {
    /// The blocks.
    pub(crate) bytes: Vec<u8>,
    /// Their index, with ends counted from the start of `bytes`.
    pub(crate) index: Vec<u8>,
}

impl KeyBlocks {
    /// Encodes keys, `a_block` to a block. Every call for a tier but the last needs a multiple of that.
    pub(crate) fn encode<W: Word>(keys: &[W], bits: u32, a_block: usize) -> KeyBlocks {
        let mut blocks = KeyBlocks::default();
        for keys in keys.chunks(a_block) {
            let start = blocks.bytes.len();
            encode_block(keys, &mut blocks.bytes);
            put_key(keys[0], bits, &mut blocks.index);
            put_end(
                blocks.bytes.len() as u64,
                &blocks.bytes[start..],
                &mut blocks.index,
            );
        }
        blocks
    }

    /// Returns the index with all ends shifted by an offset.
    pub(crate) fn index_from(&self, offset: u64, bits: u32) -> Vec<u8> {
        let mut index = self.index.clone();
        move_ends(&mut index, entry_bytes(bits), offset);
        index
    }
}

fn put_key<W: Word>(key: W, bits: u32, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&key.wide().to_le_bytes()[..key_bytes(bits)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<W: Word>(keys: &[W], bits: u32) {
        let blocks = KeyBlocks::encode(keys, bits, KEYS_A_BLOCK);
        let mut start = 0;
        let mut found: Vec<W> = Vec::new();
        for (number, entry) in blocks.index.chunks_exact(entry_bytes(bits)).enumerate() {
            let end = u64::get(&entry[entry.len() - END_BYTES..entry.len() - 4]) as usize;
            let first = W::get(&entry[..key_bytes(bits)]);
            let count = (keys.len() - number * KEYS_A_BLOCK).min(KEYS_A_BLOCK);
            let block = &blocks.bytes[start..end];
            let keep = |some: &[W]| {
                found.extend_from_slice(some);
                true
            };
            decode_block(block, first, count, keep).unwrap();
            let here = &keys[number * KEYS_A_BLOCK..][..count];
            for (place, key) in here.iter().enumerate() {
                let found = |key| find_in_block(block, first.wide(), count, key).unwrap();
                assert_eq!(found(key.wide()), Some(place));
                for other in [key.wide().wrapping_sub(1), key.wide().wrapping_add(1)] {
                    let expected = here.binary_search(&W::narrow(other)).ok();
                    let fits = W::narrow(other).wide() == other;
                    assert_eq!(found(other), expected.filter(|_| fits));
                }
                let mut rest: Vec<W> = Vec::new();
                let keep = |some: &[W]| {
                    rest.extend(some.iter().filter(|other| *other >= key));
                    true
                };
                decode_block_from(block, first, count, *key, keep).unwrap();
                assert_eq!(rest, here[place..]);
            }
            for cut in 0..block.len() {
                if count > 1 {
                    let result = decode_block(&block[..cut], first, count, |_: &[W]| true);
                    assert!(result.is_err(), "cut at {cut}");
                }
            }
            start = end;
        }
        assert_eq!(found, keys);
    }

    #[test]
    fn keys_come_back() {
        round_trip::<u32>(&[0], 1);
        round_trip::<u32>(&[0, 1], 1);
        round_trip::<u32>(&[7, u32::MAX], 32);
        round_trip::<u64>(&[0, u64::MAX], 64);
        round_trip::<u128>(&[0, u128::MAX - 1, u128::MAX], 128);
        let dense: Vec<u32> = (5..3000).collect();
        round_trip(&dense, 12);
        // This takes a bit per key, and the index.
        assert!(KeyBlocks::encode(&dense, 12, KEYS_A_BLOCK).bytes.len() < dense.len() / 7);
        let mut state = 1u64;
        let mut sparse: Vec<u64> = (0..1300)
            .map(|n| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(n);
                state >> (n % 40)
            })
            .collect();
        sparse.sort_unstable();
        sparse.dedup();
        round_trip(&sparse, 64);
        // These are the same keys further apart than 64 bits, and so far apart that low parts have more than 56
        // bits.
        let far: Vec<u128> = sparse.iter().map(|key| u128::from(*key) << 60).collect();
        round_trip(&far, 128);
        let even: Vec<u64> = (0..50).map(|n| n * (u64::MAX / 50)).collect();
        round_trip(&even, 64);
    }
}
