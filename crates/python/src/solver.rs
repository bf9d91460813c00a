//! The class `Solver`: threads that each keep their tables of one game.

use crate::errors;
use crate::game::Game;
use crate::given::Given;
use crate::inside;
use crate::parts::PartsFile;
use crate::position::diagram;
use crate::wait::{Message, receive};
use crate::walk::Names;
use crate::worker::{Job, ThreadState, Worker};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use yomikiri_catalog::answer::{JsonAnswer, JsonMove, JsonMoveBound};
use yomikiri_catalog::asked::Fault;
use yomikiri_catalog::batch::{self, BatchError, BatchFault, BySession, Columns};
use yomikiri_catalog::{
    AnyGame, Ask, Control, Limits, Method, Moves, QueryError, Stop, Want, thread_count,
};

/// The least number of rows that a thread takes at once.
const LEAST_SHARE: usize = 1024;

/// The native half of yomikiri.Solver.
#[pyclass(frozen, module = "yomikiri._native")]
pub(crate) struct Solver {
    game: Py<Game>,
    method: Option<Method>,
    threads: usize,
    memory: Option<u64>,
    parts: Option<PartsFile>,
    workers: Mutex<Vec<Worker>>,
}

/// The limits of one question.
#[derive(Clone, Copy)]
struct Room {
    limits: Limits,
    threads: usize,
}

impl Room {
    fn control(self, cancel: &AtomicBool) -> Control<'_> {
        Control::new()
            .limited(self.limits)
            .with_threads(self.threads)
            .cancelled_by(cancel)
    }
}

impl Solver {
    /// Describes a limit; if it was memory, says which memory it was.
    fn told(&self, why: Stop) -> String {
        let fault = self.game.get().game.fault();
        let memory = fault.filter(|fault| fault.limit == Some(why) && why == Stop::Memory);
        memory.map_or_else(|| why.to_string(), Fault::to_string)
    }

    /// Hands a job to each of the first threads, and waits for their results, in order. Values of parts that they found
    /// are saved in any case.
    fn work<T: Send + 'static, R>(
        &self,
        py: Python<'_>,
        time: Option<Duration>,
        jobs: Vec<impl FnOnce(&mut ThreadState<'_>, &AtomicBool) -> T + Send + 'static>,
        made: impl FnOnce(Vec<T>) -> PyResult<R>,
    ) -> PyResult<R> {
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, mut results) = channel();
        let count = jobs.len();
        for (number, job) in jobs.into_iter().enumerate() {
            let (sender, cancel) = (sender.clone(), Arc::clone(&cancel));
            let asked = inside::asked();
            let job = move |state: &mut ThreadState<'_>| {
                inside::inherit(asked);
                let result = job(state, &cancel);
                let saved = state.save();
                // The receiver stays until all results have come.
                drop(sender.send(Message::<_, ()>::Done((number, result, saved))));
            };
            self.hand_out(py, number, Box::new(job))?;
        }
        drop(sender);
        let mut results = receive(
            py,
            self.game.get().watched(time),
            count,
            &mut results,
            &cancel,
            |_| Ok(()),
        )?;
        results.sort_by_key(|(number, ..)| *number);
        let (mut all, mut saved) = (Vec::with_capacity(count), Ok(()));
        for (_, result, written) in results {
            all.push(result);
            saved = saved.and(written);
        }
        match &self.parts {
            None => made(all),
            Some(parts) => parts.after(py, made(all), saved),
        }
    }

    fn hand_out(&self, py: Python<'_>, number: usize, job: Job) -> PyResult<()> {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        if workers.iter().any(|worker| worker.process != process) {
            workers.clear();
        }
        while workers.len() <= number {
            let game = Arc::clone(&self.game.get().game);
            let parts = self.parts.as_ref().map(|parts| parts.open(py));
            workers.push(Worker::start(game, self.method, parts.transpose()?)?);
        }
        workers[number].jobs.send(job).map_err(|_| errors::broken())
    }

    fn room(&self, threads: usize, timeout: Option<f64>, nodes: Option<u64>) -> PyResult<Room> {
        let time = errors::seconds(timeout)?;
        Ok(Room {
            limits: Limits {
                nodes,
                time,
                memory: self.memory,
            },
            threads,
        })
    }

    /// Returns the number of threads that share the positions. Values of parts serve one search at a time.
    fn shares(&self, positions: usize) -> usize {
        let threads = if self.parts.is_some() {
            1
        } else {
            self.threads
        };
        threads.min(positions.div_ceil(LEAST_SHARE)).max(1)
    }
}

/// Arrays of numbers: winner, margin, plies, exact.
pub(crate) type Arrays<'py> = (
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<bool>>,
);

pub(crate) fn arrays(py: Python<'_>, columns: Columns) -> Arrays<'_> {
    (
        PyArray1::from_vec(py, columns.winner),
        PyArray1::from_vec(py, columns.margin),
        PyArray1::from_vec(py, columns.plies),
        PyArray1::from_vec(py, columns.exact),
    )
}

/// Joins the results of threads. Of several errors the first in order counts.
fn joined(parts: Vec<Result<Columns, BatchError>>) -> Result<Columns, BatchError> {
    let mut parts = parts.into_iter();
    let mut all = parts.next().transpose()?.unwrap_or_default();
    for part in parts {
        all.append(part?);
    }
    Ok(all)
}

pub(crate) fn question(ask: &str) -> PyResult<Ask> {
    ask.parse::<Ask>()
        .map_err(|_| errors::value(format!("ask is winner, margin or distance, not {ask:?}")))
}

/// The facts about each move of a position, in move order: its text, its value if it is proven, and whether it is
/// proven to be best.
type Row = Vec<(String, Option<batch::Coded>, bool)>;

fn row(game: &dyn AnyGame, position: &str, found: Moves) -> Result<Row, QueryError> {
    if found.answer.stopped == Some(Stop::Cancelled) {
        return Err(QueryError::Stopped(Stop::Cancelled));
    }
    let exact = found.moves.into_iter();
    let exact = exact.map(|mv| (mv.mv, Some(batch::Coded::from(mv.value)), mv.best));
    let bounds = found.bounds.into_iter().map(|mv| {
        let (lower, upper) = mv.bound.range();
        let value = (lower == upper).then(|| batch::Coded::from(lower));
        (mv.mv, value, mv.best == Some(true))
    });
    let mut row: Row = exact.chain(bounds).collect();
    let (_, order) = game.legal(position)?;
    let place = |mv: &str| order.iter().position(|known| known == mv);
    row.sort_by_key(|(mv, ..)| place(mv));
    Ok(row)
}

/// Moves with their values: the texts for each position, and arrays (n, most moves): winner, margin, plies, best,
/// exact.
type MoveArrays<'py> = (
    Bound<'py, PyTuple>,
    Bound<'py, PyArray2<i8>>,
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray2<bool>>,
    Bound<'py, PyArray2<bool>>,
);

fn move_arrays<'py>(py: Python<'py>, names: &Names, rows: &[Row]) -> PyResult<MoveArrays<'py>> {
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let (mut all, mut best) = (Columns::default(), Vec::new());
    for row in rows {
        for (_, value, is_best) in row {
            all.push(*value);
            best.push(*is_best);
        }
        for _ in row.len()..most {
            all.push(None);
        }
        best.resize(all.exact.len(), false);
    }
    let texts = rows.iter().map(|row| {
        let texts = row.iter();
        let texts: Vec<_> = texts.map(|(text, ..)| names.of(py, text)).collect();
        PyTuple::new(py, texts)
    });
    let texts = texts.collect::<PyResult<Vec<_>>>()?;
    let shape = [rows.len(), most];
    Ok((
        PyTuple::new(py, texts)?,
        PyArray1::from_vec(py, all.winner).reshape(shape)?,
        PyArray1::from_vec(py, all.margin).reshape(shape)?,
        PyArray1::from_vec(py, all.plies).reshape(shape)?,
        PyArray1::from_vec(py, best).reshape(shape)?,
        PyArray1::from_vec(py, all.exact).reshape(shape)?,
    ))
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (game, solver, threads, memory, parts, check_parts))]
    fn new(
        game: Bound<'_, Game>,
        solver: &str,
        threads: usize,
        memory: Option<u64>,
        parts: Option<String>,
        check_parts: bool,
    ) -> PyResult<Solver> {
        let method = match solver {
            "auto" => None,
            name => Some(name.parse::<Method>().map_err(errors::value)?),
        };
        if parts.is_some() && method.is_some_and(|method| method != Method::Sums) {
            return Err(errors::value("parts is for solver=\"sums\""));
        }
        let parts = parts.map(|path| PartsFile::found(game.py(), path, check_parts));
        Ok(Solver {
            game: game.unbind(),
            method,
            threads: thread_count(threads),
            memory,
            parts: parts.transpose()?,
            workers: Mutex::new(Vec::new()),
        })
    }

    /// Solves a position. Returns the answer as JSON, the reason for the solver, and the limit reached.
    #[pyo3(signature = (position, ask, best, line, timeout, max_nodes))]
    #[expect(
        clippy::too_many_arguments,
        reason = "all given by the Python half, by name"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        position: String,
        ask: &str,
        best: bool,
        line: bool,
        timeout: Option<f64>,
        max_nodes: Option<u64>,
    ) -> PyResult<(String, Option<String>, Option<String>)> {
        let ask = question(ask)?;
        let room = self.room(self.threads, timeout, max_nodes)?;
        let text = position.clone();
        let job = move |state: &mut ThreadState<'_>, cancel: &AtomicBool| {
            let (session, _) = state.session(ask)?;
            session.answer(&text, Want { best, line }, &mut room.control(cancel))
        };
        let answer = self.work(py, room.limits.time, vec![job], |mut answers| {
            let answer = answers.pop().ok_or_else(errors::broken)?;
            answer.map_err(|error| errors::query(py, &position, &error, None))
        })?;
        let json = serde_json::to_string(&JsonAnswer::from(&answer));
        let json = json.map_err(|error| errors::value(error.to_string()))?;
        let stopped = answer.stopped.map(|why| self.told(why));
        Ok((json, answer.reason, stopped))
    }

    /// Returns all moves of a position with their values, best first, as JSON, and the limit reached.
    #[pyo3(signature = (position, ask, timeout, max_nodes))]
    fn moves(
        &self,
        py: Python<'_>,
        position: String,
        ask: &str,
        timeout: Option<f64>,
        max_nodes: Option<u64>,
    ) -> PyResult<(String, Option<String>)> {
        let ask = question(ask)?;
        let room = self.room(self.threads, timeout, max_nodes)?;
        let text = position.clone();
        let job = move |state: &mut ThreadState<'_>, cancel: &AtomicBool| {
            let (session, _) = state.session(ask)?;
            session.moves(&text, &mut room.control(cancel))
        };
        let found = self.work(py, room.limits.time, vec![job], |mut found| {
            let found = found.pop().ok_or_else(errors::broken)?;
            found.map_err(|error| errors::query(py, &position, &error, None))
        })?;
        let board = self.game.get().game.board(&position);
        let layout = board.map(|board| board.layout).unwrap_or_default();
        let moves = found.moves.iter().map(|mv| {
            let mut object = serde_json::to_value(JsonMove::from(mv)).unwrap_or(Value::Null);
            object["target"] = json!(mv.target);
            object["place"] = json!(mv.place);
            object
        });
        let bounds = found.bounds.iter().map(JsonMoveBound::from);
        let object = json!({
            "bounds": bounds.collect::<Vec<_>>(),
            "answer": JsonAnswer::from(&found.answer),
            "to_move": found.to_move.to_string(),
            "moves": moves.collect::<Vec<_>>(),
            "diagram": diagram(&found.diagram, layout),
        });
        let stopped = found.answer.stopped.map(|why| self.told(why));
        Ok((object.to_string(), stopped))
    }

    /// Returns the values of positions, given as a list or as rows of cells.
    #[pyo3(signature = (positions, ask, timeout, max_nodes))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'_, PyAny>,
        ask: &str,
        timeout: Option<f64>,
        max_nodes: Option<u64>,
    ) -> PyResult<Arrays<'py>> {
        let ask = question(ask)?;
        let room = self.room(1, timeout, max_nodes)?;
        let positions = Arc::new(Given::of(self.game.get(), positions)?);
        let shares = self.shares(positions.len());
        let share = positions.len().div_ceil(shares).max(1);
        let jobs = (0..shares).map(|number| {
            let positions = Arc::clone(&positions);
            move |state: &mut ThreadState<'_>, cancel: &AtomicBool| {
                let (session, remembered) = state.session(ask).map_err(at_start)?;
                let control = || room.control(cancel);
                let answers = &mut BySession { session, control };
                positions.values(number * share, share, remembered, answers)
            }
        });
        let columns = self.work(py, room.limits.time, jobs.collect(), |parts| {
            joined(parts).map_err(|error| positions.error(py, &error))
        })?;
        Ok(arrays(py, columns))
    }

    /// Returns the values of all moves of positions, given as a list or as rows of cells.
    #[pyo3(signature = (positions, ask, timeout, max_nodes))]
    fn move_values<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'_, PyAny>,
        ask: &str,
        timeout: Option<f64>,
        max_nodes: Option<u64>,
    ) -> PyResult<MoveArrays<'py>> {
        let ask = question(ask)?;
        let room = self.room(1, timeout, max_nodes)?;
        let positions = Arc::new(Given::of(self.game.get(), positions)?);
        let shares = self.shares(positions.len());
        let share = positions.len().div_ceil(shares).max(1);
        let jobs = (0..shares).map(|number| {
            let positions = Arc::clone(&positions);
            move |state: &mut ThreadState<'_>, cancel: &AtomicBool| {
                let game = state.game;
                let (session, _) = state.session(ask).map_err(at_start)?;
                let first = (number * share).min(positions.len());
                let end = (first + share).min(positions.len());
                let mut text = String::new();
                let mut rows = Vec::with_capacity(end - first);
                for index in first..end {
                    let failed = |fault| BatchError { index, fault };
                    let read = positions.read(index, &mut text);
                    read.map_err(|error| failed(BatchFault::Cells(error)))?;
                    let found = session.moves(&text, &mut room.control(cancel));
                    let found = found.and_then(|found| row(game, &text, found));
                    rows.push(found.map_err(|error| failed(BatchFault::Query(error)))?);
                }
                Ok(rows)
            }
        });
        let rows = self.work(py, room.limits.time, jobs.collect(), |parts| {
            let mut rows = Vec::with_capacity(positions.len());
            for part in parts {
                let part: Vec<Row> = part.map_err(|error| positions.error(py, &error))?;
                rows.extend(part);
            }
            Ok(rows)
        })?;
        move_arrays(py, &self.game.get().names, &rows)
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }
}

/// Makes an error of the question itself, reported at the first position.
fn at_start(error: QueryError) -> BatchError {
    BatchError {
        index: 0,
        fault: BatchFault::Query(error),
    }
}
