//! Files that specs name.

use yomikiri_catalog::Files;

/// Reads any file that the process may read.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }
}
