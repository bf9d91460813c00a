//! The laws of games whose rules a Python class knows.

use crate::errors;
use crate::game::Game;
use crate::wait::interruptible;
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use yomikiri_catalog::rules::{AskedUnsound, check_asked};

/// Executes the laws of a game whose rules a class knows, asks about positions twice, and compares positions of equal
/// keys: what was checked, in words, the positions and the checks.
///
/// Raises RulesError where a law is broken, and whatever the class raises.
#[pyfunction]
pub(crate) fn check_rules(
    py: Python<'_>,
    game: &Bound<'_, Game>,
) -> PyResult<(String, usize, u64)> {
    let arena = game.get().arena(py)?;
    let work = |_: &AtomicBool, _: &mut dyn FnMut(())| check_asked(arena);
    let watched = game.get().watched(None);
    let checked =
        interruptible(py, watched, work, |()| Ok(()))?.map_err(|unsound| match unsound {
            AskedUnsound::Fault(fault) => errors::fault(py, &fault),
            other => errors::plain(py, "RulesError", other),
        })?;
    Ok((checked.to_string(), checked.positions, checked.checks))
}
