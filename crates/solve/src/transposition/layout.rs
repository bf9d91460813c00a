//! The meaning of the bits of a key and of an entry.

use crate::DEPTH_LIMIT;
use yomikiri_core::capability::Key;

/// The fewest bits that store the work of an entry.
const LEAST_WORK_BITS: u32 = 3;
/// More bits are useless: they hold the logarithm of a number of nodes.
const MOST_WORK_BITS: u32 = 6;

/// If a table of one-word entries would begin with more bytes than this, two-word entries are used instead, if
/// possible.
const MOST_SHORT: u64 = 4 << 20;

/// In tables up to this many bytes, growing costs less than the lost entries. Beyond that, a table of twice the size
/// is slower than one that is overwritten now and then.
pub(super) const NEAR: u64 = 8 << 20;

/// The bytes of a bucket of one-word entries, and of one of two-word entries.
pub(super) const BUCKET_BYTES: usize = 32;
pub(super) const WIDE_BYTES: usize = 64;

/// Proven bounds, as codes: whole numbers in the range that the [`Layout`] was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The score is at least this.
    pub(crate) lower: i32,
    /// The score is at most this.
    pub(crate) upper: i32,
}

impl Bounds {
    /// Returns the tightest bounds that both imply.
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// Returns the bound that decides whether the score is at least `bound`: the lower one if the score is, the upper
    /// one if it is not, `None` if neither decides.
    #[inline(always)]
    pub(crate) fn answer(self, bound: i32) -> Option<i32> {
        if self.lower >= bound {
            return Some(self.lower);
        }
        (self.upper < bound).then_some(self.upper)
    }
}

/// A bijection of the numbers of a given number of bits. It spreads the common parts of keys over all bits.
///
/// Multiplying by an odd number modulo 2<sup>k</sup> can be undone, and so can xoring a number with itself
/// shifted right; so their composition can be too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    mask: u64,
    shift: u32,
}

impl Mix {
    /// Creates the bijection for keys of 1 to 64 bits.
    pub(crate) fn new(bits: u32) -> Mix {
        Mix {
            mask: u64::MAX >> (64 - bits.clamp(1, 64)),
            shift: bits.clamp(1, 64).div_ceil(2),
        }
    }

    /// Returns a number without the bits above those of the keys.
    #[inline]
    pub(crate) fn within(&self, number: u64) -> u64 {
        number & self.mask
    }

    /// Returns the image of a key. Bits above those of the keys must be 0.
    #[inline]
    pub(crate) fn mix(&self, key: u64) -> u64 {
        debug_assert!(key & !self.mask == 0);
        let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & self.mask;
        mixed ^= mixed >> self.shift;
        mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) & self.mask;
        mixed ^ mixed >> self.shift
    }
}

/// The meaning of the bits of a key and of an entry.
///
/// The mixed low part of a key chooses the bucket; the rest of it goes into the entry's word. The high bits of a
/// long key are kept unchanged in a second word.
///
/// The bits of an entry's word are, from the top: the bits of the low part that the bucket does not determine,
/// the lower and the upper bound (codes, counted from 1), and the work.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The bits in the low part of a key.
    low_bits: u32,
    /// The bits of a key above the low part; 0 if entries are one word.
    high_bits: u32,
    bucket_bits: u32,
    /// Codes run from `-top` to `top`.
    top: i32,
    code_bits: u32,
    work_bits: u32,
    /// The bits below the stored part of a key.
    below: u32,
}

impl Layout {
    /// Creates a layout for keys of `key_bits` bits that fit a `W`, and codes from `-top` to `top`. Entries are
    /// one word, or two if one-word entries would need a large table and `W` is longer. `None` if no table of
    /// `room` bytes can hold such entries.
    pub(crate) fn new<W: Key>(key_bits: u32, top: i32, room: u64) -> Option<Layout> {
        if !(1..=W::BITS).contains(&key_bits) || !(0..1 << 20).contains(&top) {
            return None;
        }
        // The greatest stored number is the code `top`, counted from 1.
        let code_bits = (2 * top as u32 + 1).ilog2() + 1;
        let with_low = |low_bits: u32| Layout {
            low_bits,
            high_bits: key_bits - low_bits,
            bucket_bits: 0,
            top,
            code_bits,
            work_bits: LEAST_WORK_BITS,
            below: 2 * code_bits + LEAST_WORK_BITS,
        };
        let fits = |layout: &Layout, room| layout.bytes(layout.least_bits()) <= room;
        let may_be_wide = W::BITS > u64::BITS;
        let short = (key_bits <= 64).then(|| with_low(key_bits));
        let most = if may_be_wide {
            MOST_SHORT.min(room)
        } else {
            room
        };
        // With this many low bits even a small table has words with room for all of the work. The longest keys
        // have more, and then only a larger table does.
        let low_bits = (64 - 2 * code_bits).clamp(key_bits.saturating_sub(64), key_bits);
        let wide = may_be_wide.then(|| with_low(low_bits));
        let short = short.filter(|layout| fits(layout, most));
        short.or(wide.filter(|layout| fits(layout, room)))
    }

    /// Creates the layout of a new table: 2<sup>`bits`</sup> buckets, or as many as a line of `plies` needs, or
    /// as few as fit `room`.
    pub(crate) fn first<W: Key>(
        (key_bits, top): (u32, i32),
        (bits, plies): (u32, u64),
        room: u64,
    ) -> Option<Layout> {
        let layout = Layout::new::<W>(key_bits, top, room)?;
        let least = layout.least_bits();
        let mut all = (least..=bits.max(least).max(bits_for(plies))).rev();
        let bits = all.find(|&bits| layout.bytes(bits) <= room)?;
        Some(layout.with_bucket_bits(bits))
    }

    /// Returns whether growing such a table is cheap.
    pub(crate) fn is_near(&self) -> bool {
        self.bytes(self.bucket_bits) < NEAR
    }

    /// Returns the bytes of a table of 2<sup>`bits`</sup> buckets.
    pub(crate) fn bytes(&self, bits: u32) -> u64 {
        let bucket = match self.is_wide() {
            true => WIDE_BYTES,
            false => BUCKET_BYTES,
        };
        (bucket as u64).saturating_mul(1u64.checked_shl(bits).unwrap_or(u64::MAX))
    }

    /// Returns whether entries are two words.
    #[inline(always)]
    pub(crate) fn is_wide(&self) -> bool {
        self.high_bits > 0
    }

    /// Returns the logarithm of the least number of buckets for which the rest of an entry fits its first word.
    pub(crate) fn least_bits(&self) -> u32 {
        (self.low_bits + 2 * self.code_bits + LEAST_WORK_BITS).saturating_sub(64)
    }

    /// Returns this layout with another number of buckets, at least the least.
    pub(crate) fn with_bucket_bits(&self, bucket_bits: u32) -> Layout {
        let stored = self.low_bits.saturating_sub(bucket_bits) + 2 * self.code_bits;
        let work_bits = (64 - stored).min(MOST_WORK_BITS);
        Layout {
            bucket_bits,
            work_bits,
            below: 2 * self.code_bits + work_bits,
            ..self.clone()
        }
    }

    /// Returns the bits in the low part of a key. There may be as many buckets as the low part has values.
    pub(crate) fn low_bits(&self) -> u32 {
        self.low_bits
    }

    /// Splits a key into its low and its high part.
    #[inline]
    pub(super) fn split(&self, key: u128) -> (u64, u64) {
        let low = key as u64 & (u64::MAX >> (64 - self.low_bits));
        (low, (key >> self.low_bits) as u64)
    }

    /// Joins the two parts of a key.
    pub(super) fn join(&self, low: u64, high: u64) -> u128 {
        u128::from(high) << self.low_bits | u128::from(low)
    }

    pub(crate) fn bucket_bits(&self) -> u32 {
        self.bucket_bits
    }

    /// Returns the greatest code.
    pub(crate) fn top(&self) -> i32 {
        self.top
    }

    /// Returns the bits of a mixed low part that an entry stores, in their place in its word.
    #[inline]
    pub(super) fn stored_part(&self, mixed: u64) -> u64 {
        mixed >> self.bucket_bits << self.below
    }

    /// Returns whether a word has this stored part. It may also return true for 0, an empty slot.
    #[inline(always)]
    pub(super) fn agrees(&self, word: u64, stored: u64) -> bool {
        // Differing bits below the stored part do not matter.
        (word ^ stored) >> self.below == 0
    }

    /// Returns the word of an entry.
    #[inline]
    pub(super) fn word(&self, stored: u64, bounds: Bounds, nodes: u64) -> u64 {
        debug_assert!(-self.top <= bounds.lower && bounds.upper <= self.top);
        let code = |code: i32| (code + self.top + 1) as u64;
        // The work is the whole part of the logarithm, coarser if there are few bits.
        let work = u64::from(nodes.max(1).ilog2()) >> (MOST_WORK_BITS - 1 - self.work_bits.min(5));
        let work = work.min((1 << self.work_bits) - 1);
        stored
            | code(bounds.lower) << (self.code_bits + self.work_bits)
            | code(bounds.upper) << self.work_bits
            | work
    }

    #[inline]
    pub(super) fn bounds(&self, word: u64) -> Bounds {
        let mask = (1u64 << self.code_bits) - 1;
        let code = |bits: u64| (bits & mask) as i32 - self.top - 1;
        Bounds {
            lower: code(word >> (self.code_bits + self.work_bits)),
            upper: code(word >> self.work_bits),
        }
    }

    /// Returns the work of an entry.
    #[inline]
    pub(super) fn work(&self, word: u64) -> u64 {
        word & ((1 << self.work_bits) - 1)
    }

    /// Returns the same entry with one step less of work.
    #[inline]
    pub(super) fn cheaper(&self, word: u64) -> u64 {
        word - u64::from(self.work(word) > 0)
    }

    /// Returns the mixed low part of the key of an entry.
    pub(super) fn whole(&self, bucket: usize, word: u64) -> u64 {
        let stored = word.checked_shr(self.below).unwrap_or(0);
        stored.checked_shl(self.bucket_bits).unwrap_or(0) | bucket as u64
    }

    /// Returns an entry of an older layout in this layout.
    pub(super) fn moved(&self, word: u64, old: &Layout, mixed: u64) -> u64 {
        let nodes = 1u64 << (old.work(word) << (MOST_WORK_BITS - 1 - old.work_bits.min(5))).min(63);
        self.word(self.stored_part(mixed), old.bounds(word), nodes)
    }
}

/// Returns the logarithm of the number of buckets in which all positions of a line of play fit: with fewer, the table
/// would have to grow on the way back along the first line. (No search recurses deeper than
/// [`DEPTH_LIMIT`].)
fn bits_for(plies: u64) -> u32 {
    (plies.min(DEPTH_LIMIT) / 2).max(1).ilog2() + 1
}
