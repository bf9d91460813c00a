//! An index over ascending keys: where those begin that have the same high bits.

use super::word::Word;
use std::ops::Range;

/// Keys in a bucket, about, where nothing calls for fewer.
const A_BUCKET: usize = 4;

/// The number of bits that buckets are numbered with, for so many keys.
pub(crate) fn bits_for(count: usize) -> u32 {
    (count / A_BUCKET).max(1).ilog2()
}

/// The bits of the distance between two keys.
pub(crate) fn span<W: Word>(first: W, last: W) -> u32 {
    128 - last.minus(first).wide().leading_zeros()
}

/// Where the keys of each bucket begin, by the high bits of the distance from the first key.
pub(crate) struct Buckets<W> {
    pub(crate) first: W,
    last: W,
    pub(crate) shift: u32,
    starts: Vec<u32>,
}

impl<W: Word> Buckets<W> {
    /// For keys from `first` to `last`, in buckets numbered with so many bits, to be told to it one after
    /// the other.
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

    /// The bytes of an index of so many bits.
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

    /// The next key, which is not beyond the last, and its place.
    #[inline]
    pub(crate) fn push(&mut self, key: W, place: u32) {
        let bucket = self.bucket(key);
        // Mostly none or one: quicker than a call that fills.
        while self.starts.len() <= bucket {
            self.starts.push(place);
        }
    }

    /// All keys have been told, and so many they were.
    pub(crate) fn finish(&mut self, count: u32) {
        self.starts.push(count);
    }

    /// The places of the bucket that a key would be in.
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
