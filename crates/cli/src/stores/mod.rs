//! Where tables and the files of tasks are: folders, and with the feature `stores` what is behind the network. The rest of
//! the command sees a [`Storage`] and a [`Board`], whatever it is.

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

/// The address, if a path is one and no folder.
pub(crate) fn address(path: &Path) -> Option<&str> {
    path.to_str().filter(|path| path.contains("://"))
}

/// A place for files, and where workers tell each other what they are doing.
pub(crate) struct Place {
    pub(crate) storage: Box<dyn Storage>,
    pub(crate) board: Arc<dyn Board>,
}

impl Place {
    /// A folder, made if it is not there, or what an address says.
    ///
    /// # Errors
    ///
    /// A folder that cannot be made; an address that is none, or cannot be written to.
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

/// Opens a table, wherever it is.
///
/// # Errors
///
/// What is wrong with it; an address that is none.
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

/// What a program without the feature says of an address.
#[cfg(not(feature = "stores"))]
fn without(address: &str) -> String {
    format!(
        "`{address}` is an address, and this program was built without stores: build it with `--features stores`"
    )
}
