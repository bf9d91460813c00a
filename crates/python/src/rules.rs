//! Games whose rules a class of Python knows.
//!
//! The class is asked about each position once, under Python's lock, by whichever thread needs the answer. Positions
//! are Python's values; the numbers that solvers see are kept in a dict.

use crate::errors;
use crate::game::Game;
use crate::wait::interruptible;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyString};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use yomikiri_catalog::asked::{About, Arena, Cause, Fault, Known, Source, Unfound};
use yomikiri_catalog::rules::{AskedUnsound, check_asked};
use yomikiri_catalog::{Outcome, Player, TextError};

/// A batch that takes longer is followed by smaller ones, so that limits and Ctrl-C are looked at often enough.
const LONG: Duration = Duration::from_millis(50);
/// Roughly the bytes of a position in Python: the value, its places in the dict and in the list.
const POSITION: u64 = 200;
/// The most positions of equal keys that are kept for the law of keys.
const MERGED: usize = 1000;
/// What stands behind the text of a position where Second is to move, unless the class tells who is.
const SECOND: &str = ":second";

/// The methods of a class; those that it need not have are None.
struct Calls {
    moves: Py<PyAny>,
    outcome: Py<PyAny>,
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
    inner: Mutex<Inner>,
    /// The thread that is asking, so that rules that ask about themselves are an error and not a wait for ever.
    asking: AtomicUsize,
}

impl fmt::Debug for PySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PySource").finish_non_exhaustive()
    }
}

struct Inner {
    /// The numbers of positions, or of their keys, by who is to move where the class does not tell; else all in the
    /// first one.
    numbers: [Py<PyDict>; 2],
    positions: Vec<Py<PyAny>>,
    /// Who is to move in each; empty where the class tells.
    movers: Vec<Player>,
    /// The numbers of the texts that were asked for.
    texts: FxHashMap<String, u32>,
    /// The positions up to here have all been asked for theirs.
    indexed: u32,
    /// Positions that have the key of another one.
    merged: Vec<(u32, Py<PyAny>)>,
    /// The most positions to ask about at once.
    most: u32,
}

/// An exception of Python as a fault.
fn raised(py: Python<'_>, error: PyErr) -> Fault {
    let class = error.get_type(py).name();
    let class = class.map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    let fault = Fault::new(format!("the rules raised {class}: {}", error.value(py)));
    Fault {
        cause: Some(Cause(Arc::new(error))),
        ..fault
    }
}

/// The method of an object with a name, unless it is None or not there.
fn method(rules: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    match rules.getattr_opt(name)? {
        Some(found) if !found.is_none() => Ok(Some(found.unbind())),
        _ => Ok(None),
    }
}

fn player(value: &Bound<'_, PyAny>) -> PyResult<Player> {
    let name = value.cast::<PyString>().ok();
    let name = name.and_then(|name| name.to_str().ok());
    let player = Player::BOTH
        .into_iter()
        .find(|player| Some(player.name()) == name);
    player.ok_or_else(|| {
        PyTypeError::new_err(format!("\"first\" or \"second\" is wanted, not {value:?}"))
    })
}

/// An outcome: a word, or First's points less Second's. `mover` is to move where play is over.
fn outcome(value: &Bound<'_, PyAny>, mover: Option<Player>) -> PyResult<Outcome> {
    if let Ok(word) = value.cast::<PyString>() {
        let mover = |wins: bool| {
            let player = mover.map(|mover| if wins { mover } else { mover.opponent() });
            player.map(Outcome::Win)
        };
        let outcome = match word.to_str()? {
            "first" => Some(Outcome::Win(Player::First)),
            "second" => Some(Outcome::Win(Player::Second)),
            "draw" => Some(Outcome::Draw),
            "mover" => mover(true),
            "opponent" => mover(false),
            _ => None,
        };
        if let Some(outcome) = outcome {
            return Ok(outcome);
        }
    } else if let Ok(points) = value.extract::<i64>() {
        return Ok(Outcome::Margin(points));
    }
    Err(PyTypeError::new_err(format!(
        "an outcome is None, \"first\", \"draw\", \"second\", \"mover\", \"opponent\" or a margin, not {value:?}"
    )))
}

/// A value of Python as text without white space: a str as it is, anything else by its repr.
fn plain_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = match value.cast::<PyString>() {
        Ok(text) => text.clone(),
        Err(_) => value.repr()?,
    };
    let text = text.to_str()?;
    Ok(text.chars().filter(|sign| !sign.is_whitespace()).collect())
}

impl PySource {
    /// The arena of an object that knows rules.
    ///
    /// # Errors
    ///
    /// What the object raises, and what it does not have.
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
        let calls = Calls {
            moves: needed("moves")?,
            outcome: needed("outcome")?,
            play: method(rules, "play")?,
            to_move: method(rules, "to_move")?,
            gain: method(rules, "gain")?,
            rank: method(rules, "rank")?,
            key: method(rules, "key")?,
            text: method(rules, "text")?,
            parse: method(rules, "parse")?,
            move_text: method(rules, "move_text")?,
            cells: method(rules, "cells")?,
        };
        let endless = match rules.getattr_opt("endless")? {
            Some(value) if !value.is_none() => outcome(&value, None)?,
            _ => Outcome::Draw,
        };
        let has_gains = match rules.getattr_opt("gains")? {
            Some(value) if !value.is_none() => value.is_truthy()?,
            _ => calls.gain.is_some(),
        };
        let title = match rules.getattr_opt("title")? {
            Some(value) if !value.is_none() => value.str()?.to_str()?.to_owned(),
            _ => rules.get_type().name()?.to_string(),
        };
        let start = needed("start")?.call0(py)?;
        let about = About {
            title: Some(title),
            endless,
            has_gains,
            is_ranked: calls.rank.is_some(),
        };
        let numbers = [PyDict::new(py), PyDict::new(py)];
        let key = match &calls.key {
            Some(key) => key.call1(py, (&start,))?,
            None => start.clone_ref(py),
        };
        numbers[0].set_item(key, 0)?;
        let movers = match calls.to_move {
            Some(_) => Vec::new(),
            None => vec![Player::First],
        };
        let source = PySource {
            about,
            calls,
            inner: Mutex::new(Inner {
                numbers: numbers.map(Bound::unbind),
                positions: vec![start],
                movers,
                texts: FxHashMap::default(),
                indexed: 0,
                merged: Vec::new(),
                most: 64,
            }),
            asking: AtomicUsize::new(0),
        };
        Ok(Arc::new(Arena::new(Box::new(source), memory)))
    }

    /// Does some work with what is kept. Python's lock is let go while another thread has it.
    fn with<T>(
        &self,
        work: impl FnOnce(Python<'_>, &mut Inner) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        thread_local! {
            static HERE: u8 = const { 0 };
        }
        let here = HERE.with(|here| std::ptr::from_ref(here).addr());
        if self.asking.load(Ordering::Relaxed) == here {
            let fault = Fault::new("the rules of a game ask about the game itself");
            return Err(
                fault.help("a method of the class must not solve the game that it is the rules of")
            );
        }
        Python::attach(|py| {
            let mut inner: MutexGuard<'_, Inner> = self
                .inner
                .lock_py_attached(py)
                .unwrap_or_else(PoisonError::into_inner);
            self.asking.store(here, Ordering::Relaxed);
            let done = work(py, &mut inner);
            self.asking.store(0, Ordering::Relaxed);
            done
        })
    }

    /// The number of a position, a new one where it is new.
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
            Some(key) => key.call1(py, (&position,)).map_err(raised)?,
            None => position.clone_ref(py),
        };
        let table = match self.calls.to_move {
            Some(_) => 0,
            None => mover as usize,
        };
        let numbers = inner.numbers[table].bind(py);
        if let Some(number) = numbers.get_item(&key).map_err(raised)? {
            let number: u32 = number.extract().map_err(raised)?;
            if self.calls.key.is_some() && inner.merged.len() < MERGED {
                let same = inner.positions[number as usize].bind(py);
                if !same.eq(&position).map_err(raised)? {
                    inner.merged.push((number, position));
                }
            }
            return Ok(number);
        }
        let number = arena.grow(POSITION)?;
        numbers.set_item(key, number).map_err(raised)?;
        inner.positions.push(position);
        if self.calls.to_move.is_none() {
            inner.movers.push(mover);
        }
        Ok(number)
    }

    /// What the class says of a position.
    fn known(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        position: &Bound<'_, PyAny>,
        mover: Option<Player>,
        arena: &Arena,
    ) -> Result<Known, Fault> {
        let raised = |error| raised(py, error);
        let calls = &self.calls;
        let ended = calls.outcome.bind(py).call1((position,)).map_err(raised)?;
        if !ended.is_none() {
            return Ok(Known::over(outcome(&ended, mover).map_err(raised)?));
        }
        let to_move = match (&calls.to_move, mover) {
            (Some(to_move), _) => {
                let mover = to_move.bind(py).call1((position,)).map_err(raised)?;
                player(&mover).map_err(raised)?
            }
            (None, mover) => mover.unwrap_or(Player::First),
        };
        let moves = calls.moves.bind(py).call1((position,)).map_err(raised)?;
        let mut targets = Vec::new();
        let mut gains: Vec<i64> = Vec::new();
        let mut names = String::new();
        for item in moves.try_iter().map_err(raised)? {
            let item = item.map_err(raised)?;
            let (mv, next, gain) = match &calls.play {
                Some(play) => {
                    let next = play.bind(py).call1((position, &item)).map_err(raised)?;
                    (item, next, None)
                }
                None => triple(&item).map_err(raised)?,
            };
            let gain = match (gain, &calls.gain) {
                (None, Some(gain)) => Some(gain.bind(py).call1((position, &mv)).map_err(raised)?),
                (given, _) => given,
            };
            gains.push(gain.map_or(Ok(0), |gain| gain.extract()).map_err(raised)?);
            let name = match &calls.move_text {
                Some(text) => text.bind(py).call1((position, &mv)).map_err(raised)?,
                None => mv,
            };
            names.push_str(&plain_text(&name).map_err(raised)?);
            names.push('\n');
            targets.push(self.intern(py, inner, next.unbind(), to_move.opponent(), arena)?);
        }
        if targets.is_empty() {
            let text = plain_text(position).map_err(raised)?;
            let message = format!("{text} has no moves and no outcome");
            return Err(Fault::new(message).help("`outcome` has to say how play has ended there"));
        }
        let rank = match &calls.rank {
            Some(rank) => {
                let rank = rank.bind(py).call1((position,)).map_err(raised)?;
                rank.extract().map_err(raised)?
            }
            None => 0,
        };
        if gains.iter().all(|&gain| gain == 0) {
            gains.clear();
        }
        Ok(Known {
            to_move,
            outcome: None,
            rank,
            targets: targets.into(),
            gains: gains.into(),
            names: names.into(),
        })
    }

    /// The text of a position, and that nobody else has it.
    fn text_of(&self, py: Python<'_>, inner: &mut Inner, number: u32) -> Result<String, Fault> {
        let raised = |error| raised(py, error);
        let position = inner.positions[number as usize].bind(py);
        let mut text = match &self.calls.text {
            Some(text) => {
                let text = text.bind(py).call1((position,)).map_err(raised)?;
                plain_text(&text)
            }
            None => plain_text(position),
        }
        .map_err(raised)?;
        if text.is_empty() || matches!(text.as_str(), "start" | "after") {
            text.push('_');
        }
        if inner.movers.get(number as usize) == Some(&Player::Second) {
            text.push_str(SECOND);
        }
        match inner.texts.insert(text.clone(), number) {
            Some(other) if other != number => {
                let fault = Fault::new(format!("two positions have the text `{text}`"));
                Err(fault.help("define `text` so that different positions have different texts"))
            }
            _ => Ok(text),
        }
    }

    /// Who is to move in a position of which the class does not tell.
    fn mover(inner: &Inner, number: u32) -> Option<Player> {
        inner.movers.get(number as usize).copied()
    }

    /// The number of a position given as a value of Python.
    pub(crate) fn number_of(
        &self,
        position: Py<PyAny>,
        mover: Player,
        arena: &Arena,
    ) -> Result<u32, Fault> {
        self.with(|py, inner| self.intern(py, inner, position, mover, arena))
    }
}

/// A move, where it leads, and what it gains.
type Triple<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
);

fn triple<'py>(item: &Bound<'py, PyAny>) -> PyResult<Triple<'py>> {
    match item.len() {
        Ok(2) => Ok((item.get_item(0)?, item.get_item(1)?, None)),
        Ok(3) => Ok((
            item.get_item(0)?,
            item.get_item(1)?,
            Some(item.get_item(2)?),
        )),
        _ => Err(PyTypeError::new_err(format!(
            "without a method `play`, moves are (move, next) or (move, next, gain), not {item:?}"
        ))),
    }
}

impl Source for PySource {
    fn about(&self) -> &About {
        &self.about
    }

    fn ask(&self, number: u32, arena: &Arena) -> Result<(), Fault> {
        self.with(|py, inner| {
            let started = Instant::now();
            let numbers = arena.batch(number, inner.most);
            for &number in &numbers {
                let position = inner.positions[number as usize].clone_ref(py);
                let mover = PySource::mover(inner, number);
                let known = self.known(py, inner, position.bind(py), mover, arena)?;
                let learnt = arena.learn(number, known);
                learnt.map_err(|fault| match plain_text(position.bind(py)) {
                    Ok(text) if !fault.is_limit => {
                        let help = fault.help.clone();
                        let help = help.map_or_else(String::new, |help| format!("; {help}"));
                        fault.help(format!("asked about {text}{help}"))
                    }
                    _ => fault,
                })?;
            }
            let count = numbers.len() as u32;
            if started.elapsed() > LONG {
                inner.most = (count / 2).max(1);
            } else if count == inner.most {
                inner.most = inner.most.saturating_mul(2);
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
                Some(board) if self.calls.to_move.is_none() => (board, Player::Second),
                _ => (text, Player::First),
            };
            // What `parse` raises is said of the text.
            let position = match parse.call1(py, (board,)) {
                Ok(position) if !position.is_none(py) => position,
                Ok(_) => return Ok(Err(wrong(format!("`{text}` is no position of this game")))),
                Err(error) => return Ok(Err(wrong(error.value(py).to_string()))),
            };
            Ok(Ok(self.intern(py, inner, position, mover, arena)?))
        });
        found.map_err(Unfound::Fault)?.map_err(Unfound::Text)
    }

    fn cells(&self, number: u32) -> Option<Vec<String>> {
        let cells = self.calls.cells.as_ref()?;
        let rows = self.with(|py, inner| {
            let raised = |error| raised(py, error);
            let position = inner.positions[number as usize].bind(py);
            let rows = cells.bind(py).call1((position,)).map_err(raised)?;
            let row = |row: PyResult<Bound<'_, PyAny>>| -> PyResult<String> {
                let row = row?;
                if let Ok(text) = row.cast::<PyString>() {
                    return Ok(text.to_str()?.to_owned());
                }
                let signs = row.try_iter()?;
                let sign = |sign: PyResult<Bound<'_, PyAny>>| -> PyResult<char> {
                    let sign = sign?.str()?;
                    Ok(sign.to_str()?.chars().next().unwrap_or('.'))
                };
                signs.map(sign).collect()
            };
            let rows = rows.try_iter().map_err(raised)?.map(row);
            rows.collect::<PyResult<Vec<String>>>().map_err(raised)
        });
        rows.ok()
    }

    fn ask_again(&self, number: u32, arena: &Arena) -> Result<(), Fault> {
        self.with(|py, inner| {
            let position = inner.positions[number as usize].clone_ref(py);
            let mover = PySource::mover(inner, number);
            let known = self.known(py, inner, position.bind(py), mover, arena)?;
            if arena.get(number) == Some(&known) {
                return Ok(());
            }
            let text = plain_text(position.bind(py)).unwrap_or_default();
            Err(Fault::new(format!(
                "another answer about {text} than before"
            )))
        })
    }

    fn check(&self, arena: &Arena) -> Result<u64, Fault> {
        self.with(|py, inner| {
            let merged = std::mem::take(&mut inner.merged);
            let led = |known: &Known| {
                let gain = |mv| known.gains.get(mv).copied().unwrap_or(0);
                let led = known.targets.iter().enumerate();
                let mut led: Vec<(u32, i64)> = led.map(|(mv, &to)| (to, gain(mv))).collect();
                led.sort_unstable();
                led.dedup();
                led
            };
            for (number, other) in &merged {
                let mover = PySource::mover(inner, *number);
                let one = inner.positions[*number as usize].clone_ref(py);
                let [one_known, other_known] = [one.bind(py), other.bind(py)]
                    .map(|position| self.known(py, inner, position, mover, arena));
                let (one_known, other_known) = (one_known?, other_known?);
                let same = one_known.outcome == other_known.outcome
                    && one_known.to_move == other_known.to_move
                    && led(&one_known) == led(&other_known);
                if !same {
                    let texts = [one.bind(py), other.bind(py)].map(plain_text);
                    let [one, other] = texts.map(Result::unwrap_or_default);
                    let fault = Fault::new(format!(
                        "{one} and {other} have equal keys, and their moves lead to different ones"
                    ));
                    return Err(fault.help("equal keys have to mean equal values"));
                }
            }
            Ok(merged.len() as u64)
        })
    }
}

/// Executes the laws of a game whose rules a class knows, asks about positions twice, and compares positions of equal
/// keys: what was checked, in words, the positions and the checks.
///
/// Raises RulesError where a law is broken, and whatever the class raises.
#[pyfunction]
pub(crate) fn check_rules(
    py: Python<'_>,
    game: &Bound<'_, Game>,
) -> PyResult<(String, usize, u64)> {
    let arena = game.get().arena(py)?;
    let work = |_: &AtomicBool, _: &mut dyn FnMut(())| check_asked(arena);
    let checked = interruptible(py, work, |()| Ok(()))?.map_err(|unsound| match unsound {
        AskedUnsound::Fault(fault) => errors::fault(py, &fault),
        other => errors::plain(py, "RulesError", other),
    })?;
    Ok((checked.to_string(), checked.positions, checked.checks))
}
