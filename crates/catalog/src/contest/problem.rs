//! What a contest problem is: its statement, its options, and how it is answered.

use super::corner::{Corner, Family};
use super::fault::{ContestError, Fault};
use crate::lang::{Lang, Message};
use std::fs::File;
use std::io::{Read, Write};
use yomikiri::random::Random;
use yomikiri::{Ask, Control, Method};

/// What a problem says of itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name on the command line.
    pub id: &'static str,
    /// Where it was set.
    pub judge: &'static str,
    /// Its title there.
    pub title: &'static str,
    /// The game it is put to.
    pub game: &'static str,
    /// The input's form, in words.
    pub input: &'static str,
    /// The input's form as a [`Shape`](crate::shape::Shape), with all of its constraints that a shape can tell;
    /// nothing where no shape tells it.
    pub shape: &'static str,
    /// The time that the judge gives, in seconds.
    pub seconds: u32,
    /// What the judge promises of an input of that form, one thing each. All of it is enforced.
    pub constraints: &'static [&'static str],
    /// The output's form, in words.
    pub output: &'static str,
    /// The solvers that can be asked for, the usual one first.
    pub solvers: &'static [Method],
    /// Whether [`Options::perfect_play`] means anything.
    pub perfect_play: bool,
    /// Whether [`Options::many`] means anything.
    pub many: bool,
    /// Whether the input is a stream of inputs in any case, with an answer a line.
    pub stream: bool,
    /// The words that answers are made of; whole numbers are answers besides where there are none, or
    /// only one.
    pub words: &'static [&'static str],
    /// A valid input, to show people.
    pub example: &'static str,
}

impl About {
    /// Whether answers are single letters, which may stand one after another without blanks.
    pub fn letters(&self) -> bool {
        self.words.len() > 1 && self.words.iter().all(|word| word.len() == 1)
    }
}

/// How a problem is to be answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The solver; without one, the problem's fastest way.
    pub method: Option<Method>,
    /// The reading under perfect play, where the problem has two.
    pub perfect_play: bool,
    /// Inputs one after another, separated by any white space, an answer a line.
    pub many: bool,
    /// Say why, on the notes: of each input in at most ten lines.
    pub explain: bool,
    /// The word of the answer, from 0, that is to be explained; all of them, without one. Of answers that are
    /// single letters (see [`About::letters`]) each letter is a word.
    pub word: Option<usize>,
    /// The language of the notes.
    pub lang: Lang,
}

/// What a problem reads from.
pub trait Input: Read {
    /// The file behind the input, standing where the input begins, if it is one of the disk: such a one
    /// can be read from its end. What is not read of it remains to be read.
    fn file(&mut self) -> Option<&mut File> {
        None
    }
}

impl Input for &[u8] {}

/// Where a problem reads and writes.
pub struct Streams<'a> {
    /// The input, in the judge's form.
    pub input: &'a mut dyn Input,
    /// The answer: exactly the judge's bytes and nothing else.
    pub output: &'a mut dyn Write,
    /// What is said to people: explanations, and the reasons of `error` lines.
    pub notes: &'a mut dyn Notes,
}

/// Where goes what is said to people.
pub trait Notes: Write {
    /// Says why so many answers of a stream that come next are `error`: a line of text, unless whoever
    /// listens wants it otherwise.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn bad(&mut self, fault: &Fault, answers: u64, lang: Lang) -> std::io::Result<()> {
        let what = &fault.text(lang);
        let message = match answers {
            1 => Message::Error { what },
            lines => Message::ErrorLines { what, lines },
        };
        writeln!(self, "{}", message.text(lang))
    }
}

impl Notes for Vec<u8> {}
impl Notes for std::io::Sink {}

/// What became of a run that went to the end of its input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Inputs answered.
    pub answered: u64,
    /// Inputs of a stream that were bad: each has an `error` line, its reason is on the notes.
    pub bad: u64,
}

impl Done {
    /// One input, answered.
    pub const ONE: Done = Done {
        answered: 1,
        bad: 0,
    };
}

/// A position of a game, as text, that an answer speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The game's spec. It may name the file `graph`.
    pub game: String,
    /// The text of that file.
    pub file: Option<String>,
    /// The position.
    pub position: String,
    /// The question whose answer the output is made from, or one that tells more.
    pub ask: Ask,
    /// What the problem calls the players.
    pub names: [&'static str; 2],
}

/// A contest problem.
///
/// # Who should implement it
///
/// A unit type in a file of its own; see the [module](super) for the two steps.
///
/// # Laws
///
/// Tests hold every problem to them. Every input that `generate` and `smaller` make is accepted by
/// `run`; equal seeds make equal inputs; `smaller` never comes back to where it was, so that
/// shrinking ends. All solvers of [`About::solvers`] give the same bytes on the same input.
pub trait Problem: Sync {
    /// What the problem says of itself.
    fn about(&self) -> &'static About;

    /// Reads the input and answers it.
    ///
    /// Of a bad input nothing is printed, except in a stream ([`Options::many`], and problems that
    /// go line by line): there `error` stands in place of the answer, its reason and place go to
    /// the notes, and the rest is answered. A stream takes constant memory, and its output is
    /// flushed before every read.
    ///
    /// Strict: the constraints are enforced and nothing is guessed. CRLF, a missing last newline and
    /// blank lines at the end are accepted.
    ///
    /// # Errors
    ///
    /// See [`ContestError`].
    fn run(
        &self,
        streams: &mut Streams<'_>,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<Done, ContestError>;

    /// The kinds of input that [`generate`](Problem::generate) can make.
    fn corners(&self) -> &'static [Corner];

    /// A valid input of one of the kinds in [`corners`](Problem::corners) (of the first, for any
    /// other).
    fn generate(&self, random: &mut Random, corner: Corner) -> String;

    /// Valid inputs that are simpler than a valid input, the simplest first: fewer rows and columns,
    /// numbers nearer to 0. Lazy, since inputs may be large. Nothing for an input that is not valid.
    fn smaller<'a>(&'a self, input: &'a str) -> Box<dyn Iterator<Item = String> + 'a>;

    /// Whether [`smaller`](Problem::smaller) takes the steps of the input's shape, so that nobody else has to.
    fn is_shaped(&self) -> bool {
        false
    }

    /// Whether an input is valid.
    fn takes(&self, input: &str) -> bool;

    /// The position that one of the words of the output (from 0) speaks of, so that play can be shown
    /// from there. None where the answer is about something else than play, and for an input that is
    /// not valid.
    fn subject(&self, input: &str, word: usize, options: &Options) -> Option<Subject> {
        let _ = (input, word, options);
        None
    }

    /// A valid input of a family of kinds, the same for the same seed; without one, of whatever kind but the
    /// largest.
    fn random(&self, seed: u64, family: Option<Family>) -> String {
        let mut random = Random::new(seed);
        let corners = self.corners();
        let usual = corners.iter().filter(|corner| **corner != Corner::Largest);
        let usual: Vec<Corner> = match family.map(|family| family.of(corners)) {
            Some(wanted) if !wanted.is_empty() => wanted,
            _ => usual.copied().collect(),
        };
        let corner = random.pick(&usual).copied().unwrap_or(Corner::Uniform);
        self.generate(&mut random, corner)
    }
}

/// Refuses options that mean nothing for a problem.
pub(super) fn check_options(about: &About, options: &Options) -> Result<(), ContestError> {
    let id = about.id;
    let wrong = |what: String| Err(ContestError::Option(what));
    if options.perfect_play && !about.perfect_play {
        return wrong(format!(
            "`{id}` is about perfect play already: it has no other reading"
        ));
    }
    if options.many && !about.many {
        return wrong(format!("`{id}` does not take several inputs in one stream"));
    }
    match options.method {
        Some(method) if !about.solvers.contains(&method) => {
            let known: Vec<&str> = about.solvers.iter().map(|method| method.name()).collect();
            wrong(format!(
                "`{method}` does not apply to `{id}`; use one of {}",
                known.join(", ")
            ))
        }
        _ => Ok(()),
    }
}
