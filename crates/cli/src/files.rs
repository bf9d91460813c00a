//! What may be opened, and how much of it is read.

use crate::interrupt;
use crate::outcome::Failure;
use std::fs::File;
use std::io::{self, Read};
use yomikiri_catalog::Files;

/// The most bytes that are read of a file: far beyond any game that can be solved, far below what
/// would hurt the machine.
pub(crate) const FILE_LIMIT: u64 = 256 << 20;

/// The files of this machine, by the paths that specs name.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let bytes = read_all(file).map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
    }
}

/// An input that was named on the command line; `-` is stdin.
///
/// # Errors
///
/// When there is no such file, or it is a folder.
pub(crate) fn open(path: &str) -> Result<Box<dyn Read>, Failure> {
    if path == "-" {
        // Its own buffer stays empty for reads as long as ours: one call, one read of the system.
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Failure::opening(path, &error))?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Failure::bad(format!(
            "cannot read `{path}`: it is a folder"
        )));
    }
    Ok(Box::new(file))
}

/// All of an input, up to [`FILE_LIMIT`].
///
/// # Errors
///
/// When reading fails, or there is more.
pub(crate) fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    interrupt::waiting(|| source.take(FILE_LIMIT + 1).read_to_end(&mut bytes))?;
    if bytes.len() as u64 > FILE_LIMIT {
        let message = format!("it is longer than {} MiB", FILE_LIMIT >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}
