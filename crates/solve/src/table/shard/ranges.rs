//! The ranges of keys that a tier is cut into.

use super::file::{Kind, ShardFile};
use crate::table::TableError;
use crate::table::format::Taker;
use crate::table::word::Word;
use std::collections::BTreeMap;

/// A tier with its ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) rank: u64,
    /// The first keys of all ranges but the first.
    pub(super) bounds: Vec<u128>,
    /// The tiers with moves that lead here.
    pub(super) sources: Vec<u64>,
    /// The later tiers known so far, by rank, with the tiers whose moves lead there.
    pub(super) pending: BTreeMap<u64, Vec<u64>>,
}

impl Cut {
    /// Returns the number of shards.
    pub(super) fn shards(&self) -> u64 {
        self.bounds.len() as u64 + 1
    }

    /// Returns the first and the last key that a shard may have.
    pub(super) fn range(&self, number: u64) -> (u128, u128) {
        let number = number as usize;
        let from = number
            .checked_sub(1)
            .map_or(0, |before| self.bounds[before]);
        let to = self.bounds.get(number).map_or(u128::MAX, |next| next - 1);
        (from, to)
    }

    /// Returns whether no later tier is known.
    pub(super) fn is_alone(&self) -> bool {
        self.pending.is_empty()
    }

    /// Reads the file of a cut; `None` if it marks the end of the game.
    pub(super) fn read(file: &ShardFile) -> Result<Option<Cut>, TableError> {
        let wrong = || TableError::damaged("it says what no cut says");
        if file.head.number == 0 {
            return Ok(None);
        }
        let bounds = file.raw(Kind::Bounds)?;
        let bounds: Vec<u128> = bounds.chunks_exact(16).map(u128::get).collect();
        let counted = bounds.len() as u64 + 1 == file.head.number;
        if !counted || !bounds.is_sorted_by(|a, b| a < b) || bounds.first() == Some(&0) {
            return Err(wrong());
        }
        let bytes = file.raw(Kind::Pending)?;
        let mut taker = Taker(&bytes);
        let mut pending = BTreeMap::new();
        while !taker.0.is_empty() {
            let mut entry = || {
                let (rank, count) = (taker.int64()?, taker.int64()?);
                let tiers: Option<Vec<u64>> = (0..count).map(|_| taker.int64()).collect();
                Some((rank, tiers?))
            };
            let (rank, tiers) = entry().ok_or_else(wrong)?;
            pending.insert(rank, tiers);
        }
        Ok(Some(Cut {
            rank: file.head.rank,
            bounds,
            sources: file.numbers(Kind::Sources)?,
            pending,
        }))
    }
}
