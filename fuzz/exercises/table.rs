//! What is done with bytes that may be a table: by the fuzz target, and by a test with its corpus.

use yomikiri::table::{Table, TableError};

/// Tiers that are asked.
const TIERS: usize = 16;
/// Positions that are read.
const POSITIONS: usize = 50_000;

/// Opens a table, asks it, reads all of it. Whatever the bytes, nothing panics and little memory is
/// taken: what the file does not hold is an error.
pub(super) fn read(bytes: &[u8]) {
    let Ok(table) = Table::from_bytes(bytes.to_vec()) else {
        return;
    };
    let table = table.with_cache(64 << 10);
    let plies = table
        .plies()
        .fold(0, |sum: u64, ply| sum.wrapping_add(ply.positions));
    let mut keys = vec![0, 1, plies.into(), u128::MAX];
    for tier in table.tiers().take(TIERS) {
        // Not every tier's counts add up.
        let _ = tier.draw();
        for &key in &keys {
            let _ = table.get(tier.rank, key);
        }
    }
    let mut left = POSITIONS;
    let read = table.for_each(|entry| {
        left -= 1;
        if left.is_multiple_of(97) {
            keys.push(entry.key);
        }
        Ok::<bool, TableError>(left > 0)
    });
    for tier in table.tiers().take(TIERS) {
        for &key in keys.iter().take(40) {
            let found = table.get(tier.rank, key);
            // What can be read from one end to the other can be asked anywhere.
            assert!(read.is_err() || left == 0 || found.is_ok(), "{found:?}");
        }
    }
}
