//! The keys that threads find, by rank. When there are too many, they are sorted and stored as a
//! run.

use super::TableError;
use super::runs::{Run, Scratch};
use super::word::{Word, sort_and_dedup};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The runs of tiers that are still to come, by rank.
#[derive(Default)]
pub(crate) struct Pending<W> {
    tiers: Mutex<BTreeMap<u64, Vec<Run<W>>>>,
}

impl<W: Word> Pending<W> {
    pub(crate) fn new() -> Pending<W> {
        Pending {
            tiers: Mutex::new(BTreeMap::new()),
        }
    }

    pub(crate) fn add(&self, rank: u64, run: Run<W>) {
        if let Ok(mut tiers) = self.tiers.lock() {
            tiers.entry(rank).or_default().push(run);
        }
    }

    /// Returns the greatest rank.
    pub(crate) fn greatest(&self) -> Option<u64> {
        let tiers = self.tiers.lock().ok()?;
        tiers.last_key_value().map(|(rank, _)| *rank)
    }

    /// Removes and returns all runs of a rank.
    pub(crate) fn take(&self, rank: u64) -> Vec<Run<W>> {
        match self.tiers.lock() {
            Ok(mut tiers) => tiers.remove(&rank).unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }
}

/// The keys that one thread has found, by rank, not sorted yet.
pub(crate) struct Gather<W> {
    ranks: Vec<(u64, Vec<W>)>,
    /// The list that the last key went to.
    last: usize,
    scratch: Vec<W>,
    count: usize,
    /// The most keys that may be held.
    room: usize,
    bits: u32,
}

impl<W: Word> Gather<W> {
    pub(crate) fn new(room: usize, bits: u32) -> Gather<W> {
        Gather {
            ranks: Vec::new(),
            last: 0,
            scratch: Vec::new(),
            count: 0,
            room,
            bits,
        }
    }

    /// Adds a key.
    #[inline]
    pub(crate) fn add(&mut self, rank: u64, key: W) {
        if self.ranks.get(self.last).is_none_or(|(at, _)| *at != rank) {
            self.last = match self.ranks.iter().position(|(at, _)| *at == rank) {
                Some(place) => place,
                None => {
                    self.ranks.push((rank, Vec::new()));
                    self.ranks.len() - 1
                }
            };
        }
        self.ranks[self.last].1.push(key);
        self.count += 1;
    }

    /// Makes room if needed: sorts the keys, and stores them as runs unless removing duplicates has
    /// halved them.
    pub(crate) fn settle(
        &mut self,
        pending: &Pending<W>,
        scratch: &Scratch<'_>,
    ) -> Result<(), TableError> {
        if self.count < self.room {
            return Ok(());
        }
        self.count = 0;
        for (_, keys) in &mut self.ranks {
            sort_and_dedup(keys, &mut self.scratch, self.bits);
            self.count += keys.len();
        }
        if self.count > self.room / 2 {
            for (rank, keys) in &mut self.ranks {
                if !keys.is_empty() {
                    // The run gets a copy, so that this list keeps its capacity.
                    let run = scratch.keep(keys.clone())?;
                    keys.clear();
                    pending.add(*rank, run);
                }
            }
            self.count = 0;
        }
        Ok(())
    }

    /// Returns the greatest rank.
    pub(crate) fn greatest(&self) -> Option<u64> {
        let some = self.ranks.iter().filter(|(_, keys)| !keys.is_empty());
        some.map(|(rank, _)| *rank).max()
    }

    /// Removes and returns the keys of a rank, sorted.
    pub(crate) fn take(&mut self, rank: u64) -> Vec<W> {
        let Some(place) = self.ranks.iter().position(|(at, _)| *at == rank) else {
            return Vec::new();
        };
        let (_, mut keys) = self.ranks.swap_remove(place);
        self.last = 0;
        self.count -= keys.len();
        sort_and_dedup(&mut keys, &mut self.scratch, self.bits);
        keys
    }
}
