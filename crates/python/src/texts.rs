//! Reads many texts from Python at once.

use crate::position::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// The number of texts joined at once; the intermediate text stays in a near cache.
const AT_ONCE: usize = 1024;

/// Texts joined into one: converting a list this way is faster than one by one.
#[derive(Default)]
pub(crate) struct Texts {
    joined: String,
    /// The end of each text.
    ends: Vec<usize>,
}

impl Texts {
    /// Reads a list of positions, each a text or a Position.
    ///
    /// # Errors
    ///
    /// If an item is neither, or if a text is not Unicode.
    pub(crate) fn of(list: &Bound<'_, PyList>) -> PyResult<Texts> {
        let mut texts = Texts::default();
        texts.ends.reserve(list.len());
        let mut first = 0;
        while first < list.len() {
            let part = list.get_slice(first, first.saturating_add(AT_ONCE));
            if !texts.append(&part)? {
                texts.append_one_by_one(&part)?;
            }
            first += part.len();
        }
        Ok(texts)
    }

    /// Appends a list of texts without line ends; for any other list it does nothing and returns
    /// `false`.
    fn append(&mut self, list: &Bound<'_, PyList>) -> PyResult<bool> {
        let py = list.py();
        let joined = match intern!(py, "\n").call_method1("join", (list,)) {
            Err(error) if error.is_instance_of::<PyTypeError>(py) => return Ok(false),
            joined => joined?,
        };
        let joined = joined.cast::<PyString>()?.to_cow()?;
        if joined.bytes().filter(|&byte| byte == b'\n').count() + 1 != list.len() {
            return Ok(false);
        }
        self.joined.reserve(joined.len());
        for text in joined.split('\n') {
            self.push(text);
        }
        Ok(true)
    }

    fn append_one_by_one(&mut self, list: &Bound<'_, PyList>) -> PyResult<()> {
        for item in list {
            if let Ok(text) = item.cast::<PyString>() {
                self.push(&text.to_cow()?);
            } else if let Ok(position) = item.cast::<Position>() {
                self.push(&position.try_borrow_mut()?.text(item.py())?);
            } else {
                let kind = item.get_type().name()?;
                let message = format!("a position is a str or a Position, not {kind}");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        self.joined.push_str(text);
        self.ends.push(self.joined.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns a text by its number; empty if there is none.
    pub(crate) fn get(&self, index: usize) -> &str {
        self.part(index, 1).next().unwrap_or_default()
    }

    /// Returns up to `count` texts from `first` on.
    pub(crate) fn part(&self, first: usize, count: usize) -> impl ExactSizeIterator<Item = &str> {
        let ends = self.ends.get(first..).unwrap_or_default();
        let mut start = match first {
            0 => 0,
            _ => self.ends.get(first - 1).copied().unwrap_or_default(),
        };
        ends[..count.min(ends.len())].iter().map(move |&end| {
            let text = &self.joined[start..end];
            start = end;
            text
        })
    }
}
