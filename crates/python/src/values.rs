//! Values of positions as combinatorial games.

use crate::errors;
use crate::files::Disk;
use crate::parts::PartsFile;
use crate::wait::{Watched, interruptible};
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use yomikiri_catalog::values::{Detail, ValueError, octal as find_octal, value as find};
use yomikiri_catalog::{Control, Limits};

/// The value of a sum of games and values: JSON, as `yomikiri value --json` writes it, and the same in words.
#[pyfunction]
#[pyo3(signature = (sum, position, compare, grundy, incentives, parts, check_parts, timeout, memory))]
#[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
pub(crate) fn value(
    py: Python<'_>,
    sum: String,
    position: Option<String>,
    compare: Option<String>,
    grundy: bool,
    incentives: bool,
    parts: Option<String>,
    check_parts: bool,
    timeout: Option<f64>,
    memory: Option<u64>,
) -> PyResult<(String, String)> {
    let detail = match (grundy, incentives) {
        (true, _) => Detail::Grundy,
        (false, true) => Detail::Incentives,
        (false, false) => Detail::Usual,
    };
    let limits = Limits {
        time: errors::seconds(timeout)?,
        memory,
        ..Limits::default()
    };
    let parts = parts
        .map(|path| PartsFile::found(py, path, check_parts))
        .transpose()?;
    let mut file = parts.as_ref().map(|parts| parts.open(py)).transpose()?;
    let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| {
        let mut control = Control::new().limited(limits).cancelled_by(cancel);
        let (position, compare) = (position.as_deref(), compare.as_deref());
        let found = find(
            &sum,
            position,
            compare,
            detail,
            &Disk { text: None, cancel },
            file.as_mut(),
            &mut control,
        );
        // Values found before a limit are saved too.
        let saved = file.map_or(Ok(()), |mut file| file.save());
        let seconds = control.done().elapsed.as_secs_f64();
        let told = found.map(|found| {
            let words = found.lines(Default::default()).join("\n");
            let json = serde_json::json!(found.json(Some(seconds))).to_string();
            (json, words)
        });
        (told, saved)
    };
    let (told, saved) = interruptible(py, Watched::default(), work, |()| Ok(()))?;
    let told = told.map_err(|error| match error {
        ValueError::Text { other, error } => {
            let text = compare.as_deref().filter(|_| other).unwrap_or(&sum);
            errors::text(py, "TextError", text, &error, None)
        }
        ValueError::Spec { spec, error, .. } => errors::spec(py, &spec, &error),
        ValueError::Position {
            position, error, ..
        } => errors::text(py, "PositionError", &position, &error, None),
        ValueError::Parts(fault) => {
            let path = parts.as_ref().map_or("", PartsFile::path);
            errors::plain(py, "PartsError", format!("`{path}`: {fault}"))
        }
        ValueError::Stopped(why) => errors::stopped(py, why),
        ValueError::Beyond(why) => errors::plain(py, "LimitReached", why),
        error @ (ValueError::NotNormal(..) | ValueError::NotImpartial(_)) => {
            errors::plain(py, "Refused", error)
        }
    });
    match &parts {
        None => told,
        Some(parts) => parts.after(py, told, saved),
    }
}

/// The values of an octal game: JSON, as `yomikiri value --octal --json` writes it, the same in words, and the limit
/// that was reached first, if one was.
#[pyfunction]
#[pyo3(signature = (code, heaps, most, timeout, memory))]
pub(crate) fn octal(
    py: Python<'_>,
    code: String,
    heaps: usize,
    most: usize,
    timeout: Option<f64>,
    memory: Option<u64>,
) -> PyResult<(String, String, Option<String>)> {
    let limits = Limits {
        time: errors::seconds(timeout)?,
        memory,
        ..Limits::default()
    };
    let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| {
        let mut control = Control::new().limited(limits).cancelled_by(cancel);
        find_octal(&code, heaps, most, &mut control)
    };
    let found = interruptible(py, Watched::default(), work, |()| Ok(()))?;
    let found = found.map_err(|error| errors::text(py, "TextError", &code, &error, None))?;
    let words = found.lines(Default::default()).join("\n");
    let stopped = found.stopped.map(|why| why.to_string());
    Ok((serde_json::json!(found.json()).to_string(), words, stopped))
}
