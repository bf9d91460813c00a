//! Stress tests: a program, or a function, against the truth.

use crate::calls::{Calls, Ended, calling};
use crate::errors;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use yomikiri_catalog::contest::problem;
use yomikiri_catalog::stress::{
    Config, End, Job, NoRun, Run, Runner, StressError, Watch, run as search,
};

/// A function of Python as the program that is tested: bytes in, bytes out.
struct Function {
    function: Py<PyAny>,
    calls: Arc<Calls>,
}

impl Runner for Function {
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun> {
        if job.is_cancelled() {
            return Err(NoRun::Cancelled);
        }
        let started = Instant::now();
        let (end, output, errors) = Python::attach(|py| {
            let input = PyBytes::new(py, job.input);
            let function = self.function.bind(py);
            let said = self.calls.call(function, (input,), Some(job.time));
            let said = said.and_then(|said| said.extract::<Vec<u8>>().map_err(Ended::Raised));
            match said {
                Ok(output) => Ok((End::Code(0), output, Vec::new())),
                Err(Ended::Late) => Ok((End::Time, Vec::new(), Vec::new())),
                Err(Ended::Cancelled) => Err(NoRun::Cancelled),
                Err(Ended::Raised(error)) => {
                    let errors = error.to_string().into_bytes();
                    Ok((End::Code(1), Vec::new(), errors))
                }
            }
        })?;
        Ok(Run {
            end,
            output,
            errors,
            elapsed: started.elapsed(),
            ruling: None,
        })
    }
}

/// Runs a program (a list of words) or a function on generated inputs until it goes wrong: the report as
/// JSON.
#[pyfunction]
#[pyo3(signature = (id, command, function, seed, cases, timeout, case_timeout, threads, perfect_play))]
#[expect(
    clippy::too_many_arguments,
    reason = "all given by the Python half, by name"
)]
pub(crate) fn stress(
    py: Python<'_>,
    id: &str,
    command: Option<Vec<OsString>>,
    function: Option<Py<PyAny>>,
    seed: u64,
    cases: Option<u64>,
    timeout: Option<f64>,
    case_timeout: Option<f64>,
    threads: usize,
    perfect_play: bool,
) -> PyResult<String> {
    let problem = problem(id).map_err(|error| errors::text(py, "SpecError", id, &error, None))?;
    let usual = Config::default();
    let (cases, time) = match (cases, errors::seconds(timeout)?) {
        (None, None) => (usual.cases, usual.time),
        given => given,
    };
    let config = Config {
        seed,
        cases,
        time,
        case_time: errors::seconds(case_timeout)?
            .unwrap_or_else(|| Duration::from_secs(problem.about().seconds.into())),
        threads,
        perfect_play,
        ..usual
    };
    let calls = Arc::new(Calls::default());
    let program: Box<dyn Runner + Send> = match (command, function) {
        (Some(words), None) => child(&words)?,
        (None, Some(function)) => {
            let calls = Arc::clone(&calls);
            Box::new(Function { function, calls })
        }
        _ => return Err(errors::value("a command or a function is wanted")),
    };
    let work = |cancel: &AtomicBool| {
        let mut watch = Watch {
            cancel: Some(cancel),
            progress: None,
        };
        search(problem, &config, program.as_ref(), &mut watch)
    };
    let report = calling(py, &calls, work)?.map_err(|error| match error {
        StressError::Start(error) => PyErr::from(error),
        error => errors::plain(py, "StressError", error),
    })?;
    Ok(serde_json::Value::Object(report.json()).to_string())
}

#[cfg(unix)]
fn child(words: &[OsString]) -> PyResult<Box<dyn Runner + Send>> {
    let child = yomikiri_catalog::stress::Child::new(words, &std::env::temp_dir())?;
    Ok(Box::new(child))
}

#[cfg(not(unix))]
fn child(_: &[OsString]) -> PyResult<Box<dyn Runner + Send>> {
    Err(errors::value(
        "programs are run on Unix only: give a function",
    ))
}
