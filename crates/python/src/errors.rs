//! Converts errors to Python exceptions. Their classes are written in Python (`yomikiri._errors`), so they can
//! be pickled.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Range;
use std::time::Duration;
use yomikiri_catalog::asked::Fault;
use yomikiri_catalog::cells::CellsError;
use yomikiri_catalog::{AnyGame, QueryError, Refusal, SpecError, Stop, TextError};

/// Makes an instance of one of our exception classes.
pub(crate) fn raise<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl FnOnce(&Bound<'py, PyDict>) -> PyResult<()>,
) -> PyErr {
    let make = || {
        let keywords = PyDict::new(py);
        arguments(&keywords)?;
        py.import("yomikiri._errors")?
            .getattr(class)?
            .call((), Some(&keywords))
    };
    match make() {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Makes one of our exceptions that has only a message.
pub(crate) fn plain(py: Python<'_>, class: &str, message: impl ToString) -> PyErr {
    raise(py, class, |keywords| {
        keywords.set_item("message", message.to_string())
    })
}

/// Converts a span of bytes to a span of characters, which Python counts.
fn characters(text: &str, span: &Range<usize>) -> (usize, usize) {
    let count = |end: usize| {
        let before = text.char_indices().take_while(|(at, _)| *at < end);
        before.count()
    };
    (count(span.start), count(span.end))
}

/// Makes the exception for a wrong text. `index` is its number in a batch.
pub(crate) fn text(
    py: Python<'_>,
    class: &str,
    text: &str,
    error: &TextError,
    index: Option<usize>,
) -> PyErr {
    raise(py, class, |keywords| {
        keywords.set_item("message", &error.message)?;
        keywords.set_item("text", text)?;
        keywords.set_item("span", characters(text, &error.span))?;
        keywords.set_item("help", error.help.as_deref())?;
        keywords.set_item("index", index)
    })
}

/// Makes the exception for a wrong spec, a wrong file that it names, or a game that is too large for a limit.
pub(crate) fn spec(py: Python<'_>, given: &str, error: &SpecError) -> PyErr {
    if error.is_limit {
        return plain(py, "LimitReached", error);
    }
    let within = error.file.as_ref().map_or(given, |(_, text)| text);
    text(py, "SpecError", within, &error.error, None)
}

/// Makes the exception for a question or a solver that does not apply.
pub(crate) fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    plain(py, "Refused", refusal)
}

/// Makes the exception for a limit that was reached before anything was known.
pub(crate) fn stopped(py: Python<'_>, why: Stop) -> PyErr {
    plain(py, "LimitReached", why)
}

/// Converts the error of a query about a position.
pub(crate) fn query(
    py: Python<'_>,
    position: &str,
    error: &QueryError,
    index: Option<usize>,
) -> PyErr {
    match error {
        QueryError::Text(error) => text(py, "PositionError", position, error, index),
        QueryError::Refused(refusal) => refused(py, refusal),
        QueryError::Stopped(why) => stopped(py, *why),
        QueryError::Table { why, .. } => plain(py, "TableError", why),
        QueryError::Parts(why) => plain(py, "PartsError", why),
        QueryError::Failed(failed) => fault(py, failed),
    }
}

/// Converts the fault of a game whose rules a program or a class knows. For rules in Python this is the raised
/// exception itself.
pub(crate) fn fault(py: Python<'_>, fault: &Fault) -> PyErr {
    let cause = fault.cause.as_ref();
    if let Some(raised) = cause.and_then(|cause| cause.0.downcast_ref::<PyErr>()) {
        let class = py
            .import("yomikiri._errors")
            .and_then(|module| module.getattr("CallEnded"));
        if class.is_ok_and(|class| raised.is_instance(py, &class)) {
            let why =
                "an earlier call ended in the middle of a method of the rules: make a new Game";
            return plain(py, "RulesError", why);
        }
        return raised.clone_ref(py);
    }
    let class = match fault.limit.is_some() {
        true => "LimitReached",
        false => "RulesError",
    };
    plain(py, class, fault)
}

/// Returns an error about a game, unless the game itself has failed: then that fault.
pub(crate) fn unless_failed(py: Python<'_>, game: &dyn AnyGame, error: PyErr) -> PyErr {
    game.fault().map_or(error, |failed| fault(py, failed))
}

/// Makes the exception for a row of cells that is no position.
pub(crate) fn cells(py: Python<'_>, error: &CellsError, index: Option<usize>) -> PyErr {
    raise(py, "CellsError", |keywords| {
        keywords.set_item("message", error.to_string())?;
        keywords.set_item("index", index)
    })
}

/// Makes a ValueError.
pub(crate) fn value(message: impl Into<String>) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(message.into())
}

/// Converts seconds to a duration.
pub(crate) fn seconds(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    time.map_err(|error| value(format!("a number of seconds is wanted: {error}")))
}

/// Makes the exception for a thread that panicked, which is a bug.
pub(crate) fn broken() -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(
        "a bug in yomikiri: a thread of it has ended; please report it",
    )
}
