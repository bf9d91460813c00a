//! A problem of the list as a source of cases: the truth is what its solver says.

use super::config::StressError;
use super::source::{Asked, Source, Truth};
use crate::contest::{Corner, Options, Problem, Random, Streams};
use crate::shape::Shape;
use yomikiri::Control;

/// A problem of the list.
pub struct Listed {
    /// The problem.
    pub problem: &'static dyn Problem,
    /// How it is answered.
    pub options: Options,
    /// Of a problem that does not take its steps itself.
    shape: Option<Shape>,
}

impl Listed {
    /// A problem, answered in this way.
    pub fn new(problem: &'static dyn Problem, options: Options) -> Listed {
        Listed {
            problem,
            options,
            shape: match problem.is_shaped() {
                true => None,
                false => problem.about().shape.parse().ok(),
            },
        }
    }

    /// The right answer, or why there is none.
    fn answer(
        &self,
        input: &str,
        control: &mut Control<'_>,
    ) -> Result<Vec<u8>, crate::contest::ContestError> {
        let mut answer = Vec::new();
        let mut streams = Streams {
            input: &mut input.as_bytes(),
            output: &mut answer,
            notes: &mut std::io::sink(),
        };
        let done = self.problem.run(&mut streams, &self.options, control)?;
        match done.bad {
            0 => Ok(answer),
            _ => Err(std::io::Error::other("a line of the input is bad").into()),
        }
    }
}

impl Source for Listed {
    fn name(&self) -> &str {
        self.problem.about().id
    }

    fn corners(&self) -> Vec<Corner> {
        self.problem.corners().to_vec()
    }

    fn generate(
        &self,
        random: &mut Random,
        corner: Corner,
        _: &Asked<'_>,
    ) -> Result<Option<String>, StressError> {
        Ok(Some(self.problem.generate(random, corner)))
    }

    fn truth(&self, input: &str, asked: &Asked<'_>) -> Result<Truth, StressError> {
        let mut control = Control::new().cancelled_by(asked.cancel);
        match self.answer(input, &mut control) {
            Ok(answer) => Ok(Truth::Known(answer)),
            Err(_) if asked.cancel.load(std::sync::atomic::Ordering::Relaxed) => {
                Ok(Truth::Cancelled)
            }
            Err(error) => Err(StressError::Truth {
                input: input.to_owned(),
                error: Box::new(error),
            }),
        }
    }

    fn words(&self) -> Option<&'static [&'static str]> {
        Some(self.problem.about().words)
    }

    /// The bold steps of the input's shape, as far as the problem takes what they lead to, and the problem's own.
    fn smaller<'a>(
        &'a self,
        input: &'a str,
        _: &'a Asked<'a>,
    ) -> Box<dyn Iterator<Item = String> + 'a> {
        let shape = self.shape.iter();
        let bold = shape.clone().flat_map(|shape| shape.much_smaller(input));
        let single = shape.flat_map(|shape| shape.singly_smaller(input));
        let valid = |next: &String| self.problem.takes(next);
        let steps = bold.filter(valid).chain(self.problem.smaller(input));
        Box::new(steps.chain(single.filter(valid)))
    }

    fn listed(&self) -> Option<(&'static dyn Problem, Options)> {
        Some((self.problem, self.options))
    }
}
