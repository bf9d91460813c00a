//! Sorted runs of keys, in memory or in scratch files, and merging them.

use super::TableError;
use super::storage::{Reading, Sink, Storage, read_exact_at};
use super::word::{Word, sort_and_dedup};
use super::work::in_pieces;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};

/// The beginning of the names of scratch files.
pub(crate) const SCRATCH: &str = "run-";
/// The most runs that are merged at once.
const FAN_IN: usize = 16;
/// For fewer keys in memory than this, sorting is quicker than merging.
const FEW: usize = 1 << 14;

/// The storage of runs that do not fit into memory.
pub(crate) struct Scratch<'s> {
    storage: &'s dyn Storage,
    next: AtomicU64,
    /// Bytes of runs held in memory.
    held: AtomicU64,
    /// The most bytes of runs in memory.
    room: u64,
    /// Bytes of scratch files.
    on_disk: AtomicU64,
    /// The most bytes of scratch files.
    disk: Option<u64>,
}

/// A run of ascending keys.
pub(crate) enum Run<W> {
    Memory(Vec<W>),
    File { name: String, count: u64 },
}

impl<'s> Scratch<'s> {
    pub(crate) fn new(storage: &'s dyn Storage, room: u64, disk: Option<u64>) -> Scratch<'s> {
        Scratch {
            storage,
            next: AtomicU64::new(0),
            held: AtomicU64::new(0),
            room,
            on_disk: AtomicU64::new(0),
            disk,
        }
    }

    /// Stores a run, in memory if there is room.
    pub(crate) fn keep<W: Word>(&self, keys: Vec<W>) -> Result<Run<W>, TableError> {
        let bytes = (keys.len() * W::BYTES) as u64;
        let before = self.held.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes <= self.room {
            return Ok(Run::Memory(keys));
        }
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        let mut sink = self.sink(bytes)?;
        put_keys(&mut sink.1, &keys)?;
        sink.1.flush()?;
        Ok(Run::File {
            name: sink.0,
            count: keys.len() as u64,
        })
    }

    /// Counts a run that stays in memory, whether or not there is room.
    pub(crate) fn held<W: Word>(&self, keys: Vec<W>) -> Run<W> {
        let bytes = (keys.len() * W::BYTES) as u64;
        self.held.fetch_add(bytes, Ordering::Relaxed);
        Run::Memory(keys)
    }

    /// Opens a scratch file to read it.
    pub(crate) fn open(&self, name: &str) -> Result<Box<dyn Reading>, TableError> {
        self.storage
            .open(name)
            .map_err(|error| TableError::io(format!("cannot read {name}"), error))
    }

    /// Counts bytes that are about to be written.
    fn reserve(&self, bytes: u64) -> Result<(), TableError> {
        let on_disk = self.on_disk.fetch_add(bytes, Ordering::Relaxed) + bytes;
        match self.disk {
            Some(allowed) if on_disk > allowed => Err(TableError::NoRoom {
                of: "disk",
                needed: on_disk,
                allowed,
            }),
            _ => Ok(()),
        }
    }

    /// Creates a scratch file for this many bytes.
    pub(crate) fn sink(&self, bytes: u64) -> Result<(String, Sink), TableError> {
        self.reserve(bytes)?;
        let name = format!("{SCRATCH}{}", self.next.fetch_add(1, Ordering::Relaxed));
        let file = self
            .storage
            .create(&name)
            .map_err(|error| TableError::io(format!("cannot make {name}"), error))?;
        let sink = Sink::new(&name, file, 0);
        Ok((name, sink))
    }

    /// Opens a scratch file of `len` bytes, to write `bytes` more.
    pub(crate) fn longer(&self, name: &str, len: u64, bytes: u64) -> Result<Sink, TableError> {
        self.reserve(bytes)?;
        let file = self
            .storage
            .append(name, len)
            .map_err(|error| TableError::io(format!("cannot go on with {name}"), error))?;
        Ok(Sink::new(name, file, len))
    }

    /// Removes a scratch file of this many bytes.
    pub(crate) fn remove(&self, name: &str, bytes: u64) -> Result<(), TableError> {
        self.on_disk.fetch_sub(bytes, Ordering::Relaxed);
        self.storage
            .remove(name)
            .map_err(|error| TableError::io(format!("cannot remove {name}"), error))
    }

    fn give_up<W: Word>(&self, run: &Run<W>) -> Result<(), TableError> {
        match run {
            Run::Memory(keys) => {
                let bytes = (keys.len() * W::BYTES) as u64;
                self.held.fetch_sub(bytes, Ordering::Relaxed);
                Ok(())
            }
            Run::File { name, count } => self.remove(name, count * W::BYTES as u64),
        }
    }
}

/// Writes keys to a scratch file.
pub(crate) fn put_keys<W: Word>(sink: &mut Sink, keys: &[W]) -> Result<(), TableError> {
    let mut buffer = Vec::new();
    for keys in keys.chunks(READ_AT_ONCE) {
        buffer.clear();
        keys.iter().for_each(|key| key.put(&mut buffer));
        sink.put(&buffer)?;
    }
    Ok(())
}

/// Appends `count` keys of a scratch file, from an offset in bytes on, to `keys`.
pub(crate) fn read_keys<W: Word>(
    file: &dyn Reading,
    name: &str,
    offset: u64,
    count: usize,
    keys: &mut Vec<W>,
) -> Result<(), TableError> {
    let mut bytes = vec![0; count * W::BYTES];
    read_exact_at(file, offset, &mut bytes)
        .map_err(|error| TableError::io(format!("cannot read {name}"), error))?;
    keys.extend(bytes.chunks_exact(W::BYTES).map(W::get));
    Ok(())
}

/// A run being read.
enum Head<W> {
    Memory {
        keys: Vec<W>,
        at: usize,
    },
    File {
        file: Box<dyn Reading>,
        name: String,
        /// The number of keys that are not yet in `buffer`.
        left: u64,
        offset: u64,
        buffer: Vec<W>,
        at: usize,
    },
}

/// The number of keys of a scratch file that are read at once.
pub(crate) const READ_AT_ONCE: usize = 8192;

impl<W: Word> Head<W> {
    fn open(run: Run<W>, scratch: &Scratch<'_>) -> Result<Head<W>, TableError> {
        Ok(match run {
            Run::Memory(keys) => Head::Memory { keys, at: 0 },
            Run::File { name, count } => {
                let file = scratch.open(&name)?;
                Head::File {
                    file,
                    name,
                    left: count,
                    offset: 0,
                    buffer: Vec::new(),
                    at: 0,
                }
            }
        })
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<W>, TableError> {
        match self {
            Head::Memory { keys, at } => Ok(keys.get(*at).copied()),
            Head::File { buffer, at, .. } if *at < buffer.len() => Ok(Some(buffer[*at])),
            Head::File {
                file,
                name,
                left,
                offset,
                buffer,
                at,
            } => {
                let count = (*left).min(READ_AT_ONCE as u64) as usize;
                buffer.clear();
                *at = 0;
                if count == 0 {
                    return Ok(None);
                }
                read_keys(file.as_ref(), name, *offset, count, buffer)?;
                *left -= count as u64;
                *offset += (count * W::BYTES) as u64;
                Ok(buffer.first().copied())
            }
        }
    }

    #[inline]
    fn step(&mut self) {
        match self {
            Head::Memory { at, .. } | Head::File { at, .. } => *at += 1,
        }
    }

    fn close(self, scratch: &Scratch<'_>) -> Result<(), TableError> {
        match self {
            Head::Memory { keys, .. } => scratch.give_up(&Run::Memory(keys)),
            Head::File {
                name, offset, left, ..
            } => scratch.give_up(&Run::<W>::File {
                name,
                count: offset / W::BYTES as u64 + left,
            }),
        }
    }
}

/// Merges two ascending lists, with each key once.
pub(crate) fn merged<W: Word>(a: &[W], b: &[W]) -> Vec<W> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        all.push(x.min(y));
        // This has no branch, because a processor cannot predict which list has the next key.
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    all.extend_from_slice(&a[i..]);
    all.extend_from_slice(&b[j..]);
    all
}

/// Merges several ascending lists, with each key once. It merges the two shortest first, as in a Huffman code, so
/// that long lists are merged few times.
fn merged_all<W: Word>(lists: &[&[W]]) -> Vec<W> {
    let mut lists: Vec<Cow<'_, [W]>> = lists.iter().map(|list| Cow::Borrowed(*list)).collect();
    lists.sort_by_key(|list| Reverse(list.len()));
    while let Some(a) = lists.pop() {
        let Some(b) = lists.pop() else {
            return a.into_owned();
        };
        let both = merged(&a, &b);
        let place = lists.partition_point(|list| list.len() > both.len());
        lists.insert(place, Cow::Owned(both));
    }
    Vec::new()
}

/// Merges the runs in memory into one, with each worker on a range of keys of its own. It leaves them as they are if
/// some are in files or there is no room.
pub(crate) fn joined<W: Word, S: Send>(
    runs: Vec<Run<W>>,
    scratch: &Scratch<'_>,
    workers: &mut [S],
) -> Result<Vec<Run<W>>, TableError> {
    let lists: Option<Vec<&[W]>> = runs
        .iter()
        .map(|run| match run {
            Run::Memory(keys) => Some(&keys[..]),
            Run::File { .. } => None,
        })
        .collect();
    let Some(lists) = lists.filter(|lists| lists.len() > 1) else {
        return Ok(runs);
    };
    let total: usize = lists.iter().map(|list| list.len()).sum();
    if (total * W::BYTES) as u64 > scratch.room / 2 {
        return Ok(runs);
    }
    // The longest list determines the cuts, because the others have a similar distribution.
    let longest = lists.iter().max_by_key(|list| list.len());
    let longest = *longest.unwrap_or(&lists[0]);
    let cuts = match workers.len() {
        1 => 1,
        workers => 4 * workers,
    };
    let cut = |list: &[W], number: usize| match number {
        0 => 0,
        number if number == cuts => list.len(),
        number => list.partition_point(|key| *key < longest[number * longest.len() / cuts]),
    };
    let pieces = in_pieces(workers, cuts, |_, number| {
        let here = |list: &&[W]| list.len().min(cut(list, number))..cut(list, number + 1);
        let lists: Vec<&[W]> = lists.iter().map(|list| &list[here(list)]).collect();
        Ok(merged_all(&lists))
    })?;
    let all = pieces.concat();
    for run in &runs {
        scratch.give_up(run)?;
    }
    drop(runs);
    Ok(vec![scratch.keep(all)?])
}

/// A merge of runs in progress, with each key once.
pub(crate) struct Merged<'m, 's, W> {
    scratch: &'m Scratch<'s>,
    heads: Vec<Head<W>>,
    /// The next key of each head.
    next: Vec<Option<W>>,
    /// The number of keys in all runs, duplicates included.
    total: u64,
}

impl<'m, 's, W: Word> Merged<'m, 's, W> {
    pub(crate) fn new(
        mut runs: Vec<Run<W>>,
        scratch: &'m Scratch<'s>,
        bits: u32,
    ) -> Result<Self, TableError> {
        let in_memory: Option<usize> = runs
            .iter()
            .map(|run| match run {
                Run::Memory(keys) => Some(keys.len()),
                Run::File { .. } => None,
            })
            .sum();
        if runs.len() > 2 && in_memory.is_some_and(|count| count <= FEW) {
            let mut all = Vec::new();
            for run in runs.drain(..) {
                scratch.give_up(&run)?;
                if let Run::Memory(keys) = run {
                    all.extend(keys);
                }
            }
            sort_and_dedup(&mut all, &mut Vec::new(), bits);
            runs.push(scratch.keep(all)?);
        }
        // There are too many runs for one merge, so the first ones become a longer run at the end.
        while runs.len() > FAN_IN {
            let rest = runs.split_off(FAN_IN);
            let first = std::mem::replace(&mut runs, rest);
            let mut merged = Merged::over(first, scratch)?;
            runs.push(merged.written_out(|_| {})?);
        }
        Merged::over(runs, scratch)
    }

    fn over(runs: Vec<Run<W>>, scratch: &'m Scratch<'s>) -> Result<Self, TableError> {
        let mut merged = Merged {
            scratch,
            heads: Vec::with_capacity(runs.len()),
            next: Vec::with_capacity(runs.len()),
            total: 0,
        };
        for run in runs {
            merged.total += match &run {
                Run::Memory(keys) => keys.len() as u64,
                Run::File { count, .. } => *count,
            };
            let mut head = Head::open(run, scratch)?;
            merged.next.push(head.peek()?);
            merged.heads.push(head);
        }
        Ok(merged)
    }

    /// Appends up to `count` keys; fewer at the end, when it also removes the scratch files.
    pub(crate) fn take(&mut self, count: usize, keys: &mut Vec<W>) -> Result<(), TableError> {
        let end = keys.len() + count;
        if let ([Head::Memory { keys: all, at }], [next]) =
            (&mut self.heads[..], &mut self.next[..])
        {
            let to = all.len().min(*at + count);
            keys.extend_from_slice(&all[*at..to]);
            *at = to;
            *next = all.get(to).copied();
        }
        while keys.len() < end {
            let Some(least) = self.next.iter().flatten().min().copied() else {
                break;
            };
            keys.push(least);
            for (next, head) in self.next.iter_mut().zip(&mut self.heads) {
                if *next == Some(least) {
                    head.step();
                    *next = head.peek()?;
                }
            }
        }
        if self.next.iter().all(Option::is_none) {
            self.next.clear();
            for head in self.heads.drain(..) {
                head.close(self.scratch)?;
            }
        }
        Ok(())
    }

    /// Writes everything into one scratch file. `each` receives the keys, up to [`READ_AT_ONCE`] at a time.
    pub(crate) fn written_out(&mut self, mut each: impl FnMut(&[W])) -> Result<Run<W>, TableError> {
        let bytes = self.total * W::BYTES as u64;
        let (name, mut sink) = self.scratch.sink(bytes)?;
        let (mut count, mut keys) = (0, Vec::new());
        loop {
            keys.clear();
            self.take(READ_AT_ONCE, &mut keys)?;
            if keys.is_empty() {
                break;
            }
            each(&keys);
            put_keys(&mut sink, &keys)?;
            count += keys.len() as u64;
        }
        sink.flush()?;
        // The reserved size was an upper bound.
        let unused = bytes - count * W::BYTES as u64;
        self.scratch.on_disk.fetch_sub(unused, Ordering::Relaxed);
        Ok(Run::File { name, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_any_length_are_merged() {
        let none: &[u64] = &[];
        assert_eq!(merged_all(&[none, none]), none);
        assert_eq!(merged_all::<u64>(&[]), none);
        let lists: Vec<Vec<u64>> = [0, 1, 1, 700, 0, 3, 40, 0]
            .into_iter()
            .zip(2..)
            .map(|(count, by)| (0..count).map(|n| n * by).collect())
            .collect();
        let mut lists: Vec<&[u64]> = lists.iter().map(|list| &list[..]).collect();
        for more in [0, 20_000] {
            lists.extend(vec![none; more]);
            let mut all = lists.concat();
            all.sort_unstable();
            all.dedup();
            assert_eq!(merged_all(&lists), all);
        }
    }
}
