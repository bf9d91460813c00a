//! Keys put aside for later, in memory while there is room.

use crate::table::TableError;
use crate::table::runs::{Scratch, put_keys, read_keys};
use crate::table::storage::Reading;
use crate::table::word::Word;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The memory that several piles share.
pub(super) struct Room {
    limit: usize,
    held: AtomicUsize,
    /// The number of piles that hold keys.
    piles: AtomicUsize,
}

impl Room {
    pub(super) fn new(limit: u64) -> Room {
        Room {
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            held: AtomicUsize::new(0),
            piles: AtomicUsize::new(0),
        }
    }

    /// Takes `more` bytes for a pile that then holds `bytes`. Returns whether the pile should go to its file.
    fn take(&self, more: usize, bytes: usize) -> bool {
        let first = usize::from(bytes == more);
        let piles = self.piles.fetch_add(first, Ordering::Relaxed) + first;
        let held = self.held.fetch_add(more, Ordering::Relaxed) + more;
        // A pile of less than half of its share can stay, because some other pile is larger.
        held > self.limit && bytes >= self.limit / (2 * piles.max(1))
    }

    /// Releases the bytes that a pile held.
    fn give(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        self.piles
            .fetch_sub(usize::from(bytes > 0), Ordering::Relaxed);
    }
}

/// A list of keys, perhaps with duplicates. They are sorted in long stretches: neighbouring positions have
/// neighbouring parents and children, so lookups are close together.
#[derive(Default)]
pub(super) struct Pile<W> {
    /// The file of the keys that came first, and their number.
    file: Option<(String, usize)>,
    keys: Vec<W>,
}

impl<W: Word> Pile<W> {
    pub(super) fn len(&self) -> usize {
        self.spilled() + self.keys.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn spilled(&self) -> usize {
        self.file.as_ref().map_or(0, |(_, count)| *count)
    }

    /// Adds keys. If there is no room, all keys go to the file.
    pub(super) fn add(
        &mut self,
        keys: &[W],
        room: &Room,
        scratch: &Scratch<'_>,
    ) -> Result<(), TableError> {
        if keys.is_empty() {
            return Ok(());
        }
        self.keys.extend_from_slice(keys);
        let bytes = self.keys.len() * W::BYTES;
        match room.take(keys.len() * W::BYTES, bytes) {
            false => Ok(()),
            true => self.spill(bytes, room, scratch),
        }
    }

    fn spill(
        &mut self,
        bytes: usize,
        room: &Room,
        scratch: &Scratch<'_>,
    ) -> Result<(), TableError> {
        // This sorts in place, because there may be no room for a copy.
        self.keys.sort_unstable();
        let count = self.len();
        let (name, mut sink) = match self.file.take() {
            Some((name, count)) => {
                let sink = scratch.longer(&name, (count * W::BYTES) as u64, bytes as u64)?;
                (name, sink)
            }
            None => scratch.sink(bytes as u64)?,
        };
        put_keys(&mut sink, &self.keys)?;
        sink.flush()?;
        self.file = Some((name, count));
        self.keys = Vec::new();
        room.give(bytes);
        Ok(())
    }

    /// Opens the pile for reading by any number of threads.
    pub(super) fn open(&mut self, scratch: &Scratch<'_>) -> Result<Open<'_, W>, TableError> {
        self.keys.sort_unstable();
        let file = self.file.as_ref();
        let file = file.map(|(name, _)| scratch.open(name)).transpose()?;
        Ok(Open { pile: self, file })
    }

    /// Releases its memory and its file.
    pub(super) fn clear(self, room: &Room, scratch: &Scratch<'_>) -> Result<(), TableError> {
        room.give(self.keys.len() * W::BYTES);
        match self.file {
            Some((name, count)) => scratch.remove(&name, (count * W::BYTES) as u64),
            None => Ok(()),
        }
    }
}

/// A pile being read.
pub(super) struct Open<'p, W> {
    pile: &'p Pile<W>,
    file: Option<Box<dyn Reading>>,
}

impl<W: Word> Open<'_, W> {
    /// Appends up to `count` keys from place `from` on.
    pub(super) fn read(
        &self,
        from: usize,
        count: usize,
        into: &mut Vec<W>,
    ) -> Result<(), TableError> {
        let spilled = self.pile.spilled();
        let to = self.pile.len().min(from + count);
        if let (Some(file), Some((name, _))) = (&self.file, &self.pile.file)
            && from < spilled
        {
            let offset = (from * W::BYTES) as u64;
            read_keys(file.as_ref(), name, offset, to.min(spilled) - from, into)?;
        }
        if to > spilled {
            let keys = &self.pile.keys[from.saturating_sub(spilled)..to - spilled];
            into.extend_from_slice(keys);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::storage::Disk;

    #[test]
    fn what_is_put_aside_comes_back() {
        for limit in [0, 1000, 1 << 20] {
            let dir = tempfile::tempdir().unwrap();
            let disk = Disk::at(dir.path()).unwrap();
            let scratch = Scratch::new(&disk, u64::MAX, None);
            let room = Room::new(limit);
            let mut piles = [Pile::<u64>::default(), Pile::default()];
            let mut expected = [Vec::new(), Vec::new()];
            for round in 0..40 {
                let number = usize::from(round % 3 == 0);
                let keys: Vec<u64> = (0..round * 7).map(|key| key * 977 % 41).collect();
                piles[number].add(&keys, &room, &scratch).unwrap();
                expected[number].extend(keys);
                let held = room.held.load(Ordering::Relaxed) as u64;
                assert!(held <= limit + limit / 2);
            }
            for (pile, expected) in piles.iter_mut().zip(&mut expected) {
                let count = pile.len();
                assert_eq!(pile.file.is_some(), limit < 1 << 20);
                let open = pile.open(&scratch).unwrap();
                let mut all = Vec::new();
                while all.len() < count {
                    open.read(all.len(), 100, &mut all).unwrap();
                }
                all.sort_unstable();
                expected.sort_unstable();
                assert_eq!(all, *expected);
            }
            for pile in piles {
                pile.clear(&room, &scratch).unwrap();
            }
            assert_eq!(room.held.load(Ordering::Relaxed), 0);
            assert_eq!(room.piles.load(Ordering::Relaxed), 0);
            assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        }
    }
}
