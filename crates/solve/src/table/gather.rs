//! What threads find, by rank, until there is so much that it is sorted and given away as a run.

use super::TableError;
use super::runs::{Run, Scratch};
use super::word::{Word, sort_and_dedup};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The runs of tiers still to come, by rank.
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

    /// The greatest rank.
    pub(crate) fn greatest(&self) -> Option<u64> {
        let tiers = self.tiers.lock().ok()?;
        tiers.last_key_value().map(|(rank, _)| *rank)
    }

    /// All runs of a rank.
    pub(crate) fn take(&self, rank: u64) -> Vec<Run<W>> {
        match self.tiers.lock() {
            Ok(mut tiers) => tiers.remove(&rank).unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }
}

/// Keys that one thread finds, by rank, not sorted yet.
pub(crate) struct Gather<W> {
    ranks: Vec<(u64, Vec<W>)>,
    /// Where the last key went.
    last: usize,
    scratch: Vec<W>,
    count: usize,
    /// Keys that may be held.
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

    /// Takes in a key.
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

    /// Makes room if it is needed: sorts what there is, and gives it away unless that halves it.
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
                    // What is not full goes on being filled, and keeps its room.
                    let run = scratch.keep(keys.clone())?;
                    keys.clear();
                    pending.add(*rank, run);
                }
            }
            self.count = 0;
        }
        Ok(())
    }

    /// The greatest rank.
    pub(crate) fn greatest(&self) -> Option<u64> {
        let some = self.ranks.iter().filter(|(_, keys)| !keys.is_empty());
        some.map(|(rank, _)| *rank).max()
    }

    /// What was found of a rank, sorted.
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
