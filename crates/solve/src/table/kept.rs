//! A directory that keeps its files open for a while. Tasks read the same files again and again, mostly their
//! lengths, beginnings and ends; the system is asked for these once.

use super::storage::{Appending, Reading, Storage, WRITING, read_exact_at};
use std::any::Any;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most files that stay open. Some systems allow a process 256, others a thousand.
const MOST: usize = 192;
/// Bytes at the beginning and at the end of a file that stay in memory.
const BEGINNING: usize = 256;
const END: usize = 4096;

/// A directory that keeps its files open for a while.
///
/// Changes that others make to a file meanwhile are not seen. A caller that finds a file damaged calls
/// [`Storage::forget`] and reads it again.
pub struct Kept<'s> {
    inner: &'s dyn Storage,
    files: Mutex<Files>,
}

#[derive(Default)]
struct Files {
    by_name: HashMap<String, (Arc<File>, u64)>,
    /// Counts uses, to find the files used least recently.
    uses: u64,
}

struct File {
    inner: Box<dyn Reading>,
    len: u64,
    beginning: Vec<u8>,
    end: Vec<u8>,
}

impl File {
    fn open(inner: Box<dyn Reading>) -> io::Result<File> {
        let len = inner.len()?;
        let read = |at: u64, most: usize| {
            let mut bytes = vec![0; (len - at).min(most as u64) as usize];
            read_exact_at(inner.as_ref(), at, &mut bytes)?;
            Ok::<Vec<u8>, io::Error>(bytes)
        };
        let beginning = read(0, BEGINNING)?;
        let end = read(len.saturating_sub(END as u64), END)?;
        Ok(File {
            inner,
            len,
            beginning,
            end,
        })
    }
}

/// An open file in use.
struct Use(Arc<File>);

impl Reading for Use {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.len)
    }
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<usize> {
        let File {
            len,
            beginning,
            end,
            ..
        } = &*self.0;
        let from_end = len - end.len() as u64;
        let held = match offset.checked_sub(from_end) {
            Some(at) => end.get(at as usize..).unwrap_or_default(),
            None => beginning.get(offset as usize..).unwrap_or_default(),
        };
        // The held bytes suffice, or they reach the end of the file.
        if held.len() >= room.len() || offset >= from_end {
            let count = held.len().min(room.len());
            room[..count].copy_from_slice(&held[..count]);
            return Ok(count);
        }
        self.0.inner.read_at(offset, room)
    }
}

impl<'s> Kept<'s> {
    /// Wraps a directory.
    pub fn new(inner: &'s dyn Storage) -> Kept<'s> {
        Kept {
            inner,
            files: Mutex::default(),
        }
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn drop_file(&self, name: &str) {
        self.files().by_name.remove(name);
    }
}

impl Storage for Kept<'_> {
    fn create(&self, name: &str) -> io::Result<Box<dyn Appending>> {
        self.drop_file(name);
        self.inner.create(name)
    }
    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn Appending>> {
        self.drop_file(name);
        self.inner.append(name, len)
    }
    fn open(&self, name: &str) -> io::Result<Box<dyn Reading>> {
        let mut files = self.files();
        files.uses += 1;
        let uses = files.uses;
        if let Some((file, used)) = files.by_name.get_mut(name) {
            *used = uses;
            return Ok(Box::new(Use(Arc::clone(file))));
        }
        drop(files);
        let opened = match self.inner.open(name) {
            // Perhaps too many files are open.
            Err(error) if error.kind() != io::ErrorKind::NotFound && self.forget() => {
                self.inner.open(name)?
            }
            opened => opened?,
        };
        // A file being written grows, and belongs to one writer.
        if name.starts_with(WRITING) {
            return Ok(opened);
        }
        let file = Arc::new(File::open(opened)?);
        let mut files = self.files();
        if files.by_name.len() >= MOST {
            // Half of the files are closed, so that this happens seldom.
            let mut used: Vec<u64> = files.by_name.values().map(|(_, used)| *used).collect();
            let (_, middle, _) = used.select_nth_unstable(MOST / 2);
            let middle = *middle;
            files.by_name.retain(|_, (_, used)| *used > middle);
        }
        let kept = (Arc::clone(&file), uses);
        files.by_name.insert(name.to_owned(), kept);
        Ok(Box::new(Use(file)))
    }
    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let renamed = self.inner.rename(from, to);
        self.drop_file(from);
        self.drop_file(to);
        renamed
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        let removed = self.inner.remove(name);
        self.drop_file(name);
        removed
    }
    fn names(&self) -> io::Result<Vec<String>> {
        self.inner.names()
    }
    fn sync(&self) -> io::Result<()> {
        self.inner.sync()
    }
    fn lock(&self) -> io::Result<Option<Box<dyn Any + Send>>> {
        self.inner.lock()
    }
    fn forget(&self) -> bool {
        let mut files = self.files();
        let some = !files.by_name.is_empty();
        files.by_name.clear();
        drop(files);
        self.inner.forget() || some
    }
}
