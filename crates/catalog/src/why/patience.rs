//! Errors that a reason can do without.

use crate::QueryError;
use yomikiri::Stop;

/// Ignores that a search took too long, but not a request to stop.
pub(super) fn unless_given_up(error: QueryError) -> Result<(), QueryError> {
    match error {
        QueryError::Stopped(Stop::Cancelled) => Err(error),
        _ => Ok(()),
    }
}
