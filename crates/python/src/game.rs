//! The class `Game`.

use crate::errors;
use crate::files::Disk;
use crate::position::Position;
use crate::rules::PySource;
use crate::wait::{Watched, interruptible};
use crate::walk::Names;
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyType};
use std::any::Any;
use std::ops::Add;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomikiri_catalog::asked::Arena;
use yomikiri_catalog::table::OpenTable;
use yomikiri_catalog::{
    AnyGame, Ask, Cells, CensusError, CensusOptions, Control, Limits, Player, SpecError,
    TableGameError, Tally, open, open_asked, open_table_game,
};

/// The default memory limit of rules in Python, in bytes.
const MEMORY: u64 = 2 << 30;

/// The callable of a pickle, with its arguments.
type Reduced<'py> = (Bound<'py, PyType>, (Bound<'py, PyAny>, Option<String>));

/// A game, named by a line of text such as "tictactoe" or "connect4:cols=6,rows=5".
///
/// An object with the rules may stand in place of the name: see yomikiri.Rules.
///
/// file is a text that replaces the file which the spec names.
///
/// Two games are equal if their rules are, even if their files lie in different places. A pickled game contains
/// its spec and the text of the file that the spec names.
///
/// Raises SpecError, with the span, if the line is not the name of a game.
#[pyclass(frozen, module = "yomikiri")]
pub(crate) struct Game {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) cells: Option<Cells>,
    /// The texts of moves that were seen.
    pub(crate) names: Names,
    /// What knows the rules, where that is a class of Python: the object, and what it has said.
    asked: Option<(Py<PyAny>, Arc<Arena>)>,
}

impl Game {
    /// Opens the game of a spec, with a text in place of the file that it names.
    fn open(py: Python<'_>, spec: &str, text: Option<&str>) -> PyResult<Game> {
        let game = reading(py, text, |files| open(spec, files))?;
        Game::opened(py, spec, game)
    }

    /// Opens the game of a table.
    pub(crate) fn of_table(py: Python<'_>, table: &OpenTable) -> PyResult<Game> {
        let game = reading(py, None, |files| open_table_game(table, files))?;
        let game = match game {
            Ok(game) => Ok(game),
            Err(TableGameError::Spec(error)) => Err(error),
            Err(TableGameError::Table(fault)) => {
                return Err(errors::plain(py, "TableError", fault));
            }
        };
        Game::opened(py, &table.subject().game, game)
    }

    fn opened(
        py: Python<'_>,
        spec: &str,
        game: Result<Box<dyn AnyGame>, SpecError>,
    ) -> PyResult<Game> {
        let game = game.map_err(|error| errors::spec(py, spec, &error))?;
        let cells = Cells::of(game.as_ref());
        Ok(Game {
            game: Arc::from(game),
            cells,
            names: Names::default(),
            asked: None,
        })
    }

    /// Makes the game of an object that knows its rules.
    fn of_rules(rules: &Bound<'_, PyAny>) -> PyResult<Game> {
        let py = rules.py();
        let memory = match rules.getattr_opt("memory")? {
            Some(memory) if !memory.is_none() => {
                let bytes = py.import("yomikiri._solver")?.getattr("memory_bytes")?;
                bytes.call1((memory,))?.extract()?
            }
            _ => MEMORY,
        };
        let arena = PySource::arena(rules, memory)?;
        let name = rules.get_type().name()?.to_string();
        let opened = open_asked(&name, Arc::clone(&arena));
        let game = Game::opened(py, &name, opened)?;
        Ok(Game {
            asked: Some((rules.clone().unbind(), arena)),
            ..game
        })
    }

    /// Returns the arena of a game whose rules a Python class knows.
    pub(crate) fn arena(&self, py: Python<'_>) -> PyResult<&Arc<Arena>> {
        let arena = self.asked.as_ref().map(|(_, arena)| arena);
        arena.ok_or_else(|| {
            let name = self.game.name();
            errors::plain(
                py,
                "Refused",
                format!("the rules of `{name}` are not in Python"),
            )
        })
    }

    /// Returns the rules in Python that a call may ask, if this is such a game, with the call's time limit.
    pub(crate) fn watched(&self, time: Option<Duration>) -> Watched {
        let rules = self.asked.as_ref();
        Watched {
            rules: rules.map(|(_, arena)| std::ptr::from_ref(arena.source()).addr()),
            time,
        }
    }

    /// Returns the form of rows of cells.
    pub(crate) fn cells(&self, py: Python<'_>) -> PyResult<&Cells> {
        self.cells.as_ref().ok_or_else(|| {
            let name = self.game.name();
            errors::plain(
                py,
                "Refused",
                format!("the positions of `{name}` have no form as arrays: give texts"),
            )
        })
    }

    fn same(&self, other: &Game) -> bool {
        match (&self.asked, &other.asked) {
            (None, None) => {}
            (Some((one, _)), Some((other, _))) => return one.is(other),
            _ => return false,
        }
        self.game.rules() == other.game.rules()
    }
}

/// Reads files that a spec names, which may take half a minute; Ctrl-C ends it. `text` replaces the file.
fn reading<T: Send>(
    py: Python<'_>,
    text: Option<&str>,
    work: impl FnOnce(&Disk<'_>) -> T + Send,
) -> PyResult<T> {
    let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| work(&Disk { text, cancel });
    interruptible(py, Watched::default(), work, |()| Ok(()))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (spec, file=None))]
    fn new(py: Python<'_>, spec: &Bound<'_, PyAny>, file: Option<String>) -> PyResult<Game> {
        let Ok(spec) = spec.cast::<PyString>() else {
            return Game::of_rules(spec);
        };
        let spec = spec.to_cow()?;
        Game::open(py, &spec, file.as_deref())
    }

    /// The canonical spec, such as "connect4:cols=6,rows=5".
    #[getter]
    fn name(&self) -> &str {
        self.game.name()
    }

    /// A description of the game in one line.
    #[getter]
    fn summary(&self) -> &str {
        self.game.info().summary
    }

    /// The notation of positions and moves.
    #[getter]
    fn notation(&self) -> &str {
        self.game.info().notation
    }

    /// Whether moves gain points (then "winner" is the sign of the best margin, and "distance" is refused).
    #[getter]
    fn has_gains(&self) -> bool {
        self.game.has_gains()
    }

    /// The names of the capabilities that this game offers to solvers.
    #[getter]
    fn capabilities(&self) -> Vec<&'static str> {
        self.game.offered()
    }

    /// The length of a row of cells, or None if positions have no form as arrays.
    ///
    /// A row is int8: a cell for each place of the board in reading order (layers, rows from the top, columns
    /// from the left, holes left out), 0 empty, 1 First's mark (x), 2 Second's (o). In games whose board does
    /// not tell whose turn it is, one more cell gives the player to move: 1 or 2.
    #[getter]
    fn cells_per_position(&self) -> Option<usize> {
        self.cells.as_ref().map(Cells::width)
    }

    /// Whether the source of the rules has failed: then this game asks it nothing more.
    #[getter]
    fn has_failed(&self) -> bool {
        self.game.fault().is_some()
    }

    /// The position for a value of the class with the rules. to_move ("first" or "second") is the player to
    /// move, if the class does not tell.
    ///
    /// Raises Refused for all other games.
    #[pyo3(signature = (value, to_move="first"))]
    fn at(this: Bound<'_, Game>, value: Py<PyAny>, to_move: &str) -> PyResult<Position> {
        let py = this.py();
        let game = this.get();
        let arena = Arc::clone(game.arena(py)?);
        let mover = match to_move {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(errors::value("to_move is \"first\" or \"second\"")),
        };
        let source: &dyn Any = arena.source();
        let Some(source) = source.downcast_ref::<PySource>() else {
            return Err(errors::broken());
        };
        let number = source.number_of(value, mover, &arena);
        let text = number.and_then(|number| arena.source().text(number));
        let text = text.map_err(|fault| errors::fault(py, &fault))?;
        Position::open(this, &text)
    }

    /// The position that play starts from.
    fn start(this: Bound<'_, Game>) -> PyResult<Position> {
        Position::open(this, yomikiri_catalog::START)
    }

    /// The position of a text: in the game's notation, or "POSITION after MOVE MOVE", or "after MOVE MOVE" from
    /// the start.
    ///
    /// Raises PositionError, with the span, if the text is not a position.
    fn position(this: Bound<'_, Game>, text: &str) -> PyResult<Position> {
        Position::open(this, text)
    }

    /// The position of a row of cells: see cells_per_position.
    ///
    /// Raises CellsError or PositionError if the row is not a position, Refused if the game has no such rows.
    fn from_cells(this: Bound<'_, Game>, cells: PyReadonlyArray1<'_, i8>) -> PyResult<Position> {
        let py = this.py();
        let row = cells.as_array().to_vec();
        let text = this
            .get()
            .cells(py)?
            .text(&row)
            .map_err(|error| errors::cells(py, &error, None))?;
        Position::open(this, &text)
    }

    /// The texts of rows of cells, given as an int8 array (n, cells). The method does not check whether the
    /// game has such boards.
    ///
    /// Raises CellsError, with index, if a row is not a position.
    fn texts_of_cells(
        &self,
        py: Python<'_>,
        rows: PyReadonlyArray2<'_, i8>,
    ) -> PyResult<Vec<String>> {
        let cells = self.cells(py)?;
        let rows = rows.as_array();
        let texts = rows.outer_iter().enumerate().map(|(index, row)| {
            let text = cells.text(&row.to_vec());
            text.map_err(|error| errors::cells(py, &error, Some(index)))
        });
        texts.collect()
    }

    /// The position's text in the usual form; with symmetric=True, the text of the position that represents all
    /// positions which a symmetry of the game makes equal.
    ///
    /// Raises PositionError if the text is not a position.
    #[pyo3(signature = (position, *, symmetric=false))]
    fn canonical(&self, py: Python<'_>, position: &str, symmetric: bool) -> PyResult<String> {
        self.game.usual(position, symmetric).map_err(|error| {
            let error = errors::text(py, "PositionError", position, &error, None);
            errors::unless_failed(py, &*self.game, error)
        })
    }

    /// Counts positions, endings, values and lines of play, by ply. Returns a dict with positions, by_ply and
    /// finished (by winner, or "all" if moves gain points, because then the end does not tell the winner). On
    /// request it also has values, and lines with lines_by_length, tree_nodes and perft (nodes of the game tree
    /// by depth). With plies, the count stops after this many plies. complete tells whether the numbers are
    /// those of the whole game; only then are values counted.
    ///
    /// Raises LimitReached at the timeout (seconds) or beyond memory (bytes), with the counted plies in its
    /// attribute counted. Raises Refused if the game cannot be counted.
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    #[pyo3(signature = (*, symmetric=false, values=false, lines=false, plies=None, timeout=None, memory=None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        symmetric: bool,
        values: bool,
        lines: bool,
        plies: Option<u32>,
        timeout: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let options = CensusOptions {
            symmetric,
            values,
            lines,
            plies,
        };
        let limits = Limits {
            time: errors::seconds(timeout)?,
            memory,
            nodes: None,
        };
        let work = |cancel: &AtomicBool, _: &mut dyn FnMut(())| {
            let mut control = Control::new().limited(limits).cancelled_by(cancel);
            self.game.census(options, &mut control)
        };
        let why = |error| match error {
            CensusError::Stopped(why) => errors::stopped(py, why),
            CensusError::TooManyLines => errors::plain(py, "LimitReached", error),
            CensusError::Refused(refusal) => errors::refused(py, &refusal),
            error => {
                let error = errors::plain(py, "Refused", error);
                errors::unless_failed(py, &*self.game, error)
            }
        };
        let census =
            interruptible(py, self.watched(limits.time), work, |()| Ok(()))?.map_err(why)?;
        if let Some(refusal) = &census.no_values {
            return Err(errors::refused(py, refusal));
        }
        let counted = PyDict::new(py);
        counted.set_item("complete", census.is_complete())?;
        counted.set_item("positions", census.positions)?;
        counted.set_item("by_ply", census.by_ply)?;
        let has_gains = self.game.has_gains();
        counted.set_item("finished", ended(py, &census.finished, has_gains)?)?;
        if let Some(values) = &census.values {
            counted.set_item("values", tally(py, values)?)?;
        }
        if let Some(lines) = &census.lines {
            counted.set_item("lines", ended(py, &lines.total, has_gains)?)?;
            let by_length = lines.by_length.iter();
            let by_length = by_length.map(|lines| ended(py, lines, has_gains));
            let by_length = by_length.collect::<PyResult<Vec<_>>>()?;
            counted.set_item("lines_by_length", by_length)?;
            counted.set_item("tree_nodes", lines.tree_nodes)?;
            counted.set_item("perft", &lines.by_depth)?;
        }
        match census.stopped.map(why) {
            None => Ok(counted),
            Some(error) => {
                error.value(py).setattr("counted", counted)?;
                Err(error)
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.game.name())
    }

    fn __str__(&self) -> &str {
        self.game.name()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Game>()
            .is_ok_and(|other| self.same(other.get()))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match &self.asked {
            // Two games are equal if their rules are the same object.
            Some((rules, _)) => Ok(rules.as_ptr().addr() as isize >> 4),
            None => PyBytes::new(py, &self.game.rules()).hash(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = PyType::new::<Game>(py);
        if let Some((rules, _)) = &self.asked {
            return Ok((class, (rules.bind(py).clone(), None)));
        }
        let file = self.game.subject(Ask::Winner, Some(false)).file;
        let name = PyString::new(py, self.game.name()).into_any();
        Ok((class, (name, file)))
    }
}

/// Returns the numbers of finished games by winner. If moves gain points, the end does not tell the winner, so it
/// returns one number.
fn ended<'py, N: Copy + Add<Output = N> + IntoPyObject<'py>>(
    py: Python<'py>,
    counted: &Tally<N>,
    has_gains: bool,
) -> PyResult<Bound<'py, PyDict>> {
    if !has_gains {
        return tally(py, counted);
    }
    let numbers = PyDict::new(py);
    numbers.set_item("all", counted.all())?;
    Ok(numbers)
}

/// Returns the numbers by who comes out ahead.
fn tally<'py, N: Copy + IntoPyObject<'py>>(
    py: Python<'py>,
    tally: &Tally<N>,
) -> PyResult<Bound<'py, PyDict>> {
    let numbers = PyDict::new(py);
    numbers.set_item("first", tally.first)?;
    numbers.set_item("draw", tally.draw)?;
    numbers.set_item("second", tally.second)?;
    Ok(numbers)
}
