//! The directory: the tiers, and the positions by ply.

use super::taker::Taker;
use crate::table::keys::{KEYS_A_BLOCK, entry_bytes};
use crate::table::values::{ENTRY_BYTES, values_a_block};
use yomikiri_core::Ask;

/// The bytes of a tier's directory entry.
pub(crate) const TIER: usize = 10 * 8 + 2 * 4;
/// The bytes of a ply in the directory.
pub(crate) const PLY: usize = 3 * 8;

/// A tier in the directory: all positions of one rank, or all positions if play can cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tier {
    /// The rank of its positions.
    pub rank: u64,
    /// The least rank that a move from here leads to, or its own rank if no move leaves the tier.
    pub reach: u64,
    /// Positions stored.
    pub stored: u64,
    /// Positions: the stored ones with their orbits.
    pub positions: u64,
    /// Positions of these that First wins.
    pub first: u64,
    /// Positions of these that Second wins; the rest are draws.
    pub second: u64,
    /// The start of its blocks of keys.
    pub keys_at: u64,
    /// The bytes of the blocks of keys. Their index follows them.
    pub keys_len: u64,
    /// The start of its blocks of values.
    pub values_at: u64,
    /// The bytes of the blocks of values. Their index follows them.
    pub values_len: u64,
    /// The checksum of the index of keys.
    pub keys_check: u32,
    /// The checksum of the index of values.
    pub values_check: u32,
}

impl Tier {
    /// Returns the number of positions that nobody wins.
    pub fn draw(&self) -> u64 {
        // In a damaged table the numbers need not add up.
        self.positions
            .wrapping_sub(self.first)
            .wrapping_sub(self.second)
    }

    /// Returns the number of blocks of keys.
    pub(crate) fn key_blocks(&self) -> u64 {
        self.stored.div_ceil(KEYS_A_BLOCK as u64)
    }

    /// Returns the length of the index of keys.
    pub(crate) fn key_index_len(&self, bits: u32) -> Option<u64> {
        self.key_blocks().checked_mul(entry_bytes(bits) as u64)
    }

    /// Returns the length of the index of values.
    pub(crate) fn value_index_len(&self, ask: Ask) -> Option<u64> {
        let blocks = self.stored.div_ceil(values_a_block(ask) as u64);
        blocks.checked_mul(ENTRY_BYTES as u64)
    }

    /// Returns the end of the section of keys.
    pub(crate) fn keys_end(&self, bits: u32) -> Option<u64> {
        let index = self.key_index_len(bits)?;
        self.keys_at.checked_add(self.keys_len)?.checked_add(index)
    }

    /// Returns the end of the section of values.
    pub(crate) fn values_end(&self, ask: Ask) -> Option<u64> {
        let index = self.value_index_len(ask)?;
        self.values_at
            .checked_add(self.values_len)?
            .checked_add(index)
    }

    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        for number in [
            self.rank,
            self.reach,
            self.stored,
            self.positions,
            self.first,
            self.second,
            self.keys_at,
            self.keys_len,
            self.values_at,
            self.values_len,
        ] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.keys_check.to_le_bytes());
        bytes.extend_from_slice(&self.values_check.to_le_bytes());
    }

    pub(crate) fn get(bytes: &[u8]) -> Option<Tier> {
        let mut taker = Taker(bytes);
        let mut next = || taker.int64();
        let mut tier = Tier {
            rank: next()?,
            reach: next()?,
            stored: next()?,
            positions: next()?,
            first: next()?,
            second: next()?,
            ..Tier::default()
        };
        tier.keys_at = next()?;
        tier.keys_len = next()?;
        tier.values_at = next()?;
        tier.values_len = next()?;
        tier.keys_check = taker.int32()?;
        tier.values_check = taker.int32()?;
        Some(tier)
    }
}

/// The positions that play first reaches at one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// Positions.
    pub positions: u64,
    /// Positions that First wins.
    pub first: u64,
    /// Positions that Second wins.
    pub second: u64,
}

/// Returns the directory's bytes: tiers in falling order of rank, then the plies, if they are known.
pub(crate) fn directory(tiers: &[Tier], plies: &[Ply]) -> Vec<u8> {
    let mut bytes = (tiers.len() as u64).to_le_bytes().to_vec();
    for tier in tiers {
        tier.put(&mut bytes);
    }
    bytes.extend_from_slice(&(plies.len() as u64).to_le_bytes());
    for ply in plies {
        for number in [ply.positions, ply.first, ply.second] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }
    bytes
}
