//! Batches of positions from Python.

use crate::errors;
use crate::game::Game;
use crate::rows::InPlace;
use crate::texts::Texts;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;
use yomikiri_catalog::batch::{self, Answers, BatchError, BatchFault, Columns, Part, Remembered};
use yomikiri_catalog::cells::CellsError;
use yomikiri_catalog::{Cells, Counted};

/// Positions in either form. They can be read without Python's lock.
pub(crate) enum Given {
    /// A list of texts.
    Texts(Texts),
    /// An array of rows of cells, read in place.
    Rows(Cells, InPlace),
}

impl Given {
    /// Reads positions from a list, or from a contiguous int8 array (n, cells).
    ///
    /// # Errors
    ///
    /// If an item of the list is no position, if rows have another width, or if the game has no
    /// rows.
    pub(crate) fn of(game: &Game, positions: &Bound<'_, PyAny>) -> PyResult<Given> {
        let py = positions.py();
        if let Ok(list) = positions.cast::<PyList>() {
            return Ok(Given::Texts(Texts::of(list)?));
        }
        let rows: PyReadonlyArray2<'_, i8> = positions.extract()?;
        let (cells, width) = (game.cells(py)?, rows.shape()[1]);
        if width != cells.width() {
            let message = format!(
                "a row has {} here, not {width}",
                Counted(cells.width(), "cell")
            );
            return Err(errors::raise(py, "CellsError", |keywords| {
                keywords.set_item("message", message)
            }));
        }
        Ok(Given::Rows(cells.clone(), InPlace::of(&rows)?))
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        match self {
            Given::Texts(texts) => texts.len(),
            Given::Rows(_, rows) => rows.len(),
        }
    }

    /// Returns the text of a position; empty if it has none.
    pub(crate) fn text(&self, index: usize) -> String {
        let mut text = String::new();
        // The error of a bad row is reported by the question about it.
        drop(self.read(index, &mut text));
        text
    }

    /// Writes the text of a position into `text`, which loses its former contents.
    ///
    /// # Errors
    ///
    /// If the row is no position.
    pub(crate) fn read(&self, index: usize, text: &mut String) -> Result<(), CellsError> {
        match self {
            Given::Texts(texts) => {
                text.clear();
                text.push_str(texts.get(index));
                Ok(())
            }
            Given::Rows(cells, rows) => {
                let mut row = vec![0; cells.width()];
                rows.read(index, &mut row);
                *text = cells.text(&row)?;
                Ok(())
            }
        }
    }

    /// Returns the values of `count` positions from `first` on.
    ///
    /// # Errors
    ///
    /// If a position has no answer; the error has its number among all.
    pub(crate) fn values<A: Answers>(
        &self,
        first: usize,
        count: usize,
        remembered: &mut Remembered,
        answers: &mut A,
    ) -> Result<Columns, BatchError<A::Error>> {
        let first = first.min(self.len());
        let count = count.min(self.len() - first);
        let found = match self {
            Given::Texts(texts) => batch::texts(texts.part(first, count), answers),
            Given::Rows(cells, rows) => {
                let read = &mut |index, row: &mut [i8]| rows.read(first + index, row);
                batch::rows(cells, Part { count, read }, remembered, answers)
            }
        };
        found.map_err(|error| BatchError {
            index: first + error.index,
            ..error
        })
    }

    /// Converts the error of a batch of these positions.
    pub(crate) fn error(&self, py: Python<'_>, error: &BatchError) -> PyErr {
        let index = Some(error.index);
        match &error.fault {
            BatchFault::Cells(fault) => errors::cells(py, fault, index),
            BatchFault::Query(fault) => errors::query(py, &self.text(error.index), fault, index),
        }
    }
}
