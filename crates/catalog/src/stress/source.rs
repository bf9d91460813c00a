//! Where cases come from, and how the truth about them is known.

use super::config::StressError;
use super::runner::{Ruling, Run};
use crate::contest::{Corner, Options, Problem, Random};
use std::sync::atomic::AtomicBool;

/// A source of cases with a truth.
///
/// # Who should implement it
///
/// `Listed` is a problem of the list, `Open` any other one; a test may be a source itself.
/// The search calls it from several threads at once.
///
/// # Laws
///
/// The same case has the same input, however often it is made. Every input that `smaller` makes is a valid
/// one, and `smaller` never comes back to where it was.
pub trait Source: Sync {
    /// What the report calls it.
    fn name(&self) -> &str;

    /// The kinds of input that [`generate`](Source::generate) can make.
    fn corners(&self) -> Vec<Corner>;

    /// A valid input of a kind. None if cancelled.
    ///
    /// # Errors
    ///
    /// When there is none.
    fn generate(
        &self,
        random: &mut Random,
        corner: Corner,
        asked: &Asked<'_>,
    ) -> Result<Option<String>, StressError>;

    /// The right answer.
    ///
    /// # Errors
    ///
    /// When it was not found for a reason other than time.
    fn truth(&self, input: &str, asked: &Asked<'_>) -> Result<Truth, StressError>;

    /// The words that answers are made of, where that is known.
    fn words(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// What a checker says of the output of a program that ended well. None where outputs are compared with
    /// the truth.
    ///
    /// # Errors
    ///
    /// When the checker fails.
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

    /// Valid inputs that are simpler than a valid input, the simplest first. Lazy, since inputs may be large.
    fn smaller<'a>(
        &'a self,
        input: &'a str,
        asked: &'a Asked<'a>,
    ) -> Box<dyn Iterator<Item = String> + 'a>;

    /// How inputs are made smaller, for what is said of the result.
    fn way(&self) -> Way {
        Way::Steps
    }

    /// The problem of the list, if it is one, and how it is answered: it explains its answers.
    fn listed(&self) -> Option<(&'static dyn Problem, Options)> {
        None
    }
}

/// Who asks, and whether somebody still waits for the answer.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Which of the threads that ask at the same time, from 0.
    pub worker: usize,
    /// Set when nobody waits for it any more.
    pub cancel: &'a AtomicBool,
}

/// What is known of the right answer to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The right answer.
    Known(Vec<u8>),
    /// Nothing: nobody was asked, or had no answer in time.
    Unknown,
    /// Nobody waits for it any more.
    Cancelled,
}

/// How inputs are made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By steps from the input: a local minimum is one from which no step leads on.
    Steps,
    /// By asking a generator for shorter ones.
    Generator,
}
