//! Where a key is among ascending keys: an index over few bytes a key.

use crate::table::word::Word;

/// Keys for each bucket, about, where nothing calls for fewer.
const A_BUCKET: usize = 4;
/// The bits of a key that are kept where the bucket tells the rest.
const NARROW: u32 = 32;

/// Ascending keys, to be looked up.
///
/// A bucket is the keys with the same high bits of the distance from the first key. Where these are so many that
/// the others go into 32 bits, only those are kept.
pub(super) struct Places<W> {
    first: W,
    last: W,
    /// Where each bucket begins, and where the last one ends.
    starts: Vec<u32>,
    shift: u32,
    lows: Lows<W>,
}

enum Lows<W> {
    Narrow(Vec<u32>),
    Whole(Vec<W>),
}

/// How keys are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    shift: u32,
    narrow: bool,
}

impl Layout {
    /// For so many keys whose distances from the first have so many bits.
    fn of<W: Word>(count: usize, bits: u32) -> Layout {
        let buckets = (count / A_BUCKET).max(1).ilog2();
        // No more buckets than keys, so that narrow keys are the smaller ones.
        let least = bits.saturating_sub(NARROW);
        let narrow = W::BYTES > 4 && least <= count.max(1).ilog2();
        let buckets = if narrow { buckets.max(least) } else { buckets };
        Layout {
            shift: bits.saturating_sub(buckets),
            narrow,
        }
    }

    fn bytes<W: Word>(self, count: usize, bits: u32) -> u64 {
        let buckets = 1u64 << bits.saturating_sub(self.shift);
        let low = if self.narrow { 4 } else { W::BYTES as u64 };
        low * count as u64 + 4 * buckets
    }
}

/// The bytes that so many keys of so many bits take, at most.
pub(super) fn bytes_of<W: Word>(count: u64, bits: u32) -> u64 {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    Layout::of::<W>(count, bits).bytes::<W>(count, bits)
}

impl<W: Word> Places<W> {
    /// Room for `count` keys from `first` to `last`.
    pub(super) fn new(count: usize, first: W, last: W) -> Places<W> {
        let span = last.minus(first);
        let bits = 128 - span.wide().leading_zeros();
        let Layout { shift, narrow } = Layout::of::<W>(count, bits);
        let mut places = Places {
            first,
            last,
            starts: Vec::new(),
            shift,
            lows: match narrow {
                true => Lows::Narrow(Vec::with_capacity(count)),
                false => Lows::Whole(Vec::with_capacity(count)),
            },
        };
        places.starts.reserve_exact(places.bucket(last) + 2);
        places
    }

    pub(super) fn len(&self) -> usize {
        match &self.lows {
            Lows::Narrow(lows) => lows.len(),
            Lows::Whole(keys) => keys.len(),
        }
    }

    #[inline]
    fn bucket(&self, key: W) -> usize {
        let distance = key.minus(self.first);
        match self.shift as usize >= W::BYTES * 8 {
            true => 0,
            false => distance.bits_from(self.shift),
        }
    }

    /// Adds the next keys, which are beyond those added before.
    pub(super) fn extend(&mut self, keys: &[W]) {
        for &key in keys {
            let bucket = self.bucket(key);
            let place = self.len() as u32;
            if self.starts.len() <= bucket {
                self.starts.resize(bucket + 1, place);
            }
            match &mut self.lows {
                Lows::Narrow(lows) => lows.push(low(key.minus(self.first), self.shift)),
                Lows::Whole(keys) => keys.push(key),
            }
        }
    }

    /// All keys have been added.
    pub(super) fn finish(&mut self) {
        self.starts.push(self.len() as u32);
    }

    /// The place of a key.
    #[inline]
    pub(super) fn find(&self, key: W) -> Option<usize> {
        if key < self.first || key > self.last {
            return None;
        }
        let bucket = self.bucket(key);
        let end = *self.starts.get(bucket + 1)? as usize;
        let from = self.starts[bucket] as usize;
        match &self.lows {
            Lows::Narrow(lows) => find_in(&lows[from..end], low(key.minus(self.first), self.shift)),
            Lows::Whole(keys) => find_in(&keys[from..end], key),
        }
        .map(|place| from + place)
    }
}

/// The bits of a distance that its bucket does not tell, where these are no more than 32.
#[inline]
fn low<W: Word>(distance: W, shift: u32) -> u32 {
    (distance.wide() as u64 & ((1 << shift) - 1)) as u32
}

/// The place of a key in an ascending list, which is short mostly.
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
            assert!(places.starts.len() as u64 * 4 <= bytes_of::<u64>(keys.len() as u64, bits) + 8);
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
