//! Values of many positions in columns, the form that array libraries use.

use crate::answer::{Bound, QueryError};
use crate::cells::{Cells, CellsError};
use rustc_hash::FxHashMap;
use std::fmt;
use yomikiri::{Control, Outcome, Player, Stop, Value};
use yomikiri_face::AnySession;

/// The greatest number of values that are kept by their cells; they take some 30 MiB.
const REMEMBERED: usize = 1 << 18;
/// After this many rows, a batch keeps values by their cells only if at least one row in [`SELDOM`] was
/// found among them.
const TRIAL: usize = 1024;
const SELDOM: usize = 32;

/// The margin of an outright win of First; that of Second is its negative.
pub const OUTRIGHT: i64 = i64::MAX;
/// The plies of a win by endless play.
pub const ENDLESS: i32 = i32::MAX;
/// The plies of a value without any: a draw or an unknown value.
pub const NO_PLIES: i32 = -1;

/// Values as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coded {
    /// 1 if First wins, 0 in a draw, -1 if Second wins.
    pub winner: i8,
    /// First's points minus Second's, or [`OUTRIGHT`] or its negative; 0 if the question is not about
    /// margins.
    pub margin: i64,
    /// The plies to the end, [`ENDLESS`] or [`NO_PLIES`].
    pub plies: i32,
}

impl Coded {
    /// The numbers of an unknown value.
    pub const UNKNOWN: Coded = Coded {
        winner: 0,
        margin: 0,
        plies: NO_PLIES,
    };
}

impl From<Value> for Coded {
    fn from(value: Value) -> Coded {
        let winner = match value.winner() {
            Some(Player::First) => 1,
            Some(Player::Second) => -1,
            None => 0,
        };
        Coded {
            winner,
            margin: match value {
                Value::Margin(Outcome::Win(Player::First)) => OUTRIGHT,
                Value::Margin(Outcome::Win(Player::Second)) => -OUTRIGHT,
                _ => value.margin().unwrap_or(0),
            },
            plies: match (value, value.plies()) {
                (_, Some(plies)) => i32::try_from(plies).unwrap_or(ENDLESS - 1),
                (Value::Distance(Some(_)), None) => ENDLESS,
                _ => NO_PLIES,
            },
        }
    }
}

/// Values of many positions, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// See [`Coded::winner`].
    pub winner: Vec<i8>,
    /// See [`Coded::margin`].
    pub margin: Vec<i64>,
    /// See [`Coded::plies`].
    pub plies: Vec<i32>,
    /// Whether the value is exact. If a limit was reached first, the numbers are [`Coded::UNKNOWN`].
    pub exact: Vec<bool>,
}

impl Columns {
    fn with_room(count: usize) -> Columns {
        Columns {
            winner: Vec::with_capacity(count),
            margin: Vec::with_capacity(count),
            plies: Vec::with_capacity(count),
            exact: Vec::with_capacity(count),
        }
    }

    /// Adds a value, or [`Coded::UNKNOWN`] for `None`.
    #[inline]
    pub fn push(&mut self, value: Option<Coded>) {
        let coded = value.unwrap_or(Coded::UNKNOWN);
        self.winner.push(coded.winner);
        self.margin.push(coded.margin);
        self.plies.push(coded.plies);
        self.exact.push(value.is_some());
    }

    /// Adds all values of other columns.
    pub fn append(&mut self, mut other: Columns) {
        self.winner.append(&mut other.winner);
        self.margin.append(&mut other.margin);
        self.plies.append(&mut other.plies);
        self.exact.append(&mut other.exact);
    }
}

/// The reason why a batch was not answered, and the position to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchError<E = QueryError> {
    /// The position's number, from 0.
    pub index: usize,
    /// The fault.
    pub fault: BatchFault<E>,
}

/// The fault of one position of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchFault<E = QueryError> {
    /// The row is no row of cells.
    Cells(CellsError),
    /// The position has no answer.
    Query(E),
}

impl<E: fmt::Display> fmt::Display for BatchError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            BatchFault::Cells(error) => write!(f, "position {}: {error}", self.index),
            BatchFault::Query(error) => write!(f, "position {}: {error}", self.index),
        }
    }
}

impl<E: std::error::Error> std::error::Error for BatchError<E> {}

/// Exact values by cells: a position that comes again costs a look-up and no solving.
#[derive(Debug, Default)]
pub struct Remembered {
    values: FxHashMap<u128, Coded>,
}

/// A source of values for one position after another.
pub trait Answers {
    /// The reason why there is no answer.
    type Error;

    /// Returns the value of the position that a text names; `None` if a limit was reached first, which is
    /// no error.
    ///
    /// # Errors
    ///
    /// If the position has no answer, or if the search is to stop.
    fn of_text(&mut self, text: &str) -> Result<Option<Coded>, Self::Error>;

    /// Returns the value of a board given by its marks; `None` if the caller has to ask by text.
    ///
    /// # Errors
    ///
    /// As [`of_text`](Answers::of_text).
    fn of_marks(&mut self, marks: &[i8]) -> Result<Option<Option<Coded>>, Self::Error> {
        let _ = marks;
        Ok(None)
    }
}

/// Answers by a session.
pub struct BySession<'s, F> {
    /// The session.
    pub session: &'s mut dyn AnySession,
    /// Makes the control of each position.
    pub control: F,
}

impl<'c, F: FnMut() -> Control<'c>> Answers for BySession<'_, F> {
    type Error = QueryError;

    fn of_text(&mut self, text: &str) -> Result<Option<Coded>, QueryError> {
        let found = self.session.value(text, &mut (self.control)());
        exact(found?)
    }

    fn of_marks(&mut self, marks: &[i8]) -> Result<Option<Option<Coded>>, QueryError> {
        let found = self.session.value_of_marks(marks, &mut (self.control)());
        found?.map(exact).transpose()
    }
}

/// Returns the value if it is exact. A limit that was reached is no error; a request to stop is one.
fn exact(found: (Bound, Option<Stop>)) -> Result<Option<Coded>, QueryError> {
    match found {
        (Bound::Exact(value), _) => Ok(Some(value.into())),
        (_, Some(Stop::Cancelled)) => Err(QueryError::Stopped(Stop::Cancelled)),
        _ => Ok(None),
    }
}

/// Returns the values of positions given as texts.
///
/// # Errors
///
/// If a position has no answer; the error names the first one.
pub fn texts<'t, A: Answers>(
    positions: impl ExactSizeIterator<Item = &'t str>,
    answers: &mut A,
) -> Result<Columns, BatchError<A::Error>> {
    let mut columns = Columns::with_room(positions.len());
    for (index, text) in positions.enumerate() {
        let fault = |error| BatchError {
            index,
            fault: BatchFault::Query(error),
        };
        columns.push(answers.of_text(text).map_err(fault)?);
    }
    Ok(columns)
}

/// Rows of cells, wherever they are stored.
pub struct Part<'r> {
    /// The number of rows.
    pub count: usize,
    /// Copies the row of a number (from 0). The caller asks for each row once.
    pub read: &'r mut dyn FnMut(usize, &mut [i8]),
}

/// Returns the values of positions given as rows of cells.
///
/// # Errors
///
/// If a row is no position or has no answer; the error names the first one.
pub fn rows<A: Answers>(
    cells: &Cells,
    rows: Part<'_>,
    remembered: &mut Remembered,
    answers: &mut A,
) -> Result<Columns, BatchError<A::Error>> {
    let mut columns = Columns::with_room(rows.count);
    let (mut row, mut text) = (vec![0; cells.width()], String::new());
    let mut hits = 0;
    for index in 0..rows.count {
        (rows.read)(index, &mut row);
        let row = row.as_slice();
        let worth = index < TRIAL || hits * SELDOM >= index;
        let packed = worth.then(|| Cells::packed(row)).flatten();
        let known = packed.and_then(|packed| remembered.values.get(&packed));
        if let Some(&known) = known {
            hits += 1;
            columns.push(Some(known));
            continue;
        }
        let value = value_of_row(cells, row, &mut text, answers);
        let value = value.map_err(|fault| BatchError { index, fault })?;
        if let (Some(packed), Some(value)) = (packed, value) {
            if remembered.values.len() >= REMEMBERED {
                remembered.values.clear();
            }
            remembered.values.insert(packed, value);
        }
        columns.push(value);
    }
    Ok(columns)
}

/// Returns the value of a row, which is turned into a text if the marks alone do not do.
fn value_of_row<A: Answers>(
    cells: &Cells,
    row: &[i8],
    text: &mut String,
    answers: &mut A,
) -> Result<Option<Coded>, BatchFault<A::Error>> {
    if row.len() == cells.places() {
        let value = answers.of_marks(row).map_err(BatchFault::Query)?;
        if let Some(value) = value {
            return Ok(value);
        }
    }
    cells.write(row, text).map_err(BatchFault::Cells)?;
    answers.of_text(text).map_err(BatchFault::Query)
}
