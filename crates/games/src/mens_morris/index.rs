//! Numbers of positions: the points as digits of base three, and what has been set and whose turn it
//! is before them.

use super::{MensMorris, Position};
use yomikiri_core::Player;
use yomikiri_core::capability::{Indexed, Keyed};

/// A function of sets of 16 points that is the sum (or union) of those of its halves.
#[derive(Clone, Debug)]
pub(super) struct Halves<T>([Vec<T>; 2]);

impl<T: Copy + std::ops::Add<Output = T>> Halves<T> {
    /// The function, tabulated.
    pub(super) fn new(of: impl Fn(u16) -> T) -> Halves<T> {
        Halves([0, 8].map(|shift| (0..256).map(|half| of(half << shift)).collect()))
    }

    /// Its value.
    #[inline]
    pub(super) fn get(&self, set: u16) -> T {
        let [low, high] = set.to_le_bytes();
        self.0[0][usize::from(low)] + self.0[1][usize::from(high)]
    }
}

/// Points in the digits of a number of base three: 0 free, 1 First's, 2 Second's.
#[derive(Clone, Debug)]
pub(super) struct Ternary {
    /// The number of a set with the digit 1.
    ones: Halves<u32>,
    /// First's and Second's points of eight digits.
    digits: Vec<(u8, u8)>,
    /// The numbers there are.
    pub(super) len: u32,
}

impl Ternary {
    /// For so many points, 8 to 16.
    pub(super) fn new(points: u32) -> Ternary {
        let number = |set: u16| super::bits(set).map(|point| 3u32.pow(point)).sum();
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
    fn number(&self, first: u16, second: u16) -> u32 {
        self.ones.get(first) + 2 * self.ones.get(second)
    }

    /// The sets of a number below [`len`](Ternary::len).
    #[inline]
    fn sets(&self, number: u32) -> (u16, u16) {
        let eight = self.digits.len() as u32;
        let low = self.digits[(number % eight) as usize];
        let high = self.digits[(number / eight) as usize];
        let both = |low, high| u16::from_le_bytes([low, high]);
        (both(low.0, high.0), both(low.1, high.1))
    }
}

/// With all men set it may be either player's turn; before, the number of men set tells. So a stage is
/// the number of men set, and one more than all of them where it is Second's turn then.
impl Indexed<MensMorris> for MensMorris {
    fn len(&self) -> u64 {
        u64::from(2 * self.men + 2) * u64::from(self.ternary.len)
    }

    #[inline]
    fn index(&self, position: &Position) -> u64 {
        let second = self.all_set(position) && position.to_move == Player::Second;
        let stage = u64::from(position.set + u8::from(second));
        let number = self.ternary.number(position.first, position.second);
        stage * u64::from(self.ternary.len) + u64::from(number)
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        let len = u64::from(self.ternary.len);
        let stage = u8::try_from(index / len).ok()?;
        let (first, second) = self.ternary.sets((index % len) as u32);
        let set = stage.min(2 * self.men);
        let to_move = match stage > set {
            true => Player::Second,
            false => Player::after(set.into()),
        };
        let position = Position {
            first,
            second,
            set,
            to_move,
        };
        (stage <= set + 1 && self.holds(&position)).then_some(position)
    }
}

/// The [index](Indexed) is unique, and so it is the key.
impl Keyed<MensMorris> for MensMorris {
    type Key = u32;

    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        // At most 14 * 3^16.
        self.index(position) as u32
    }
    fn leads_back(&self) -> bool {
        true
    }
    #[inline]
    fn position(&self, key: u32) -> Option<Position> {
        Indexed::position(self, key.into())
    }
}
