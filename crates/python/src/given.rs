//! Positions as Python hands them over, many at once.

use crate::errors;
use crate::game::Game;
use crate::rows::InPlace;
use crate::texts::Texts;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;
use yomikiri_catalog::Cells;
use yomikiri_catalog::batch::{self, Answers, BatchError, Columns, Part, Remembered};
use yomikiri_catalog::cells::CellsError;

/// Positions, in either form. They can be read without Python's lock.
pub(crate) enum Given {
    /// As a list of texts.
    Texts(Texts),
    /// As an array of rows of cells, read where it lies.
    Rows(Cells, InPlace),
}

impl Given {
    /// The positions of a list, or of an int8 array (n, cells) that is contiguous.
    ///
    /// # Errors
    ///
    /// Something in the list that is no position; rows of another width; a game without rows.
    pub(crate) fn of(game: &Game, positions: &Bound<'_, PyAny>) -> PyResult<Given> {
        let py = positions.py();
        if let Ok(list) = positions.cast::<PyList>() {
            return Ok(Given::Texts(Texts::of(list)?));
        }
        let rows: PyReadonlyArray2<'_, i8> = positions.extract()?;
        let (cells, width) = (game.cells(py)?, rows.shape()[1]);
        if width != cells.width() {
            let message = format!("a row has {} cells here, not {width}", cells.width());
            return Err(errors::raise(py, "CellsError", |keywords| {
                keywords.set_item("message", message)
            }));
        }
        Ok(Given::Rows(cells.clone(), InPlace::of(&rows)?))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Given::Texts(texts) => texts.len(),
            Given::Rows(_, rows) => rows.len(),
        }
    }

    /// The text of a position; an empty one where there is none.
    pub(crate) fn text(&self, index: usize) -> String {
        let mut text = String::new();
        // What is wrong with a row is said where it is asked about.
        drop(self.read(index, &mut text));
        text
    }

    /// Puts the text of a position in place of what a text was.
    ///
    /// # Errors
    ///
    /// A row that is none.
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

    /// The values of so many positions from one on, by whatever answers them.
    ///
    /// # Errors
    ///
    /// The first one that has no answer, by its number among all.
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
}
