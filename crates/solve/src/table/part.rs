//! A part of a tier in memory: keys with worths, for lookups.

use super::buckets::{self, Buckets};
use super::column::Column;
use super::word::Word;
use yomikiri_core::Ask;

/// Ascending keys with the worths of their positions.
pub(crate) struct Part<W> {
    pub(crate) rank: u64,
    /// The place of the first key in its tier.
    pub(crate) base: usize,
    pub(crate) keys: Vec<W>,
    pub(crate) worths: Column,
    /// `None` if there are no keys.
    buckets: Option<Buckets<W>>,
}

impl<W: Word> Part<W> {
    pub(crate) fn new(rank: u64, base: usize, keys: Vec<W>, worths: Column) -> Part<W> {
        let mut buckets = match keys[..] {
            [] => None,
            [first, ..] => {
                let last = keys[keys.len() - 1];
                Some(Buckets::new(first, last, buckets::bits_for(keys.len())))
            }
        };
        if let Some(buckets) = &mut buckets {
            for (place, key) in keys.iter().enumerate() {
                buckets.push(*key, place as u32);
            }
            buckets.finish(keys.len() as u32);
        }
        Part {
            rank,
            base,
            keys,
            worths,
            buckets,
        }
    }

    /// Returns the bytes of a part of `count` keys with answers to a question.
    pub(crate) fn bytes_of(ask: Ask, count: u64) -> u64 {
        count * (W::BYTES + Column::bytes_each(ask)) as u64
            + Buckets::<W>::bytes_of(buckets::bits_for(count as usize))
            + 64
    }

    /// Returns whether a key lies between the first and the last key.
    pub(crate) fn spans(&self, key: W) -> bool {
        self.keys.first().is_some_and(|first| *first <= key)
            && self.keys.last().is_some_and(|last| key <= *last)
    }

    /// Returns the place of a key in this part.
    #[inline]
    pub(crate) fn find(&self, key: W) -> Option<usize> {
        let places = self.buckets.as_ref()?.places(key)?;
        let mut at = places.start;
        let end = places.end;
        if end - at > 16 {
            at += self.keys[at..end].partition_point(|known| *known < key);
        } else {
            while at < end && self.keys[at] < key {
                at += 1;
            }
        }
        (at < end && self.keys[at] == key).then_some(at)
    }

    /// Like [`find`](Part::find), for ascending keys: the search starts at the place of the key before,
    /// because the next one is mostly near.
    #[inline]
    pub(crate) fn find_from(&self, from: usize, key: W) -> Option<usize> {
        let near = self.keys.get(from..)?.iter().take(NEAR);
        match near.zip(from..).find(|(known, _)| **known >= key) {
            Some((known, at)) => (*known == key).then_some(at),
            None => self.find(key),
        }
    }
}

/// The number of keys that are compared before the index is used.
const NEAR: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

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
            let worths = Column::with_capacity(Ask::Winner, 0);
            let part = Part::<u64>::new(0, 0, keys.clone(), worths);
            for (index, &key) in keys.iter().enumerate() {
                assert_eq!(part.find(key), Some(index));
                for other in [key.wrapping_sub(1), key.wrapping_add(1)] {
                    assert_eq!(part.find(other), keys.binary_search(&other).ok());
                }
                for before in 0..=index {
                    for key in [key, key.saturating_add(1)] {
                        let place = keys.binary_search(&key).ok();
                        assert_eq!(part.find_from(before, key), place);
                    }
                }
            }
        }
    }
}
