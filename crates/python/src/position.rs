//! The class `Position`, whose moves can be played and taken back.

use crate::errors;
use crate::game::Game;
use crate::walk::{NoStep, Walk};
use numpy::PyArray1;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use serde_json::{Value, json};
use yomikiri_catalog::{AnyPosition, Diagram, Layout, Player, Points};

/// The contents of a pickle: the game, the first position, the moves.
type State = (Py<Game>, String, Vec<String>);

/// A position of a game, with the moves played to it.
///
/// push and pop change it; copy() returns an independent position. Two positions are equal if their games and
/// their boards are, even after different moves. The hash depends on the current board: do not push or pop
/// while the position is a key of a dict.
#[pyclass(module = "yomikiri")]
pub(crate) struct Position {
    game: Py<Game>,
    walk: Walk,
}

impl Position {
    /// Wraps a position.
    pub(crate) fn of(game: Py<Game>, held: Box<dyn AnyPosition>) -> Position {
        let walk = Walk::from(held);
        Position { game, walk }
    }

    /// Reads a position from a text.
    pub(crate) fn open(game: Bound<'_, Game>, text: &str) -> PyResult<Position> {
        let held = std::sync::Arc::clone(&game.get().game)
            .hold(text)
            .map_err(|error| {
                let py = game.py();
                let error = errors::text(py, "PositionError", text, &error, None);
                errors::unless_failed(py, &*game.get().game, error)
            })?;
        Ok(Position::of(game.unbind(), held))
    }

    /// Returns a value, unless the rules of the game have failed.
    fn sound<T>(&self, py: Python<'_>, told: T) -> PyResult<T> {
        match self.game.get().game.fault() {
            None => Ok(told),
            Some(fault) => Err(errors::fault(py, fault)),
        }
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
    pub(crate) fn text(&mut self, py: Python<'_>) -> PyResult<String> {
        let text = self.walk.held(py)?.text();
        self.sound(py, text)
    }

    /// The position in the game's usual form.
    #[getter]
    fn canonical(&mut self, py: Python<'_>) -> PyResult<String> {
        let text = self.walk.held(py)?.usual_text();
        self.sound(py, text)
    }

    /// The player to move: "first" or "second". (If the game is over, the player who would be to move.)
    #[getter(to_move)]
    fn mover<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let name = match self.walk.state(py)?.to_move {
            Player::First => intern!(py, "first"),
            Player::Second => intern!(py, "second"),
        };
        Ok(name.clone())
    }

    /// None while the game goes on; otherwise "first", "draw", "second", or the margin such as "+2". If moves
    /// gain points, the margin counts the points gained by the moves of move_stack and those added at the end.
    #[getter]
    fn outcome(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyString>>> {
        let outcome = self.walk.state(py)?.outcome.as_ref();
        Ok(outcome.map(|outcome| outcome.clone_ref(py)))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.walk.state(py)?.outcome.is_some())
    }

    /// The legal moves, in the game's move order; none if the game is over.
    #[getter]
    fn legal_moves<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.walk.moves(py, &self.game.get().names)
    }

    /// The moves played since the position was made, in order, after those that its text gave with "after".
    #[getter]
    fn move_stack(&mut self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.walk.held(py)?.played())
    }

    /// The points that First and Second have gained by the moves of move_stack; (0, 0) if moves gain no points
    /// in this game. Values count only the points still to come: add First's points minus Second's to a margin
    /// to get that of the whole game.
    #[getter]
    fn points(&mut self, py: Python<'_>) -> PyResult<(i64, i64)> {
        let gains = self.walk.held(py)?.gains();
        Ok(Points::of(&gains).both().into())
    }

    /// Plays a legal move.
    ///
    /// Raises MoveError if the move is not legal; then the position is unchanged.
    fn push(&mut self, mv: &Bound<'_, PyString>) -> PyResult<()> {
        self.walk.push(mv).map_err(|error| match error {
            NoStep::Text(error) => {
                let text = mv.to_string_lossy();
                errors::text(mv.py(), "MoveError", &text, &error, None)
            }
            NoStep::Python(error) => error,
        })
    }

    /// Takes the last move back and returns it.
    ///
    /// Raises IndexError if no move was played.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.walk
            .pop(py, &self.game.get().names)?
            .ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move was played"))
    }

    /// An independent copy of this position, with the same moves to take back.
    fn copy(&mut self, py: Python<'_>) -> PyResult<Position> {
        Ok(Position {
            game: self.game.clone_ref(py),
            walk: self.walk.copied(py)?,
        })
    }

    /// The position as a row of int8: see Game.cells_per_position.
    ///
    /// Raises Refused if the game has no such rows.
    #[getter]
    fn cells<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let usual = self.canonical(py)?;
        let row = self.game.get().cells(py)?.row(&usual);
        let row = row.ok_or_else(|| errors::value("this position has no row of cells"))?;
        Ok(PyArray1::from_vec(py, row))
    }

    /// The board as data, in JSON.
    fn _diagram(&mut self, py: Python<'_>) -> PyResult<String> {
        let text = self.text(py)?;
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

    fn __str__(&mut self, py: Python<'_>) -> PyResult<String> {
        let text = self.text(py)?;
        let drawn = self.game.get().game.diagram(&text);
        let drawn = drawn.map_err(|error| {
            let error = errors::text(py, "PositionError", &text, &error, None);
            errors::unless_failed(py, &*self.game.get().game, error)
        })?;
        let drawn = drawn.to_string().trim_end().to_owned();
        self.sound(py, drawn)
    }

    fn __repr__(&mut self, py: Python<'_>) -> PyResult<String> {
        let text = self.text(py)?;
        let name = self.game.get().game.name();
        Ok(format!("Position({name:?}, {text:?})"))
    }

    fn __eq__(this: &Bound<'_, Position>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = this.py();
        let Ok(other) = other.cast::<Position>() else {
            return Ok(false);
        };
        // Borrow one after the other, because they may be the same object.
        let (game, usual) = {
            let mut this = this.try_borrow_mut()?;
            (this.game(py), this.canonical(py)?)
        };
        let mut other = other.try_borrow_mut()?;
        Ok(game.bind(py).eq(other.game.bind(py))? && usual == other.canonical(py)?)
    }

    fn __hash__(&mut self, py: Python<'_>) -> PyResult<isize> {
        let usual = self.canonical(py)?;
        (self.game.get().game.name(), usual)
            .into_pyobject(py)?
            .hash()
    }

    fn __copy__(&mut self, py: Python<'_>) -> PyResult<Position> {
        self.copy(py)
    }

    fn __deepcopy__(&mut self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Position> {
        self.copy(py)
    }

    fn __reduce__(&mut self, py: Python<'_>) -> PyResult<(Py<PyAny>, State)> {
        let game = self.game(py);
        let held = self.walk.held(py)?;
        let mut first = held.copied();
        while first.pop().is_some() {}
        let restore = py.import("yomikiri._board")?.getattr("restore")?;
        Ok((restore.unbind(), (game, first.text(), held.played())))
    }
}

/// Converts a board to data.
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
