//! Values of many positions, in columns: the form in which arrays go.

use crate::answer::{Bound, QueryError};
use crate::cells::{Cells, CellsError};
use rustc_hash::FxHashMap;
use std::fmt;
use yomikiri::{Control, Outcome, Player, Stop, Value};
use yomikiri_face::AnySession;

/// The values that are remembered by their cells: some 30 MiB at most.
const REMEMBERED: usize = 1 << 18;
/// The rows of a batch after which its values are remembered no longer, unless one in [`SELDOM`] was there
/// before.
const TRIAL: usize = 1024;
const SELDOM: usize = 32;

/// The margin of an outright win of First; that of Second is its negative.
pub const OUTRIGHT: i64 = i64::MAX;
/// The plies of a win by endless play.
pub const ENDLESS: i32 = i32::MAX;
/// The plies where there are none: in a draw, and where nothing is known.
pub const NO_PLIES: i32 = -1;

/// Values as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coded {
    /// 1 where First wins, 0 in a draw, -1 where Second wins.
    pub winner: i8,
    /// First's points minus Second's, or [`OUTRIGHT`] or its negative; 0 where margins are not asked for.
    pub margin: i64,
    /// The plies to the end, [`ENDLESS`] or [`NO_PLIES`].
    pub plies: i32,
}

impl Coded {
    /// The numbers where nothing is known.
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
    /// Whether the value is exact. Where a limit was reached first, the numbers are those of
    /// [`Coded::UNKNOWN`].
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

    /// Adds a value, or that there is none.
    #[inline]
    pub fn push(&mut self, value: Option<Coded>) {
        let coded = value.unwrap_or(Coded::UNKNOWN);
        self.winner.push(coded.winner);
        self.margin.push(coded.margin);
        self.plies.push(coded.plies);
        self.exact.push(value.is_some());
    }

    /// Adds all of another.
    pub fn append(&mut self, mut other: Columns) {
        self.winner.append(&mut other.winner);
        self.margin.append(&mut other.margin);
        self.plies.append(&mut other.plies);
        self.exact.append(&mut other.exact);
    }
}

/// Why a batch was not answered: at which of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchError<E = QueryError> {
    /// The position's number, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub fault: BatchFault<E>,
}

/// What is wrong with a position of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchFault<E = QueryError> {
    /// It is no row of cells.
    Cells(CellsError),
    /// It has no answer.
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

/// Exact values by cells, so that a position that comes again costs a look and no solver.
#[derive(Debug, Default)]
pub struct Remembered {
    values: FxHashMap<u128, Coded>,
}

/// What answers about one position after the other.
pub trait Answers {
    /// Why there is no answer.
    type Error;

    /// The value of the position of a text; `None` where a limit was reached first, which is no error.
    ///
    /// # Errors
    ///
    /// A position that has no answer; a wish to stop.
    fn of_text(&mut self, text: &str) -> Result<Option<Coded>, Self::Error>;

    /// The same of a board given by its marks; `None` where it is to be asked about by its text.
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

/// A value where it is exact. A limit reached is no error; a wish to stop is.
fn exact(found: (Bound, Option<Stop>)) -> Result<Option<Coded>, QueryError> {
    match found {
        (Bound::Exact(value), _) => Ok(Some(value.into())),
        (_, Some(Stop::Cancelled)) => Err(QueryError::Stopped(Stop::Cancelled)),
        _ => Ok(None),
    }
}

/// The values of positions given as texts.
///
/// # Errors
///
/// The first position that has no answer.
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

/// Rows of cells, wherever they lie.
pub struct Part<'r> {
    /// How many there are.
    pub count: usize,
    /// Copies the row of a number, from 0. Each is asked for once.
    pub read: &'r mut dyn FnMut(usize, &mut [i8]),
}

/// The same of positions given as rows of cells.
///
/// # Errors
///
/// The first row that is no position or has no answer.
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

/// The value of a row, which becomes a text where need be.
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
