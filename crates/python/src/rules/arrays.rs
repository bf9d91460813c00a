//! Rules that answer about an array of positions at once (`expand`).

use super::values::raised;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use yomikiri_catalog::asked::{Fault, Known};
use yomikiri_catalog::{Counted, Outcome, Player};

/// The optional parts of an answer.
pub(super) struct Says {
    pub(super) to_move: bool,
    pub(super) gains: bool,
    pub(super) ranks: bool,
}

/// The answers about an array of positions, as arrays.
struct Said<'py> {
    outcome: PyReadonlyArray1<'py, i64>,
    /// The number of moves of each position.
    moves: PyReadonlyArray1<'py, i64>,
    /// The positions after the moves, one after another.
    next: PyReadonlyArray1<'py, i64>,
    gain: Option<PyReadonlyArray1<'py, i64>>,
    /// First's points less Second's, if play has ended with points.
    margin: Option<PyReadonlyArray1<'py, i64>>,
    to_move: Option<PyReadonlyArray1<'py, i64>>,
    rank: Option<PyReadonlyArray1<'py, i64>>,
}

const KEYS: [&str; 7] = [
    "outcome", "moves", "next", "gain", "margin", "to_move", "rank",
];

/// Asks about positions that are whole numbers.
fn ask<'py>(expand: &Bound<'py, PyAny>, positions: &[i64]) -> PyResult<Said<'py>> {
    let py = expand.py();
    let answer = expand.call1((PyArray1::from_slice(py, positions),))?;
    for key in answer.try_iter()? {
        let key = key?;
        if !KEYS.iter().any(|known| key.eq(known).unwrap_or(false)) {
            let keys = KEYS.join(", ");
            let why = format!("`expand` gives a dict of {keys}, and not {key:?}");
            return Err(PyTypeError::new_err(why));
        }
    }
    let array = |key: &str, len: Option<usize>| -> PyResult<Option<PyReadonlyArray1<'py, i64>>> {
        if !answer.contains(key)? {
            return Ok(None);
        }
        let given = answer.get_item(key)?;
        let numpy = py.import("numpy")?;
        let given = numpy.call_method1("asarray", (given,))?;
        let dtype = given.getattr("dtype")?;
        let kind: String = dtype.getattr("kind")?.extract()?;
        // An empty list has no numbers of a wrong type.
        if !["i", "u"].contains(&&*kind) && given.len()? > 0 {
            let why = format!("`expand` gives whole numbers as {key:?}, not {dtype}");
            return Err(PyTypeError::new_err(why));
        }
        let given = numpy.call_method1("ascontiguousarray", (given, "int64"))?;
        let given: PyReadonlyArray1<'py, i64> = given.extract()?;
        if kind == "u" && given.as_slice()?.iter().any(|&number| number < 0) {
            let why = format!("`expand` gives numbers of 2^63 or more as {key:?}");
            return Err(PyTypeError::new_err(why));
        }
        match len {
            Some(len) if given.as_slice()?.len() != len => {
                let found = given.as_slice()?.len();
                let why = format!(
                    "`expand` gives {} as {key:?}, not {len}",
                    Counted(found, "value")
                );
                Err(PyTypeError::new_err(why))
            }
            _ => Ok(Some(given)),
        }
    };
    let missing = |key: &str| PyTypeError::new_err(format!("`expand` gives nothing as {key:?}"));
    let count = positions.len();
    let needed = |key: &str, len| array(key, Some(len))?.ok_or_else(|| missing(key));
    let outcome = needed("outcome", count)?;
    let moves = needed("moves", count)?;
    let all = moves.as_slice()?.iter().try_fold(0usize, |all, &count| {
        all.checked_add(usize::try_from(count).ok()?)
    });
    let wrong = || PyTypeError::new_err("`expand` gives numbers of moves below 0");
    let all = all.ok_or_else(wrong)?;
    Ok(Said {
        outcome,
        moves,
        next: needed("next", all)?,
        gain: array("gain", Some(all))?,
        margin: array("margin", Some(count))?,
        to_move: array("to_move", Some(count))?,
        rank: array("rank", Some(count))?,
    })
}

/// Returns the optional parts of the rules' answers, taken from the answer about the start.
pub(super) fn says(expand: &Bound<'_, PyAny>, start: &Bound<'_, PyAny>) -> PyResult<Says> {
    let said = ask(expand, &[start.extract()?])?;
    Ok(Says {
        to_move: said.to_move.is_some(),
        gains: said.gain.is_some(),
        ranks: said.rank.is_some(),
    })
}

/// Decodes an outcome: 1 and -1 for First and Second, 3 and -3 for the player to move and the opponent, 0 for a
/// draw, 4 for points, 2 while play goes on.
fn outcome(number: i64, mover: Player, margin: Option<i64>) -> Result<Option<Outcome>, Fault> {
    Ok(Some(match number {
        1 => Outcome::Win(Player::First),
        -1 => Outcome::Win(Player::Second),
        3 => Outcome::Win(mover),
        -3 => Outcome::Win(mover.opponent()),
        0 => Outcome::Draw,
        4 => {
            let none = || Fault::new("`expand` gives the outcome 4 and nothing as \"margin\"");
            Outcome::Margin(margin.ok_or_else(none)?)
        }
        2 => return Ok(None),
        _ => {
            let fault = Fault::new(format!("`expand` gives the outcome {number}"));
            return Err(fault.help(
                "1: First has won; -1: Second; 0: a draw; 2: play goes on; 3: who would be to move has won; -3: the \
                 other; 4: by points",
            ));
        }
    }))
}

/// Asks about positions and passes each answer to `take`. `intern` gives the number of a position with its player to
/// move.
pub(super) fn expand(
    expand: &Bound<'_, PyAny>,
    asked: &[(i64, Option<Player>)],
    tells_mover: bool,
    intern: &mut dyn FnMut(i64, Player) -> Result<u32, Fault>,
    take: &mut dyn FnMut(Known) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let py = expand.py();
    let raised = |error: PyErr| raised(py, error);
    let positions: Vec<i64> = asked.iter().map(|(position, _)| *position).collect();
    let said = ask(expand, &positions).map_err(raised)?;
    let slice = |array: &'_ PyReadonlyArray1<'_, i64>| -> Result<Vec<i64>, Fault> {
        // Copy the array, because the class may change the original.
        let slice = array.as_slice().map_err(|error| raised(error.into()))?;
        Ok(slice.to_vec())
    };
    let optional =
        |array: &Option<PyReadonlyArray1<'_, i64>>| array.as_ref().map(slice).transpose();
    let (outcomes, counts) = (slice(&said.outcome)?, slice(&said.moves)?);
    let (nexts, gains) = (slice(&said.next)?, optional(&said.gain)?);
    let (movers, ranks) = (optional(&said.to_move)?, optional(&said.rank)?);
    let margins = optional(&said.margin)?;
    if movers.is_some() != tells_mover {
        let why = "`expand` tells who is to move in some answers and not in others";
        return Err(Fault::new(why));
    }
    let mut first = 0;
    let mut led: Vec<(u32, i64)> = Vec::new();
    for (at, &(position, mover)) in asked.iter().enumerate() {
        // The counts are not negative, and their sum was checked before.
        let count = counts[at] as usize;
        let moves = first..first + count;
        first += count;
        let to_move = match movers.as_ref().map(|movers| movers[at]) {
            None => mover.unwrap_or(Player::First),
            Some(1) => Player::First,
            Some(-1) => Player::Second,
            Some(other) => {
                let fault = Fault::new(format!("`expand` says that {other} is to move"));
                return Err(fault.help("1 is First, and -1 is Second"));
            }
        };
        let about = |fault: Fault| {
            let help = fault.help.clone();
            let help = help.map_or_else(String::new, |help| format!("; {help}"));
            match fault.limit.is_some() {
                true => fault,
                false => fault.help(format!("asked about {position}{help}")),
            }
        };
        let margin = margins.as_ref().map(|margins| margins[at]);
        if let Some(outcome) = outcome(outcomes[at], to_move, margin).map_err(about)? {
            if count > 0 {
                let fault = Fault::new("a position where play is over has moves");
                return Err(about(fault));
            }
            take(Known::over(outcome)).map_err(about)?;
            continue;
        }
        led.clear();
        for edge in moves {
            let number = intern(nexts[edge], to_move.opponent())?;
            let gain = gains.as_ref().map_or(0, |gains| gains[edge]);
            // A move is named after its target, so two moves to one position are one.
            match led.iter().find(|(other, _)| *other == number) {
                None => led.push((number, gain)),
                Some(&(_, other)) if other == gain => {}
                Some(_) => {
                    let to = nexts[edge];
                    let fault = format!("two moves to {to} gain different points");
                    return Err(about(Fault::new(fault)));
                }
            }
        }
        let rank = ranks.as_ref().map_or(0, |ranks| ranks[at]);
        let has_gains = led.iter().any(|&(_, gain)| gain != 0);
        let known = Known {
            to_move,
            outcome: None,
            rank: u64::try_from(rank).unwrap_or(0),
            targets: led.iter().map(|&(number, _)| number).collect(),
            gains: match has_gains {
                true => led.iter().map(|&(_, gain)| gain).collect(),
                false => Box::default(),
            },
            names: Box::default(),
            kinds: Box::default(),
        };
        take(known).map_err(about)?;
    }
    Ok(())
}
