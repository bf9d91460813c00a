//! Many texts out of Python at once.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// Texts one after the other in one: a list of them is turned into this quicker than into a text each.
pub(crate) struct Texts {
    joined: String,
    /// Where each text begins and ends.
    spans: Vec<(usize, usize)>,
}

impl Texts {
    /// The texts of a list.
    ///
    /// # Errors
    ///
    /// When something in it is no text, or one that is not Unicode.
    pub(crate) fn of(list: &Bound<'_, PyList>) -> PyResult<Texts> {
        let joined = intern!(list.py(), "\n").call_method1("join", (list,))?;
        let joined = joined.cast::<PyString>()?.to_cow()?.into_owned();
        let mut spans = Vec::with_capacity(list.len());
        let mut start = 0;
        for (end, _) in joined.match_indices('\n') {
            spans.push((start, end));
            start = end + 1;
        }
        if !list.is_empty() {
            spans.push((start, joined.len()));
        }
        if spans.len() == list.len() {
            return Ok(Texts { joined, spans });
        }
        // There are ends of lines in a text.
        let (mut joined, mut spans) = (String::new(), Vec::new());
        for text in list {
            let start = joined.len();
            joined.push_str(&text.cast::<PyString>()?.to_cow()?);
            spans.push((start, joined.len()));
        }
        Ok(Texts { joined, spans })
    }

    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// A text by its number; an empty one where there is none.
    pub(crate) fn get(&self, index: usize) -> &str {
        let span = self.spans.get(index);
        span.map_or("", |&(start, end)| &self.joined[start..end])
    }

    /// So many texts from one on.
    pub(crate) fn part(&self, first: usize, count: usize) -> Vec<&str> {
        let end = first.saturating_add(count).min(self.len());
        (first.min(end)..end).map(|index| self.get(index)).collect()
    }
}
