//! A growing set of keys: ascending runs, in memory while there is room, with the older ones in scratch
//! files.

use crate::table::TableError;
use crate::table::runs::{Merged, READ_AT_ONCE, Run, Scratch, merged, read_keys};
use crate::table::storage::Reading;
use crate::table::word::Word;

/// A set of keys. Runs of similar size are merged, so that there are few runs; a key may be in several.
pub(super) struct KeySet<'m, 's, W: Word> {
    scratch: &'m Scratch<'s>,
    bits: u32,
    /// The most bytes of runs in memory, including the copy while two runs are merged.
    room: usize,
    memory: Vec<Vec<W>>,
    files: Vec<FileRun<W>>,
}

impl<'m, 's, W: Word> KeySet<'m, 's, W> {
    pub(super) fn new(scratch: &'m Scratch<'s>, room: usize, bits: u32) -> Self {
        KeySet {
            scratch,
            bits,
            room,
            memory: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Adds ascending keys, which should take only a part of the room.
    pub(super) fn add(&mut self, keys: Vec<W>) -> Result<(), TableError> {
        if keys.is_empty() {
            return Ok(());
        }
        if self.bytes_with(keys.len()) > self.room {
            self.spill()?;
        }
        self.memory.push(keys);
        while let [.., a, b] = &self.memory[..]
            && a.len() <= 2 * b.len()
            // Without that room the runs stay two.
            && self.bytes_with(a.len() + b.len()) <= self.room
        {
            let one = merged(a, b);
            self.memory.truncate(self.memory.len() - 2);
            self.memory.push(one);
        }
        Ok(())
    }

    fn bytes_with(&self, more: usize) -> usize {
        let count: usize = self.memory.iter().map(Vec::len).sum();
        (count + more) * W::BYTES
    }

    /// Writes all runs in memory to one file.
    fn spill(&mut self) -> Result<(), TableError> {
        let runs = self.memory.drain(..).map(|keys| self.scratch.held(keys));
        let runs: Vec<Run<W>> = runs.collect();
        if runs.is_empty() {
            return Ok(());
        }
        self.write(runs)?;
        while let [.., a, b] = &self.files[..]
            && a.count <= 2 * b.count
        {
            let two = self.files.split_off(self.files.len() - 2);
            self.write(two.into_iter().map(FileRun::into_run).collect())?;
        }
        Ok(())
    }

    fn write(&mut self, runs: Vec<Run<W>>) -> Result<(), TableError> {
        let mut firsts = Vec::new();
        let mut merged = Merged::new(runs, self.scratch, self.bits)?;
        let run = merged.written_out(|keys| firsts.extend(keys.first()))?;
        if let Run::File { name, count } = run {
            let file = self.scratch.open(&name)?;
            self.files.push(FileRun {
                name,
                count,
                file,
                firsts,
                block: Vec::new(),
                loaded: None,
            });
        }
        Ok(())
    }

    /// Removes those of some ascending keys that runs in memory hold. Any number of threads may call
    /// this.
    pub(super) fn drop_held(&self, keys: &mut Vec<W>) {
        for run in &self.memory {
            keys.retain(not_among(run));
        }
    }

    /// Removes those of some ascending keys that runs in files hold.
    pub(super) fn drop_spilled(&mut self, keys: &mut Vec<W>) -> Result<(), TableError> {
        for run in &mut self.files {
            run.drop_held(keys)?;
        }
        Ok(())
    }

    /// Returns all keys in ascending order, each once.
    pub(super) fn merged(self) -> Result<Merged<'m, 's, W>, TableError> {
        let held = self.memory.into_iter().map(|keys| self.scratch.held(keys));
        let spilled = self.files.into_iter().map(FileRun::into_run);
        Merged::new(spilled.chain(held).collect(), self.scratch, self.bits)
    }
}

/// Ascending keys in a scratch file.
struct FileRun<W> {
    name: String,
    count: u64,
    file: Box<dyn Reading>,
    /// The first key of each block of [`READ_AT_ONCE`].
    firsts: Vec<W>,
    /// The block that was read last, and its number.
    block: Vec<W>,
    loaded: Option<usize>,
}

impl<W: Word> FileRun<W> {
    fn into_run(self) -> Run<W> {
        Run::File {
            name: self.name,
            count: self.count,
        }
    }

    /// Removes those of some ascending keys that this run holds. It reads only blocks that may hold some.
    fn drop_held(&mut self, keys: &mut Vec<W>) -> Result<(), TableError> {
        let all = std::mem::take(keys);
        let mut at = 0;
        while at < all.len() {
            let next = self.firsts.partition_point(|first| *first <= all[at]);
            let end = match self.firsts.get(next) {
                Some(first) => at + less_than(&all[at..], *first),
                None => all.len(),
            };
            let block = match next.checked_sub(1) {
                Some(number) => self.block(number)?,
                None => &[],
            };
            let mut is_new = not_among(block);
            keys.extend(all[at..end].iter().filter(|key| is_new(key)));
            at = end;
        }
        Ok(())
    }

    fn block(&mut self, number: usize) -> Result<&[W], TableError> {
        if self.loaded != Some(number) {
            let start = number * READ_AT_ONCE;
            let count = (self.count as usize - start).min(READ_AT_ONCE);
            self.loaded = None;
            self.block.clear();
            let offset = (start * W::BYTES) as u64;
            read_keys(
                self.file.as_ref(),
                &self.name,
                offset,
                count,
                &mut self.block,
            )?;
            self.loaded = Some(number);
        }
        Ok(&self.block)
    }
}

/// Returns a test for keys, in ascending order, that are not in an ascending list.
fn not_among<W: Word>(mut list: &[W]) -> impl FnMut(&W) -> bool {
    move |key| {
        list = &list[less_than(list, *key)..];
        list.first() != Some(key)
    }
}

/// Returns how many keys of an ascending list are less than `key`; quick if they are few.
fn less_than<W: Word>(list: &[W], key: W) -> usize {
    let mut step = 1;
    while step < list.len() && list[step] < key {
        step *= 2;
    }
    let from = step / 2;
    from + list[from..list.len().min(step + 1)].partition_point(|known| *known < key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::storage::Disk;
    use std::collections::BTreeSet;

    /// Adds lists of random keys, and takes the new keys of each, as enumeration does.
    fn holds_what_it_should(room: usize, spills: bool) {
        let dir = tempfile::tempdir().unwrap();
        let disk = Disk::at(dir.path()).unwrap();
        let scratch = Scratch::new(&disk, u64::MAX, None);
        let mut set: KeySet<'_, '_, u64> = KeySet::new(&scratch, room, 40);
        let mut expected = BTreeSet::new();
        let mut state = 1u64;
        for round in 0..60 {
            let keys: BTreeSet<u64> = (0..200 + round * 40)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(9);
                    state >> (24 + round % 23)
                })
                .collect();
            let mut new: Vec<u64> = keys.iter().copied().collect();
            set.drop_held(&mut new);
            set.drop_spilled(&mut new).unwrap();
            let truth: Vec<u64> = keys.difference(&expected).copied().collect();
            assert_eq!(new, truth, "round {round}");
            set.add(new).unwrap();
            assert!(set.bytes_with(0) <= room.max(3000 * 8));
            expected.extend(keys);
        }
        assert_eq!(!set.files.is_empty(), spills);
        // No two files have similar sizes.
        assert!(set.files.is_sorted_by(|a, b| a.count > 2 * b.count));
        let (mut merged, mut all) = (set.merged().unwrap(), Vec::new());
        merged.take(usize::MAX / 2, &mut all).unwrap();
        assert!(all.into_iter().eq(expected));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn keys_are_known_wherever_they_are() {
        holds_what_it_should(1 << 30, false);
        holds_what_it_should(100 << 10, true);
        holds_what_it_should(24 << 10, true);
        holds_what_it_should(0, true);
    }
}
