//! Tests of lines of four, in all four directions at once: a vector holds a word for each direction.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128, _mm_unpackhi_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_insert_epi64, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_testz_si256, _mm256_xor_si256,
};
use yomikiri_core::processor::is_x86_64_v3;

/// On a board with fewer cells a search ends before the check of the processor pays.
const FEW: u32 = 20;

/// Evidence that the processor is [x86-64-v3](is_x86_64_v3): only [`find`](Vectors::find) makes a value.
// The other methods do the same as those of `Board` with their names, for lines of four and columns that lie
// `STRIDE` bits apart.
#[derive(Clone, Copy, Debug)]
pub struct Vectors(());

impl Vectors {
    /// Returns the vectors if the processor has them and the board has enough cells.
    pub fn find(cells: u32) -> Option<Vectors> {
        (cells >= FEW && is_x86_64_v3()).then_some(Vectors(()))
    }

    #[inline(always)]
    pub(super) fn has_line<const STRIDE: u32>(self, set: u64) -> bool {
        // SAFETY: a `Vectors` exists only on such a processor.
        unsafe { has_line::<STRIDE>(set) }
    }

    #[inline(always)]
    pub(super) fn completing<const STRIDE: u32>(self, set: u64) -> u64 {
        // SAFETY: the same.
        unsafe { completing::<STRIDE>(set) }
    }

    #[inline(always)]
    pub(super) fn pairs_missing<const STRIDE: u32>(self, set: u64, empty: u64) -> u32 {
        // SAFETY: the same.
        unsafe { pairs_missing::<STRIDE>(set, empty) }
    }

    #[inline(always)]
    pub(super) fn pairs<const STRIDE: u32>(self, set: u64, empty: u64) -> u64 {
        // SAFETY: the same.
        unsafe { pairs::<STRIDE>(set, empty) }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn has_line<const STRIDE: u32>(set: u64) -> bool {
    let set = in_each(set);
    let pairs = _mm256_and_si256(set, _mm256_srlv_epi64(set, steps::<STRIDE>(1)));
    _mm256_testz_si256(pairs, _mm256_srlv_epi64(pairs, steps::<STRIDE>(2))) == 0
}

#[target_feature(enable = "avx2")]
#[inline]
fn completing<const STRIDE: u32>(set: u64) -> u64 {
    let set = in_each(set);
    let (up, down) = (steps::<STRIDE>, steps_not_down_columns::<STRIDE>);
    let below = _mm256_sllv_epi64(set, up(1));
    let above = _mm256_srlv_epi64(set, down(1));
    let two_below = _mm256_and_si256(below, _mm256_sllv_epi64(set, up(2)));
    let two_above = _mm256_and_si256(above, _mm256_srlv_epi64(set, down(2)));
    let three_below = _mm256_sllv_epi64(set, up(3));
    let three_above = _mm256_srlv_epi64(set, down(3));
    in_any(_mm256_or_si256(
        _mm256_and_si256(two_below, _mm256_or_si256(three_below, above)),
        _mm256_and_si256(two_above, _mm256_or_si256(three_above, below)),
    ))
}

#[target_feature(enable = "avx2,popcnt")]
#[inline]
fn pairs_missing<const STRIDE: u32>(set: u64, empty: u64) -> u32 {
    let lines = missing_two::<STRIDE>(set, empty);
    let (low, high) = (
        _mm256_castsi256_si128(lines),
        _mm256_extracti128_si256::<1>(lines),
    );
    _mm_cvtsi128_si64(low).count_ones()
        + _mm_extract_epi64::<1>(low).count_ones()
        + _mm_cvtsi128_si64(high).count_ones()
        + _mm_extract_epi64::<1>(high).count_ones()
}

#[target_feature(enable = "avx2")]
#[inline]
fn pairs<const STRIDE: u32>(set: u64, empty: u64) -> u64 {
    let lines = missing_two::<STRIDE>(set, empty);
    let halves = _mm256_or_si256(lines, _mm256_sllv_epi64(lines, steps::<STRIDE>(1)));
    let wholes = _mm256_or_si256(halves, _mm256_sllv_epi64(halves, steps::<STRIDE>(2)));
    in_any(wholes) & empty
}

/// Computes `Board::missing_two` along all four steps.
#[target_feature(enable = "avx2")]
#[inline]
fn missing_two<const STRIDE: u32>(set: u64, empty: u64) -> __m256i {
    let (one_step, two_steps) = (steps::<STRIDE>(1), steps::<STRIDE>(2));
    let (reach, set) = (in_each(set | empty), in_each(set));
    let half = _mm256_and_si256(reach, _mm256_srlv_epi64(reach, one_step));
    let whole = _mm256_and_si256(half, _mm256_srlv_epi64(half, two_steps));
    let next = _mm256_srlv_epi64(set, one_step);
    let (both, one) = (_mm256_and_si256(set, next), _mm256_xor_si256(set, next));
    let both_after = _mm256_srlv_epi64(both, two_steps);
    let one_after = _mm256_srlv_epi64(one, two_steps);
    let first = _mm256_andnot_si256(_mm256_or_si256(both_after, one_after), both);
    let second = _mm256_andnot_si256(_mm256_or_si256(both, one), both_after);
    let either = _mm256_or_si256(first, second);
    let two = _mm256_or_si256(either, _mm256_and_si256(one, one_after));
    _mm256_and_si256(whole, two)
}

/// Returns the shifts of `count` steps upward, to the right, and along both diagonals.
#[target_feature(enable = "avx2")]
#[inline]
fn steps<const STRIDE: u32>(count: i64) -> __m256i {
    let stride = i64::from(STRIDE);
    _mm256_set_epi64x(
        count,
        count * stride,
        count * (stride - 1),
        count * (stride + 1),
    )
}

/// Returns the same shifts with 64 for the upward step, which clears that word.
#[target_feature(enable = "avx2")]
#[inline]
fn steps_not_down_columns<const STRIDE: u32>(count: i64) -> __m256i {
    _mm256_insert_epi64::<3>(steps::<STRIDE>(count), 64)
}

/// Copies a set into each word.
#[target_feature(enable = "avx2")]
#[inline]
fn in_each(set: u64) -> __m256i {
    _mm256_set1_epi64x(set as i64)
}

/// Returns the union of the words.
#[target_feature(enable = "avx2")]
#[inline]
fn in_any(words: __m256i) -> u64 {
    let high = _mm256_extracti128_si256::<1>(words);
    let pair = _mm_or_si128(_mm256_castsi256_si128(words), high);
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
}
