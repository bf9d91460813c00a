//! Stress tests: compares a program, or a function, with the truth.

use crate::calls::{Calls, Ended, calling};
use crate::errors;
use crate::wait::Watched;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use yomikiri_contest::problems::problem;
use yomikiri_contest::shape::Shape;
use yomikiri_contest::stress::{
    Config, End, Job, NoRun, Run, Runner, Source, StressError, Watch, run as search, search_in,
};
#[cfg(unix)]
use yomikiri_contest::stress::{Open, Parts};

/// A Python function as the tested program: bytes in, bytes out.
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
            // The function may return bytes or text.
            let bytes = |said: Bound<'_, PyAny>| match said.extract::<String>() {
                Ok(text) => Ok(text.into_bytes()),
                Err(_) => said.extract::<Vec<u8>>().map_err(Ended::Raised),
            };
            let said = said.and_then(bytes);
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
            errors: errors.into(),
            elapsed: started.elapsed(),
            ruling: None,
        })
    }
}

/// Runs a program (a list of words) or a function on generated inputs until it fails. Returns the report as
/// JSON.
#[pyfunction]
#[pyo3(signature = (id, command, function, shape, oracle_command, oracle, seed, cases, timeout, case_timeout, threads, perfect_play))]
#[expect(
    clippy::too_many_arguments,
    reason = "all given by the Python half, by name"
)]
pub(crate) fn stress(
    py: Python<'_>,
    id: Option<&str>,
    command: Option<Vec<OsString>>,
    function: Option<Py<PyAny>>,
    shape: Option<&str>,
    oracle_command: Option<Vec<OsString>>,
    oracle: Option<Py<PyAny>>,
    seed: u64,
    cases: Option<u64>,
    timeout: Option<f64>,
    case_timeout: Option<f64>,
    threads: usize,
    perfect_play: bool,
) -> PyResult<String> {
    let listed = match id {
        Some(id) => {
            let found = problem(id);
            Some(found.map_err(|error| errors::text(py, "SpecError", id, &error, None))?)
        }
        None => None,
    };
    let own = listed.map(|problem| Duration::from_secs(problem.about().seconds.into()));
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
            .or(own)
            .unwrap_or(usual.case_time),
        threads,
        perfect_play,
        ..usual
    };
    let calls = Arc::new(Calls::default());
    let Some(program) = runner(command, function, &calls)? else {
        return Err(errors::value("a command or a function is wanted"));
    };
    let open = match (listed, shape) {
        (Some(_), None) => None,
        (None, Some(text)) => {
            let shape = text.parse::<Shape>();
            let shape = shape.map_err(|error| errors::text(py, "SpecError", text, &error, None))?;
            Some(open(shape, runner(oracle_command, oracle, &calls)?)?)
        }
        _ => {
            return Err(errors::value(
                "a problem of the list or the shape of an input is wanted",
            ));
        }
    };
    let work = |cancel: &AtomicBool| {
        let mut watch = Watch {
            cancel: Some(cancel),
            progress: None,
        };
        match (listed, &open) {
            (Some(problem), _) => search(problem, &config, program.as_ref(), &mut watch),
            (None, Some(open)) => search_in(open.as_ref(), &config, program.as_ref(), &mut watch),
            (None, None) => unreachable!("one of them is there"),
        }
    };
    let report = calling(py, Watched::default(), &calls, work)?.map_err(|error| match error {
        StressError::Start(error) => PyErr::from(error),
        error => errors::plain(py, "StressError", error),
    })?;
    Ok(serde_json::Value::Object(report.json()).to_string())
}

/// Makes a runner of a command or a function, if there is one.
fn runner(
    command: Option<Vec<OsString>>,
    function: Option<Py<PyAny>>,
    calls: &Arc<Calls>,
) -> PyResult<Option<Box<dyn Runner + Send>>> {
    Ok(match (command, function) {
        (Some(words), _) => Some(child(&words)?),
        (None, Some(function)) => {
            let calls = Arc::clone(calls);
            Some(Box::new(Function { function, calls }))
        }
        (None, None) => None,
    })
}

/// The time limit of an oracle for a case.
#[cfg(unix)]
const ORACLE: Duration = Duration::from_secs(10);

/// Makes a problem from the shape of its inputs and an optional oracle.
#[cfg(unix)]
fn open(shape: Shape, oracle: Option<Box<dyn Runner + Send>>) -> PyResult<Box<dyn Source + Send>> {
    let parts = Parts {
        shape: Some(shape),
        oracle,
        time: ORACLE,
        ..Parts::default()
    };
    Ok(Box::new(Open::new(parts, &std::env::temp_dir())?))
}

#[cfg(not(unix))]
fn open(_: Shape, _: Option<Box<dyn Runner + Send>>) -> PyResult<Box<dyn Source + Send>> {
    Err(errors::value(
        "only problems of the list are known on this system",
    ))
}

#[cfg(unix)]
fn child(words: &[OsString]) -> PyResult<Box<dyn Runner + Send>> {
    let child = yomikiri_contest::stress::Child::new(words, &std::env::temp_dir())?;
    Ok(Box::new(child))
}

#[cfg(not(unix))]
fn child(_: &[OsString]) -> PyResult<Box<dyn Runner + Send>> {
    Err(errors::value(
        "programs are run on Unix only: give a function",
    ))
}
