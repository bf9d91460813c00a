//! Sources of cases that know the right answers.

use super::config::StressError;
use super::runner::{Ruling, Run};
use crate::problems::{Corner, Options, Problem, Random};
use std::sync::atomic::AtomicBool;

/// A source of cases with right answers.
///
/// # Who should implement it
///
/// `Listed` is a problem of the list, `Open` any other one; a test may be a source itself.
/// The search calls it from several threads at once.
///
/// # Laws
///
/// The same case always has the same input. Every input that `smaller` makes is valid, and `smaller` never
/// returns to an earlier input.
pub trait Source: Sync {
    /// The source's name in the report.
    fn name(&self) -> &str;

    /// Returns the kinds of input that [`generate`](Source::generate) can make.
    fn corners(&self) -> Vec<Corner>;

    /// Makes a valid input of a kind; `None` if cancelled.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn generate(
        &self,
        random: &mut Random,
        corner: Corner,
        asked: &Asked<'_>,
    ) -> Result<Option<String>, StressError>;

    /// Returns the right answer.
    ///
    /// # Errors
    ///
    /// If it was not found for a reason other than time.
    fn truth(&self, input: &str, asked: &Asked<'_>) -> Result<Truth, StressError>;

    /// Returns the words that answers consist of, if they are known.
    fn words(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// Returns a checker's ruling on the output of a program that ended well; `None` if outputs are compared
    /// with the truth.
    ///
    /// # Errors
    ///
    /// If the checker fails.
    fn rule(
        &self,
        input: &str,
        run: &Run,
        truth: &[u8],
        asked: &Asked<'_>,
    ) -> Result<Option<Ruling>, StressError> {
        let _ = (input, run, truth, asked);
        Ok(None)
    }

    /// Returns valid inputs that are simpler than a valid input, the simplest first. The iterator is lazy,
    /// since inputs may be large. `None` is an attempt that leads to no such input: the caller looks at the clock
    /// after each attempt, so none may take long.
    fn smaller<'a>(
        &'a self,
        input: &'a str,
        asked: &'a Asked<'a>,
    ) -> Box<dyn Iterator<Item = Option<String>> + 'a>;

    /// Returns the method of shrinking, for the report.
    fn way(&self) -> Way {
        Way::Steps
    }

    /// Returns the listed problem with its options, if the source is one: such a problem explains its
    /// answers.
    fn listed(&self) -> Option<(&'static dyn Problem, Options)> {
        None
    }
}

/// The caller of a source, and its cancel flag.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The number of the thread among those that ask at the same time, from 0.
    pub worker: usize,
    /// Set when the answer is no longer needed.
    pub cancel: &'a AtomicBool,
}

/// The known facts about the right answer to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The right answer.
    Known(Vec<u8>),
    /// The answer is unknown: there is no oracle, or it took too long.
    Unknown,
    /// The answer is no longer needed.
    Cancelled,
}

/// The method of shrinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Steps from the input: at a local minimum, no step leads to another failing input.
    Steps,
    /// Requests to a generator for smaller inputs.
    Generator,
}
