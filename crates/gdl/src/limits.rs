//! Limits of what reading a sheet may take.

use std::fmt;
use yomikiri_core::TextError;

/// What reading a sheet may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The steps of the search for instances: a row looked at counts as one step, an instance that is recorded as 4, and an
    /// atom that is new as 24. A processor takes 6 to 15 million a second, and more where few atoms are new.
    pub steps: u64,
    /// Whether atoms are derived that no rule asks for, too. The game is the same, and takes longer to read; tests
    /// compare both.
    pub all: bool,
    /// The bytes of atoms, instances and the network, roughly.
    pub bytes: usize,
}

impl Default for Limits {
    /// About half a minute, and 4 GiB. The largest public sheets that are grounded are chess and slaughter: 200 million steps.
    fn default() -> Limits {
        Limits {
            steps: 250_000_000,
            all: false,
            bytes: 4 << 30,
        }
    }
}

/// Why a sheet could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A mistake in the text, or what is not solved.
    Text(TextError),
    /// A limit was reached: one sentence without a full stop.
    Limit(String),
    /// Whoever asked does not wait any more.
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
            Unread::Limit(message) => f.write_str(message),
            Unread::Stopped => f.write_str("the reading was stopped"),
        }
    }
}

impl std::error::Error for Unread {}

/// What is left of the limits.
pub(crate) struct Budget<'s> {
    limits: Limits,
    steps: u64,
    /// The steps at which to look whether anybody waits.
    next_look: u64,
    is_stopped: &'s dyn Fn() -> bool,
}

/// The steps between two looks.
const LOOK: u64 = 1 << 16;

impl<'s> Budget<'s> {
    pub(crate) fn new(limits: Limits, is_stopped: &'s dyn Fn() -> bool) -> Budget<'s> {
        Budget {
            limits,
            steps: 0,
            next_look: LOOK,
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

    #[cold]
    fn look(&mut self) -> Result<(), Unread> {
        self.next_look = self.steps + LOOK;
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

    /// Whether there is room for so many bytes.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), Unread> {
        match bytes > self.limits.bytes {
            true => {
                let most = self.limits.bytes >> 20;
                Err(Unread::Limit(format!(
                    "this sheet takes more than {most} MiB to ground"
                )))
            }
            false => Ok(()),
        }
    }

    /// The steps that may still be spent.
    pub(crate) fn left(&self) -> u64 {
        self.limits.steps.saturating_sub(self.steps)
    }

    /// The steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }
}
