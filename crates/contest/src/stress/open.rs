//! Any problem: commands make the inputs, know the answers and check the outputs, or a shape describes the
//! inputs.

use super::child::Child;
use super::config::{Helper, StressError};
use super::interact::ruling;
use super::runner::{End, Job, NoRun, Ruling, Run, Runner};
use super::source::{Asked, Source, Truth, Way};
use super::verdict::Verdict;
use crate::problems::{Corner, Fault, Random};
use crate::shape::Shape;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// The placeholder for the seed in a generator's command.
pub const SEED: &str = "{seed}";
/// The placeholder for the size in a generator's command.
pub const SIZE: &str = "{size}";
/// The most bytes that a generator, an oracle or a checker may print.
const OUTPUT: usize = 1 << 28;
/// The seeds that are tried for each size when a case is shrunk.
const SEEDS: u64 = 30;

/// The programs of a problem, and the shape of its inputs.
#[derive(Default)]
pub struct Parts {
    /// The description of the inputs.
    pub shape: Option<Shape>,
    /// The program that makes the inputs instead; it is called with a seed and a size.
    pub generator: Option<Child>,
    /// The program that knows the answers.
    pub oracle: Option<Box<dyn Runner + Send>>,
    /// The program that checks outputs; it is called like those of testlib.
    pub checker: Option<Child>,
    /// The greatest size that the generator is asked for.
    pub size: u64,
    /// The time limit of each of these programs for a case.
    pub time: Duration,
}

/// A problem that is not on the list.
pub struct Open {
    parts: Parts,
    files: TempDir,
}

impl Open {
    /// Makes a problem of these parts. Files for a checker are written to a new directory in `scratch`,
    /// which is removed with this value.
    ///
    /// # Errors
    ///
    /// If neither a shape nor a generator makes inputs, or if the directory cannot be made.
    pub fn new(parts: Parts, scratch: &Path) -> io::Result<Open> {
        if parts.shape.is_none() && parts.generator.is_none() {
            let why = "neither a shape nor a generator makes inputs";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let files = tempfile::Builder::new()
            .prefix("yomikiri-")
            .tempdir_in(scratch)?;
        Ok(Open { parts, files })
    }

    fn job<'a>(&self, input: &'a [u8], asked: &Asked<'a>) -> Job<'a> {
        Job {
            worker: asked.worker,
            input,
            time: self.parts.time,
            output: OUTPUT,
            memory: None,
            truth: b"",
            cancel: asked.cancel,
        }
    }

    /// Returns the input that the generator makes; `None` if cancelled.
    fn made(
        &self,
        generator: &Child,
        seed: u64,
        size: u64,
        asked: &Asked<'_>,
    ) -> Result<Option<String>, StressError> {
        let [seed, size] = [seed, size].map(|number| OsString::from(number.to_string()));
        let places = [(SEED, seed.clone()), (SIZE, size.clone())];
        let more = match generator.has(SEED) || generator.has(SIZE) {
            true => Vec::new(),
            false => vec![seed.clone(), size.clone()],
        };
        let wrong = |what: String| {
            let (seed, size) = (seed.to_string_lossy(), size.to_string_lossy());
            StressError::Helper {
                who: Helper::Generator,
                what: format!("with seed {seed} and size {size}, {what}"),
            }
        };
        let run = match generator.call(&self.job(b"", asked), &places, &more) {
            Ok(run) => run,
            Err(NoRun::Cancelled) => return Ok(None),
            Err(error) => return Err(StressError::helper(Helper::Generator, error)),
        };
        if run.end != End::Code(0) {
            return Err(wrong(run.failure()));
        }
        let input = String::from_utf8(run.output);
        let input = input.map_err(|_| wrong("it prints something that is no text".to_owned()))?;
        if let Some(shape) = &self.parts.shape
            && let Err(error) = shape.check(input.as_bytes())
        {
            let fault = Fault::locate(error, input.as_bytes());
            return Err(wrong(format!(
                "its input is not as `--input` says: {fault}"
            )));
        }
        Ok(Some(input))
    }
}

impl Source for Open {
    fn name(&self) -> &str {
        "open"
    }

    fn corners(&self) -> Vec<Corner> {
        match &self.parts.generator {
            // A generator can vary only the size.
            Some(_) => vec![
                Corner::Uniform,
                Corner::Small,
                Corner::Smallest,
                Corner::Largest,
            ],
            None => Shape::CORNERS.to_vec(),
        }
    }

    fn generate(
        &self,
        random: &mut Random,
        corner: Corner,
        asked: &Asked<'_>,
    ) -> Result<Option<String>, StressError> {
        let Some(generator) = &self.parts.generator else {
            let Some(shape) = &self.parts.shape else {
                return Ok(None);
            };
            return shape
                .generate(random, corner)
                .map(Some)
                .map_err(StressError::Shape);
        };
        let most = self.parts.size.max(1);
        let size = match corner {
            Corner::Largest => most,
            Corner::Smallest => 1,
            Corner::Small => 1 + random.below(most.min(5)),
            _ => 1 + random.below(most),
        };
        // Few digits make a seed that people can type.
        let seed = random.below(1_000_000_000);
        self.made(generator, seed, size, asked)
    }

    fn truth(&self, input: &str, asked: &Asked<'_>) -> Result<Truth, StressError> {
        let Some(oracle) = &self.parts.oracle else {
            return Ok(Truth::Unknown);
        };
        match oracle.run(&self.job(input.as_bytes(), asked)) {
            Ok(run) => match run.end {
                End::Code(0) => Ok(Truth::Known(run.output)),
                // Brute force may be too slow for large inputs. They still show slowness and crashes.
                End::Time => Ok(Truth::Unknown),
                _ => Err(StressError::Oracle {
                    input: input.to_owned(),
                    what: run.failure(),
                }),
            },
            Err(NoRun::Cancelled) => Ok(Truth::Cancelled),
            Err(error) => Err(StressError::helper(Helper::Oracle, error)),
        }
    }

    fn rule(
        &self,
        input: &str,
        run: &Run,
        truth: &[u8],
        asked: &Asked<'_>,
    ) -> Result<Option<Ruling>, StressError> {
        if let Some(ruling) = &run.ruling
            && (ruling.verdict != Verdict::Agreement || self.parts.checker.is_none())
        {
            return Ok(Some(ruling.clone()));
        }
        let Some(checker) = &self.parts.checker else {
            return Ok(None);
        };
        let file = |end: &str| self.files.path().join(format!("{}.{end}", asked.worker));
        let files = [
            (file("in"), input.as_bytes()),
            (file("out"), &run.output[..]),
            (file("ans"), truth),
        ];
        let failed = |error| StressError::helper(Helper::Checker, NoRun::Start(error));
        for (path, bytes) in &files {
            std::fs::write(path, bytes).map_err(failed)?;
        }
        let names = files.map(|(path, _)| path.into_os_string());
        let job = self.job(b"", asked);
        match checker.call(&job, &[], &names) {
            Ok(run) => match run.end {
                End::Code(code) => {
                    let words = match run.errors.is_empty() {
                        true => String::from_utf8_lossy(&run.output).into_owned(),
                        false => run.errors.text(),
                    };
                    let failed = |what| failed_on(input, what);
                    ruling(code, &words).map(Some).map_err(failed)
                }
                _ => Err(failed_on(input, run.failure())),
            },
            Err(NoRun::Cancelled) => Ok(None),
            Err(error) => Err(StressError::helper(Helper::Checker, error)),
        }
    }

    fn smaller<'a>(
        &'a self,
        input: &'a str,
        asked: &'a Asked<'a>,
    ) -> Box<dyn Iterator<Item = Option<String>> + 'a> {
        if let Some(shape) = &self.parts.shape {
            return shape.steps_from(input);
        }
        let Some(generator) = &self.parts.generator else {
            return Box::new(std::iter::empty());
        };
        let sizes = 1..=self.parts.size.max(1);
        let tries = sizes.flat_map(|size| (0..SEEDS).map(move |seed| (seed, size)));
        let made = tries.map(move |(seed, size)| self.made(generator, seed, size, asked).ok()?);
        let key = |text: &str| (text.len(), text.to_owned());
        let now = key(input);
        Box::new(made.map(move |next| next.filter(|next| key(next) < now)))
    }

    fn way(&self) -> Way {
        match self.parts.shape {
            Some(_) => Way::Steps,
            None => Way::Generator,
        }
    }
}

/// Converts a checker's failure to an error that shows the input.
fn failed_on(input: &str, what: String) -> StressError {
    StressError::Checker {
        input: input.to_owned(),
        what,
    }
}
