//! Checks requests before they are read, so that errors are in our own words, with the parameter or the place in
//! the body.

use crate::data::{
    BatchQuery, BoardQuery, CodeQuery, DealQuery, DraftQuery, GameValueQuery, NewsQuery,
    OctalQuery, PositionQuery, PuzzleQuery, ReplyQuery, ReportQuery, ResignQuery, RoomMoveQuery,
    RoomQuery, WhyQuery, WishQuery,
};
use crate::problem::Problem;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use std::collections::HashSet;
use yomikiri_catalog::BYTE_ORDER_MARK;

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// A text, required.
    Text,
    /// A text, optional.
    MaybeText,
    /// A whole number of 64 bits, required.
    Number,
    /// A whole number of 64 bits, optional.
    MaybeNumber,
    /// `true` or `false`, in a body.
    Flag,
}

use Takes::{Flag, MaybeNumber, MaybeText, Number, Text};

/// The form of a request.
pub(crate) trait Form {
    /// The parameters, in the order in which messages list them.
    const PARAMETERS: &'static [Parameter];
}

/// The name and the type of a parameter.
pub(crate) type Parameter = (&'static str, Takes);

const GAME: Parameter = ("game", Text);
const POSITION: Parameter = ("position", MaybeText);
const ASK: Parameter = ("ask", MaybeText);
const POINTS: Parameter = ("points", MaybeText);
const SEED: Parameter = ("seed", Number);

impl Form for BoardQuery {
    const PARAMETERS: &'static [Parameter] = &[("game", MaybeText), POSITION, POINTS];
}

impl Form for PositionQuery {
    const PARAMETERS: &'static [Parameter] =
        &[GAME, POSITION, ASK, POINTS, ("within", MaybeNumber)];
}

impl Form for WhyQuery {
    const PARAMETERS: &'static [Parameter] = &[GAME, POSITION, ASK, ("lang", MaybeText)];
}

impl Form for GameValueQuery {
    const PARAMETERS: &'static [Parameter] = &[
        GAME,
        POSITION,
        ("compare", MaybeText),
        ("incentives", MaybeText),
        ("lang", MaybeText),
    ];
}

impl Form for OctalQuery {
    const PARAMETERS: &'static [Parameter] = &[
        ("code", Text),
        ("heaps", MaybeNumber),
        ("most", MaybeNumber),
        ("lang", MaybeText),
    ];
}

impl Form for ReplyQuery {
    const PARAMETERS: &'static [Parameter] = &[
        GAME,
        POSITION,
        ASK,
        ("level", Text),
        POINTS,
        SEED,
        ("within", MaybeNumber),
    ];
}

impl Form for PuzzleQuery {
    const PARAMETERS: &'static [Parameter] = &[GAME, SEED, ("grade", MaybeText)];
}

impl Form for ReportQuery {
    const PARAMETERS: &'static [Parameter] = &[GAME];
}

impl Form for DealQuery {
    const PARAMETERS: &'static [Parameter] = &[GAME, ("deal", Text), SEED];
}

impl Form for NewsQuery {
    const PARAMETERS: &'static [Parameter] = &[("after", MaybeNumber)];
}

impl Form for CodeQuery {
    const PARAMETERS: &'static [Parameter] = &[("text", Text)];
}

/// The form of a body: one object, whose keys are the parameters.
pub(crate) trait Object: Form + DeserializeOwned {
    /// An example of the whole body.
    const WHOLE: &'static str;
}

impl Form for DraftQuery {
    const PARAMETERS: &'static [Parameter] = &[("text", Text), ("seen", MaybeText)];
}

impl Object for DraftQuery {
    const WHOLE: &'static str = "write {\"text\": \"RULES\", \"seen\": \"DIGEST\"}";
}

impl Form for RoomQuery {
    const PARAMETERS: &'static [Parameter] = &[GAME, POSITION, ("side", MaybeText)];
}

impl Object for RoomQuery {
    const WHOLE: &'static str = "write {\"game\": \"NAME\", \"side\": \"first\"}";
}

impl Form for RoomMoveQuery {
    const PARAMETERS: &'static [Parameter] = &[("move", Text), ("ply", Number)];
}

impl Object for RoomMoveQuery {
    const WHOLE: &'static str = "write {\"move\": \"MOVE\", \"ply\": 0}";
}

impl Form for ResignQuery {
    const PARAMETERS: &'static [Parameter] = &[("ply", Number)];
}

impl Object for ResignQuery {
    const WHOLE: &'static str = "write {\"ply\": 0}";
}

impl Form for WishQuery {
    const PARAMETERS: &'static [Parameter] = &[("wish", Text), ("agree", Flag)];
}

impl Object for WishQuery {
    const WHOLE: &'static str = "write {\"wish\": \"undo\", \"agree\": true}";
}

/// The parameters of a request; extracting them returns any problem with them.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Form> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params<T>, Problem> {
        // All errors are found here, before the typed parse below.
        let unread = |_| Problem::new(StatusCode::BAD_REQUEST, "this query cannot be read");
        let Query(pairs) =
            Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).map_err(unread)?;
        query::<T>(&pairs)?;
        let read = Query::<T>::try_from_uri(&parts.uri);
        read.map(|Query(params)| Params(params)).map_err(unread)
    }
}

fn names(parameters: &[Parameter]) -> String {
    let names: Vec<&str> = parameters.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn wrong(place: impl Into<String>, detail: impl Into<String>, help: Option<String>) -> Problem {
    Problem {
        help,
        ..Problem::in_parameter(place, detail)
    }
}

/// Checks the parameters of a query.
fn query<F: Form>(given: &[(String, String)]) -> Result<(), Problem> {
    let mut seen = HashSet::new();
    for (name, value) in given {
        let known = F::PARAMETERS.iter().find(|(known, _)| known == name);
        let Some((_, takes)) = known else {
            let why = format!("there is no parameter `{name}`");
            let help = format!("the parameters are {}", names(F::PARAMETERS));
            return Err(wrong(name, why, Some(help)));
        };
        if !seen.insert(name) {
            return Err(wrong(name, format!("`{name}` is given twice"), None));
        }
        if matches!(takes, Number | MaybeNumber) && value.parse::<u64>().is_err() {
            return Err(wrong(name, whole_number(), None));
        }
    }
    let needed = F::PARAMETERS
        .iter()
        .filter(|(_, takes)| matches!(takes, Text | Number));
    let missing = needed.map(|(name, _)| *name);
    match missing
        .into_iter()
        .find(|name| !given.iter().any(|(given, _)| given == name))
    {
        Some(name) => Err(wrong(name, format!("`{name}` is missing"), None)),
        None => Ok(()),
    }
}

fn whole_number() -> String {
    format!("a whole number from 0 to {} is expected here", u64::MAX)
}

/// Returns the bytes of a JSON body.
pub(crate) fn json(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Bytes, Problem> {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let essence = kind.split(';').next().unwrap_or("").trim();
    // A form on another site can post text, but not this type.
    if !essence.eq_ignore_ascii_case("application/json") {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(Problem::new(status, "the body must be application/json"));
    }
    let body = body.map_err(|error| Problem::new(error.status(), error.body_text()))?;
    let marked = body.starts_with(BYTE_ORDER_MARK.as_bytes());
    Ok(body.slice(if marked { BYTE_ORDER_MARK.len() } else { 0 }..))
}

/// Reads a body that is one object.
pub(crate) fn object<T: Object>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<T, Problem> {
    let body = json(headers, body)?;
    let found: Value = serde_json::from_slice(&body).map_err(|error| syntax(&body, &error))?;
    let whole = || Some(T::WHOLE.to_owned());
    let Value::Object(members) = &found else {
        return Err(wrong("body", "the body is not an object", whole()));
    };
    for (name, value) in members {
        let Some((_, takes)) = T::PARAMETERS.iter().find(|(known, _)| known == name) else {
            let why = format!("there is no key `{name}` here");
            return Err(wrong(name, why, whole()));
        };
        match takes {
            Text | MaybeText if !value.is_string() => {
                return Err(wrong(name, "a text in quotes is expected here", whole()));
            }
            Number | MaybeNumber if !value.is_u64() => {
                return Err(wrong(name, whole_number(), whole()));
            }
            Flag if !value.is_boolean() => {
                return Err(wrong(name, "`true` or `false` is expected here", whole()));
            }
            _ => {}
        }
    }
    let mut needed = T::PARAMETERS.iter();
    let needed = needed.find(|(name, takes)| {
        matches!(takes, Text | Number | Flag) && !members.contains_key(*name)
    });
    if let Some((name, _)) = needed {
        return Err(wrong(*name, format!("`{name}` is missing"), whole()));
    }
    serde_json::from_slice(&body).map_err(|_| wrong("body", "a key is given twice", None))
}

/// Reads the body of a batch.
pub(crate) fn batch(body: &[u8]) -> Result<BatchQuery, Problem> {
    let found: Value = serde_json::from_slice(body).map_err(|error| syntax(body, &error))?;
    const WHOLE: &str = "write {\"questions\": [{\"game\": \"NAME\", \"position\": \"POSITION\"}]}";
    let whole = || Some(WHOLE.to_owned());
    let Value::Object(members) = &found else {
        return Err(wrong("body", "the body is not an object", whole()));
    };
    if let Some(name) = members.keys().find(|name| *name != "questions") {
        return Err(wrong(
            name,
            format!("there is no key `{name}` here"),
            whole(),
        ));
    }
    let Some(questions) = members.get("questions") else {
        return Err(wrong("questions", "`questions` is missing", whole()));
    };
    let Value::Array(questions) = questions else {
        return Err(wrong("questions", "`questions` is not a list", whole()));
    };
    for (index, question) in questions.iter().enumerate() {
        let at = format!("questions[{index}]");
        let Value::Object(members) = question else {
            return Err(wrong(at, "a question is an object", whole()));
        };
        let parameters = PositionQuery::PARAMETERS;
        for (name, value) in members {
            let here = format!("{at}.{name}");
            let Some((_, takes)) = parameters.iter().find(|(known, _)| known == name) else {
                let help = format!("the keys are {}", names(parameters));
                return Err(wrong(
                    here,
                    format!("there is no key `{name}` here"),
                    Some(help),
                ));
            };
            // A value with a default may not be null, which would mean something else.
            let optional = ["points", "within"].contains(&name.as_str());
            if optional && value.is_null() {
                continue;
            }
            match takes {
                Number | MaybeNumber if !value.is_u64() => {
                    return Err(wrong(here, whole_number(), None));
                }
                Text | MaybeText if !value.is_string() => {
                    return Err(wrong(here, "a text in quotes is expected here", None));
                }
                _ => {}
            }
        }
        let mut needed = parameters.iter().filter(|(_, takes)| *takes == Text);
        if let Some((name, _)) = needed.find(|(name, _)| !members.contains_key(*name)) {
            return Err(wrong(
                format!("{at}.{name}"),
                format!("`{name}` is missing"),
                None,
            ));
        }
    }
    // A duplicate key is the only error that the checks above do not find.
    serde_json::from_slice(body).map_err(|_| wrong("body", "a key is given twice", None))
}

/// Describes a JSON syntax error in our own words.
fn syntax(body: &[u8], error: &serde_json::Error) -> Problem {
    let end = body.len();
    let (why, span) = match error.classify() {
        Category::Eof => ("the JSON ends before it is complete", [end, end]),
        _ => {
            // The parser's column is the last byte read, from 1.
            let lines = body.split_inclusive(|byte| *byte == b'\n');
            let before: usize = lines
                .take(error.line().saturating_sub(1))
                .map(<[u8]>::len)
                .sum();
            let at = (before + error.column().saturating_sub(1)).min(end);
            ("this is not JSON from here on", [at, (at + 1).min(end)])
        }
    };
    Problem {
        place: Some("body".to_owned()),
        span: Some(span),
        ..Problem::new(StatusCode::BAD_REQUEST, why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_json_is_pointed_at() {
        for (body, why, span) in [
            ("{\"questions\":", "ends before", [13, 13]),
            ("", "ends before", [0, 0]),
            ("{\n\"questions\": [,]}", "not JSON from here", [16, 17]),
            ("nonsense", "not JSON from here", [1, 2]),
        ] {
            let problem = batch(body.as_bytes()).unwrap_err();
            assert!(problem.detail.contains(why), "{body}: {}", problem.detail);
            assert_eq!(problem.span, Some(span), "{body}");
        }
    }
}
