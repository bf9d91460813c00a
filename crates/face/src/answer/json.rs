//! Answers as JSON.

use super::{Answer, Bound, MoveAnswer, MoveBound, Moves, QueryError};
use serde::Serialize;
use std::borrow::Cow;
use yomikiri::{Player, Value};

/// The version of the JSON forms.
pub const JSON_VERSION: u32 = 1;

/// A value as JSON: only the fields that apply. A win by endless play has `endless` in place of `plies`.
#[derive(Clone, Debug, Serialize)]
pub struct JsonValue {
    winner: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    endless: bool,
}

impl From<Value> for JsonValue {
    fn from(value: Value) -> JsonValue {
        JsonValue {
            winner: value.winner().map_or("draw", Player::name),
            margin: value.margin(),
            plies: value.plies(),
            endless: value.is_endless(),
        }
    }
}

/// A [`Bound`] as JSON: the fields of the value, or both ends of the range.
#[derive(Clone, Debug, Serialize)]
pub struct JsonBound {
    bound: &'static str,
    #[serde(flatten)]
    value: Option<JsonValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<JsonValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<JsonValue>,
}

impl From<Bound> for JsonBound {
    fn from(bound: Bound) -> JsonBound {
        let (bound, value, lower, upper) = match bound {
            Bound::Exact(value) => ("exact", Some(value), None, None),
            Bound::Range { lower, upper } => ("range", None, Some(lower), Some(upper)),
        };
        JsonBound {
            bound,
            value: value.map(JsonValue::from),
            lower: lower.map(JsonValue::from),
            upper: upper.map(JsonValue::from),
        }
    }
}

/// An [`Answer`] as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct JsonAnswer<'a> {
    version: u32,
    game: &'a str,
    position: &'a str,
    ask: &'static str,
    #[serde(flatten)]
    bound: JsonBound,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    to_come: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a [String]>,
    solver: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    table_read: Option<u64>,
    nodes: u64,
    stored: u64,
    seconds: f64,
}

impl<'a> From<&'a Answer> for JsonAnswer<'a> {
    fn from(answer: &'a Answer) -> JsonAnswer<'a> {
        JsonAnswer {
            version: JSON_VERSION,
            game: &answer.game,
            position: &answer.position,
            ask: answer.ask.name(),
            bound: answer.bound.into(),
            to_come: answer.to_come,
            points: answer.points,
            best: answer.best.as_deref(),
            line: answer.line.as_deref(),
            solver: answer.solver,
            table_read: answer.table_read,
            nodes: answer.nodes,
            stored: answer.stored,
            seconds: answer.elapsed.as_secs_f64(),
        }
    }
}

/// A [`MoveAnswer`] as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct JsonMove<'a> {
    version: u32,
    #[serde(rename = "move")]
    mv: &'a str,
    position: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i64>,
    #[serde(flatten)]
    value: JsonValue,
    is_best: bool,
}

impl<'a> From<&'a MoveAnswer> for JsonMove<'a> {
    fn from(answer: &'a MoveAnswer) -> JsonMove<'a> {
        JsonMove {
            version: JSON_VERSION,
            mv: &answer.mv,
            position: &answer.position,
            gain: answer.gain,
            value: answer.value.into(),
            is_best: answer.best,
        }
    }
}

/// A [`MoveBound`] as JSON. `is_best` is absent if it is open.
#[derive(Clone, Debug, Serialize)]
pub struct JsonMoveBound<'a> {
    version: u32,
    #[serde(rename = "move")]
    mv: &'a str,
    position: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i64>,
    #[serde(flatten)]
    bound: JsonBound,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_best: Option<bool>,
}

impl<'a> From<&'a MoveBound> for JsonMoveBound<'a> {
    fn from(answer: &'a MoveBound) -> JsonMoveBound<'a> {
        JsonMoveBound {
            version: JSON_VERSION,
            mv: &answer.mv,
            position: &answer.position,
            gain: answer.gain,
            bound: answer.bound.into(),
            is_best: answer.best,
        }
    }
}

/// One move of [`Moves`] as JSON, with its value or its proven bound.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum JsonAnyMove<'a> {
    /// With its value.
    Exact(JsonMove<'a>),
    /// With its proven bound.
    Bound(JsonMoveBound<'a>),
}

impl Moves {
    /// Returns the moves as JSON, in their order here.
    pub fn json(&self) -> Vec<JsonAnyMove<'_>> {
        let exact = self.moves.iter().map(|mv| JsonAnyMove::Exact(mv.into()));
        let bounds = self.bounds.iter().map(|mv| JsonAnyMove::Bound(mv.into()));
        exact.chain(bounds).collect()
    }
}

/// An error as JSON: of one line of a batch, or of the whole query. It has the fields that are known.
#[derive(Clone, Debug, Serialize)]
pub struct JsonError<'a> {
    /// The version of the form.
    pub version: u32,
    /// The game, for a line of a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'a str>,
    /// The position, for a line of a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<&'a str>,
    /// The reason.
    pub error: Cow<'a, str>,
    /// Advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<&'a str>,
    /// The source of the wrong text: a file, or the name of an argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<&'a str>,
    /// The line of the fault in its text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of the fault in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The first byte of the wrong part of the text, and the one after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<[usize; 2]>,
}

impl<'a> JsonError<'a> {
    /// Makes an error with nothing but its reason.
    pub fn saying(error: impl Into<Cow<'a, str>>) -> JsonError<'a> {
        JsonError {
            version: JSON_VERSION,
            game: None,
            position: None,
            error: error.into(),
            help: None,
            origin: None,
            line: None,
            column: None,
            span: None,
        }
    }

    /// Describes an error in a position of a game.
    pub fn new(game: &'a str, position: &'a str, error: &'a QueryError) -> JsonError<'a> {
        let text = match error {
            QueryError::Text(error) => Some(error),
            _ => None,
        };
        JsonError {
            game: Some(game),
            position: Some(position),
            help: text.and_then(|text| text.help.as_deref()),
            span: text.map(|text| [text.span.start, text.span.end]),
            ..JsonError::saying(error.to_string())
        }
    }
}
