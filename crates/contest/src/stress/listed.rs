//! A listed problem as a source of cases; its solver tells the truth.

use super::config::StressError;
use super::source::{Asked, Source, Truth};
use crate::problems::{Corner, Options, Problem, Random, Streams};
use crate::shape::Shape;
use yomikiri::Control;

/// A problem of the list, with its options.
pub struct Listed {
    /// The problem.
    pub problem: &'static dyn Problem,
    /// The options of its answers.
    pub options: Options,
    /// The shape of the inputs, if a shape can describe them.
    shape: Option<Shape>,
}

impl Listed {
    /// Makes a source of a problem with these options.
    pub fn new(problem: &'static dyn Problem, options: Options) -> Listed {
        Listed {
            problem,
            options,
            shape: problem.about().shape.parse().ok(),
        }
    }

    /// Returns the right answer.
    fn answer(
        &self,
        input: &str,
        control: &mut Control<'_>,
    ) -> Result<Vec<u8>, crate::problems::ContestError> {
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

    /// Returns the large steps of the input's shape that the problem accepts, and the problem's own steps.
    fn smaller<'a>(
        &'a self,
        input: &'a str,
        _: &'a Asked<'a>,
    ) -> Box<dyn Iterator<Item = Option<String>> + 'a> {
        let shape = self.shape.iter();
        let bold = shape.clone().flat_map(|shape| shape.much_smaller(input));
        let single = shape.flat_map(|shape| shape.singly_smaller(input));
        let valid = |next: &String| self.problem.takes(next);
        // A shaped problem has no other steps.
        let own = match self.problem.is_shaped() {
            true => None,
            false => Some(self.problem.smaller(input).map(Some)),
        };
        let steps = bold.map(move |next| next.filter(valid));
        let steps = steps.chain(own.into_iter().flatten());
        Box::new(steps.chain(single.map(move |next| next.filter(valid))))
    }

    fn listed(&self) -> Option<(&'static dyn Problem, Options)> {
        Some((self.problem, self.options))
    }
}
