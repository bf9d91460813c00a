//! Answers as plain data, as text and as JSON.

mod json;

pub use json::{
    JSON_VERSION, JsonAnswer, JsonAnyMove, JsonBound, JsonError, JsonMove, JsonMoveBound, JsonValue,
};

use std::fmt;
use std::time::Duration;
use yomikiri::table::TableError;
use yomikiri::{Ask, Diagram, Halt, Player, Refusal, Stop, TextError, Value};
use yomikiri_games::asked::Fault;

/// The results to compute besides the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Want {
    /// Whether to compute all best moves.
    pub best: bool,
    /// Whether to compute a principal variation.
    pub line: bool,
}

impl Want {
    /// Only the value.
    pub const VALUE: Want = Want {
        best: false,
        line: false,
    };
    /// All results.
    pub const ALL: Want = Want {
        best: true,
        line: true,
    };
}

/// The proven bound of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The exact value.
    Exact(Value),
    /// A limit was reached: the value lies between these (seen from First).
    Range {
        /// The value is at least this good for First.
        lower: Value,
        /// The value is at most this good for First.
        upper: Value,
    },
}

impl fmt::Display for Bound {
    /// `draw`, `first 13`, `+2`; a range is `LOWER..UPPER`, or `unknown` if it leaves every value open.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Exact(value) => value.fmt(f),
            Bound::Range { .. } if self.is_unknown() => f.write_str("unknown"),
            Bound::Range { lower, upper } => write!(f, "{lower}..{upper}"),
        }
    }
}

impl Bound {
    /// Returns the bound that two bounds of a value leave.
    pub fn of(lower: Value, upper: Value) -> Bound {
        match lower == upper {
            true => Bound::Exact(lower),
            false => Bound::Range { lower, upper },
        }
    }

    /// Returns whether nothing is known of the value.
    pub fn is_unknown(self) -> bool {
        let (lower, upper) = self.range();
        Value::is_all_open(lower, upper)
    }

    /// Returns the ends of the range (seen from First), which are the same if the value is exact.
    pub fn range(self) -> (Value, Value) {
        match self {
            Bound::Exact(value) => (value, value),
            Bound::Range { lower, upper } => (lower, upper),
        }
    }
}

/// The result of perfect play from a position, and the cost of finding it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The canonical spec of the game.
    pub game: String,
    /// The position, in the form in which it was given.
    pub position: String,
    /// The question.
    pub ask: Ask,
    /// The proven bound of the value.
    pub bound: Bound,
    /// Whether the value counts only the points still to come: moves gain points, and the points gained before a
    /// position other than the start are not known.
    pub to_come: bool,
    /// The points that First and Second gained before the position, if the value includes them: moves gain points,
    /// and the line of play from the start is known.
    pub points: Option<[i64; 2]>,
    /// All best moves in move order, if asked for and found.
    pub best: Option<Vec<String>>,
    /// A principal variation, if asked for and found.
    pub line: Option<Vec<String>>,
    /// The name of the solver that found it, or `table`.
    pub solver: &'static str,
    /// The reason for that solver, if it was picked and not asked for.
    pub reason: Option<String>,
    /// The number of values that a search from a position outside the table read from it. `None` if no such search took
    /// place.
    pub table_read: Option<u64>,
    /// Positions visited for this answer.
    pub nodes: u64,
    /// Positions stored afterwards.
    pub stored: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// The limit that cut something short: the value (which is then a range), or the requested moves or line (which
    /// are then absent).
    pub stopped: Option<Stop>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bound.fmt(f)
    }
}

/// A legal move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub mv: String,
    /// The position after it.
    pub position: String,
    /// The points that it gains its mover (negative: costs), in a game where moves gain points.
    pub gain: Option<i64>,
    /// The value of making it, counted from the position before it, so including its gain.
    pub value: Value,
    /// Whether no other move is better for the mover.
    pub best: bool,
    /// Its place in the order of quality, from 0; equal moves share a place.
    pub place: usize,
    /// The index in the diagram of the place that a person touches to make it.
    pub target: Option<usize>,
}

/// A legal move and its proven bound when a limit was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveBound {
    /// The move.
    pub mv: String,
    /// The position after it.
    pub position: String,
    /// The points that it gains its mover (negative: costs), in a game where moves gain points.
    pub gain: Option<i64>,
    /// The proven bound of the value of making it, counted from the position before it.
    pub bound: Bound,
    /// Whether no other move is better for the mover; `None` if that is open.
    pub best: Option<bool>,
    /// Its place in the order of quality, from 0: first by the mover's lower bound, then by the upper one. Moves with
    /// the same bound share a place.
    pub place: usize,
    /// The index in the diagram of the place that a person touches to make it.
    pub target: Option<usize>,
}

impl MoveBound {
    /// Returns the move with its value, if that is known and it is known whether another move is better.
    fn exact(&self) -> Option<MoveAnswer> {
        let Bound::Exact(value) = self.bound else {
            return None;
        };
        Some(MoveAnswer {
            mv: self.mv.clone(),
            position: self.position.clone(),
            gain: self.gain,
            value,
            best: self.best?,
            place: self.place,
            target: self.target,
        })
    }
}

impl From<MoveAnswer> for MoveBound {
    fn from(found: MoveAnswer) -> MoveBound {
        MoveBound {
            mv: found.mv,
            position: found.position,
            gain: found.gain,
            bound: Bound::Exact(found.value),
            best: Some(found.best),
            place: found.place,
            target: found.target,
        }
    }
}

/// All legal moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    /// The position's own answer, with all best moves.
    pub answer: Answer,
    /// The player to move.
    pub to_move: Player,
    /// The board.
    pub diagram: Diagram,
    /// The moves with their values, best first, equal ones in move order. Empty if the game is over, or if some
    /// values are not known; then there are [`bounds`](Moves::bounds).
    pub moves: Vec<MoveAnswer>,
    /// The moves with their proven bounds, best first by these, equal ones in move order. They are set if a limit was
    /// reached first ([`Answer::stopped`]), or a semi-strong table leaves moves out; otherwise empty.
    pub bounds: Vec<MoveBound>,
    /// The reason, in words, why a table that was asked first did not answer. A caller that asks several sessions
    /// sets it; a session leaves it out.
    pub past_table: Option<String>,
}

/// The positions that decide a game whose weights enter only at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisive {
    /// For each sum of weights that matters, a finished position with this sum, and its points with the game's own
    /// weights, from First's side.
    pub positions: Vec<(String, i64)>,
    /// The number of minima, maxima and sums to be evaluated; 0 if the winner is looked up in a table with one bit
    /// for each set of sums.
    pub nodes: usize,
}

/// The reason why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryError {
    /// The text of a position or a move is wrong.
    Text(TextError),
    /// The method does not apply.
    Refused(Refusal),
    /// A limit was reached in a query that has no range to fall back on.
    Stopped(Stop),
    /// The table cannot be read.
    Table {
        /// The reason, in words.
        why: String,
        /// Whether the machine failed, and not the table.
        machine: bool,
    },
    /// The file of values of parts is damaged or wrong: its name, and the reason.
    Parts(String),
    /// The game itself failed: its rules, in another program, gave no answer or a wrong one.
    Failed(Fault),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::Text(error) => error.fmt(f),
            QueryError::Refused(refusal) => refusal.fmt(f),
            QueryError::Stopped(stop) => stop.fmt(f),
            QueryError::Table { why, .. } | QueryError::Parts(why) => f.write_str(why),
            QueryError::Failed(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for QueryError {}

impl From<TextError> for QueryError {
    fn from(error: TextError) -> QueryError {
        QueryError::Text(error)
    }
}

impl From<Refusal> for QueryError {
    fn from(refusal: Refusal) -> QueryError {
        QueryError::Refused(refusal)
    }
}

/// A table that cannot be read.
impl From<&TableError> for QueryError {
    fn from(error: &TableError) -> QueryError {
        match error {
            TableError::Stopped(why) => QueryError::Stopped(*why),
            error => QueryError::Table {
                why: error.to_string(),
                machine: error.is_of_machine(),
            },
        }
    }
}

impl From<Halt> for QueryError {
    fn from(halt: Halt) -> QueryError {
        match halt {
            Halt::Refused(refusal) => QueryError::Refused(refusal),
            Halt::Stopped { why, .. } => QueryError::Stopped(why),
        }
    }
}

impl Moves {
    /// Creates the moves of a position, given in move order, with the position's own answer.
    pub(crate) fn new(
        answer: Answer,
        to_move: Player,
        diagram: Diagram,
        mut bounds: Vec<MoveBound>,
    ) -> Moves {
        // The sort is stable, so equal moves stay in move order.
        bounds.sort_by_key(|found| found.place);
        let known = bounds.iter().all(|mv| mv.best.is_some());
        let best = bounds.iter().filter(|mv| mv.best == Some(true));
        let best = best.map(|mv| mv.mv.clone()).collect();
        let exact: Option<Vec<MoveAnswer>> = bounds.iter().map(MoveBound::exact).collect();
        let (moves, bounds) = match exact {
            Some(moves) => (moves, Vec::new()),
            None => (Vec::new(), bounds),
        };
        Moves {
            answer: Answer {
                best: known.then_some(best),
                ..answer
            },
            to_move,
            diagram,
            moves,
            bounds,
            past_table: None,
        }
    }
}
