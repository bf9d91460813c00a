//! Failures of both verbs of books.

use crate::outcome::Failure;
use yomikiri_catalog::opening::BookError;

/// Converts the reason why a book was not made, or not checked.
pub(super) fn failure(error: BookError<Failure>) -> Failure {
    match error {
        BookError::Query(error) => Failure::in_query(yomikiri_catalog::START, error),
        BookError::Told(failure) => failure,
        BookError::Book(what) => Failure::bad(what),
    }
}
