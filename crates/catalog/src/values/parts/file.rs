//! The file of parts: read whole, and replaced whole.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path;
use yomikiri::table::{Disk, Storage, read_exact_at};

/// The most bytes of a file; each one takes about ten in memory.
const MOST_BYTES: usize = 1 << 30;

/// A file of values of parts. [`value`](crate::values::value()) reads them and adds those that it finds;
/// [`save`](Parts::save) writes the file.
///
/// Several programs may use one file at the same time. The last writer replaces the file, so values that others have
/// added since it read the file are lost, and must be computed again. The file is never damaged.
pub struct Parts {
    /// The storage of the file; `None` if it is only in memory.
    storage: Option<Box<dyn Storage>>,
    name: String,
    /// The path of the file as the user gave it.
    path: String,
    bytes: Vec<u8>,
    has_changed: bool,
    /// Whether to derive every value of the games in question from the rules again, and not only a sample.
    pub check_all: bool,
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts")
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

impl Parts {
    /// Reads a file of this machine. It need not exist, but its folder must.
    ///
    /// # Errors
    ///
    /// If the system fails, or if the path is no file.
    pub fn open(named: &str) -> io::Result<Parts> {
        let path = match fs::metadata(named) {
            Ok(about) if about.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(about) if !about.is_file() => return Err(io::Error::other("it is no file")),
            // Follow links, so that their target is replaced.
            Ok(_) => fs::canonicalize(named)?,
            // The working directory may change later.
            Err(error) if error.kind() == io::ErrorKind::NotFound => path::absolute(named)?,
            Err(error) => return Err(error),
        };
        let (Some(folder), Some(name)) = (
            path.parent(),
            path.file_name().and_then(|name| name.to_str()),
        ) else {
            return Err(io::Error::other("this is no name of a file"));
        };
        if !folder.is_dir() {
            return Err(io::Error::other("there is no such folder"));
        }
        let disk = Disk::at(folder).map_err(io::Error::other)?;
        Ok(Parts {
            path: named.to_owned(),
            ..Parts::within(Box::new(disk), name)?
        })
    }

    /// Reads a file of a storage. It need not exist.
    ///
    /// # Errors
    ///
    /// If the storage fails.
    pub fn within(storage: Box<dyn Storage>, name: &str) -> io::Result<Parts> {
        let bytes = match storage.open(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
            Ok(file) => {
                let length = usize::try_from(file.len()?).map_err(io::Error::other)?;
                if length > MOST_BYTES {
                    return Err(io::Error::other(format!(
                        "it has more than {MOST_BYTES} bytes"
                    )));
                }
                let mut bytes = Vec::new();
                bytes.try_reserve_exact(length).map_err(io::Error::other)?;
                bytes.resize(length, 0);
                read_exact_at(&*file, 0, &mut bytes)?;
                // An existing but empty file counts as damaged, not as missing.
                match bytes.is_empty() {
                    true => vec![0],
                    false => bytes,
                }
            }
        };
        Ok(Parts {
            storage: Some(storage),
            name: name.to_owned(),
            path: name.to_owned(),
            ..Parts::from_bytes(bytes)
        })
    }

    /// Keeps the bytes of a file, or none, only in memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Parts {
        Parts {
            storage: None,
            name: String::new(),
            path: String::new(),
            bytes,
            has_changed: false,
            check_all: false,
        }
    }

    /// Returns the path as the user gave it; empty if the file is only in memory.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the bytes of the file; empty if there was no file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Replaces the bytes.
    pub(crate) fn replace(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes;
        self.has_changed = true;
    }

    /// Writes the file if anything is new, under another name first, so that readers see either the old or the new
    /// content. After a failure it may be called again.
    ///
    /// # Errors
    ///
    /// If the storage fails. The file then has its old or its new content.
    pub fn save(&mut self) -> io::Result<()> {
        let Some(storage) = self.storage.as_deref().filter(|_| self.has_changed) else {
            return Ok(());
        };
        // Others may write the same file, also on other machines.
        let number = RandomState::new().build_hasher().finish();
        let part = format!(".{}.{number:016x}.part", self.name);
        let saved = self.write(storage, &part);
        match &saved {
            Ok(()) => self.has_changed = false,
            // If this fails too, nothing more can be done.
            Err(_) => {
                let _ = storage.remove(&part);
            }
        }
        saved
    }

    fn write(&self, storage: &dyn Storage, part: &str) -> io::Result<()> {
        let mut file = storage.create(part)?;
        let mut left = &self.bytes[..];
        while !left.is_empty() {
            match file.write(left) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        file.sync()?;
        drop(file);
        storage.rename(part, &self.name)?;
        storage.sync()
    }
}
