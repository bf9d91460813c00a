//! The texts and boards of positions, as the class writes them.

use super::values::{plain_text, raised};
use super::{Inner, PySource, SECOND};
use pyo3::prelude::*;
use pyo3::types::PyString;
use yomikiri_catalog::Player;
use yomikiri_catalog::asked::{Arena, Fault};

impl PySource {
    /// Returns the text of a position, and checks that no other position has it.
    pub(super) fn text_of(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        number: u32,
    ) -> Result<String, Fault> {
        let raised = |error| raised(py, error);
        let position = &inner.store.value(py, number).map_err(raised)?;
        let mut text = match &self.calls.text {
            Some(text) => {
                let text = text.bind(py).call1((position,)).map_err(raised)?;
                plain_text(&text)
            }
            None => plain_text(position),
        }
        .map_err(raised)?;
        if text.is_empty() || matches!(text.as_str(), "start" | "after") {
            text.push('_');
        }
        if inner.movers.get(number as usize) == Some(&Player::Second) {
            text.push_str(SECOND);
        }
        match inner.texts.insert(text.clone(), number) {
            Some(other) if other != number => {
                let fault = Fault::new(format!("two positions have the text `{text}`"));
                Err(fault.help("define `text` so that different positions have different texts"))
            }
            _ => Ok(text),
        }
    }

    /// Checks that `parse` reads the text of a position as that position.
    pub(super) fn reads_back(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        number: u32,
        mover: Option<Player>,
        arena: &Arena,
    ) -> Result<(), Fault> {
        let text = self.text_of(py, inner, number)?;
        let Some(parse) = &self.calls.parse else {
            return Ok(());
        };
        let board = match mover {
            Some(Player::Second) => text.strip_suffix(SECOND).unwrap_or(&text),
            _ => &text,
        };
        let position = parse
            .call1(py, (board,))
            .map_err(|error| raised(py, error))?;
        let mover = mover.unwrap_or(Player::First);
        if !position.is_none(py) && self.intern(py, inner, position, mover, arena)? == number {
            return Ok(());
        }
        let fault = Fault::new(format!(
            "`parse` does not read `{text}` as the position with this text"
        ));
        Err(fault.help("`parse` has to lead back from every `text`"))
    }

    /// Returns the rows of a position's board, if the class draws one.
    pub(super) fn drawn(
        &self,
        py: Python<'_>,
        inner: &Inner,
        number: u32,
    ) -> Result<Option<Vec<String>>, Fault> {
        let Some(cells) = &self.calls.cells else {
            return Ok(None);
        };
        let row = |row: PyResult<Bound<'_, PyAny>>| -> PyResult<String> {
            let row = row?;
            if let Ok(text) = row.cast::<PyString>() {
                return Ok(text.to_cow()?.into_owned());
            }
            let sign = |sign: PyResult<Bound<'_, PyAny>>| -> PyResult<char> {
                let sign = sign?.str()?;
                Ok(sign.to_cow()?.chars().next().unwrap_or('.'))
            };
            row.try_iter()?.map(sign).collect()
        };
        let rows = || -> PyResult<Vec<String>> {
            let position = inner.store.value(py, number)?;
            let rows = cells.bind(py).call1((position,))?;
            rows.try_iter()?.map(row).collect()
        };
        rows().map(Some).map_err(|error| raised(py, error))
    }
}
