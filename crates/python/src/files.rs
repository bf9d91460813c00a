//! Files that specs name.

use yomikiri_catalog::Files;

/// Reads any file that the process may read.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }
}

/// The one file that there is.
pub(crate) struct Single(pub(crate) String);

impl Files for Single {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}
