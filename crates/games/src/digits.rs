//! Two sets of cells as one number with a digit for each cell. It takes fewer bits than the two sets.

use crate::bits::Bits;

/// The number whose digits in base 3 are the bits of a byte.
const TERNARY: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut set = 1;
    while set < 256 {
        numbers[set] = 3 * numbers[set / 2] + set as u16 % 2;
        set += 1;
    }
    numbers
};

/// 3<sup>8</sup>: the number of values that one byte of cells contributes.
const TERNARY_BYTE: u64 = 6561;

/// Returns the number whose digits in base 3 are the bits of a set of at most `BYTES` bytes.
#[inline]
pub(crate) fn ternary<B: Bits, const BYTES: u32>(set: B) -> u64 {
    let digits = |eight| u64::from(TERNARY[set.byte(eight)]);
    (0..BYTES)
        .rev()
        .fold(0, |number, eight| TERNARY_BYTE * number + digits(eight))
}

/// Returns the cells whose digits in a number are 1, and those with other non-zero digits.
pub(crate) fn from_digits<B: Bits>(mut number: u64, base: u64, cells: u32) -> (B, B) {
    let (mut ones, mut twos) = (B::NONE, B::NONE);
    for cell in 0..cells {
        match number % base {
            0 => {}
            1 => ones = ones | B::bit(cell),
            _ => twos = twos | B::bit(cell),
        }
        number /= base;
    }
    (ones, twos)
}
