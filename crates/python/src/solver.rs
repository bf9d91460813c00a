//! A solver: threads that each keep what they have learnt of one game.

use crate::errors;
use crate::game::Game;
use crate::given::Given;
use crate::inside;
use crate::position::diagram;
use crate::wait::{Message, receive};
use crate::walk::Names;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use yomikiri_catalog::answer::{JsonAnswer, JsonMove, JsonMoveBound};
use yomikiri_catalog::asked::Fault;
use yomikiri_catalog::batch::{self, BatchError, BatchFault, BySession, Columns, Remembered};
use yomikiri_catalog::{
    AnyGame, AnySession, Ask, Control, Limits, Method, Moves, QueryError, Stop, Want, thread_count,
};

/// The rows of a batch that a thread takes at once, at least.
const LEAST_SHARE: usize = 1024;

/// What a thread works with. A desk lives as long as its thread, and what it has learnt with it.
pub(crate) struct Desk<'g> {
    game: &'g dyn AnyGame,
    method: Option<Method>,
    sessions: Vec<(Ask, Box<dyn AnySession + 'g>)>,
    remembered: Vec<(Ask, Remembered)>,
}

impl<'g> Desk<'g> {
    /// The session of a question, and the values remembered for it.
    fn session(
        &mut self,
        ask: Ask,
    ) -> Result<(&mut (dyn AnySession + 'g), &mut Remembered), QueryError> {
        let index = match self.sessions.iter().position(|(known, _)| *known == ask) {
            Some(index) => index,
            None => {
                let session = self.game.session(ask, self.method)?;
                self.sessions.push((ask, session));
                self.remembered.push((ask, Remembered::default()));
                self.sessions.len() - 1
            }
        };
        Ok((
            self.sessions[index].1.as_mut(),
            &mut self.remembered[index].1,
        ))
    }
}

type Job = Box<dyn FnOnce(&mut Desk<'_>) + Send>;

/// A thread and the process that started it: a forked process has the value but not the thread.
struct Worker {
    process: u32,
    jobs: Sender<Job>,
}

impl Worker {
    fn start(game: Arc<dyn AnyGame>, method: Option<Method>) -> std::io::Result<Worker> {
        let (jobs, waiting): (Sender<Job>, Receiver<Job>) = channel();
        let work = move || {
            let mut desk = Desk {
                game: game.as_ref(),
                method,
                sessions: Vec::new(),
                remembered: Vec::new(),
            };
            for job in waiting {
                // A panic is a bug; whoever waits is told by a closed channel. What was learnt until
                // then may be half-written, and is forgotten.
                if catch_unwind(AssertUnwindSafe(|| job(&mut desk))).is_err() {
                    desk.sessions.clear();
                    desk.remembered.clear();
                }
            }
        };
        std::thread::Builder::new()
            .name("yomikiri".to_owned())
            .stack_size(8 << 20)
            .spawn(work)?;
        Ok(Worker {
            process: std::process::id(),
            jobs,
        })
    }
}

/// The native half of yomikiri.Solver.
#[pyclass(frozen, module = "yomikiri._native")]
pub(crate) struct Solver {
    game: Py<Game>,
    method: Option<Method>,
    threads: usize,
    memory: Option<u64>,
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
    /// A limit in words; of memory, those that say which memory it was.
    fn told(&self, why: Stop) -> String {
        let fault = self.game.get().game.fault();
        let memory = fault.filter(|fault| fault.limit == Some(why) && why == Stop::Memory);
        memory.map_or_else(|| why.to_string(), Fault::to_string)
    }

    /// Hands a job to each of the first threads, and waits for what they come to, in order.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        time: Option<Duration>,
        jobs: Vec<impl FnOnce(&mut Desk<'_>, &AtomicBool) -> T + Send + 'static>,
    ) -> PyResult<Vec<T>> {
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, mut results) = channel();
        let count = jobs.len();
        for (number, job) in jobs.into_iter().enumerate() {
            let (sender, cancel) = (sender.clone(), Arc::clone(&cancel));
            let asked = inside::asked();
            let job = move |desk: &mut Desk<'_>| {
                inside::inherit(asked);
                let result = job(desk, &cancel);
                // Whoever waits goes only when all have come.
                drop(sender.send(Message::<_, ()>::Done((number, result))));
            };
            self.hand_out(number, Box::new(job))?;
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
        results.sort_by_key(|(number, _)| *number);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }

    fn hand_out(&self, number: usize, job: Job) -> PyResult<()> {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        if workers.iter().any(|worker| worker.process != process) {
            workers.clear();
        }
        while workers.len() <= number {
            let game = Arc::clone(&self.game.get().game);
            workers.push(Worker::start(game, self.method)?);
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

    /// How many threads share so many positions.
    fn shares(&self, positions: usize) -> usize {
        self.threads.min(positions.div_ceil(LEAST_SHARE)).max(1)
    }
}

/// Numbers for arrays: winner, margin, plies, exact.
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

/// Joins what threads have found. Of several errors the first one in order counts.
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

/// What is known of each move of a position, in move order: its text, its value if it is proven, whether it
/// is proven to be a best one.
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

/// Moves with their values: of each position the texts, and arrays (n, most moves): winner, margin, plies, best,
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
    #[pyo3(signature = (game, solver, threads, memory))]
    fn new(
        game: Bound<'_, Game>,
        solver: &str,
        threads: usize,
        memory: Option<u64>,
    ) -> PyResult<Solver> {
        let method = match solver {
            "auto" => None,
            name => Some(name.parse::<Method>().map_err(errors::value)?),
        };
        let threads = thread_count(threads);
        Ok(Solver {
            game: game.unbind(),
            method,
            threads,
            memory,
            workers: Mutex::new(Vec::new()),
        })
    }

    /// Solves a position: the answer as JSON, the reason for the solver, and the limit reached.
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
        let job = move |desk: &mut Desk<'_>, cancel: &AtomicBool| {
            let (session, _) = desk.session(ask)?;
            session.answer(&text, Want { best, line }, &mut room.control(cancel))
        };
        let answer = self
            .work(py, room.limits.time, vec![job])?
            .pop()
            .ok_or_else(errors::broken)?;
        let answer = answer.map_err(|error| errors::query(py, &position, &error, None))?;
        let json = serde_json::to_string(&JsonAnswer::from(&answer));
        let json = json.map_err(|error| errors::value(error.to_string()))?;
        let stopped = answer.stopped.map(|why| self.told(why));
        Ok((json, answer.reason, stopped))
    }

    /// All moves of a position with their values, best first: as JSON, and the limit reached.
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
        let job = move |desk: &mut Desk<'_>, cancel: &AtomicBool| {
            let (session, _) = desk.session(ask)?;
            session.moves(&text, &mut room.control(cancel))
        };
        let found = self
            .work(py, room.limits.time, vec![job])?
            .pop()
            .ok_or_else(errors::broken)?;
        let found = found.map_err(|error| errors::query(py, &position, &error, None))?;
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

    /// The values of positions given as a list or as rows of cells.
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
            move |desk: &mut Desk<'_>, cancel: &AtomicBool| {
                let (session, remembered) = desk.session(ask).map_err(at_start)?;
                let control = || room.control(cancel);
                let answers = &mut BySession { session, control };
                positions.values(number * share, share, remembered, answers)
            }
        });
        let columns = joined(self.work(py, room.limits.time, jobs.collect())?);
        let columns = columns.map_err(|error| errors::batch(py, &positions, &error))?;
        Ok(arrays(py, columns))
    }

    /// The values of all moves of positions given as a list or as rows of cells.
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
            move |desk: &mut Desk<'_>, cancel: &AtomicBool| {
                let game = desk.game;
                let (session, _) = desk.session(ask).map_err(at_start)?;
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
        let mut rows = Vec::with_capacity(positions.len());
        for part in self.work(py, room.limits.time, jobs.collect())? {
            let part: Vec<Row> = part.map_err(|error| errors::batch(py, &positions, &error))?;
            rows.extend(part);
        }
        move_arrays(py, &self.game.get().names, &rows)
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }
}

/// An error of the question itself, found at the first position.
fn at_start(error: QueryError) -> BatchError {
    BatchError {
        index: 0,
        fault: BatchFault::Query(error),
    }
}
