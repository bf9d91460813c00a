//! A position that is played to and fro, as Python does it: what was asked of a position once is remembered,
//! as objects of Python, and moves known from before are only noted. So a search that comes back to the same
//! positions asks the game for nothing twice.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomikiri_catalog::{AnyPosition, Player, Points, TextError};

/// The positions that are remembered at once; then all are forgotten. A megabyte or so.
const MOST_NODES: usize = 1024;
/// The texts of moves that are remembered at once; then all are forgotten.
const MOST_NAMES: usize = 1 << 16;
/// The number of a position of which nothing is remembered.
const UNKNOWN: usize = usize::MAX;

/// The texts of a game's moves as objects of Python, one for each text.
#[derive(Default)]
pub(crate) struct Names {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    texts: FxHashMap<String, Py<PyString>>,
    /// By the numbers that the game has for them, if it has.
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
        // Nobody who has it lets go of Python's lock.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A text.
    pub(crate) fn of<'py>(&self, py: Python<'py>, text: &str) -> Bound<'py, PyString> {
        self.known().name(py, text)
    }

    /// The legal moves of a position. No text is made that has a number and was met before.
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

/// What is remembered of a position.
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
    /// The text's hash in Python.
    hash: isize,
    text: Py<PyString>,
    to: usize,
}

/// Whose turn it is, and how the game has ended.
pub(crate) struct State {
    pub(crate) to_move: Player,
    pub(crate) outcome: Option<Py<PyString>>,
}

/// A move played: its text as it was given, and the number of the position before.
struct Step {
    text: Py<PyString>,
    from: usize,
}

/// A position with what is remembered of it and of those around it.
pub(crate) struct Walk {
    /// The position, but for the last moves: see `made`.
    held: Box<dyn AnyPosition>,
    /// How many of the steps `held` has made.
    made: usize,
    steps: Vec<Step>,
    nodes: Vec<Node>,
    /// The number of the position.
    at: usize,
}

/// Why a move was not played.
pub(crate) enum NoStep {
    /// It is none.
    Text(TextError),
    /// Something of Python's.
    Python(PyErr),
}

impl From<PyErr> for NoStep {
    fn from(error: PyErr) -> NoStep {
        NoStep::Python(error)
    }
}

impl Walk {
    /// From a position on; moves that were played to it can be taken back.
    pub(crate) fn from(held: Box<dyn AnyPosition>) -> Walk {
        Walk {
            held,
            made: 0,
            steps: Vec::new(),
            nodes: Vec::new(),
            at: UNKNOWN,
        }
    }

    /// The position, with all moves made.
    pub(crate) fn held(&mut self, py: Python<'_>) -> PyResult<&mut dyn AnyPosition> {
        for step in &self.steps[self.made..] {
            // It was legal here before.
            let text = step.text.bind(py).to_cow()?;
            self.held.push(&text).map_err(|_| errors::broken())?;
            self.made += 1;
        }
        Ok(self.held.as_mut())
    }

    /// The same position, with the same moves to be taken back.
    pub(crate) fn copied(&mut self, py: Python<'_>) -> PyResult<Walk> {
        Ok(Walk::from(self.held(py)?.copied()))
    }

    fn node(&mut self) -> &mut Node {
        if self.at == UNKNOWN {
            self.at = self.add();
        }
        &mut self.nodes[self.at]
    }

    /// The number of a new position, of which nothing is known yet.
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

    /// Whose turn it is, and how the game has ended.
    pub(crate) fn state(&mut self, py: Python<'_>) -> PyResult<&State> {
        if self.node().state.is_none() {
            let held = self.held(py)?;
            // Of the whole game: a node is met by one line of play alone.
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

    /// The legal moves, in a list that nobody else has.
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
            // One that may compare and hash as it likes.
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
                // Mostly it is one of the list that was handed out.
                let listed = self.node().moves.as_ref();
                let mut listed = listed.into_iter().flat_map(|moves| moves.bind(py).iter());
                let index = listed.position(|known| known.is(mv));
                let held = self.held(py)?;
                if !index.is_some_and(|index| held.push_nth(index)) {
                    held.push(&mv.to_cow()?).map_err(NoStep::Text)?;
                }
                self.made += 1;
                let to = self.add();
                // Unless that has made us forget the position before.
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

    /// Takes the last move back; `None` where none was played.
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
        // Where the steps are at their end, moves played before them are taken back.
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
