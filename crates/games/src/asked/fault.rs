//! Faults of a source.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use yomikiri_core::{Stop, TextError};

/// The reason why a text has no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfound {
    /// The text is not a position of the game.
    Text(TextError),
    /// The source failed.
    Fault(Fault),
}

impl From<Fault> for Unfound {
    fn from(fault: Fault) -> Unfound {
        Unfound::Fault(fault)
    }
}

/// A failure of a source to give an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The failure: one sentence without a full stop.
    pub message: String,
    /// The question and the answer, or advice.
    pub help: Option<String>,
    /// The limit that was reached, if a limit and not the source prevented an answer.
    pub limit: Option<Stop>,
    /// The source's own value for the failure, such as an exception.
    pub cause: Option<Cause>,
}

/// A value of the source's own. It is equal only to itself.
#[derive(Clone)]
pub struct Cause(pub Arc<dyn Any + Send + Sync>);

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cause")
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Cause) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Cause {}

impl Fault {
    /// Returns a fault of the source itself.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault {
            message: message.into(),
            help: None,
            limit: None,
            cause: None,
        }
    }

    /// Adds the question and the answer, or advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// Returns a fault caused by a limit.
    pub fn limit(limit: Stop, message: impl Into<String>) -> Fault {
        Fault {
            limit: Some(limit),
            ..Fault::new(message)
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
