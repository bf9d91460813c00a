//! Files of values of parts: `parts` of `value` and of a solver.

use crate::errors;
use pyo3::prelude::*;
use std::io;
use std::sync::{Mutex, PoisonError};
use yomikiri_catalog::values::Parts;

/// A file of values of parts that was named.
pub(crate) struct PartsFile {
    path: String,
    check_all: bool,
    /// The file as it was found, until somebody opens it.
    found: Mutex<Option<Parts>>,
}

impl PartsFile {
    /// Reads the file, if it is there.
    pub(crate) fn found(py: Python<'_>, path: String, check_all: bool) -> PyResult<PartsFile> {
        let mut file = PartsFile {
            path,
            check_all,
            found: Mutex::default(),
        };
        let parts = file.open(py)?;
        file.found = Some(parts).into();
        Ok(file)
    }

    /// The file as it was named.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The file. When this is called again, as in a process that was forked, it is read again.
    pub(crate) fn open(&self, py: Python<'_>) -> PyResult<Parts> {
        let found = self
            .found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let parts = found.map_or_else(|| py.detach(|| Parts::open(&self.path)), Ok);
        let mut parts = parts.map_err(|error| self.failed(py, "read", &error))?;
        parts.check_all = self.check_all;
        Ok(parts)
    }

    /// What was told, and whether the file was written after it. Where both failed, one is the cause of the other.
    pub(crate) fn after<T>(
        &self,
        py: Python<'_>,
        told: PyResult<T>,
        saved: io::Result<()>,
    ) -> PyResult<T> {
        let Err(unsaved) = saved else {
            return told;
        };
        let unsaved = self.failed(py, "write", &unsaved);
        let Err(error) = told else {
            return Err(unsaved);
        };
        error.set_cause(py, Some(unsaved));
        Err(error)
    }

    fn failed(&self, py: Python<'_>, what: &str, error: &io::Error) -> PyErr {
        let why = format!("cannot {what} `{}`: {error}", self.path);
        errors::plain(py, "PartsError", why)
    }
}
