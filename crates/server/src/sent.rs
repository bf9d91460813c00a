//! Responses: data as JSON, and the answer to a wrong method.

use crate::problem::Problem;
use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Returns the problem of a path that does not take the method.
pub(crate) async fn not_allowed() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this path does not take that method",
    )
}

/// A response of data as JSON.
pub(crate) struct Json<T>(pub(crate) T);

/// Makes a response of a JSON body.
pub(crate) fn as_json(body: Bytes) -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => as_json(body.into()),
            // Serialization fails only for keys that are no strings, and we have none.
            Err(error) => {
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
            }
        }
    }
}
