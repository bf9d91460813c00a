//! Sets of cells as integers.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use yomikiri_core::capability::Key;

/// An unsigned integer used as a set of cells: `u16`, `u32`, `u64` or `u128`.
///
/// A board takes a type with a bit for each of its cells. `u16` serves only [common
/// rules](crate::positional::Rules::are_common).
pub trait Bits:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The width in bits.
    const BITS: u32;
    /// The empty set.
    const NONE: Self;
    /// An integer with room for two sets, or for as many cells as there can be.
    type Key: Key;

    /// Returns the set of one cell, below [`BITS`](Bits::BITS).
    fn bit(index: u32) -> Self;
    /// Returns the set of the first `count` cells, at most [`BITS`](Bits::BITS).
    fn low(count: u32) -> Self;
    /// Returns the first cell of a set that is not empty.
    fn lowest(self) -> u32;
    /// Returns the set without its first cell; not for the empty set.
    fn without_lowest(self) -> Self;
    /// Returns the number of cells.
    fn count(self) -> u32;
    /// Returns whether the number of cells is odd. Cheaper than counting where the processor is not known to count
    /// bits.
    fn odd(self) -> bool;
    /// Returns the `index`-th group of eight cells; empty beyond the width.
    fn byte(self, index: u32) -> usize;
    /// Returns the set with the order of all [`BITS`](Bits::BITS) cells reversed.
    fn reversed(self) -> Self;
    /// Returns the first cells, as many as a `usize` holds.
    fn word(self) -> usize;
    /// `low
    ///
    /// high << shift`. The caller guarantees that no bit is shifted out and that the parts do not overlap.
    fn join(low: Self, high: Self, shift: u32) -> Self::Key;
    /// Returns the inverse of [`join`](Bits::join), for a shift of at most half a key's width: the low `shift` bits,
    /// and the bits above them as far as they fit a set.
    fn part(key: Self::Key, shift: u32) -> (Self, Self);

    /// Returns the cells of the set, in order.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set, in order.
#[derive(Clone, Copy, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = u32;
    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == B::NONE {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(cell)
    }
}

mod sealed {
    pub trait Sealed {}
}

// A macro, because these integers share no trait for a generic implementation.
macro_rules! bits {
    ($type:ty, $key:ty) => {
        impl sealed::Sealed for $type {}

        impl Bits for $type {
            const BITS: u32 = <$type>::BITS;
            const NONE: $type = 0;
            type Key = $key;

            #[inline]
            fn bit(index: u32) -> $type {
                1 << index
            }
            #[inline]
            fn low(count: u32) -> $type {
                if count == 0 {
                    0
                } else {
                    <$type>::MAX >> (<$type>::BITS - count)
                }
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn without_lowest(self) -> $type {
                self & (self - 1)
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn odd(self) -> bool {
                // The fold is by hand, because the compiler may keep the whole count for `count_ones() & 1`.
                let mut fold = self;
                let mut half = <$type>::BITS / 2;
                while half >= 4 {
                    fold ^= fold >> half;
                    half /= 2;
                }
                0x6996_u32 >> (fold & 15) & 1 != 0
            }
            #[inline]
            fn byte(self, index: u32) -> usize {
                self.checked_shr(8 * index).unwrap_or(0) as usize & 0xff
            }
            #[inline]
            fn reversed(self) -> $type {
                self.reverse_bits()
            }
            #[inline]
            fn word(self) -> usize {
                self as usize
            }
            #[inline]
            fn join(low: $type, high: $type, shift: u32) -> $key {
                <$key>::from(low) | <$key>::from(high) << shift
            }
            #[inline]
            fn part(key: $key, shift: u32) -> ($type, $type) {
                (key as $type & <$type>::low(shift), (key >> shift) as $type)
            }
        }
    };
}

// The key of `u16` is as wide as that of `u32`, so that other code need not tell the two apart.
bits!(u16, u64);
bits!(u32, u64);
bits!(u64, u128);
bits!(u128, u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn agree<B: Bits>() {
        assert_eq!(B::low(0), B::NONE);
        assert_eq!(B::low(B::BITS), !B::NONE);
        for index in 0..B::BITS {
            let bit = B::bit(index);
            assert_eq!(bit.lowest(), index);
            assert_eq!(bit.without_lowest(), B::NONE);
            assert_eq!(B::low(index) | bit, B::low(index + 1));
            assert_eq!(B::low(index).count(), index);
            assert_eq!(B::low(index).odd(), index % 2 == 1);
            assert_eq!(bit.reversed(), B::bit(B::BITS - 1 - index));
            assert_eq!(bit.byte(index / 8), 1 << (index % 8));
            assert_eq!(
                B::low(index).cells().collect::<Vec<_>>(),
                (0..index).collect::<Vec<_>>()
            );
        }
        assert_eq!(B::low(B::BITS).byte(B::BITS / 8), 0);
    }

    #[test]
    fn all_widths_agree() {
        agree::<u16>();
        agree::<u32>();
        agree::<u64>();
        agree::<u128>();
    }
}
