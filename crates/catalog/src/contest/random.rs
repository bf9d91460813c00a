//! Random inputs that are the same everywhere for the same seed.

use std::fmt;
use std::ops::RangeInclusive;

/// A small pseudo-random generator: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// Not for secrets. Its sequence is fixed: a seed printed today makes the same input tomorrow.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound` (0 for 0). The bias of a bound below 2<sup>32</sup> is below
    /// 2<sup>-32</sup>.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// A number in a range that is not empty.
    pub fn within(&mut self, range: RangeInclusive<i64>) -> i64 {
        let (low, high) = range.into_inner();
        let size = high.abs_diff(low).saturating_add(1);
        low.wrapping_add(self.below(size) as i64)
    }

    /// True once in `times`.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of a list, if there is any.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len() as u64) as usize)
    }

    /// Puts a list in random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// A kind of input: the places where wrong programs are caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Anything the constraints allow, evenly.
    Uniform,
    /// Few and small numbers, which people can follow.
    Small,
    /// Mostly what costs whoever takes it.
    Negative,
    /// Magnitudes at the limits.
    Extreme,
    /// Many equal numbers and narrow decisions.
    Ties,
    /// One row.
    Row,
    /// One column.
    Column,
    /// All the same.
    Equal,
    /// In order.
    Sorted,
    /// The least size and the least numbers.
    Smallest,
    /// The greatest size.
    Largest,
}

impl Corner {
    /// All kinds.
    pub const ALL: [Corner; 11] = [
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Row,
        Corner::Column,
        Corner::Equal,
        Corner::Sorted,
        Corner::Smallest,
        Corner::Largest,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Corner::Uniform => "uniform",
            Corner::Small => "small",
            Corner::Negative => "negative",
            Corner::Extreme => "extreme",
            Corner::Ties => "ties",
            Corner::Row => "row",
            Corner::Column => "column",
            Corner::Equal => "equal",
            Corner::Sorted => "sorted",
            Corner::Smallest => "smallest",
            Corner::Largest => "largest",
        }
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Kinds of input that are asked for together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The greatest size.
    Largest,
    /// The least size, or few and small numbers.
    Smallest,
    /// Anything, small inputs included.
    Random,
    /// One row, one column, all equal, in order, many ties.
    Degenerate,
    /// Magnitudes at the limits.
    Boundary,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 5] = [
        Family::Largest,
        Family::Smallest,
        Family::Random,
        Family::Degenerate,
        Family::Boundary,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Largest => "largest",
            Family::Smallest => "smallest",
            Family::Random => "random",
            Family::Degenerate => "degenerate",
            Family::Boundary => "boundary",
        }
    }

    /// The kinds among these that belong to it; the nearest ones where there are none.
    pub fn of(self, known: &[Corner]) -> Vec<Corner> {
        let wanted: &[Corner] = match self {
            Family::Largest => &[Corner::Largest],
            Family::Smallest => &[Corner::Smallest],
            Family::Random => &[Corner::Uniform, Corner::Negative, Corner::Small],
            Family::Degenerate => &[
                Corner::Row,
                Corner::Column,
                Corner::Equal,
                Corner::Sorted,
                Corner::Ties,
            ],
            Family::Boundary => &[Corner::Extreme],
        };
        let found = |wanted: &[Corner]| -> Vec<Corner> {
            let found = wanted.iter().filter(|corner| known.contains(corner));
            found.copied().collect()
        };
        match (found(wanted), self) {
            (none, Family::Smallest) if none.is_empty() => found(&[Corner::Small]),
            (some, _) => some,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423
            ]
        );
        for _ in 0..1000 {
            assert!((-3..=4).contains(&random.within(-3..=4)));
        }
        let _ = random.within(i64::MIN..=i64::MAX);
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}
