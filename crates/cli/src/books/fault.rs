//! Why there is no book, for both verbs.

use crate::outcome::Failure;
use yomikiri_catalog::opening::BookError;

/// Why there is no book, or why it could not be checked.
pub(super) fn failure(error: BookError<Failure>) -> Failure {
    match error {
        BookError::Query(error) => Failure::in_query(yomikiri_catalog::START, error),
        BookError::Told(failure) => failure,
        BookError::Book(what) => Failure::bad(what),
    }
}
