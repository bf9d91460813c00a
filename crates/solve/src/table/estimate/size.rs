//! The size of a game, which all estimates return; the limits of counting; and the bytes of keys.

use crate::Control;
use crate::table::keys::{KEYS_A_BLOCK, entry_bytes};

/// The most positions that are counted one by one: if no sample is possible, and before any sample.
pub(crate) const MOST_COUNTED: usize = 1 << 20;
/// The bytes of a position and its children while it is counted: a measured upper bound.
pub(super) const COUNTING: u64 = 350;
/// The positions that are expanded at once, between two checks of the limits.
pub(super) const AT_ONCE: usize = 1 << 13;
/// The bytes of a block of keys besides its codes: their parameter, and the padding to whole bytes.
const KEY_BLOCK: f64 = 3.0;

/// The size of a game, as far as it is known.
pub(in crate::table) struct Size {
    pub(in crate::table) positions: f64,
    pub(in crate::table) least: f64,
    pub(in crate::table) most: f64,
    pub(in crate::table) stored: f64,
    pub(in crate::table) largest: f64,
    /// The most bytes of the keys.
    pub(in crate::table) keys: f64,
    /// The stored positions of each tier, in the order of play.
    pub(in crate::table) tiers: Vec<f64>,
    /// The number of plies at which play first reaches a position: at most one for each tier.
    pub(in crate::table) plies: f64,
    /// The seconds to expand a position.
    pub(in crate::table) each: f64,
    /// The moves of a position.
    pub(in crate::table) moves: f64,
}

impl Size {
    /// Returns the size scaled to a known number of stored positions.
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

/// Returns how many items of this many bytes fit the memory, at most `most`.
pub(super) fn room_for(bytes: u64, most: usize, control: &Control<'_>) -> usize {
    let room = control.memory().map(|memory| memory / bytes);
    let room = room.and_then(|room| usize::try_from(room).ok());
    room.unwrap_or(usize::MAX).min(most)
}

/// Returns the most bytes that this many keys of a tier take, in blocks with their index. (A key in a block
/// takes at most two bits more than the logarithm of the mean gap.)
pub(super) fn key_bytes(bits: u32, count: f64) -> f64 {
    let gap = 2f64.powi(bits as i32) / count.max(1.0);
    let blocks = count / KEYS_A_BLOCK as f64 + 1.0;
    count * (2.0 + gap.log2().max(0.0)) / 8.0 + blocks * (KEY_BLOCK + entry_bytes(bits) as f64)
}
