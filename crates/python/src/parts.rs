//! Files of values of parts: `parts` of `value` and of a solver.

use crate::errors;
use pyo3::prelude::*;
use std::io;
use std::sync::{Mutex, PoisonError};
use yomikiri_catalog::values::Parts;

/// A named file of values of parts.
pub(crate) struct PartsFile {
    path: String,
    check_all: bool,
    /// The file as it was read, until the first call of `open`.
    found: Mutex<Option<Parts>>,
}

impl PartsFile {
    /// Reads the file, if it exists.
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

    /// Returns the path of the file as the user gave it.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the file. A second call, for example in a forked process, reads it again.
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

    /// Combines an answer with the result of saving the file. If both failed, the second error becomes the cause
    /// of the first.
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
