//! Keys as machine words, and sorting them.

use std::fmt::Debug;
use std::hash::Hash;

/// An unsigned integer that holds a key: the narrowest with enough bits.
pub(crate) trait Word: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// Its size in bytes.
    const BYTES: usize;
    /// Returns the same number as a `u128`.
    fn wide(self) -> u128;
    /// Returns the same number in this type, which must be wide enough.
    fn narrow(wide: u128) -> Self;
    /// Returns the bits from `shift` on, as many as a `usize` holds.
    fn bits_from(self, shift: u32) -> usize;
    /// Returns the difference; `other` must not be greater.
    fn minus(self, other: Self) -> Self;
    /// Returns the number minus 1; must not be called on 0.
    fn before(self) -> Self;
    /// Appends its bytes, little-endian, to `bytes`.
    fn put(self, bytes: &mut Vec<u8>);
    /// Reads a number from its bytes, little-endian; missing bytes are 0.
    fn get(bytes: &[u8]) -> Self;
}

// A macro, because the three integers share no trait that a generic implementation could be
// written against.
macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BYTES: usize = size_of::<$type>();
            #[inline]
            fn wide(self) -> u128 {
                self as u128
            }
            #[inline]
            fn narrow(wide: u128) -> $type {
                wide as $type
            }
            #[inline]
            fn bits_from(self, shift: u32) -> usize {
                (self >> shift) as usize
            }
            #[inline]
            fn minus(self, other: $type) -> $type {
                self.wrapping_sub(other)
            }
            #[inline]
            fn before(self) -> $type {
                self.wrapping_sub(1)
            }
            #[inline]
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn get(bytes: &[u8]) -> $type {
                let mut all = [0; size_of::<$type>()];
                let count = bytes.len().min(all.len());
                all[..count].copy_from_slice(&bytes[..count]);
                <$type>::from_le_bytes(all)
            }
        }
    };
}

word!(u32);
word!(u64);
word!(u128);

/// The bits of a digit of the radix sort: its counters stay in the first-level cache.
const DIGIT: u32 = 11;
/// For fewer words than this, comparing is quicker than counting.
const FEW: usize = 1 << 12;

/// Sorts words of at most `bits` bits, and removes duplicates.
///
/// This is a radix sort from the lowest digit up, without the passes in which all words have the same
/// digit. `scratch` grows to the length of `words` and can be reused.
pub(crate) fn sort_and_dedup<W: Word>(words: &mut Vec<W>, scratch: &mut Vec<W>, bits: u32) {
    if words.len() < FEW || bits > 64 {
        words.sort_unstable();
    } else {
        radix_sort(words, scratch, bits);
    }
    words.dedup();
}

fn radix_sort<W: Word>(words: &mut Vec<W>, scratch: &mut Vec<W>, bits: u32) {
    const VALUES: usize = 1 << DIGIT;
    let digits = bits.div_ceil(DIGIT) as usize;
    let mut counts = vec![[0usize; VALUES]; digits];
    for word in words.iter() {
        for (digit, counts) in (0..).zip(&mut counts) {
            counts[word.bits_from(digit * DIGIT) % VALUES] += 1;
        }
    }
    // The old contents are overwritten.
    scratch.resize(words.len(), W::default());
    for (digit, counts) in (0..).zip(&mut counts) {
        if counts.contains(&words.len()) {
            continue;
        }
        let mut next = 0;
        for count in counts.iter_mut() {
            next += std::mem::replace(count, next);
        }
        for &word in words.iter() {
            let slot = &mut counts[word.bits_from(digit * DIGIT) % VALUES];
            scratch[*slot] = word;
            *slot += 1;
        }
        std::mem::swap(words, scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<W: Word>(bits: u32) {
        for count in [0, 1, 2, FEW - 1, FEW, 30_000] {
            let mut state = 0x9E37_79B9_7F4A_7C15_u128 << 64 | 0xD1B5_4A32_D192_ED03;
            let mut words: Vec<W> = (0..count)
                .map(|_| {
                    state = state.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
                    W::narrow(state >> 3 & (u128::MAX >> (128 - bits)) & !0xF0)
                })
                .collect();
            let mut expected = words.clone();
            expected.sort();
            expected.dedup();
            sort_and_dedup(&mut words, &mut Vec::new(), bits);
            assert_eq!(words, expected, "{bits} bits, {count} words");
        }
    }

    #[test]
    fn sorting_is_sorting() {
        agrees::<u32>(7);
        agrees::<u32>(32);
        agrees::<u64>(50);
        agrees::<u64>(64);
        agrees::<u128>(90);
    }
}
