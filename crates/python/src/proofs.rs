//! Making and checking certificates.

use crate::errors;
use crate::game::Game;
use crate::solver::question;
use crate::wait::{Watched, interruptible};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::atomic::AtomicBool;
use yomikiri_catalog::{Control, Halves, Limits, ProveError};
use yomikiri_check::{Fault, Limits as CheckLimits, check as check_file};

/// A certificate of what a position is worth: its bytes, the value as text, the positions listed for each
/// half, and whether the game had to be written down as a graph.
#[pyfunction]
#[pyo3(signature = (game, position, ask, half, threats, timeout, memory))]
#[expect(
    clippy::too_many_arguments,
    reason = "each is an argument of the function in Python"
)]
pub(crate) fn prove<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    position: String,
    ask: &str,
    half: &str,
    threats: bool,
    timeout: Option<f64>,
    memory: Option<u64>,
) -> PyResult<(Bound<'py, PyBytes>, String, Vec<u64>, bool)> {
    let ask = question(ask)?;
    let halves = match half {
        "least" => Halves::Least,
        "most" => Halves::Most,
        "both" => Halves::Both,
        _ => {
            return Err(errors::value(format!(
                "half is least, most or both, not {half:?}"
            )));
        }
    };
    let limits = Limits {
        time: errors::seconds(timeout)?,
        memory,
        ..Limits::default()
    };
    let watched = game.get().watched(limits.time);
    let game = &game.get().game;
    let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| {
        let mut control = Control::new().limited(limits).cancelled_by(cancel);
        match threats {
            true => game.prove_by_threats(&position, ask, halves, &mut control),
            false => game.prove(&position, ask, halves, &mut control),
        }
    };
    let made = interruptible(py, watched, work, |()| Ok(()))?.map_err(|error| match error {
        ProveError::Text(error) => errors::text(py, "PositionError", &position, &error, None),
        ProveError::Refused(refusal) => errors::refused(py, &refusal),
        ProveError::Stopped(why) => errors::stopped(py, why),
        ProveError::Failed(fault) => errors::fault(py, &fault),
        error => errors::plain(py, "ProofError", error),
    })?;
    let counts = made.positions.iter().map(|(_, count)| *count).collect();
    let bytes = PyBytes::new(py, &made.bytes);
    Ok((bytes, made.value.to_string(), counts, made.explicit))
}

/// Checks a certificate and says what it proves: game, position, board, to_move, rules, claims, value, text.
#[pyfunction]
#[pyo3(signature = (certificate, memory, max_moves))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    certificate: Vec<u8>,
    memory: Option<u64>,
    max_moves: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let usual = CheckLimits::default();
    let limits = CheckLimits {
        memory: memory.unwrap_or(usual.memory),
        moves: max_moves.unwrap_or(usual.moves),
    };
    let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| {
        // The checker has no cancel flag, so its input ends instead.
        let source = Reader {
            bytes: &certificate,
            cancel,
        };
        check_file(source, &limits)
    };
    let proved =
        interruptible(py, Watched::default(), work, |()| Ok(()))?.map_err(|fault| match fault {
            fault @ Fault::Rejected { .. } => errors::plain(py, "Rejected", fault),
            Fault::Limit(why) => errors::plain(py, "LimitReached", why),
            Fault::Io(error) => errors::value(error.to_string()),
        })?;
    let said = PyDict::new(py);
    said.set_item("game", &proved.game)?;
    said.set_item("position", &proved.position)?;
    said.set_item("board", &proved.board)?;
    said.set_item("to_move", proved.to_move.to_string())?;
    said.set_item("rules", &proved.rules)?;
    let claims = proved.claims.iter();
    let claims: Vec<(String, u64)> = claims
        .map(|(claim, positions)| (claim.to_string(), *positions))
        .collect();
    said.set_item("claims", claims)?;
    said.set_item("value", proved.exact().map(|value| value.to_string()))?;
    said.set_item("text", proved.to_string())?;
    Ok(said)
}

/// A reader of bytes that ends early if the work is cancelled.
struct Reader<'b> {
    bytes: &'b [u8],
    cancel: &'b AtomicBool,
}

impl std::io::Read for Reader<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match self.cancel.load(std::sync::atomic::Ordering::Relaxed) {
            true => Err(std::io::Error::other("interrupted")),
            false => self.bytes.read(into),
        }
    }
}
