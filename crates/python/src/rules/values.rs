//! Converts values of a Python class to ours.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use std::fmt::Write;
use std::sync::Arc;
use yomikiri_catalog::asked::{Cause, Fault};
use yomikiri_catalog::{Outcome, Player};

/// Converts a Python exception to a fault.
pub(super) fn raised(py: Python<'_>, error: PyErr) -> Fault {
    let class = error.get_type(py).name();
    let class = class.map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    let fault = Fault::new(format!("the rules raised {class}: {}", error.value(py)));
    Fault {
        cause: Some(Cause(Arc::new(error))),
        ..fault
    }
}

/// Returns the method of a name, unless it is `None` or absent.
pub(super) fn method(rules: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    match rules.getattr_opt(name)? {
        Some(found) if !found.is_none() => Ok(Some(found.unbind())),
        _ => Ok(None),
    }
}

pub(super) fn player(value: &Bound<'_, PyAny>) -> PyResult<Player> {
    let name = value.cast::<PyString>().ok();
    let name = name.and_then(|name| name.to_cow().ok());
    let player = Player::BOTH
        .into_iter()
        .find(|player| Some(player.name()) == name.as_deref());
    player.ok_or_else(|| {
        PyTypeError::new_err(format!("\"first\" or \"second\" is wanted, not {value:?}"))
    })
}

/// Reads an outcome: a word, or First's points less Second's. `mover` is to move where play is
/// over.
pub(super) fn outcome(value: &Bound<'_, PyAny>, mover: Option<Player>) -> PyResult<Outcome> {
    if let Ok(word) = value.cast::<PyString>() {
        let mover = |wins: bool| {
            let player = mover.map(|mover| if wins { mover } else { mover.opponent() });
            player.map(Outcome::Win)
        };
        let outcome = match &*word.to_cow()? {
            "first" => Some(Outcome::Win(Player::First)),
            "second" => Some(Outcome::Win(Player::Second)),
            "draw" => Some(Outcome::Draw),
            "mover" => mover(true),
            "opponent" => mover(false),
            _ => None,
        };
        if let Some(outcome) = outcome {
            return Ok(outcome);
        }
    } else if !value.is_instance_of::<PyBool>()
        // `True` would count as a point, but `return left == 0` means something else.
        && let Ok(points) = value.extract::<i64>()
    {
        return Ok(Outcome::Margin(points));
    }
    Err(PyTypeError::new_err(format!(
        "an outcome is None, \"first\", \"draw\", \"second\", \"mover\", \"opponent\" or a margin, not {value:?}"
    )))
}

/// Converts a Python value to text without white space: a str as it is, anything else by its repr.
pub(super) fn plain_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut text = String::new();
    push_plain(&mut text, value)?;
    Ok(text)
}

/// Appends this text. It is called for every move, so it must be fast.
pub(super) fn push_plain(to: &mut String, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_exact_instance_of::<PyInt>()
        && let Ok(number) = value.extract::<i64>()
    {
        // Writing to a string cannot fail.
        let _ = write!(to, "{number}");
        return Ok(());
    }
    let text = match value.cast::<PyString>() {
        Ok(text) => text.clone(),
        Err(_) => value.repr()?,
    };
    let text = text.to_cow()?;
    match text.bytes().all(|byte| byte.is_ascii_graphic()) {
        true => to.push_str(&text),
        false => to.extend(text.chars().filter(|sign| !sign.is_whitespace())),
    }
    Ok(())
}

/// Adds the position that was asked about to a fault.
pub(super) fn about(fault: Fault, position: &Bound<'_, PyAny>) -> Fault {
    match plain_text(position) {
        Ok(text) if fault.limit.is_none() => {
            let help = fault.help.clone();
            let help = help.map_or_else(String::new, |help| format!("; {help}"));
            fault.help(format!("asked about {text}{help}"))
        }
        _ => fault,
    }
}

/// A move, its target, and its gain.
pub(super) type Triple<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
);

pub(super) fn triple<'py>(item: &Bound<'py, PyAny>) -> PyResult<Triple<'py>> {
    match item.len() {
        Ok(2) => Ok((item.get_item(0)?, item.get_item(1)?, None)),
        Ok(3) => Ok((
            item.get_item(0)?,
            item.get_item(1)?,
            Some(item.get_item(2)?),
        )),
        _ => Err(PyTypeError::new_err(format!(
            "without a method `play`, moves are (move, next) or (move, next, gain), not {item:?}"
        ))),
    }
}
