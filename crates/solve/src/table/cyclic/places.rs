//! The place of a key among ascending keys: an index with few bytes for each key.

use crate::table::buckets::{self, Buckets};
use crate::table::word::Word;

/// The most bits of a key that are stored if the bucket determines the others.
const NARROW: u32 = 32;

/// Ascending keys with an index. If there are so many buckets that the other bits of a key are at most 32, only
/// those bits are stored.
pub(crate) struct Places<W> {
    buckets: Buckets<W>,
    lows: Lows<W>,
}

enum Lows<W> {
    Narrow(Vec<u32>),
    Whole(Vec<W>),
}

/// The layout of the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    /// The bits that number the bucket.
    bits: u32,
    narrow: bool,
}

impl Layout {
    /// Returns the layout for `count` keys whose distances from the first have `span` bits.
    fn of<W: Word>(count: usize, span: u32) -> Layout {
        let bits = buckets::bits_for(count);
        // There are at most as many buckets as keys, so that narrow keys take less memory.
        let least = span.saturating_sub(NARROW);
        let narrow = W::BYTES > 4 && least <= count.max(1).ilog2();
        let bits = if narrow { bits.max(least) } else { bits };
        Layout { bits, narrow }
    }
}

/// Returns the most bytes that this many keys of this many bits take.
pub(crate) fn bytes_of<W: Word>(count: u64, span: u32) -> u64 {
    let Layout { bits, narrow } =
        Layout::of::<W>(usize::try_from(count).unwrap_or(usize::MAX), span);
    let low = if narrow { 4 } else { W::BYTES as u64 };
    count
        .saturating_mul(low)
        .saturating_add(Buckets::<W>::bytes_of(bits))
}

impl<W: Word> Places<W> {
    /// Makes room for `count` keys from `first` to `last`.
    pub(crate) fn new(count: usize, first: W, last: W) -> Places<W> {
        let Layout { bits, narrow } = Layout::of::<W>(count, buckets::span(first, last));
        Places {
            buckets: Buckets::new(first, last, bits),
            lows: match narrow {
                true => Lows::Narrow(Vec::with_capacity(count)),
                false => Lows::Whole(Vec::with_capacity(count)),
            },
        }
    }

    fn len(&self) -> usize {
        match &self.lows {
            Lows::Narrow(lows) => lows.len(),
            Lows::Whole(keys) => keys.len(),
        }
    }

    /// Adds the next keys, which are greater than those before and at most the last.
    pub(crate) fn extend(&mut self, keys: &[W]) {
        for (place, key) in (self.len() as u32..).zip(keys) {
            self.buckets.push(*key, place);
        }
        let low = |key: &W| low(&self.buckets, *key);
        match &mut self.lows {
            Lows::Narrow(lows) => lows.extend(keys.iter().map(low)),
            Lows::Whole(all) => all.extend_from_slice(keys),
        }
    }

    /// Ends the index after all keys have been added.
    pub(crate) fn finish(&mut self) {
        self.buckets.finish(self.len() as u32);
    }

    /// Returns the place of a key.
    #[inline]
    pub(crate) fn find(&self, key: W) -> Option<usize> {
        let places = self.buckets.places(key)?;
        let from = places.start;
        match &self.lows {
            Lows::Narrow(lows) => find_in(&lows[places], low(&self.buckets, key)),
            Lows::Whole(keys) => find_in(&keys[places], key),
        }
        .map(|place| from + place)
    }
}

/// Returns the bits of a key that its bucket does not determine, if these are at most 32.
#[inline]
fn low<W: Word>(buckets: &Buckets<W>, key: W) -> u32 {
    let distance = key.minus(buckets.first).wide() as u64;
    (distance & ((1 << buckets.shift) - 1)) as u32
}

/// Returns the place of a key in an ascending list, which is mostly short.
#[inline]
fn find_in<T: Ord + Copy>(list: &[T], key: T) -> Option<usize> {
    if list.len() > 16 {
        return list.binary_search(&key).ok();
    }
    list.iter().position(|known| *known == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_and_no_other() {
        let spread = |count: u64, by: u64| (0..count).map(|n| n * by + n % 7).collect();
        let lists: [Vec<u64>; 8] = [
            vec![0],
            vec![u64::MAX],
            vec![0, u64::MAX],
            vec![5, 6, 7],
            spread(100_000, 1 << 30),
            spread(100_000, 11),
            spread(1000, 1 << 50),
            (0..1000)
                .map(|n| if n < 500 { n } else { n << 40 })
                .collect(),
        ];
        for keys in lists {
            let (first, last) = (keys[0], keys[keys.len() - 1]);
            let mut places = Places::new(keys.len(), first, last);
            keys.chunks(300).for_each(|keys| places.extend(keys));
            places.finish();
            let bits = 64 - (last - first).leading_zeros();
            let layout = Layout::of::<u64>(keys.len(), bits);
            assert_eq!(matches!(places.lows, Lows::Narrow(_)), layout.narrow);
            for (index, &key) in keys.iter().enumerate() {
                assert_eq!(places.find(key), Some(index));
                for other in [key.wrapping_sub(1), key.wrapping_add(1), key ^ (1 << 33)] {
                    assert_eq!(places.find(other), keys.binary_search(&other).ok());
                }
            }
        }
    }

    #[test]
    fn most_keys_are_kept_in_32_bits() {
        let narrow = |count, bits| Layout::of::<u64>(count, bits).narrow;
        assert!(narrow(1_300_000_000, 61) && narrow(1 << 20, 50) && narrow(7, 32));
        assert!(!narrow(1 << 20, 61) && !narrow(100, 40));
        assert!(!Layout::of::<u32>(1 << 20, 32).narrow);
    }
}
