//! Why there is no table, or no answer from one.

use crate::Bytes;
use std::fmt;
use std::io;
use yomikiri_core::Stop;

/// Why a table could not be built, opened, asked or verified.
#[derive(Debug)]
pub enum TableError {
    /// The file system failed: what was being done, and what it said. A full disk is one of these.
    /// Nothing is lost: building goes on from the last checkpoint.
    Io {
        /// What was being done.
        doing: String,
        /// What the system said.
        error: io::Error,
    },
    /// Another build is at work in the directory.
    Locked,
    /// The directory holds something else than what was asked for.
    Occupied(String),
    /// The game, the question and the options do not go together.
    Unsupported(String),
    /// More room would be needed than is allowed.
    NoRoom {
        /// What is short: `memory` or `disk`.
        of: &'static str,
        /// Bytes that would be needed.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// There is no table here.
    Missing,
    /// Something that has to be done first is not done yet, in work that is done task by task.
    NotYet(String),
    /// The file is no table, or one of a version that this program does not know.
    Format(String),
    /// The table belongs to other rules than those given.
    OtherRules(String),
    /// The file is damaged, or what it says is not true: the first fault found.
    Damaged(String),
    /// A limit was reached, or the caller cancelled. Building goes on from the last checkpoint.
    Stopped(Stop),
}

impl TableError {
    /// An error of the file system.
    pub(crate) fn io(doing: impl Into<String>, error: io::Error) -> TableError {
        TableError::Io {
            doing: doing.into(),
            error,
        }
    }

    /// Whether the machine failed or is in the way, rather than the table or what was asked being wrong.
    pub fn is_of_machine(&self) -> bool {
        matches!(
            self,
            TableError::Io { .. }
                | TableError::Locked
                | TableError::NoRoom { .. }
                | TableError::NotYet(_)
        )
    }

    /// A table whose keys are not a game's.
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
                // Two that differ in little are told to the byte.
                let [needed, allowed] = match some == others {
                    true => sizes.map(|bytes| format!("{bytes} bytes")),
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
