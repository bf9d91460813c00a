//! Lines of four: in vectors, if it is compiled for a processor that has those, and else step by step.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) use in_vectors::{completing, has_line, pairs, pairs_missing};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) use step_by_step::{completing, has_line, pairs, pairs_missing};

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
mod step_by_step {
    /// The cells that would complete a line.
    #[inline(always)]
    pub(crate) fn completing(set: u64) -> u64 {
        let mut found = set << 1 & set << 2 & set << 3;
        for step in [7, 8, 9] {
            let (below, above) = (set << step, set >> step);
            let (two_below, two_above) = (below & set << (2 * step), above & set >> (2 * step));
            found |=
                two_below & (set << (3 * step) | above) | two_above & (set >> (3 * step) | below);
        }
        found
    }

    #[inline(always)]
    pub(crate) fn has_line(set: u64) -> bool {
        let run = |step: u32| {
            let pairs = set & set >> step;
            pairs & pairs >> (2 * step)
        };
        run(1) | run(7) | run(8) | run(9) != 0
    }

    /// The first cells of the lines along a step that want two cells of `empty`, the others in `set`.
    #[inline(always)]
    fn missing_two(set: u64, empty: u64, step: u32) -> u64 {
        let reach = set | empty;
        let (all, both, one) = (reach & reach >> step, set & set >> step, set ^ set >> step);
        let (both_after, one_after) = (both >> (2 * step), one >> (2 * step));
        let two = both & !both_after & !one_after | both_after & !both & !one | one & one_after;
        all & all >> (2 * step) & two
    }

    /// How many lines want two cells of `empty`, the others in `set`.
    #[inline(always)]
    pub(crate) fn pairs_missing(set: u64, empty: u64) -> u32 {
        let lines = |step| missing_two(set, empty, step).count_ones();
        lines(1) + lines(7) + lines(8) + lines(9)
    }

    /// The cells that they want.
    #[inline(always)]
    pub(crate) fn pairs(set: u64, empty: u64) -> u64 {
        let mut cells = 0;
        for step in [1, 7, 8, 9] {
            let lines = missing_two(set, empty, step);
            let halves = lines | lines << step;
            cells |= halves | halves << (2 * step);
        }
        cells & empty
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod in_vectors {
    use std::arch::x86_64::*;

    /// So many steps upward, to the right, and along the diagonals.
    #[inline(always)]
    fn steps(count: i64) -> __m256i {
        // SAFETY: this is compiled for processors that have these instructions alone, here and below.
        unsafe { _mm256_set_epi64x(count, 8 * count, 7 * count, 9 * count) }
    }

    /// The same but upward, where all goes.
    #[inline(always)]
    fn steps_not_down_columns(count: i64) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_set_epi64x(64, 8 * count, 7 * count, 9 * count) }
    }

    #[inline(always)]
    fn in_any(words: __m256i) -> u64 {
        // SAFETY: as above.
        unsafe {
            let (low, high) = (
                _mm256_castsi256_si128(words),
                _mm256_extracti128_si256::<1>(words),
            );
            let pair = _mm_or_si128(low, high);
            _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
        }
    }

    /// The cells that would complete a line.
    #[inline(always)]
    pub(crate) fn completing(set: u64) -> u64 {
        let (up, down) = (steps, steps_not_down_columns);
        // SAFETY: as above.
        unsafe {
            let set = _mm256_set1_epi64x(set as i64);
            let (below, above) = (
                _mm256_sllv_epi64(set, up(1)),
                _mm256_srlv_epi64(set, down(1)),
            );
            let two_below = _mm256_and_si256(below, _mm256_sllv_epi64(set, up(2)));
            let two_above = _mm256_and_si256(above, _mm256_srlv_epi64(set, down(2)));
            let three_below = _mm256_sllv_epi64(set, up(3));
            let three_above = _mm256_srlv_epi64(set, down(3));
            in_any(_mm256_or_si256(
                _mm256_and_si256(two_below, _mm256_or_si256(three_below, above)),
                _mm256_and_si256(two_above, _mm256_or_si256(three_above, below)),
            ))
        }
    }

    #[inline(always)]
    pub(crate) fn has_line(set: u64) -> bool {
        // SAFETY: as above.
        unsafe {
            let set = _mm256_set1_epi64x(set as i64);
            let pairs = _mm256_and_si256(set, _mm256_srlv_epi64(set, steps(1)));
            _mm256_testz_si256(pairs, _mm256_srlv_epi64(pairs, steps(2))) == 0
        }
    }

    /// The first cells of the lines along each step that want two cells of `empty`, the others in `set`.
    #[inline(always)]
    fn missing_two(set: u64, empty: u64) -> __m256i {
        let (one_step, two_steps) = (steps(1), steps(2));
        // SAFETY: as above.
        unsafe {
            let reach = _mm256_set1_epi64x((set | empty) as i64);
            let set = _mm256_set1_epi64x(set as i64);
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
    }

    /// How many lines want two cells of `empty`, the others in `set`.
    #[inline(always)]
    pub(crate) fn pairs_missing(set: u64, empty: u64) -> u32 {
        let lines = missing_two(set, empty);
        // SAFETY: as above.
        let lines = unsafe {
            let (low, high) = (
                _mm256_castsi256_si128(lines),
                _mm256_extracti128_si256::<1>(lines),
            );
            [
                _mm_cvtsi128_si64(low),
                _mm_extract_epi64::<1>(low),
                _mm_cvtsi128_si64(high),
                _mm_extract_epi64::<1>(high),
            ]
        };
        lines.into_iter().map(i64::count_ones).sum()
    }

    /// The cells that they want.
    #[inline(always)]
    pub(crate) fn pairs(set: u64, empty: u64) -> u64 {
        let lines = missing_two(set, empty);
        // SAFETY: as above.
        unsafe {
            let halves = _mm256_or_si256(lines, _mm256_sllv_epi64(lines, steps(1)));
            in_any(_mm256_or_si256(halves, _mm256_sllv_epi64(halves, steps(2)))) & empty
        }
    }
}
