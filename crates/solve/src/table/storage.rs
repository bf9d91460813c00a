//! Access to the disk: all files of a table are read and written through [`Storage`], so that a test can make any
//! single call fail.

use super::TableError;
use std::any::Any;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A directory of files.
///
/// # Who implements it
///
/// [`Disk`], and tests that make calls fail.
pub trait Storage: Send + Sync {
    /// Creates a file, empty even if it existed.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn create(&self, name: &str) -> io::Result<Box<dyn Appending>>;
    /// Opens a file to write from `len` on, and cuts off the rest.
    ///
    /// # Errors
    ///
    /// If the system fails; [`io::ErrorKind::UnexpectedEof`] if the file is shorter.
    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn Appending>>;
    /// Opens a file to read it.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn open(&self, name: &str) -> io::Result<Box<dyn Reading>>;
    /// Renames a file atomically, and replaces a file of that name.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Removes a file, or an empty folder in its place.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Returns the names of all files here, in order.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn names(&self) -> io::Result<Vec<String>>;
    /// Makes the names as durable as the system can.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn sync(&self) -> io::Result<()>;
    /// Takes the lock of the directory; `None` if another holder has it. The lock ends with the guard, or with the
    /// process.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn lock(&self) -> io::Result<Option<Box<dyn Any + Send>>>;
    /// Forgets all cached facts about files, so that they are read again. Returns whether there were any.
    fn forget(&self) -> bool {
        false
    }
}

/// A file that is written sequentially.
pub trait Appending: Send {
    /// Writes some of the bytes, and returns how many.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Makes the written bytes as durable as the system can.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file that is read.
pub trait Reading: Send + Sync {
    /// Returns its length.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn len(&self) -> io::Result<u64>;
    /// Returns whether it is empty.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }
    /// Reads some bytes from an offset on, and returns how many; 0 at the end.
    ///
    /// # Errors
    ///
    /// If the system fails.
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<usize>;
}

/// A directory of the file system.
#[derive(Clone, Debug)]
pub struct Disk {
    dir: PathBuf,
}

impl Disk {
    /// Opens a directory, and creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn at(dir: &Path) -> Result<Disk, TableError> {
        fs::create_dir_all(dir)
            .map_err(|error| TableError::io(format!("cannot make {}", dir.display()), error))?;
        Ok(Disk {
            dir: dir.to_owned(),
        })
    }
}

/// Opens a regular file to read it.
///
/// # Errors
///
/// If the system fails; [`io::ErrorKind::InvalidInput`] if the path exists but is no regular file. (Opening a pipe
/// would wait for a writer.)
pub fn open_file(path: &Path) -> io::Result<File> {
    let no_file = |what| io::Error::new(io::ErrorKind::InvalidInput, what);
    let kind = match fs::metadata(path) {
        Ok(found) => found.file_type(),
        Err(error) => {
            let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
            return Err(match error.kind() {
                io::ErrorKind::PermissionDenied => error,
                _ if is_link => no_file("it is a link that leads to no file"),
                _ => error,
            });
        }
    };
    match kind.is_file() {
        true => File::open(path),
        false if kind.is_dir() => Err(no_file("it is a folder")),
        false => Err(no_file("it is not a regular file")),
    }
}

impl Storage for Disk {
    fn create(&self, name: &str) -> io::Result<Box<dyn Appending>> {
        Ok(Box::new(File::create(self.dir.join(name))?))
    }
    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn Appending>> {
        let mut file = File::options().write(true).open(self.dir.join(name))?;
        if file.metadata()?.len() < len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.set_len(len)?;
        file.seek(SeekFrom::Start(len))?;
        Ok(Box::new(file))
    }
    fn open(&self, name: &str) -> io::Result<Box<dyn Reading>> {
        Ok(Box::new(Positioned::new(open_file(&self.dir.join(name))?)))
    }
    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.dir.join(from), self.dir.join(to))
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        let path = self.dir.join(name);
        fs::remove_file(&path).or_else(|error| fs::remove_dir(&path).map_err(|_| error))
    }
    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.dir)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort_unstable();
        Ok(names)
    }
    fn sync(&self) -> io::Result<()> {
        // Other systems cannot open directories, and give no stronger guarantee for renaming.
        if cfg!(unix) {
            File::open(&self.dir)?.sync_all()?;
        }
        Ok(())
    }
    fn lock(&self) -> io::Result<Option<Box<dyn Any + Send>>> {
        // The directory itself is locked, so that no lock file is left behind.
        let file = if cfg!(unix) {
            File::open(&self.dir)?
        } else {
            File::create(self.dir.join("lock"))?
        };
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(file))),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Appending for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Write::write(self, bytes)
    }
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// A file that several threads read at offsets.
#[cfg(unix)]
struct Positioned(File);

#[cfg(unix)]
impl Positioned {
    fn new(file: File) -> Positioned {
        Positioned(file)
    }
}

#[cfg(unix)]
impl Reading for Positioned {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.0, room, offset)
    }
}

/// The same on systems where reading moves the file's position.
#[cfg(not(unix))]
struct Positioned(std::sync::Mutex<File>);

#[cfg(not(unix))]
impl Positioned {
    fn new(file: File) -> Positioned {
        Positioned(std::sync::Mutex::new(file))
    }
}

#[cfg(not(unix))]
impl Reading for Positioned {
    fn len(&self) -> io::Result<u64> {
        let file = self.0.lock().map_err(|_| io::Error::other("poisoned"))?;
        Ok(file.metadata()?.len())
    }
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<usize> {
        let mut file = self.0.lock().map_err(|_| io::Error::other("poisoned"))?;
        file.seek(SeekFrom::Start(offset))?;
        io::Read::read(&mut *file, room)
    }
}

/// The beginning of the names of files that are being written. Nobody else reads them, and the task that finishes
/// removes them.
pub const WRITING: &str = "part-";

/// Reads exactly `room.len()` bytes.
///
/// # Errors
///
/// If the system fails, or the file ends.
pub fn read_exact_at(file: &dyn Reading, offset: u64, room: &mut [u8]) -> io::Result<()> {
    let mut done = 0;
    while done < room.len() {
        match file.read_at(offset + done as u64, &mut room[done..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => done += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A buffered file being written, which counts its bytes.
pub(crate) struct Sink {
    file: Box<dyn Appending>,
    name: String,
    buffer: Vec<u8>,
    written: u64,
}

/// The number of bytes that are written at once.
const BUFFER: usize = 256 << 10;

impl Sink {
    /// Writes on at the end of a file that holds `len` bytes so far.
    pub(crate) fn new(name: &str, file: Box<dyn Appending>, len: u64) -> Sink {
        Sink {
            file,
            name: name.to_owned(),
            buffer: Vec::new(),
            written: len,
        }
    }

    /// Returns the length of the file, including the buffered bytes.
    pub(crate) fn len(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    /// Appends bytes.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER {
            self.flush()?;
        }
        Ok(())
    }

    /// Passes all bytes to the system.
    pub(crate) fn flush(&mut self) -> Result<(), TableError> {
        let mut done = 0;
        while done < self.buffer.len() {
            match self.file.write(&self.buffer[done..]) {
                Ok(0) => return Err(self.error(io::ErrorKind::WriteZero.into())),
                Ok(count) => {
                    done += count;
                    self.written += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.error(error)),
            }
        }
        self.buffer.clear();
        Ok(())
    }

    /// Makes all bytes durable.
    pub(crate) fn sync(&mut self) -> Result<(), TableError> {
        self.flush()?;
        self.file.sync().map_err(|error| self.error(error))
    }

    fn error(&self, error: io::Error) -> TableError {
        TableError::io(format!("cannot write {}", self.name), error)
    }
}
