//! Limits on the work of reading a sheet.

use std::fmt;
use yomikiri_core::{Bytes, TextError};

/// The limits on the work of reading a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The steps of the search for instances. A row lookup counts as one step, a recorded instance as 4, and a new
    /// atom as 24. A processor does 6 to 15 million steps a second, and more where few atoms are new.
    pub steps: u64,
    /// Whether to derive atoms that no rule requests, too. The game is the same, but it takes longer to read; tests
    /// compare both.
    pub all: bool,
    /// The approximate limit for atoms, instances and the network, in bytes.
    pub bytes: usize,
}

impl Default for Limits {
    /// About half a minute, and 4 GiB. The largest public sheets that fit are chess and slaughter, with 200 million
    /// steps.
    fn default() -> Limits {
        Limits {
            steps: 250_000_000,
            all: false,
            bytes: 4 << 30,
        }
    }
}

/// The reason why a sheet could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The text has a mistake, or the game is of a kind that is not solved.
    Text(TextError),
    /// The limit of memory was reached. The text is one sentence without a full stop.
    Memory(String),
    /// Another limit was reached. The text is one sentence without a full stop.
    Limit(String),
    /// The caller stopped the reading.
    Stopped,
}

impl From<TextError> for Unread {
    fn from(error: TextError) -> Unread {
        Unread::Text(error)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Text(error) => f.write_str(&error.message),
            Unread::Memory(message) | Unread::Limit(message) => f.write_str(message),
            Unread::Stopped => f.write_str("the reading was stopped"),
        }
    }
}

impl std::error::Error for Unread {}

/// The remaining limits.
pub(crate) struct Budget<'s> {
    limits: Limits,
    steps: u64,
    /// The step count at which to check next whether the caller has stopped.
    next_look: u64,
    /// The work beside the steps since the last check.
    beside: u64,
    is_stopped: &'s dyn Fn() -> bool,
}

/// The number of steps between two checks.
const LOOK: u64 = 1 << 16;

impl<'s> Budget<'s> {
    pub(crate) fn new(limits: Limits, is_stopped: &'s dyn Fn() -> bool) -> Budget<'s> {
        Budget {
            limits,
            steps: 0,
            next_look: LOOK,
            beside: 0,
            is_stopped,
        }
    }

    /// Spends steps.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Unread> {
        self.steps += steps;
        match self.steps >= self.next_look {
            true => self.look(),
            false => Ok(()),
        }
    }

    /// Checks from time to time whether the caller has stopped, in work that the limit of steps leaves out because it
    /// follows from the steps before. `work` is about as long as so many steps.
    #[inline]
    pub(crate) fn pass(&mut self, work: u64) -> Result<(), Unread> {
        self.beside += work;
        match self.beside >= LOOK {
            true => self.look(),
            false => Ok(()),
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Unread> {
        self.next_look = self.steps + LOOK;
        self.beside = 0;
        if (self.is_stopped)() {
            return Err(Unread::Stopped);
        }
        match self.steps > self.limits.steps {
            true => {
                let most = self.limits.steps / 1_000_000;
                Err(Unread::Limit(format!(
                    "this sheet takes more than {most} million steps to ground"
                )))
            }
            false => Ok(()),
        }
    }

    /// Returns an error if `bytes` exceeds the limit.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), Unread> {
        match bytes > self.limits.bytes {
            true => {
                let most = Bytes(self.limits.bytes as u64);
                Err(Unread::Memory(format!(
                    "this sheet takes more than {most} to ground"
                )))
            }
            false => Ok(()),
        }
    }

    /// Returns the number of steps that may still be spent.
    pub(crate) fn left(&self) -> u64 {
        self.limits.steps.saturating_sub(self.steps)
    }

    /// Returns the number of steps spent so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }
}
