//! A directory for files that do not fit in memory. Most runs need none, so it is made with its
//! first file.

use std::any::Any;
use std::io;
use std::sync::OnceLock;
use tempfile::TempDir;
use yomikiri_catalog::table::{Appending, Disk, Reading, Storage};

/// A directory within the system's temporary directory, removed when this value is dropped.
#[derive(Default)]
pub(crate) struct Scratch {
    made: OnceLock<(TempDir, Disk)>,
}

impl Scratch {
    fn disk(&self) -> io::Result<&Disk> {
        if let Some((_, disk)) = self.made.get() {
            return Ok(disk);
        }
        let dir = tempfile::tempdir()?;
        let disk = Disk::at(dir.path()).map_err(io::Error::other)?;
        Ok(&self.made.get_or_init(|| (dir, disk)).1)
    }
}

impl Storage for Scratch {
    fn create(&self, name: &str) -> io::Result<Box<dyn Appending>> {
        self.disk()?.create(name)
    }
    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn Appending>> {
        self.disk()?.append(name, len)
    }
    fn open(&self, name: &str) -> io::Result<Box<dyn Reading>> {
        self.disk()?.open(name)
    }
    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.disk()?.rename(from, to)
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        self.disk()?.remove(name)
    }
    fn names(&self) -> io::Result<Vec<String>> {
        match self.made.get() {
            Some((_, disk)) => disk.names(),
            None => Ok(Vec::new()),
        }
    }
    fn sync(&self) -> io::Result<()> {
        match self.made.get() {
            Some((_, disk)) => disk.sync(),
            None => Ok(()),
        }
    }
    fn lock(&self) -> io::Result<Option<Box<dyn Any + Send>>> {
        self.disk()?.lock()
    }
}
