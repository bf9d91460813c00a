//! How many bytes a position of a class takes.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyInt, PyString, PyTuple};

/// The longest text, or row of bytes, that counts as small: Python keeps many of these once.
const SMALL: usize = 16;
/// How deep values in values are looked at.
const DEEPEST: usize = 8;

/// One position of so many is looked at, and stands for all of them: looking takes as long as all else that is done here.
pub(super) const EVERY: u32 = 16;

/// About the bytes of a value and of all that it holds. What several positions share counts for each of them.
pub(super) fn bytes(value: &Bound<'_, PyAny>) -> u64 {
    within(value, DEEPEST)
}

fn within(value: &Bound<'_, PyAny>, depth: usize) -> u64 {
    let own = || {
        let size = value.call_method0("__sizeof__");
        size.and_then(|size| size.extract::<u64>()).unwrap_or(0)
    };
    let is_text = value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>();
    if is_text {
        return match value.len() {
            Ok(length) if length <= SMALL => 0,
            _ => own(),
        };
    }
    if value.is_instance_of::<PyInt>() {
        // The smallest numbers, True and False are there once.
        return match value.extract::<i32>() {
            Ok(-5..=256) => 0,
            Ok(_) => 32,
            Err(_) => own(),
        };
    }
    if value.is_none() || depth == 0 {
        return 0;
    }
    let of_all = |items: PyResult<Vec<Bound<'_, PyAny>>>| -> u64 {
        let items = items.unwrap_or_default();
        items.iter().map(|item| within(item, depth - 1)).sum()
    };
    if value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyFrozenSet>() {
        return own() + of_all(value.try_iter().and_then(Iterator::collect));
    }
    // An object of some class, with its attributes.
    let dict = value.getattr("__dict__").ok();
    let dict = dict.and_then(|dict| dict.cast_into::<PyDict>().ok());
    own() + dict.map_or(0, |dict| 100 + of_all(Ok(dict.values().iter().collect())))
}
