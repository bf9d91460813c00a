//! The contest problem: its description, its options, and its answers.

use super::corner::{Corner, Family};
use super::fault::{ContestError, Fault};
use std::fs::File;
use std::io::{Read, Write};
use yomikiri::random::Random;
use yomikiri::{Ask, Control, Method};
use yomikiri_catalog::lang::{Lang, Message};

/// The description of a problem.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name on the command line.
    pub id: &'static str,
    /// The judge and the contest.
    pub judge: &'static str,
    /// Its title at the judge.
    pub title: &'static str,
    /// The game that models it.
    pub game: &'static str,
    /// The input's form, in words.
    pub input: &'static str,
    /// The input's form as a [`Shape`](crate::shape::Shape), with all constraints that a shape can express;
    /// empty if no shape expresses the form.
    pub shape: &'static str,
    /// The judge's time limit, in seconds.
    pub seconds: u32,
    /// The judge's promises about an input of that form, one thing each. All of them are enforced.
    pub constraints: &'static [&'static str],
    /// The output's form, in words.
    pub output: &'static str,
    /// The solvers that can be asked for, the default first.
    pub solvers: &'static [Method],
    /// Whether [`Options::perfect_play`] applies.
    pub perfect_play: bool,
    /// Whether [`Options::many`] applies.
    pub many: bool,
    /// Whether the input is always a stream of inputs, with one answer a line.
    pub stream: bool,
    /// The words that answers consist of. If there are none or only one, whole numbers are answers too.
    pub words: &'static [&'static str],
    /// A valid input to show.
    pub example: &'static str,
}

impl About {
    /// What most problems have in common: no option applies, a run answers one input, and answers are whole numbers.
    /// The texts are empty, and there is no time limit: a problem gives its own.
    pub(super) const USUAL: About = About {
        id: "",
        judge: "",
        title: "",
        game: "",
        input: "",
        shape: "",
        seconds: 0,
        constraints: &[],
        output: "",
        solvers: &[
            Method::Direct,
            Method::Memo,
            Method::Plain,
            Method::AlphaBeta,
            Method::Retrograde,
        ],
        perfect_play: false,
        many: false,
        stream: false,
        words: &[],
        example: "",
    };

    /// Returns whether answers are single letters, which may follow one another without blanks.
    pub fn letters(&self) -> bool {
        self.words.len() > 1 && self.words.iter().all(|word| word.len() == 1)
    }
}

/// The options of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The solver; `None` for the problem's fastest way.
    pub method: Option<Method>,
    /// Whether to answer for perfect play, if the problem has two readings.
    pub perfect_play: bool,
    /// Whether to read inputs one after another, separated by any white space, with one answer a line.
    pub many: bool,
    /// Whether to explain each answer on the notes, in at most ten lines.
    pub explain: bool,
    /// The word of the answer to explain, from 0; `None` for all. If answers are single letters (see
    /// [`About::letters`]), each letter is a word.
    pub word: Option<usize>,
    /// The language of the notes.
    pub lang: Lang,
}

/// The input of a problem.
pub trait Input: Read {
    /// Returns the file behind the input, positioned at the input's start, if it is a file on disk: such a file
    /// can be read from its end. Bytes that the caller does not read remain to be read.
    fn file(&mut self) -> Option<&mut File> {
        None
    }
}

impl Input for &[u8] {}

/// The streams that a problem reads and writes.
pub struct Streams<'a> {
    /// The input, in the judge's form.
    pub input: &'a mut dyn Input,
    /// The answer: exactly the judge's bytes and nothing else.
    pub output: &'a mut dyn Write,
    /// The text for people: explanations, and the reasons of `error` lines.
    pub notes: &'a mut dyn Notes,
}

/// A sink for the text for people.
pub trait Notes: Write {
    /// Says why the next `answers` answers of a stream are `error`. By default it writes a line of text.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
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

/// The result of a run that reached the end of its input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Inputs answered.
    pub answered: u64,
    /// The bad inputs of a stream; each has an `error` line, and its reason is on the notes.
    pub bad: u64,
    /// The inputs of a stream that met a limit; each has an `error` line, and its reason is on the notes.
    pub unanswered: u64,
}

impl Done {
    /// One input, answered.
    pub const ONE: Done = Done {
        answered: 1,
        bad: 0,
        unanswered: 0,
    };
}

/// A position of a game, as text, that an answer is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The game's spec, which may name the file `graph`.
    pub game: String,
    /// The text of that file.
    pub file: Option<String>,
    /// The position.
    pub position: String,
    /// The question that yields the output, or a question that tells more.
    pub ask: Ask,
    /// The problem's names of the players.
    pub names: [&'static str; 2],
}

/// A contest problem.
///
/// # Who should implement it
///
/// A unit type in its own file; see the [module](super) for the steps.
///
/// # Laws
///
/// Tests hold every problem to these laws. `run` accepts every input that `generate` and `smaller` make; equal
/// seeds make equal inputs; `smaller` never returns to an earlier input, so shrinking ends. All solvers of
/// [`About::solvers`] give the same bytes on the same input.
pub trait Problem: Sync {
    /// Returns the description of the problem.
    fn about(&self) -> &'static About;

    /// Reads the input and answers it.
    /// A bad input prints nothing, except in a stream ([`Options::many`], and problems that go line by line):
    /// there `error` replaces the answer, the notes tell its reason and place, and the rest is answered. The limits
    /// hold for each input of a stream, and one that meets a limit gets `error` in the same way. A stream takes
    /// constant memory, and its output is flushed before every read.
    /// The reader is strict: it enforces the constraints and guesses nothing. It accepts CRLF, a missing last
    /// newline and blank lines at the end.
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

    /// Returns the kinds of input that [`generate`](Problem::generate) can make.
    fn corners(&self) -> &'static [Corner];

    /// Makes a valid input of one of the kinds in [`corners`](Problem::corners); any other kind makes an input
    /// of the first.
    fn generate(&self, random: &mut Random, corner: Corner) -> String;

    /// Returns valid inputs that are simpler than a valid input, the simplest first: with fewer rows and
    /// columns, or numbers nearer to 0. The iterator is lazy, since inputs may be large, and empty if the input
    /// is not valid.
    fn smaller<'a>(&'a self, input: &'a str) -> Box<dyn Iterator<Item = String> + 'a>;

    /// Returns whether [`smaller`](Problem::smaller) already takes the steps of the input's shape.
    fn is_shaped(&self) -> bool {
        false
    }

    /// Returns whether an input is valid.
    fn takes(&self, input: &str) -> bool;

    /// Returns the position that a word of the output (from 0) is about, so that play can be shown from it.
    /// `None` if the answer is not about play, or if the input is not valid.
    fn subject(&self, input: &str, word: usize, options: &Options) -> Option<Subject> {
        let _ = (input, word, options);
        None
    }

    /// Makes a valid input of a family of kinds, the same for the same seed. Without a family, any kind but the
    /// largest may come.
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

/// Refuses options that do not apply to a problem.
pub(super) fn check_options(about: &About, options: &Options) -> Result<(), ContestError> {
    let id = about.id;
    let wrong = |what: String| Err(ContestError::Option(what));
    if options.perfect_play && !about.perfect_play {
        return wrong(format!(
            "`{id}` is about perfect play already: it has no other reading"
        ));
    }
    if options.many && !about.many && !about.stream {
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
