//! A position that is played forward and back, as Python programs do. The facts about each position are
//! cached as Python objects, and known moves are only recorded. So a search that returns to the same
//! positions asks the game for nothing twice.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomikiri_catalog::{AnyPosition, Player, Points, TextError};

/// The most cached positions; when it is reached, all are dropped. They take about a megabyte.
const MOST_NODES: usize = 1024;
/// The most cached texts of moves; when it is reached, all are dropped.
const MOST_NAMES: usize = 1 << 16;
/// The number of a position without cached facts.
const UNKNOWN: usize = usize::MAX;

/// The texts of a game's moves as Python objects, one for each text.
#[derive(Default)]
pub(crate) struct Names {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    texts: FxHashMap<String, Py<PyString>>,
    /// The texts by the game's numbers of moves, if it has such numbers.
    numbered: Vec<Option<Py<PyString>>>,
}

impl Known {
    fn name<'py>(&mut self, py: Python<'py>, text: &str) -> Bound<'py, PyString> {
        if let Some(name) = self.texts.get(text) {
            return name.bind(py).clone();
        }
        if self.texts.len() >= MOST_NAMES {
            self.texts.clear();
        }
        let name = PyString::new(py, text);
        self.texts.insert(text.to_owned(), name.clone().unbind());
        name
    }

    fn numbered<'py>(&self, py: Python<'py>, number: u32) -> Option<Bound<'py, PyString>> {
        let name = self.numbered.get(number as usize)?.as_ref();
        name.map(|name| name.bind(py).clone())
    }

    fn number(&mut self, number: u32, name: &Bound<'_, PyString>) {
        let number = number as usize;
        if number < MOST_NAMES {
            let len = self.numbered.len().max(number + 1);
            self.numbered.resize_with(len, || None);
            self.numbered[number] = Some(name.clone().unbind());
        }
    }
}

impl Names {
    fn known(&self) -> MutexGuard<'_, Known> {
        // No holder of this lock releases Python's lock.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the object of a text.
    pub(crate) fn of<'py>(&self, py: Python<'py>, text: &str) -> Bound<'py, PyString> {
        self.known().name(py, text)
    }

    /// Returns the legal moves of a position. For a numbered move that was met before, no new text is made.
    fn of_moves<'py>(
        &self,
        py: Python<'py>,
        held: &mut dyn AnyPosition,
    ) -> Vec<Bound<'py, PyString>> {
        let mut known = self.known();
        let numbers = held.text_numbers().unwrap_or_default().iter();
        let names: Option<Vec<_>> = numbers.map(|&number| known.numbered(py, number)).collect();
        if let Some(names) = names.filter(|names| !names.is_empty()) {
            return names;
        }
        let texts = held.moves().iter();
        let names: Vec<_> = texts.map(|text| known.name(py, text)).collect();
        for (&number, name) in held.text_numbers().unwrap_or_default().iter().zip(&names) {
            known.number(number, name);
        }
        names
    }
}

/// The cached facts about a position.
#[derive(Default)]
struct Node {
    state: Option<State>,
    moves: Option<Py<PyList>>,
    /// The move that led here, as the game writes it.
    last: Option<Py<PyString>>,
    links: Vec<Link>,
}

/// A legal move that was played before.
struct Link {
    /// The hash of the text in Python.
    hash: isize,
    text: Py<PyString>,
    to: usize,
}

/// The player to move, and the outcome.
pub(crate) struct State {
    pub(crate) to_move: Player,
    pub(crate) outcome: Option<Py<PyString>>,
}

/// A played move: its text as given, and the number of the position before.
struct Step {
    text: Py<PyString>,
    from: usize,
}

/// A position with cached facts about it and about those around it.
pub(crate) struct Walk {
    /// The position without the last moves; see `made`.
    held: Box<dyn AnyPosition>,
    /// The number of steps that `held` has made.
    made: usize,
    steps: Vec<Step>,
    nodes: Vec<Node>,
    /// The number of the current position.
    at: usize,
}

/// The reason why a move was not played.
pub(crate) enum NoStep {
    /// It is no legal move.
    Text(TextError),
    /// Python raised an exception.
    Python(PyErr),
}

impl From<PyErr> for NoStep {
    fn from(error: PyErr) -> NoStep {
        NoStep::Python(error)
    }
}

impl Walk {
    /// Starts at a position; moves that led to it can be taken back.
    pub(crate) fn from(held: Box<dyn AnyPosition>) -> Walk {
        Walk {
            held,
            made: 0,
            steps: Vec::new(),
            nodes: Vec::new(),
            at: UNKNOWN,
        }
    }

    /// Returns the position, with all moves made.
    pub(crate) fn held(&mut self, py: Python<'_>) -> PyResult<&mut dyn AnyPosition> {
        for step in &self.steps[self.made..] {
            // The move was legal here before.
            let text = step.text.bind(py).to_cow()?;
            self.held.push(&text).map_err(|_| errors::broken())?;
            self.made += 1;
        }
        Ok(self.held.as_mut())
    }

    /// Copies the position, with the same moves to take back.
    pub(crate) fn copied(&mut self, py: Python<'_>) -> PyResult<Walk> {
        Ok(Walk::from(self.held(py)?.copied()))
    }

    fn node(&mut self) -> &mut Node {
        if self.at == UNKNOWN {
            self.at = self.add();
        }
        &mut self.nodes[self.at]
    }

    /// Returns the number of a new position without cached facts.
    fn add(&mut self) -> usize {
        if self.nodes.len() >= MOST_NODES {
            self.forget();
        }
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.at = UNKNOWN;
        for step in &mut self.steps {
            step.from = UNKNOWN;
        }
    }

    /// Returns the player to move, and the outcome.
    pub(crate) fn state(&mut self, py: Python<'_>) -> PyResult<&State> {
        if self.node().state.is_none() {
            let held = self.held(py)?;
            // The outcome of the whole game; only one line of play reaches a node.
            let outcome = held
                .outcome()
                .map(|end| Points::of(&held.gains()).outcome(end));
            let outcome = outcome.map(|outcome| outcome.to_string());
            let outcome = outcome.map(|outcome| PyString::new(py, &outcome).unbind());
            let to_move = held.to_move();
            self.node().state = Some(State { to_move, outcome });
        }
        self.node().state.as_ref().ok_or_else(errors::broken)
    }

    /// Returns the legal moves in a new list.
    pub(crate) fn moves<'py>(
        &mut self,
        py: Python<'py>,
        names: &Names,
    ) -> PyResult<Bound<'py, PyList>> {
        let moves = match &self.node().moves {
            Some(moves) => moves.bind(py).clone(),
            None => {
                let moves = PyList::new(py, names.of_moves(py, self.held(py)?))?;
                self.node().moves = Some(moves.clone().unbind());
                moves
            }
        };
        Ok(moves.get_slice(0, moves.len()))
    }

    /// Plays a legal move.
    pub(crate) fn push(&mut self, mv: &Bound<'_, PyString>) -> Result<(), NoStep> {
        let py = mv.py();
        if !mv.is_exact_instance_of::<PyString>() {
            // A subclass may compare and hash in any way, so copy it.
            return self.push(&PyString::new(py, &mv.to_cow()?));
        }
        let hash = mv.hash()?;
        let equal = |text: &Py<PyString>| text.bind(py).as_any().eq(mv).unwrap_or(false);
        let same = |text: &Py<PyString>| text.is(mv) || equal(text);
        let mut links = self.node().links.iter();
        let known = links.find(|link| link.hash == hash && same(&link.text));
        let (from, to) = match known.map(|link| link.to) {
            Some(to) => (self.at, to),
            None => {
                // The move is usually one of the list that was handed out.
                let listed = self.node().moves.as_ref();
                let mut listed = listed.into_iter().flat_map(|moves| moves.bind(py).iter());
                let index = listed.position(|known| known.is(mv));
                let held = self.held(py)?;
                if !index.is_some_and(|index| held.push_nth(index)) {
                    held.push(&mv.to_cow()?).map_err(NoStep::Text)?;
                }
                self.made += 1;
                let to = self.add();
                // `add` may have dropped all nodes.
                if let Some(node) = self.nodes.get_mut(self.at) {
                    let text = mv.clone().unbind();
                    node.links.push(Link { hash, text, to });
                }
                (self.at, to)
            }
        };
        let text = mv.clone().unbind();
        self.steps.push(Step { text, from });
        self.at = to;
        Ok(())
    }

    /// Takes the last move back; `None` if none was played.
    pub(crate) fn pop<'py>(
        &mut self,
        py: Python<'py>,
        names: &Names,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        let known = self.nodes.get(self.at).and_then(|node| node.last.as_ref());
        let known = known.map(|name| name.bind(py).clone());
        if known.is_none() {
            self.held(py)?;
        }
        let mut popped = None;
        // When the steps are used up, moves from before them are taken back.
        if self.made == self.steps.len() {
            popped = self.held.pop();
            self.made = self.made.saturating_sub(1);
        }
        let name = match (known, popped) {
            (Some(name), _) => name,
            (None, Some(text)) => names.of(py, &text),
            (None, None) => return Ok(None),
        };
        match self.steps.pop() {
            Some(step) => {
                if let Some(node) = self.nodes.get_mut(self.at) {
                    node.last.get_or_insert_with(|| name.clone().unbind());
                }
                self.at = step.from;
            }
            None => self.forget(),
        }
        Ok(Some(name))
    }
}
