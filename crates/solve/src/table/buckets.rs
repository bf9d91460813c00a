//! An index over ascending keys: the starts of the keys with the same high bits.

use super::word::Word;
use std::ops::Range;

/// The approximate number of keys in a bucket.
const A_BUCKET: usize = 4;

/// Returns the number of bits that number the buckets for `count` keys.
pub(crate) fn bits_for(count: usize) -> u32 {
    (count / A_BUCKET).max(1).ilog2()
}

/// Returns the number of bits of the distance between two keys.
pub(crate) fn span<W: Word>(first: W, last: W) -> u32 {
    128 - last.minus(first).wide().leading_zeros()
}

/// The start of each bucket of keys, by the high bits of the distance from the first key.
pub(crate) struct Buckets<W> {
    pub(crate) first: W,
    last: W,
    pub(crate) shift: u32,
    starts: Vec<u32>,
}

impl<W: Word> Buckets<W> {
    /// Creates the index for keys from `first` to `last` in 2<sup>`bits`</sup> buckets. The keys are then
    /// pushed in order.
    pub(crate) fn new(first: W, last: W, bits: u32) -> Buckets<W> {
        let mut buckets = Buckets {
            first,
            last,
            shift: span(first, last).saturating_sub(bits),
            starts: Vec::new(),
        };
        let count = buckets.bucket(last) + 2;
        buckets.starts.reserve_exact(count);
        buckets
    }

    /// Returns the bytes of an index of this many bits.
    pub(crate) fn bytes_of(bits: u32) -> u64 {
        4 << bits
    }

    #[inline]
    fn bucket(&self, key: W) -> usize {
        match self.shift as usize >= W::BYTES * 8 {
            true => 0,
            false => key.minus(self.first).bits_from(self.shift),
        }
    }

    /// Adds the next key, which is at most `last`, and its place.
    #[inline]
    pub(crate) fn push(&mut self, key: W, place: u32) {
        let bucket = self.bucket(key);
        // This mostly adds none or one, so a loop is quicker than `resize`.
        while self.starts.len() <= bucket {
            self.starts.push(place);
        }
    }

    /// Ends the index after `count` keys.
    pub(crate) fn finish(&mut self, count: u32) {
        self.starts.push(count);
    }

    /// Returns the places of the bucket of a key.
    #[inline(always)]
    pub(crate) fn places(&self, key: W) -> Option<Range<usize>> {
        if key < self.first || key > self.last {
            return None;
        }
        let bucket = self.bucket(key);
        let end = *self.starts.get(bucket + 1)?;
        Some(self.starts[bucket] as usize..end as usize)
    }
}
