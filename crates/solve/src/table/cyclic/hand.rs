//! The buffers of a thread, and the size of its pieces of work.

use crate::table::forward::PIECE;
use crate::table::keys::KEYS_A_BLOCK;
use crate::table::site::Options;
use crate::table::source::{Batch, Want};
use crate::table::word::Word;

/// Each key is checked to be canonical once, when it is first valued.
pub(super) const CHECKED: Want = Want {
    orbits: false,
    checks: true,
};
/// Positions in a piece of work.
pub(super) const SHARE: usize = PIECE / 4;

/// The buffers of a thread.
pub(crate) struct Hand<W> {
    pub(super) batch: Batch<W>,
    pub(crate) keys: Vec<W>,
    /// The keys derived from `keys`: parents or children.
    pub(crate) made: Vec<W>,
    pub(super) scratch: Vec<W>,
}

impl<W: Word> Hand<W> {
    pub(crate) fn several(options: &Options) -> Vec<Hand<W>> {
        let one = |_| Hand {
            batch: Batch::default(),
            keys: Vec::new(),
            made: Vec::new(),
            scratch: Vec::new(),
        };
        (0..options.threads.max(1)).map(one).collect()
    }
}

/// Returns the positions in a piece of work: whole blocks, and fewer if memory is short or there are few
/// positions.
pub(crate) fn share(count: usize, threads: usize, memory: u64) -> usize {
    // The children of a position are held twice while they are sorted: this counts 2 KiB for them.
    let most = (memory / threads as u64 / (16 * 2048)) as usize;
    let fair = count.div_ceil(4 * threads);
    fair.min(most)
        .clamp(1, SHARE)
        .next_multiple_of(KEYS_A_BLOCK)
}
