//! Small texts by which workers tell each other their tasks.

use super::tag::tag;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomikiri_catalog::table::{WRITING, open_file};

/// A place where the workers of one store leave texts for each other.
pub(crate) trait Board: Send + Sync {
    /// Writes a text if there is none; returns `false` if there is one.
    ///
    /// # Errors
    ///
    /// If the system or the network fails.
    fn make(&self, name: &str, text: &str) -> io::Result<bool>;
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// As above.
    fn read(&self, name: &str) -> io::Result<String>;
    /// Writes a text in place of any other.
    ///
    /// # Errors
    ///
    /// As above.
    fn write(&self, name: &str, text: &str) -> io::Result<()>;
    /// Removes a text.
    ///
    /// # Errors
    ///
    /// As above.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Removes a text if it is unchanged since it was read. If several workers call this at once, exactly one gets
    /// `true`.
    ///
    /// # Errors
    ///
    /// As above.
    fn clear(&self, name: &str, text: &str, tag: &str) -> io::Result<bool>;
}

/// A board in a folder, with a file for each text.
///
/// A removed file is kept under another name and reused for the next text, because some file systems are slow to make
/// files after many removals.
pub(crate) struct Folder {
    path: PathBuf,
    /// The names of files for reuse.
    spare: Mutex<Vec<PathBuf>>,
    /// The number of the next such name.
    next: AtomicU64,
}

impl Folder {
    pub(crate) fn new(path: &Path) -> Folder {
        Folder {
            path: path.to_owned(),
            spare: Mutex::default(),
            next: AtomicU64::new(0),
        }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a file from a spare one; `None` if that is impossible here.
    fn make_of_spare(&self, name: &Path, text: &str) -> Option<bool> {
        let spare = self.spare().pop()?;
        let linked = fs::write(&spare, text).and_then(|()| fs::hard_link(&spare, name));
        match linked {
            Ok(()) => {
                let _ = fs::remove_file(&spare);
                Some(true)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                self.spare().push(spare);
                Some(false)
            }
            Err(_) => {
                let _ = fs::remove_file(&spare);
                None
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for spare in self.spare().drain(..) {
            let _ = fs::remove_file(spare);
        }
    }
}

impl Board for Folder {
    fn make(&self, name: &str, text: &str) -> io::Result<bool> {
        let path = self.path.join(name);
        if let Some(made) = self.make_of_spare(&path, text) {
            return Ok(made);
        }
        match File::create_new(path) {
            Ok(mut file) => {
                let _ = file.write_all(text.as_bytes());
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    }
    fn read(&self, name: &str) -> io::Result<String> {
        // After a crash of a machine the file may contain any bytes.
        let mut bytes = Vec::new();
        open_file(&self.path.join(name))?.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.path.join(name), text)
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let spare = format!("{WRITING}{}-{number}", tag(0));
        let spare = self.path.join(spare);
        fs::rename(self.path.join(name), &spare)?;
        self.spare().push(spare);
        Ok(())
    }
    fn clear(&self, name: &str, text: &str, tag: &str) -> io::Result<bool> {
        let path = self.path.join(name);
        // Only one rename of a file succeeds.
        let aside = format!("{WRITING}{tag}-{name}");
        match fs::rename(&path, self.path.join(&aside)) {
            Ok(()) => {
                let is_same = self.read(&aside).unwrap_or_default() == text;
                let aside = self.path.join(aside);
                if !is_same {
                    // Another worker has removed the stale text meanwhile, and this one is new. Put it back, unless
                    // there is a newer one.
                    let _ = fs::hard_link(&aside, path);
                }
                let _ = fs::remove_file(&aside).or_else(|_| fs::remove_dir(&aside));
                Ok(is_same)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}
