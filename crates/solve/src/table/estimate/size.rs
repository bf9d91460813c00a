//! The size of a game, as every way to estimate it tells, how much may be counted for it, and what keys take.

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
pub(in crate::table) struct Size {
    pub(in crate::table) positions: f64,
    pub(in crate::table) least: f64,
    pub(in crate::table) most: f64,
    pub(in crate::table) stored: f64,
    pub(in crate::table) largest: f64,
    /// Bytes of the keys, at most.
    pub(in crate::table) keys: f64,
    /// Stored positions of each tier, in the order of play.
    pub(in crate::table) tiers: Vec<f64>,
    /// Plies after which play first reaches a position: there is one for each tier at most.
    pub(in crate::table) plies: f64,
    /// The seconds that expanding a position takes.
    pub(in crate::table) each: f64,
    /// Moves of a position.
    pub(in crate::table) moves: f64,
}

impl Size {
    /// The same where the number of stored positions is known.
    pub(in crate::table) fn known(mut self, stored: f64) -> Size {
        let by = stored / self.stored.max(1.0);
        self.positions *= by;
        (self.least, self.most) = (self.positions, self.positions);
        self.stored = stored;
        self.largest *= by;
        self.keys *= by;
        self.tiers.iter_mut().for_each(|tier| *tier *= by);
        self
    }
}

/// How many things of so many bytes may be kept, and no more than `most`.
pub(super) fn room_for(bytes: u64, most: usize, control: &Control<'_>) -> usize {
    let room = control.memory().map(|memory| memory / bytes);
    let room = room.and_then(|room| usize::try_from(room).ok());
    room.unwrap_or(usize::MAX).min(most)
}

/// The bytes that so many keys of a tier take at most, in blocks of their own code, with their index. (In
/// a block a key takes two bits more than the logarithm of the mean gap, at most.)
pub(super) fn key_bytes(bits: u32, count: f64) -> f64 {
    let gap = 2f64.powi(bits as i32) / count.max(1.0);
    let blocks = count / KEYS_A_BLOCK as f64 + 1.0;
    count * (2.0 + gap.log2().max(0.0)) / 8.0 + blocks * (KEY_BLOCK + entry_bytes(bits) as f64)
}
