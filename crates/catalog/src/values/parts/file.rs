//! The file: read whole, and replaced whole.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path;
use yomikiri::table::{Disk, Storage, read_exact_at};

/// The most bytes of a file, of which each becomes about ten in memory.
const MOST_BYTES: usize = 1 << 30;

/// A file of values of parts. [`value`](crate::values::value()) reads them and adds those that it finds;
/// [`save`](Parts::save) writes the file.
///
/// Several may use one file at the same time. The last writer replaces the file, so values that others have added since it
/// read the file are lost, and have to be found again. The file is never damaged.
pub struct Parts {
    /// Where the file lies; nowhere if it is in memory alone.
    storage: Option<Box<dyn Storage>>,
    name: String,
    /// The file as it was named.
    path: String,
    bytes: Vec<u8>,
    has_changed: bool,
    /// Whether to derive every value of the games in question from the rules again, and not a sample only.
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
    /// Reads a file of this machine. It need not be there, but its folder must be.
    ///
    /// # Errors
    ///
    /// Those of the system, and if there is something else than a file.
    pub fn open(named: &str) -> io::Result<Parts> {
        let path = match fs::metadata(named) {
            Ok(about) if about.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(about) if !about.is_file() => return Err(io::Error::other("it is no file")),
            // Behind a link is the file to be replaced.
            Ok(_) => fs::canonicalize(named)?,
            // The folder that a program works in may become another one.
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

    /// Reads a file of a storage. It need not be there.
    ///
    /// # Errors
    ///
    /// Those of the storage.
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
                // An empty file is one that is damaged, not one that is not there.
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

    /// The bytes of a file, or none, which are kept in memory alone.
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

    /// The file as it was named; empty where it is in memory alone.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The bytes of the file; none where there was no file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Puts other bytes into their place.
    pub(crate) fn replace(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes;
        self.has_changed = true;
    }

    /// Writes the file if there is anything new: under another name first, so that all of it is seen or what was there
    /// before. After a failure it may be called again.
    ///
    /// # Errors
    ///
    /// Those of the storage. The file is then the old one or the new one.
    pub fn save(&mut self) -> io::Result<()> {
        let Some(storage) = self.storage.as_deref().filter(|_| self.has_changed) else {
            return Ok(());
        };
        // Others may be writing the same file, on other machines too.
        let number = RandomState::new().build_hasher().finish();
        let part = format!(".{}.{number:016x}.part", self.name);
        let saved = self.write(storage, &part);
        match &saved {
            Ok(()) => self.has_changed = false,
            // Nothing more can be done if that fails too.
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
