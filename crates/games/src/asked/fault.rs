//! What goes wrong with a source.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use yomikiri_core::{Stop, TextError};

/// Why a text has no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfound {
    /// It is no position of the game.
    Text(TextError),
    /// The source failed.
    Fault(Fault),
}

impl From<Fault> for Unfound {
    fn from(fault: Fault) -> Unfound {
        Unfound::Fault(fault)
    }
}

/// What a source did in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it did: one sentence without a full stop.
    pub message: String,
    /// What was asked and what came back, or advice.
    pub help: Option<String>,
    /// The limit that was reached, where it is none of the source's doing that there is no answer.
    pub limit: Option<Stop>,
    /// What the source itself has for it: an exception, say.
    pub cause: Option<Cause>,
}

/// Something of a source's own. Equal to itself alone.
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
    /// Something that the source did.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault {
            message: message.into(),
            help: None,
            limit: None,
            cause: None,
        }
    }

    /// With what was asked and what came back, or with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// A limit that was reached.
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
