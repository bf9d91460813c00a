//! Errors as `application/problem+json` (RFC 9457). Only this module maps errors to HTTP codes.

use crate::data::{BoundedMoveData, ValueData};
use crate::pool::Full;
use crate::work::{Answered, Kind, Task, Wrong};
use axum::Extension;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::ops::Range;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::{Ask, QueryError, Refusal, SpecError, Stop, TextError, Value};

/// The line of a file that contains a mistake.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct LineData {
    /// The path, as the user gave it.
    pub(crate) file: String,
    /// The number of the line, from 1.
    pub(crate) number: usize,
    /// The characters of the line that are wrong, from and up to, from 0.
    pub(crate) marked: [usize; 2],
    /// The line.
    pub(crate) text: String,
}

impl LineData {
    /// Returns the line in which a span of bytes begins.
    pub(crate) fn of(file: &str, text: &str, span: &Range<usize>) -> LineData {
        let start = text.floor_char_boundary(span.start);
        let end = text.floor_char_boundary(span.end).max(start);
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = text[line_start..].lines().next().unwrap_or("");
        let column = |at: usize| text[line_start..at].chars().count();
        let length = line.chars().count();
        let from = column(start).min(length);
        LineData {
            file: file.to_owned(),
            number: before.matches('\n').count() + 1,
            marked: [from, column(end).clamp(from, length.max(from))],
            text: line.to_owned(),
        }
    }
}

/// A description of an error.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Problem {
    /// Always `about:blank`: the code describes the kind of error.
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    /// The name of the HTTP code.
    pub(crate) title: &'static str,
    /// The HTTP code.
    pub(crate) status: u16,
    /// The error, in words.
    pub(crate) detail: String,
    /// Advice on how to correct the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
    /// The wrong part: `game`, `position`, `file`, or another parameter; in a body the place, such as
    /// `questions[0].ask`, or `body`.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<String>,
    /// The bytes of that text that are wrong, from and up to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) span: Option<[usize; 2]>,
    /// The line of the file that contains the mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<LineData>,
    /// The limit that was reached: `time`, `memory` or `nodes`. More time helps only with the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<&'static str>,
    /// If a limit was reached: `range`, or `exact` if the value is known, but not the values of all moves.
    /// Then `lower` and `upper` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<&'static str>,
    /// The lower bound proven before the limit: the value is no worse for First than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lower: Option<ValueData>,
    /// The upper bound proven before the limit: the value is no better for First than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) upper: Option<ValueData>,
    /// The ranges of the legal moves proven before the limit, best first, equal ones in move order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<BoundedMoveData>,
}

impl Problem {
    /// Makes a problem with only a status and a text.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        Problem {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            help: None,
            place: None,
            span: None,
            line: None,
            limit: None,
            bound: None,
            lower: None,
            upper: None,
            moves: Vec::new(),
        }
    }

    /// Makes the problem of an unknown path.
    pub(crate) fn not_found() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "there is nothing at this address")
    }

    /// Makes the problem of a wrong parameter.
    pub(crate) fn in_parameter(place: impl Into<String>, detail: impl Into<String>) -> Problem {
        Problem {
            place: Some(place.into()),
            ..Problem::new(StatusCode::BAD_REQUEST, detail)
        }
    }

    pub(crate) fn in_text(place: &str, error: &TextError) -> Problem {
        Problem {
            place: Some(place.to_owned()),
            span: Some([error.span.start, error.span.end]),
            help: error.help.clone(),
            ..Problem::new(StatusCode::BAD_REQUEST, error.message.clone())
        }
    }

    fn in_spec(error: &SpecError) -> Problem {
        if error.is_limit {
            return Problem {
                help: error.error.help.clone(),
                ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.error.message.clone())
            };
        }
        let TextError { span, .. } = &error.error;
        let Some((path, text)) = &error.file else {
            return Problem::in_text("game", &error.error);
        };
        Problem {
            line: Some(LineData::of(path, text, span)),
            ..Problem::in_text("file", &error.error)
        }
    }

    fn of_refusal(refusal: Refusal) -> Problem {
        let status = match refusal.is_limit() {
            true => StatusCode::SERVICE_UNAVAILABLE,
            false => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let problem = Problem::new(status, refusal.to_string());
        match refusal {
            Refusal::TooLarge { .. } => problem.limited(Stop::Memory),
            _ => problem,
        }
    }

    /// Adds which limit was reached, and what helps.
    fn limited(mut self, stop: Stop) -> Problem {
        let (limit, help) = match stop {
            Stop::Memory => (
                "memory",
                "a server started with a greater `--max-memory` may know",
            ),
            Stop::Nodes => ("nodes", "ask again: the solver may have kept its results"),
            Stop::Time => ("time", "ask again: the solver may have kept its results"),
            Stop::Cancelled | Stop::Points => return self,
        };
        (self.limit, self.help) = (Some(limit), Some(help.to_owned()));
        self
    }

    /// Converts an error of a question.
    pub(crate) fn of_wrong(wrong: &Wrong) -> Problem {
        match wrong {
            Wrong::Game(error) => Problem::in_spec(error),
            Wrong::Query(QueryError::Text(error)) => Problem::in_text("position", error),
            Wrong::Query(QueryError::Refused(refusal)) => Problem::of_refusal(*refusal),
            Wrong::Query(QueryError::Stopped(stop)) => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, stop.to_string()).limited(*stop)
            }
            Wrong::Query(QueryError::Table { why, .. } | QueryError::Parts(why)) => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, why.clone())
            }
            Wrong::Query(QueryError::Failed(fault)) => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, fault.to_string())
            }
            Wrong::Text { place, error } => Problem::in_text(place, error),
            Wrong::NotOfThis(why) => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, why.clone()),
            Wrong::NoDeal => Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "no such board was found for this game",
            ),
        }
    }

    /// Makes the problem of a limit that cut the answer short. It includes what was proven, with values
    /// converted by `told`.
    pub(crate) fn of_limit(
        task: &Task,
        found: &Answered,
        told: impl Fn(Value) -> Value,
    ) -> Problem {
        let why = found.stopped().unwrap_or(Stop::Time);
        let mut problem =
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, why.to_string()).limited(why);
        let Kind::Moves { ask, .. } = task.kind else {
            return problem;
        };
        let range = match found {
            Answered::Moves(both) => Some(both.1.answer.bound.range()),
            _ => everything(ask),
        };
        if let Some((lower, upper)) = range {
            // Moves may be open although the position's own value is known.
            problem.bound = Some(if lower == upper { "exact" } else { "range" });
            problem.lower = Some(told(lower).into());
            problem.upper = Some(told(upper).into());
        }
        if let Answered::Moves(both) = found {
            let moves = both.1.bounds.iter();
            problem.moves = moves.map(|mv| BoundedMoveData::new(mv, &told)).collect();
        }
        problem
    }
}

/// Returns the range of all values.
fn everything(ask: Ask) -> Option<(Value, Value)> {
    let (lower, upper) = match ask {
        Ask::Winner | Ask::Margin => ("second", "first"),
        Ask::Distance => ("second 0", "first 0"),
    };
    Some((
        Value::parse(ask, lower).ok()?,
        Value::parse(ask, upper).ok()?,
    ))
}

impl From<Full> for Problem {
    fn from(_: Full) -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "too much is waiting already",
        )
    }
}

impl Problem {
    /// Translates the problem.
    #[must_use]
    pub(crate) fn in_language(self, lang: Lang) -> Problem {
        Problem {
            detail: said(&self.detail, lang),
            help: self.help.map(|help| said(&help, lang)),
            ..self
        }
    }

    /// Writes the problem into its response, in a language.
    pub(crate) fn worded(self, lang: Lang, mut response: Response) -> Response {
        let problem = self.in_language(lang);
        let kind = HeaderValue::from_static("application/problem+json");
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, kind);
        let lang = HeaderValue::from_static(lang.name());
        headers.insert(header::CONTENT_LANGUAGE, lang);
        if problem.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        // Serialization cannot fail, because all keys are strings.
        *response.body_mut() = serde_json::to_vec(&problem).unwrap_or_default().into();
        response
    }
}

impl IntoResponse for Problem {
    /// Returns a response with the problem as data; [`speak`](crate::speech::speak) puts it into words.
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        (status, Extension(self)).into_response()
    }
}
