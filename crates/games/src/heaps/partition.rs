//! Lists of sizes as integers: the outline of the heaps, set side by side from the smallest to the largest.
//!
//! Along the outline, each stone by which the next heap is higher is a 1, and each heap is a 0. A 1 stands above all
//! other bits. The number of bits is one more than the largest size plus the number of heaps, and so at most two more
//! than the number of stones.

use smallvec::SmallVec;

/// The sizes of heaps.
pub(super) type Sizes = SmallVec<[u32; 16]>;

/// Returns the number of bits of any outline with this many stones.
pub(super) fn bits(stones: u32) -> u32 {
    stones + 2
}

/// Returns the outline of a list of positive sizes in falling order.
pub(super) fn written(sizes: &[u32]) -> u128 {
    let mut last = 0;
    let mut outline = 1;
    for &size in sizes.iter().rev() {
        let climbed = size - last;
        outline = (outline << climbed | ((1 << climbed) - 1)) << 1;
        last = size;
    }
    outline
}

/// Returns the sizes of an outline, from the largest to the smallest.
pub(super) fn read(outline: u128) -> Sizes {
    let steps = u128::BITS - outline.leading_zeros();
    let mut size = 0;
    let mut sizes = Sizes::new();
    for step in (0..steps.saturating_sub(1)).rev() {
        match outline >> step & 1 {
            1 => size += 1,
            _ => sizes.push(size),
        }
    }
    sizes.reverse();
    sizes
}

/// Returns whether an integer is the outline of heaps with at most `stones` stones.
pub(super) fn holds(outline: u128, stones: u32) -> bool {
    if outline == 0 || outline >> bits(stones) != 0 {
        return false;
    }
    let sizes = read(outline);
    // The outline must end with a heap, and no heap may be empty.
    written(&sizes) == outline && !sizes.contains(&0) && sizes.iter().sum::<u32>() <= stones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integer_is_one_list_or_none() {
        let mut lists = 0;
        for outline in 0..1 << bits(8) {
            if holds(outline, 8) {
                lists += 1;
                assert_eq!(written(&read(outline)), outline);
            }
        }
        // Partitions of 0 to 8.
        assert_eq!(lists, 1 + 1 + 2 + 3 + 5 + 7 + 11 + 15 + 22);
        assert_eq!(written(&[]), 1);
        assert_eq!(written(&[3, 1]), 0b11_0110);
    }
}
