//! Sets of points: their bits, tabulated functions of them, and pairs of sets as numbers of base three.

/// Returns the numbers of the set bits, lowest first.
#[inline]
pub(super) fn bits(set: impl Into<u32>) -> impl Iterator<Item = u32> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

/// A function of sets of 16 points that is the sum (or union) of its values on the two halves.
#[derive(Clone, Debug)]
pub(super) struct Halves<T>([Vec<T>; 2]);

impl<T: Copy + std::ops::Add<Output = T>> Halves<T> {
    /// Tabulates a function.
    pub(super) fn new(of: impl Fn(u16) -> T) -> Halves<T> {
        Halves([0, 8].map(|shift| (0..256).map(|half| of(half << shift)).collect()))
    }

    /// Returns the value of the function.
    #[inline]
    pub(super) fn get(&self, set: u16) -> T {
        let [low, high] = set.to_le_bytes();
        self.0[0][usize::from(low)] + self.0[1][usize::from(high)]
    }
}

/// Pairs of sets as numbers of base three: the digit 0 is a free point, 1 First's, 2 Second's.
#[derive(Clone, Debug)]
pub(super) struct Ternary {
    /// The number whose digits are 1 on a set.
    ones: Halves<u32>,
    /// First's and Second's points for each value of eight digits.
    digits: Vec<(u8, u8)>,
    /// The number of pairs.
    pub(super) len: u32,
}

impl Ternary {
    /// Builds the tables for `points` points, 8 to 16.
    pub(super) fn new(points: u32) -> Ternary {
        let number = |set: u16| bits(set).map(|point| 3u32.pow(point)).sum();
        let digits = |mut number: u32| {
            let (mut first, mut second) = (0, 0);
            for point in 0..8 {
                first |= u8::from(number % 3 == 1) << point;
                second |= u8::from(number % 3 == 2) << point;
                number /= 3;
            }
            (first, second)
        };
        Ternary {
            ones: Halves::new(number),
            digits: (0..3u32.pow(8)).map(digits).collect(),
            len: 3u32.pow(points),
        }
    }

    #[inline]
    pub(super) fn number(&self, first: u16, second: u16) -> u32 {
        self.ones.get(first) + 2 * self.ones.get(second)
    }

    /// Returns the sets of a number below [`len`](Ternary::len).
    #[inline]
    pub(super) fn sets(&self, number: u32) -> (u16, u16) {
        let eight = self.digits.len() as u32;
        let low = self.digits[(number % eight) as usize];
        let high = self.digits[(number / eight) as usize];
        let both = |low, high| u16::from_le_bytes([low, high]);
        (both(low.0, high.0), both(low.1, high.1))
    }
}
