//! Small texts by which workers tell each other what they are doing.

use super::tag::tag;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomikiri_catalog::table::{WRITING, open_file};

/// Where workers of one store leave texts for each other.
pub(crate) trait Board: Send + Sync {
    /// Writes a text where there is none; `false` if there is one.
    ///
    /// # Errors
    ///
    /// Those of the system, or of the network.
    fn make(&self, name: &str, text: &str) -> io::Result<bool>;
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// As above.
    fn read(&self, name: &str) -> io::Result<String>;
    /// Writes a text, whatever was there.
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
    /// Removes a text that still is what was read. Of several who call this at once, one is told that it was the one.
    ///
    /// # Errors
    ///
    /// As above.
    fn clear(&self, name: &str, text: &str, tag: &str) -> io::Result<bool>;
}

/// Files of a folder.
///
/// A file that is removed is kept under another name, and comes back as the next one: some file systems take long to make
/// files where many have just been removed.
pub(crate) struct Folder {
    path: PathBuf,
    /// Names of files to be used again.
    spare: Mutex<Vec<PathBuf>>,
    /// Numbers those names.
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

    /// Makes a file of a spare one; None if that cannot be done here.
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
        // A machine that failed may leave any bytes.
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
        // A rename finds the file once.
        let aside = format!("{WRITING}{tag}-{name}");
        match fs::rename(&path, self.path.join(&aside)) {
            Ok(()) => {
                let is_same = self.read(&aside).unwrap_or_default() == text;
                let aside = self.path.join(aside);
                if !is_same {
                    // Another worker has cleared it away meanwhile, and this one is new. It is put back, unless there is one again.
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
