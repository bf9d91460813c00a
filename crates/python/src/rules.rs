//! Games whose rules a Python class knows.
//!
//! The class is asked about each position once, under Python's lock, by the thread that needs the answer. Positions
//! are Python values; a dict maps them to the numbers that solvers use.

mod answers;
mod arrays;
mod size;
mod store;
mod texts;
mod values;

use crate::inside;
use crate::threads::asking;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PySet;
use rustc_hash::FxHashMap;
use size::Sizes;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::Store;
use values::{about, method, outcome, plain_text, raised};
use yomikiri_catalog::asked::{About, Arena, Fault, Known, Source, Unfound};
use yomikiri_catalog::{Outcome, Player, TextError};

/// The time after which a batch ends, so that limits and Ctrl-C are checked often enough.
const LONG: Duration = Duration::from_millis(50);
/// The most positions with equal keys that are kept to check the law of keys.
const MERGED: usize = 1000;
/// The most positions that are compared for it: the kept ones, and others that their moves lead to.
const CHECKED: u64 = 2000;
/// The suffix of a position's text if Second is to move, unless the class tells the turn.
const SECOND: &str = ":second";

/// The methods of a class; optional ones may be `None`.
struct Calls {
    /// Answers everything about an array of positions; with it, the next four are `None`.
    expand: Option<Py<PyAny>>,
    moves: Option<Py<PyAny>>,
    outcome: Option<Py<PyAny>>,
    play: Option<Py<PyAny>>,
    to_move: Option<Py<PyAny>>,
    gain: Option<Py<PyAny>>,
    rank: Option<Py<PyAny>>,
    key: Option<Py<PyAny>>,
    text: Option<Py<PyAny>>,
    parse: Option<Py<PyAny>>,
    move_text: Option<Py<PyAny>>,
    cells: Option<Py<PyAny>>,
}

/// A class that knows the rules of a game.
pub(crate) struct PySource {
    about: About,
    calls: Calls,
    /// Whether the class tells who is to move. Otherwise the turn passes with every move, and a position is a value
    /// with its player to move.
    tells_mover: bool,
    inner: Mutex<Inner>,
}

impl fmt::Debug for PySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PySource").finish_non_exhaustive()
    }
}

struct Inner {
    store: Store,
    /// The player to move in each position; empty if the class tells.
    movers: Vec<Player>,
    /// The numbers of positions by their texts, as far as texts were asked for.
    texts: FxHashMap<String, u32>,
    /// The texts of all positions up to this number are in `texts`.
    indexed: u32,
    sizes: Sizes,
    /// Positions with the key of another position.
    merged: Vec<(u32, Py<PyAny>)>,
    /// The most positions in one array.
    most: u32,
}

impl PySource {
    /// Makes the arena of an object that knows rules.
    ///
    /// # Errors
    ///
    /// If the object raises an exception, or lacks a method.
    pub(crate) fn arena(rules: &Bound<'_, PyAny>, memory: u64) -> PyResult<Arc<Arena>> {
        let py = rules.py();
        let needed = |name: &str| {
            method(rules, name)?.ok_or_else(|| {
                let class = rules.get_type();
                PyTypeError::new_err(format!(
                    "rules need a method `{name}`, and {class} has none"
                ))
            })
        };
        let expand = method(rules, "expand")?;
        let is_plain = expand.is_none();
        let plain = |name: &str| is_plain.then(|| needed(name)).transpose();
        let optional = |name: &str| match is_plain {
            true => method(rules, name),
            false => Ok(None),
        };
        let calls = Calls {
            expand,
            moves: plain("moves")?,
            outcome: plain("outcome")?,
            play: optional("play")?,
            to_move: optional("to_move")?,
            gain: optional("gain")?,
            rank: optional("rank")?,
            key: optional("key")?,
            text: method(rules, "text")?,
            parse: method(rules, "parse")?,
            move_text: method(rules, "move_text")?,
            cells: method(rules, "cells")?,
        };
        let endless = match rules.getattr_opt("endless")? {
            Some(value) if !value.is_none() => outcome(&value, None)?,
            _ => Outcome::Draw,
        };
        let title = match rules.getattr_opt("title")? {
            Some(value) if !value.is_none() => value.str()?.to_cow()?.into_owned(),
            _ => rules.get_type().name()?.to_string(),
        };
        let start = needed("start")?.call0(py)?;
        let says = match &calls.expand {
            Some(expand) => arrays::says(expand.bind(py), start.bind(py))?,
            None => arrays::Says {
                to_move: calls.to_move.is_some(),
                gains: calls.gain.is_some(),
                ranks: calls.rank.is_some(),
            },
        };
        let has_gains = match rules.getattr_opt("gains")? {
            Some(value) if !value.is_none() => value.is_truthy()?,
            _ => says.gains,
        };
        let about = About {
            title: Some(title),
            endless,
            has_gains,
            is_ranked: says.ranks,
        };
        let store = match (&calls.expand, &calls.key) {
            (Some(_), _) => Store::whole(start.extract(py)?),
            (None, Some(key)) => {
                let key = key.call1(py, (&start,))?;
                Store::values(py, start, key)?
            }
            (None, None) => {
                let key = start.clone_ref(py);
                Store::values(py, start, key)?
            }
        };
        let source = PySource {
            about,
            calls,
            tells_mover: says.to_move,
            inner: Mutex::new(Inner {
                store,
                movers: match says.to_move {
                    true => Vec::new(),
                    false => vec![Player::First],
                },
                texts: FxHashMap::default(),
                indexed: 0,
                sizes: Sizes::new(py)?,
                merged: Vec::new(),
                most: u32::MAX,
            }),
        };
        Ok(Arc::new(Arena::new(Box::new(source), memory)))
    }

    fn with<T>(
        &self,
        work: impl FnOnce(Python<'_>, &mut Inner) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let here = std::ptr::from_ref(self).addr();
        let done = inside::asking(here, || {
            Python::attach(|py| {
                let mut inner: MutexGuard<'_, Inner> = self
                    .inner
                    .lock_py_attached(py)
                    .unwrap_or_else(PoisonError::into_inner);
                asking(py, here, || work(py, &mut inner)).map_err(|error| raised(py, error))?
            })
        });
        done.unwrap_or_else(|| {
            let fault = Fault::new("the rules of a game ask about the game itself");
            let help = "a method of the class must not solve the game that it is the rules of";
            Err(fault.help(help))
        })
    }

    /// Returns the number of a position, which may be new.
    fn intern(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        position: Py<PyAny>,
        mover: Player,
        arena: &Arena,
    ) -> Result<u32, Fault> {
        let raised = |error| raised(py, error);
        let key = match &self.calls.key {
            Some(key) => Some(key.call1(py, (&position,)).map_err(raised)?),
            None => None,
        };
        let table = match self.tells_mover {
            true => 0,
            false => mover as usize,
        };
        let has_key = key.is_some();
        let found = inner.store.find(py, table, &position, key.as_ref());
        if let Some(number) = found.map_err(raised)? {
            if has_key && inner.merged.len() < MERGED {
                let same = inner.store.value(py, number).map_err(raised)?;
                if !same.eq(&position).map_err(raised)? {
                    inner.merged.push((number, position));
                }
            }
            return Ok(number);
        }
        let mut held = 0;
        if arena.len() % size::EVERY == 1 {
            for value in [Some(&position), key.as_ref()].into_iter().flatten() {
                held += u64::from(size::EVERY) * inner.sizes.bytes(value.bind(py));
            }
        }
        let number = arena.grow(inner.store.bytes() + held)?;
        let added = inner.store.add(py, table, position, key, number);
        added.map_err(raised)?;
        if !self.tells_mover {
            inner.movers.push(mover);
        }
        Ok(number)
    }

    /// Returns the player to move in a position, if the class does not tell.
    fn mover(inner: &Inner, number: u32) -> Option<Player> {
        inner.movers.get(number as usize).copied()
    }

    /// Returns the number of a position given as a Python value.
    pub(crate) fn number_of(
        &self,
        position: Py<PyAny>,
        mover: Player,
        arena: &Arena,
    ) -> Result<u32, Fault> {
        self.with(|py, inner| self.intern(py, inner, position, mover, arena))
    }
}

impl Source for PySource {
    fn about(&self) -> &About {
        &self.about
    }

    fn memory_help(&self) -> &'static str {
        "the attribute `memory` of the rules says how much they may take"
    }

    fn ask(&self, number: u32, arena: &Arena) -> Result<(), Fault> {
        self.with(|py, inner| {
            let started = Instant::now();
            if self.calls.expand.is_some() {
                let numbers = arena.batch(number, inner.most);
                return self.expanded(py, inner, &numbers, arena);
            }
            let numbers = arena.batch(number, u32::MAX);
            for (at, &number) in numbers.iter().enumerate() {
                // The first position must be answered.
                if at % 8 == 1 && started.elapsed() > LONG {
                    break;
                }
                let raised = |error| raised(py, error);
                let position = inner.store.value(py, number).map_err(raised)?;
                let mover = PySource::mover(inner, number);
                let known = self.known(py, inner, &position, mover, arena)?;
                let learnt = arena.learn(number, known);
                learnt.map_err(|fault| about(fault, &position))?;
            }
            Ok(())
        })
    }

    fn text(&self, number: u32) -> Result<String, Fault> {
        self.with(|py, inner| self.text_of(py, inner, number))
    }

    fn find(&self, text: &str, arena: &Arena) -> Result<u32, Unfound> {
        let wrong = |message: String| TextError::new(0..text.len(), message);
        let found = self.with(|py, inner| {
            if let Some(&number) = inner.texts.get(text) {
                return Ok(Ok(number));
            }
            while inner.indexed < arena.len() {
                self.text_of(py, inner, inner.indexed)?;
                inner.indexed += 1;
            }
            if let Some(&number) = inner.texts.get(text) {
                return Ok(Ok(number));
            }
            let Some(parse) = &self.calls.parse else {
                let error = wrong(format!(
                    "no position that play has met has the text `{text}`"
                ));
                return Ok(Err(error.help(
                    "give the rules a method `parse`, or ask about the value: `game.at(position)`",
                )));
            };
            let (board, mover) = match text.strip_suffix(SECOND) {
                Some(board) if !self.tells_mover => (board, Player::Second),
                _ => (text, Player::First),
            };
            // A ValueError from `parse` is an error of the text.
            let position = match parse.call1(py, (board,)) {
                Ok(position) if !position.is_none(py) => position,
                Ok(_) => return Ok(Err(wrong(format!("`{text}` is no position of this game")))),
                Err(error) if error.is_instance_of::<PyValueError>(py) => {
                    return Ok(Err(wrong(error.value(py).to_string())));
                }
                Err(error) => return Err(raised(py, error)),
            };
            Ok(Ok(self.intern(py, inner, position, mover, arena)?))
        });
        found.map_err(Unfound::Fault)?.map_err(Unfound::Text)
    }

    fn cells(&self, number: u32) -> Option<Vec<String>> {
        // `check_rules` reports errors of this call.
        self.with(|py, inner| self.drawn(py, inner, number)).ok()?
    }

    fn ask_again(&self, number: u32, arena: &Arena) -> Result<(), Fault> {
        self.with(|py, inner| {
            let raised = |error| raised(py, error);
            self.drawn(py, inner, number)?;
            let position = inner.store.value(py, number).map_err(raised)?;
            let mover = PySource::mover(inner, number);
            self.reads_back(py, inner, number, mover, arena)?;
            let known = self.known(py, inner, &position, mover, arena)?;
            if arena.get(number) == Some(&known) {
                return Ok(());
            }
            let text = plain_text(&position).unwrap_or_default();
            Err(Fault::new(format!(
                "another answer about {text} than before"
            )))
        })
    }

    fn check(&self, arena: &Arena) -> Result<u64, Fault> {
        self.with(|py, inner| {
            // Comparing them asks about their moves, which may find more positions with equal keys.
            let seen = PySet::empty(py).map_err(|error| raised(py, error))?;
            let mut checked = 0;
            let mut waiting = VecDeque::from(std::mem::take(&mut inner.merged));
            let led = |known: &Known| {
                let gain = |mv| known.gains.get(mv).copied().unwrap_or(0);
                let led = known.targets.iter().enumerate();
                let mut led: Vec<(u32, i64)> = led.map(|(mv, &to)| (to, gain(mv))).collect();
                led.sort_unstable();
                led.dedup();
                led
            };
            while let Some((number, other)) = waiting.pop_front() {
                let mover = PySource::mover(inner, number);
                // Positions without a hash are compared again.
                let with_mover = (other.bind(py), mover == Some(Player::First));
                if seen.contains(with_mover).unwrap_or(false) {
                    continue;
                }
                let _ = seen.add(with_mover);
                let one = inner
                    .store
                    .value(py, number)
                    .map_err(|error| raised(py, error))?;
                let [one_known, other_known] = [&one, other.bind(py)]
                    .map(|position| self.known(py, inner, position, mover, arena));
                let (one_known, other_known) = (one_known?, other_known?);
                let same = one_known.outcome == other_known.outcome
                    && one_known.to_move == other_known.to_move
                    && led(&one_known) == led(&other_known);
                if !same {
                    let texts = [&one, other.bind(py)].map(plain_text);
                    let [one, other] = texts.map(Result::unwrap_or_default);
                    let fault = Fault::new(format!(
                        "{one} and {other} have equal keys, and their moves lead to different ones"
                    ));
                    return Err(fault.help("equal keys have to mean equal values"));
                }
                checked += 1;
                if checked == CHECKED {
                    break;
                }
                let more = std::mem::take(&mut inner.merged);
                if (waiting.len() as u64) < CHECKED {
                    waiting.extend(more);
                }
            }
            Ok(checked)
        })
    }
}
