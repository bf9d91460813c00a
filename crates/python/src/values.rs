//! Values of positions as combinatorial games.

use crate::errors;
use crate::files::Disk;
use crate::wait::interruptible;
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use yomikiri_catalog::values::{ValueError, value as find};
use yomikiri_catalog::{Control, Limits};

/// What a sum of games and values is worth: JSON, as `yomikiri value --json` writes it, and the same in words.
#[pyfunction]
#[pyo3(signature = (sum, position, compare, grundy, timeout, memory))]
pub(crate) fn value(
    py: Python<'_>,
    sum: String,
    position: Option<String>,
    compare: Option<String>,
    grundy: bool,
    timeout: Option<f64>,
    memory: Option<u64>,
) -> PyResult<(String, String)> {
    let limits = Limits {
        time: errors::seconds(timeout)?,
        memory,
        ..Limits::default()
    };
    let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| {
        let mut control = Control::new().limited(limits).cancelled_by(cancel);
        let (position, compare) = (position.as_deref(), compare.as_deref());
        let found = find(&sum, position, compare, grundy, &Disk, &mut control)?;
        let seconds = control.done().elapsed.as_secs_f64();
        let words = found.lines(Default::default()).join("\n");
        Ok((
            serde_json::json!(found.json(Some(seconds))).to_string(),
            words,
        ))
    };
    interruptible(py, work, |()| Ok(()))?.map_err(|error| match error {
        ValueError::Text { other, error } => {
            let text = compare.as_deref().filter(|_| other).unwrap_or(&sum);
            errors::text(py, "TextError", text, &error, None)
        }
        ValueError::Spec { spec, error } => errors::spec(py, &spec, &error),
        ValueError::Position { position, error } => {
            errors::text(py, "PositionError", &position, &error, None)
        }
        ValueError::Stopped(why) => errors::stopped(py, why),
        ValueError::Beyond(why) => errors::plain(py, "LimitReached", why),
        error @ (ValueError::NotNormal(_) | ValueError::NotImpartial(_)) => {
            errors::plain(py, "Refused", error)
        }
    })
}
