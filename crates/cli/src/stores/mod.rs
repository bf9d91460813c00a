//! The places of tables and of task files: folders and, with the feature `stores`, object stores on the network. The
//! rest of the command sees only a [`Storage`] and a [`Board`].

mod board;
#[cfg(feature = "stores")]
mod bucket;
#[cfg(feature = "stores")]
mod ranges;
#[cfg(feature = "stores")]
mod remote;
mod scratch;
mod tag;

pub(crate) use board::Board;
pub(crate) use scratch::Scratch;
pub(crate) use tag::tag;

use crate::outcome::Failure;
use board::Folder;
use std::path::Path;
use std::sync::Arc;
use yomikiri_catalog::table::{Disk, OpenTable, Storage, TableFault};

/// Returns the address if a path is one, and not a folder.
pub(crate) fn address(path: &Path) -> Option<&str> {
    path.to_str().filter(|path| path.contains("://"))
}

/// A place for files, with the board of its workers.
pub(crate) struct Place {
    pub(crate) storage: Box<dyn Storage>,
    pub(crate) board: Arc<dyn Board>,
}

impl Place {
    /// Opens a folder, which is made if it does not exist, or the store of an address.
    ///
    /// # Errors
    ///
    /// If the folder cannot be made, or if the address is invalid or read-only.
    pub(crate) fn at(path: &Path) -> Result<Place, Failure> {
        if let Some(address) = address(path) {
            return elsewhere(address);
        }
        Ok(Place {
            storage: Box::new(Disk::at(path)?),
            board: Arc::new(Folder::new(path)),
        })
    }
}

#[cfg(feature = "stores")]
fn elsewhere(address: &str) -> Result<Place, Failure> {
    let bucket = bucket::Bucket::to_write(address).map_err(Failure::bad)?;
    Ok(Place {
        board: Arc::new(bucket.board()),
        storage: Box::new(bucket),
    })
}

#[cfg(not(feature = "stores"))]
fn elsewhere(address: &str) -> Result<Place, Failure> {
    Err(Failure::bad(without(address)))
}

/// Opens a table in a folder or at an address.
///
/// # Errors
///
/// If the address is invalid; the inner error is the fault of the table.
pub(crate) fn table(path: &Path) -> Result<Result<OpenTable, TableFault>, Failure> {
    match address(path) {
        Some(address) => table_elsewhere(address),
        None => Ok(OpenTable::open(path)),
    }
}

#[cfg(feature = "stores")]
fn table_elsewhere(address: &str) -> Result<Result<OpenTable, TableFault>, Failure> {
    let reading = bucket::Bucket::table(address).map_err(Failure::bad)?;
    Ok(reading.and_then(OpenTable::from_reading))
}

#[cfg(not(feature = "stores"))]
fn table_elsewhere(address: &str) -> Result<Result<OpenTable, TableFault>, Failure> {
    Err(Failure::bad(without(address)))
}

/// Explains that a program without the feature cannot use an address.
#[cfg(not(feature = "stores"))]
fn without(address: &str) -> String {
    format!(
        "`{address}` is an address, and this program was built without stores: build it with `--features stores`"
    )
}
