//! The reasons why there is no table, or no answer from one.

use std::fmt;
use std::io;
use yomikiri_core::{Bytes, Counted, Stop};

/// The reason why a table could not be built, opened, read or verified.
#[derive(Debug)]
pub enum TableError {
    /// The file system failed; this includes a full disk. Nothing is lost: building resumes from the
    /// last checkpoint.
    Io {
        /// The operation that failed.
        doing: String,
        /// The error of the system.
        error: io::Error,
    },
    /// Another build is working in the directory.
    Locked,
    /// The directory holds something else.
    Occupied(String),
    /// The game, the question and the options do not fit together.
    Unsupported(String),
    /// More room is needed than is allowed.
    NoRoom {
        /// The kind of room: `memory` or `disk`.
        of: &'static str,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// There is no table here.
    Missing,
    /// In work that is done task by task, an earlier task is not finished yet.
    NotYet(String),
    /// The file is no table, or has a version that this program does not know.
    Format(String),
    /// The table belongs to other rules than those given.
    OtherRules(String),
    /// The file is damaged, or its contents are wrong: the first fault found.
    Damaged(String),
    /// A limit was reached, or the caller cancelled. Building resumes from the last checkpoint.
    Stopped(Stop),
}

impl TableError {
    /// Returns an error of the file system.
    pub(crate) fn io(doing: impl Into<String>, error: io::Error) -> TableError {
        TableError::Io {
            doing: doing.into(),
            error,
        }
    }

    /// Returns whether the machine or the state of the work caused the error, and not the table or the request.
    pub fn is_of_machine(&self) -> bool {
        matches!(
            self,
            TableError::Io { .. }
                | TableError::Locked
                | TableError::NoRoom { .. }
                | TableError::NotYet(_)
        )
    }

    /// Returns the error for a table whose keys are not those of the game.
    pub(crate) fn other_keys() -> TableError {
        TableError::OtherRules("the table's keys are not those of this game".to_owned())
    }

    pub(crate) fn damaged(what: impl Into<String>) -> TableError {
        TableError::Damaged(what.into())
    }
}

impl From<Stop> for TableError {
    fn from(stop: Stop) -> TableError {
        TableError::Stopped(stop)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io { doing, error } => write!(f, "{doing}: {error}"),
            TableError::Locked => f.write_str("another build is at work in this directory"),
            TableError::Occupied(what)
            | TableError::NotYet(what)
            | TableError::Unsupported(what)
            | TableError::Format(what)
            | TableError::OtherRules(what)
            | TableError::Damaged(what) => f.write_str(what),
            TableError::NoRoom {
                of,
                needed,
                allowed,
            } => {
                let sizes = [needed, allowed];
                let [some, others] = sizes.map(|bytes| Bytes(*bytes).to_string());
                // Two sizes that would read the same are given in bytes.
                let [needed, allowed] = match some == others {
                    true => sizes.map(|bytes| Counted(*bytes, "byte").to_string()),
                    false => [some, others],
                };
                write!(f, "not enough {of}: {needed} needed, {allowed} allowed")
            }
            TableError::Missing => f.write_str("there is no finished table here"),
            TableError::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for TableError {}
