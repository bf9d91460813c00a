//! Part of a tier in memory: keys with scores, to be looked up.

use super::word::Word;
use yomikiri_core::Score;

/// Keys for each bucket of the index, about.
const A_BUCKET: usize = 4;

/// Ascending keys with scores as First sees them.
pub(crate) struct Part<W, S: Score> {
    pub(crate) rank: u64,
    /// The place in its tier of the first key.
    pub(crate) base: usize,
    pub(crate) keys: Vec<W>,
    pub(crate) scores: Vec<S::Stored>,
    /// Where each bucket of keys begins, by the high bits of the distance from the first key.
    starts: Vec<u32>,
    shift: u32,
}

impl<W: Word, S: Score> Part<W, S> {
    pub(crate) fn new(rank: u64, base: usize, keys: Vec<W>, scores: Vec<S::Stored>) -> Part<W, S> {
        let mut part = Part {
            rank,
            base,
            keys,
            scores,
            starts: Vec::new(),
            shift: 0,
        };
        part.fill_index();
        part
    }

    fn fill_index(&mut self) {
        let (Some(&first), Some(&last)) = (self.keys.first(), self.keys.last()) else {
            self.starts = vec![0];
            return;
        };
        let span = last.minus(first);
        let bits = 128 - span.wide().leading_zeros();
        let buckets = (self.keys.len() / A_BUCKET).max(1).ilog2();
        self.shift = bits.saturating_sub(buckets);
        self.starts.reserve(span.high_bits(self.shift) + 2);
        for (index, key) in self.keys.iter().enumerate() {
            let bucket = key.minus(first).high_bits(self.shift);
            while self.starts.len() <= bucket {
                self.starts.push(index as u32);
            }
        }
        self.starts.push(self.keys.len() as u32);
    }

    /// The bytes that a part of so many keys takes.
    pub(crate) fn bytes_of(count: u64) -> u64 {
        count * (W::BYTES + size_of::<S::Stored>()) as u64 + count * 8 / A_BUCKET as u64 + 64
    }

    /// Whether a key lies between the first and the last.
    pub(crate) fn spans(&self, key: W) -> bool {
        self.keys.first().is_some_and(|first| *first <= key)
            && self.keys.last().is_some_and(|last| key <= *last)
    }

    /// The place of a key among those here.
    #[inline]
    pub(crate) fn find(&self, key: W) -> Option<usize> {
        let (first, last) = (*self.keys.first()?, *self.keys.last()?);
        if key < first || key > last {
            return None;
        }
        let bucket = key.minus(first).high_bits(self.shift);
        let end = *self.starts.get(bucket + 1)? as usize;
        let mut at = self.starts[bucket] as usize;
        if end - at > 16 {
            at += self.keys[at..end].partition_point(|known| *known < key);
        } else {
            while at < end && self.keys[at] < key {
                at += 1;
            }
        }
        (at < end && self.keys[at] == key).then_some(at)
    }
}

trait Shifted {
    fn high_bits(self, shift: u32) -> usize;
}

impl<W: Word> Shifted for W {
    /// All bits from `shift` on, 0 where that is beyond the width.
    #[inline]
    fn high_bits(self, shift: u32) -> usize {
        if shift as usize >= W::BYTES * 8 {
            0
        } else {
            self.bits_from(shift)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Wdl;

    #[test]
    fn every_key_is_found_and_no_other() {
        for keys in [
            vec![],
            vec![0u64],
            vec![u64::MAX],
            vec![0, u64::MAX],
            vec![5, 6, 7],
            (0..1000).map(|n| n * n * 977).collect(),
            (0..1000)
                .map(|n| if n < 500 { n } else { n << 40 })
                .collect(),
        ] {
            let scores = vec![Wdl::Draw; keys.len()];
            let part = Part::<u64, Wdl>::new(0, 0, keys.clone(), scores);
            for (index, &key) in keys.iter().enumerate() {
                assert_eq!(part.find(key), Some(index));
                for other in [key.wrapping_sub(1), key.wrapping_add(1)] {
                    assert_eq!(part.find(other), keys.binary_search(&other).ok());
                }
            }
        }
    }
}
