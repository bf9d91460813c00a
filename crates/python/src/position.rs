//! A position that moves are played from and taken back.

use crate::errors;
use crate::game::Game;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::{Value, json};
use yomikiri_catalog::{AnyPosition, Diagram, Layout};

/// What a pickle holds: the game, the first position, the moves.
type State = (Py<Game>, String, Vec<String>);

/// A position of a game, with the moves played to it.
///
/// push and pop change it; copy() gives another. Positions are equal when their games and their boards
/// are, whatever was played before. The hash is of the board as it stands: do not push or pop while the
/// position is a key of a dict.
#[pyclass(module = "yomikiri")]
pub(crate) struct Position {
    game: Py<Game>,
    held: Box<dyn AnyPosition>,
}

impl Position {
    /// A position that is at hand.
    pub(crate) fn of(game: Py<Game>, held: Box<dyn AnyPosition>) -> Position {
        Position { game, held }
    }

    /// The position of a text.
    pub(crate) fn open(game: Bound<'_, Game>, text: &str) -> PyResult<Position> {
        let held = std::sync::Arc::clone(&game.get().game)
            .hold(text)
            .map_err(|error| errors::text(game.py(), "PositionError", text, &error, None))?;
        Ok(Position {
            game: game.unbind(),
            held,
        })
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text="start"))]
    fn new(game: Bound<'_, Game>, text: &str) -> PyResult<Position> {
        Position::open(game, text)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The position in the game's notation, in the form in which it was given.
    #[getter]
    fn text(&self) -> String {
        self.held.text()
    }

    /// The position in the game's usual form.
    #[getter]
    fn canonical(&self) -> String {
        self.held.usual_text()
    }

    /// Who is to move: "first" or "second". (Of a finished game: who would be.)
    #[getter]
    fn to_move(&self) -> String {
        self.held.to_move().to_string()
    }

    /// None while the game goes on; else "first", "draw", "second", or the margin such as "+2".
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.held.outcome().map(|outcome| outcome.to_string())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.held.outcome().is_some()
    }

    /// The legal moves, in the game's move order; none where the game is over.
    #[getter]
    fn legal_moves<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.held.moves())
    }

    /// The moves played since the position was made, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.held.played()
    }

    /// Plays a legal move.
    ///
    /// Raises MoveError where it is not one; the position stays as it was.
    fn push(&mut self, py: Python<'_>, mv: &str) -> PyResult<()> {
        self.held
            .push(mv)
            .map_err(|error| errors::text(py, "MoveError", mv, &error, None))
    }

    /// Takes the last move back and returns it.
    ///
    /// Raises IndexError where none was played.
    fn pop(&mut self) -> PyResult<String> {
        self.held
            .pop()
            .ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move was played"))
    }

    /// Another position like this one, with the same moves to be taken back.
    fn copy(&self, py: Python<'_>) -> Position {
        Position {
            game: self.game.clone_ref(py),
            held: self.held.copied(),
        }
    }

    /// The position as a row of int8: see Game.cells_per_position.
    ///
    /// Raises Refused where the game has no such rows.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let row = self.game.get().cells(py)?.row(&self.held.usual_text());
        let row = row.ok_or_else(|| errors::value("this position has no row of cells"))?;
        Ok(PyArray1::from_vec(py, row))
    }

    /// The board as data, in JSON.
    fn _diagram(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.held.text();
        let board = self.game.get().game.board(&text);
        let board =
            board.map_err(|error| errors::text(py, "PositionError", &text, &error, None))?;
        let mut data = diagram(&board.diagram, board.layout);
        data["decisive"] = json!(board.decisive);
        Ok(data.to_string())
    }

    fn _repr_svg_(this: Bound<'_, Position>) -> PyResult<Py<PyAny>> {
        let py = this.py();
        let drawn = py.import("yomikiri._board")?.getattr("svg")?.call1((this,));
        Ok(drawn?.unbind())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.held.text();
        let drawn = self.game.get().game.diagram(&text);
        let drawn =
            drawn.map_err(|error| errors::text(py, "PositionError", &text, &error, None))?;
        Ok(drawn.to_string().trim_end().to_owned())
    }

    fn __repr__(&self) -> String {
        let game = self.game.get();
        format!("Position({:?}, {:?})", game.game.name(), self.held.text())
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Position>() else {
            return Ok(false);
        };
        let other = other.try_borrow()?;
        let same = self.game.bind(py).eq(other.game.bind(py))?;
        Ok(same && self.held.usual_text() == other.held.usual_text())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.game.get().game.name(), self.held.usual_text())
            .into_pyobject(py)?
            .hash()
    }

    fn __copy__(&self, py: Python<'_>) -> Position {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy(py)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, State)> {
        let mut first = self.held.copied();
        while first.pop().is_some() {}
        let restore = py.import("yomikiri._board")?.getattr("restore")?;
        let state = (self.game(py), first.text(), self.held.played());
        Ok((restore.unbind(), state))
    }
}

/// A board as data.
pub(crate) fn diagram(diagram: &Diagram, layout: Layout) -> Value {
    let places = diagram.places.iter().map(|place| {
        json!({
            "name": place.name,
            "at": [place.at.0, place.at.1, place.at.2],
            "mark": place.mark.map(|mark| mark.symbol),
            "owner": place.mark.and_then(|mark| mark.owner).map(|owner| owner.to_string()),
            "label": place.label,
        })
    });
    let links = diagram
        .links
        .iter()
        .map(|link| json!({ "from": link.from, "to": link.to, "directed": link.directed, "label": link.label }));
    json!({
        "layout": layout.name(),
        "places": places.collect::<Vec<_>>(),
        "links": links.collect::<Vec<_>>(),
        "notes": diagram.notes,
    })
}
