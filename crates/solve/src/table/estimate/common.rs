//! What every way to estimate has in common: what it looks for, how much it may count, and what keys take.

use crate::Control;
use crate::table::keys::{KEYS_A_BLOCK, entry_bytes};

/// The most positions that are counted one by one: where nothing can be sampled, and before anything is.
pub(crate) const MOST_COUNTED: usize = 1 << 20;
/// Bytes that a position takes while it is counted, with those that follow: a measured upper bound.
pub(super) const COUNTING: u64 = 350;
/// Positions that are expanded at once: between them limits are looked at.
pub(super) const AT_ONCE: usize = 1 << 13;
/// Bytes of a block of keys beside its codes: their parameter, and what is filled up to whole bytes.
const KEY_BLOCK: f64 = 3.0;

/// What is known of a game's size.
pub(super) struct Size {
    pub(super) positions: f64,
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) stored: f64,
    pub(super) largest: f64,
    /// Bytes of the keys, at most.
    pub(super) keys: f64,
    pub(super) tiers: f64,
    /// Plies after which play first reaches a position: there is one for each tier at most.
    pub(super) plies: f64,
    /// The seconds that expanding a position takes.
    pub(super) each: f64,
    /// Moves of a position.
    pub(super) moves: f64,
}

/// How many things of so many bytes may be kept, and no more than `most`.
pub(super) fn room_for(bytes: u64, most: usize, control: &Control<'_>) -> usize {
    let room = control.memory().map(|memory| memory / bytes);
    let room = room.and_then(|room| usize::try_from(room).ok());
    room.unwrap_or(usize::MAX).min(most)
}

/// A generator of pseudo-random numbers (splitmix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number from 0 up to, and not including, `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        // Rounding may reach the end itself.
        ((self.next() * end as f64) as usize).min(end.saturating_sub(1))
    }

    /// A number from 0 up to, and not including, 1.
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) as f64 / 2f64.powi(64)
    }
}

/// The bytes that so many keys of a tier take at most, in blocks of their own code, with their index. (In
/// a block a key takes two bits more than the logarithm of the mean gap, at most.)
pub(super) fn key_bytes(bits: u32, count: f64) -> f64 {
    let gap = 2f64.powi(bits as i32) / count.max(1.0);
    let blocks = count / KEYS_A_BLOCK as f64 + 1.0;
    count * (2.0 + gap.log2().max(0.0)) / 8.0 + blocks * (KEY_BLOCK + entry_bytes(bits) as f64)
}
