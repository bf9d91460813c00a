//! What a reason goes without.

use crate::QueryError;
use yomikiri::Stop;

/// Lets it pass that something was too long to be found.
pub(super) fn unless_given_up(error: QueryError) -> Result<(), QueryError> {
    match error {
        QueryError::Stopped(Stop::Cancelled) => Err(error),
        _ => Ok(()),
    }
}
