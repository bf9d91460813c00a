//! Tables of whole games.

use crate::errors;
use crate::game::Game;
use crate::given::Given;
use crate::solver::{Arrays, arrays, question};
use crate::wait::interruptible;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use yomikiri_catalog::batch::{Answers, BatchError, BatchFault, Coded, Remembered};
use yomikiri_catalog::table::{
    Building, Built, DEFAULT_CACHE, Disk, Extent, Missing, OpenTable, Options, PartError, Phase,
    ProbeError, Row, TableFault, Tier,
};
use yomikiri_catalog::{
    AnyGame, AnySession, Ask, Control, Limits, QueryError, START, Stop, TextError, Want,
    thread_count, why_missing,
};

/// The positions between two checks of the cancel flag.
const STRIDE: usize = 256;

/// The native half of yomikiri.Table.
#[pyclass(frozen, module = "yomikiri._native")]
pub(crate) struct Table {
    table: OpenTable,
    game: Py<Game>,
}

/// Probes of a table.
struct Probes<'p> {
    game: &'p dyn AnyGame,
    table: &'p OpenTable,
    ask: Ask,
    cancel: &'p AtomicBool,
    done: usize,
}

impl Answers for Probes<'_> {
    type Error = ProbeError;

    fn of_text(&mut self, text: &str) -> Result<Option<Coded>, ProbeError> {
        if self.done.is_multiple_of(STRIDE) && self.cancel.load(Ordering::Relaxed) {
            return Err(ProbeError::Table(TableFault::Stopped(Stop::Cancelled)));
        }
        self.done += 1;
        let value = self.game.table_value(self.table, self.ask, text)?;
        Ok(Some(Coded::from(value)))
    }
}

/// Converts the error of a probe.
fn missed(
    py: Python<'_>,
    (game, table): (&dyn AnyGame, &OpenTable),
    positions: &Given,
    missed: BatchError<ProbeError>,
) -> PyErr {
    let index = missed.index;
    let text = positions.text(index);
    match missed.fault {
        BatchFault::Cells(fault) => errors::cells(py, &fault, Some(index)),
        BatchFault::Query(ProbeError::Text(error)) => {
            errors::text(py, "PositionError", &text, &error, Some(index))
        }
        BatchFault::Query(ProbeError::Table(fault)) => failed(py, &fault),
        BatchFault::Query(error @ (ProbeError::NotThere | ProbeError::BothMistaken)) => {
            let why = why_missing(game, table, &error);
            let message = format!("position {index}: {why}: `{text}`");
            errors::plain(py, "TableError", message)
        }
    }
}

/// Converts a fault of a table.
fn failed(py: Python<'_>, fault: &TableFault) -> PyErr {
    match fault {
        TableFault::Stopped(why) => errors::stopped(py, *why),
        fault => errors::plain(py, "TableError", fault),
    }
}

impl Table {
    fn asks(&self) -> Ask {
        self.table.subject().ask
    }

    /// Returns the question, which by default is the table's own.
    fn asked(&self, ask: Option<&str>) -> PyResult<Ask> {
        ask.map_or(Ok(self.asks()), question)
    }

    /// Opens a session for the question.
    fn session(&self, py: Python<'_>, ask: Ask) -> PyResult<Box<dyn AnySession + '_>> {
        let session = self
            .game
            .get()
            .game
            .table_session(&self.table, ask, Missing::Refuse);
        session.map_err(|fault| failed(py, &fault))
    }
}

#[pymethods]
impl Table {
    /// Opens the table in a directory, or a table's file.
    #[new]
    #[pyo3(signature = (path, cache=None))]
    fn new(py: Python<'_>, path: PathBuf, cache: Option<usize>) -> PyResult<Table> {
        let table = OpenTable::open(&path).map_err(|fault| failed(py, &fault))?;
        let table = table.with_cache(cache.unwrap_or(DEFAULT_CACHE));
        let game = Bound::new(py, Game::of_table(py, &table)?)?;
        let table = Table {
            table,
            game: game.unbind(),
        };
        // Refuse a game with other rules under the same name here, and not at every position.
        table.session(py, table.asks())?;
        Ok(table)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The question.
    #[getter]
    fn ask(&self) -> &'static str {
        self.asks().name()
    }

    /// The counts of the table, by the same names as in `table info --json`.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tiers: Vec<Tier> = self.table.tiers().collect();
        let sum = |of: fn(&Tier) -> u64| tiers.iter().map(of).fold(0, u64::saturating_add);
        let info = PyDict::new(py);
        info.set_item("game", &self.table.subject().game)?;
        info.set_item("ask", self.ask())?;
        info.set_item("symmetric", self.table.subject().symmetric)?;
        info.set_item("cyclic", self.table.cyclic())?;
        let extent = self.table.subject().extent;
        if extent.is_semi_strong() {
            info.set_item("semi_strong", extent.name())?;
        }
        let subject = self.table.subject();
        if subject.is_part() {
            let from = self.game.get().game.start_texts(&subject.from);
            info.set_item("from", from.map_err(|fault| failed(py, &fault))?)?;
        }
        info.set_item("positions", sum(|tier| tier.positions))?;
        info.set_item("first", sum(|tier| tier.first))?;
        info.set_item("draw", sum(Tier::draw))?;
        info.set_item("second", sum(|tier| tier.second))?;
        info.set_item("stored", sum(|tier| tier.stored))?;
        info.set_item("bytes", self.table.size())?;
        Ok(info)
    }

    /// The values of positions given as a list or as rows of cells.
    #[pyo3(signature = (positions, ask=None))]
    fn probe<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'_, PyAny>,
        ask: Option<&str>,
    ) -> PyResult<Arrays<'py>> {
        let ask = self.asked(ask)?;
        // Refuse a question that the table does not imply, even without positions.
        self.session(py, ask)?;
        let (table, game) = (&self.table, &self.game.get().game);
        let positions = &Given::of(self.game.get(), positions)?;
        let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| {
            let answers = &mut Probes {
                game: game.as_ref(),
                table,
                ask,
                cancel,
                done: 0,
            };
            positions.values(0, positions.len(), &mut Remembered::default(), answers)
        };
        let columns = interruptible(py, self.game.get().watched(None), work, |()| Ok(()))?;
        let columns =
            columns.map_err(|error| missed(py, (game.as_ref(), table), positions, error))?;
        Ok(arrays(py, columns))
    }

    /// All best moves of a position, in move order.
    #[pyo3(signature = (position, ask=None))]
    fn best(&self, py: Python<'_>, position: &str, ask: Option<&str>) -> PyResult<Vec<String>> {
        let mut session = self.session(py, self.asked(ask)?)?;
        let want = Want {
            best: true,
            line: false,
        };
        let answer = session.answer(position, want, &mut Control::new());
        let answer = answer.map_err(|error| errors::query(py, position, &error, None))?;
        Ok(answer.best.unwrap_or_default())
    }

    /// All stored positions, or with unfold their mirror images too, in columns.
    fn columns<'py>(&self, py: Python<'py>, unfold: bool) -> PyResult<Bound<'py, PyDict>> {
        let (table, game) = (&self.table, &self.game.get().game);
        let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| {
            let mut rows: Vec<Row> = Vec::new();
            let mut take = |row| {
                rows.push(row);
                match cancel.load(Ordering::Relaxed) {
                    true => Err(std::io::ErrorKind::Interrupted.into()),
                    false => Ok(()),
                }
            };
            game.export_table(table, unfold, &mut take).map(|_| rows)
        };
        let rows = interruptible(py, self.game.get().watched(None), work, |()| Ok(()))?
            .map_err(|fault| failed(py, &fault))?;
        let columns = PyDict::new(py);
        let text = |of: fn(&Row) -> &str| PyList::new(py, rows.iter().map(of));
        columns.set_item("position", text(|row| &row.position)?)?;
        columns.set_item("to_move", text(|row| row.to_move)?)?;
        columns.set_item("ply", PyList::new(py, rows.iter().map(|row| row.ply))?)?;
        columns.set_item(
            "positions",
            PyList::new(py, rows.iter().map(|row| row.positions))?,
        )?;
        columns.set_item("value", text(|row| row.winner)?)?;
        columns.set_item(
            "margin",
            PyList::new(py, rows.iter().map(|row| row.margin))?,
        )?;
        columns.set_item(
            "distance",
            PyList::new(py, rows.iter().map(|row| row.plies))?,
        )?;
        columns.set_item(
            "endless",
            PyList::new(py, rows.iter().map(|row| row.endless))?,
        )?;
        columns.set_item("best", text(|row| &row.best)?)?;
        Ok(columns)
    }
}

/// Returns the extent of a table by its name in Python.
fn extent(semi_strong: Option<&str>) -> PyResult<Extent> {
    let Some(name) = semi_strong else {
        return Ok(Extent::Whole);
    };
    Extent::semi_strong(name)
        .ok_or_else(|| errors::value(format!("semi_strong is \"all\" or \"one\", not `{name}`")))
}

/// The reason why there is no table, found before it is begun.
enum NoTable {
    Query(QueryError),
    /// The number of the position that play is to start from, and the fault in its text.
    Position(usize, TextError),
}

/// Builds the table of a game in a directory, or continues to build it. Returns whether there was any work to
/// do.
///
/// progress is called about ten times a second with (phase, tier, done, total, positions).
#[pyfunction]
#[pyo3(signature = (game, path, ask, from_positions, symmetric, semi_strong, threads, memory, disk, timeout, progress))]
#[expect(
    clippy::too_many_arguments,
    reason = "all given by the Python half, by name"
)]
pub(crate) fn build_table(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    path: PathBuf,
    ask: &str,
    from_positions: Vec<String>,
    symmetric: Option<bool>,
    semi_strong: Option<&str>,
    threads: usize,
    memory: Option<u64>,
    disk: Option<u64>,
    timeout: Option<f64>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let watched = game.get().watched(errors::seconds(timeout)?);
    let game = &game.get().game;
    let ask = question(ask)?;
    let extent = extent(semi_strong)?;
    let usual = Options::default();
    let options = Options {
        memory: memory.unwrap_or(usual.memory),
        disk,
        threads: thread_count(threads),
        ..usual
    };
    let limits = Limits {
        time: watched.time,
        ..Limits::default()
    };
    let work = |cancel: &AtomicBool, tell: &mut dyn FnMut(Building)| {
        let storage = Disk::at(&path)?;
        let mut control = Control::new().limited(limits).cancelled_by(cancel);
        let mut told = |building: &Building| tell(*building);
        // A game whose rules a class knows is enumerated as a graph, and the table is one of that
        // graph.
        if let Err(error) = game.written(&mut control) {
            return Ok(Err(NoTable::Query(error)));
        }
        let mut subject = match from_positions.is_empty() {
            true => game.subject(ask, symmetric),
            false => match game.part(ask, symmetric, &from_positions) {
                Ok(subject) => subject,
                Err(PartError::Table(fault)) => return Err(fault),
                Err(PartError::Text { index, error }) => {
                    return Ok(Err(NoTable::Position(index, error)));
                }
            },
        };
        subject.extent = extent;
        game.build_table(&subject, &storage, &options, &mut control, &mut told)
            .map(Ok)
    };
    let told = |building: Building| match &progress {
        None => Ok(()),
        Some(progress) => {
            let phase = match building.phase {
                Phase::Enumerating => "enumerating",
                Phase::Valuing => "valuing",
                Phase::Sealing => "sealing",
            };
            let (done, total) = (building.done, building.total);
            let said = (phase, building.tier, done, total, building.positions);
            progress.call1(said).map(drop)
        }
    };
    let built = interruptible(py, watched, work, told)?.map_err(|fault| failed(py, &fault))?;
    let built = built.map_err(|error| match error {
        NoTable::Query(error) => errors::query(py, START, &error, None),
        NoTable::Position(index, error) => {
            let text = &from_positions[index];
            errors::text(py, "PositionError", text, &error, Some(index))
        }
    })?;
    Ok(built == Built::Finished)
}
