//! `contest`: reads a contest problem's input, and writes exactly the judge's bytes.

mod json;

use crate::args::{LangArgs, LimitArgs, OutputArgs, ProblemId, SolverArgs, family, whole};
use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::examples;
use crate::files;
use crate::interrupt;
use crate::outcome::{Exit, Failure};
use clap::Args;
use std::fs::File;
use std::io::{self, Read, Write};
use yomikiri_catalog::lang::{Lang, Message, said};
use yomikiri_contest::problems::{
    self, About, ContestError, Done, Family, Options, Problem, Streams, problem, problems,
};

/// The arguments for answering, which `--random` and `--list` exclude.
const ANSWERING: [&str; 5] = ["explain", "perfect_play", "many", "file", "solver"];

#[derive(Debug, Args)]
#[command(after_help = examples::CONTEST)]
pub(crate) struct ContestArgs {
    /// The problem (see --list)
    #[arg(value_name = "ID", required_unless_present_any = ["list", "long"])]
    #[arg(value_parser = ProblemId, hide_possible_values = true)]
    pub(crate) id: Option<String>,
    /// The input (`-` or nothing: stdin)
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Explain the answer on stderr: perfect play and its result
    #[arg(long)]
    pub(crate) explain: bool,
    /// Answer for perfect play, in problems that ask about the position as it stands
    #[arg(long)]
    pub(crate) perfect_play: bool,
    /// Answer many inputs, separated by white space: one answer per line. The limits hold for each input, and one
    /// that meets a limit gets `error`
    #[arg(long)]
    pub(crate) many: bool,
    /// Print a random valid input instead of an answer
    #[arg(long, conflicts_with_all = ANSWERING)]
    pub(crate) random: bool,
    /// The seed of the random input: the same number gives the same input
    // (Otherwise an argument that conflicts with --random would make clap drop the requirement.)
    #[arg(long, value_name = "N", requires = "random")]
    #[arg(value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ANSWERING)]
    pub(crate) seed: Option<u64>,
    /// The kind of the random input
    #[arg(long, value_name = "KIND", requires = "random", value_parser = family())]
    #[arg(conflicts_with_all = ANSWERING)]
    pub(crate) kind: Option<Family>,
    /// List the problems; with ID, show all that is known about this one
    #[arg(long, conflicts_with_all = ANSWERING, conflicts_with = "random")]
    pub(crate) list: bool,
    /// List the problems with the form of the input, every constraint, and the output
    #[arg(long, conflicts_with_all = ANSWERING, conflicts_with = "random")]
    pub(crate) long: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn run(args: &ContestArgs, console: &mut Console) -> Result<Exit, Failure> {
    let lang = args.lang.lang();
    // The arguments demand an id, unless all problems are listed.
    let Some(id) = args.id.as_deref() else {
        list(problems(), args.long, args, console)?;
        return Ok(Exit::Answered);
    };
    let problem = problem(id)
        .map_err(|error| Failure::from(Diagnostic::at("problem", id, &error).in_language(lang)))?;
    if args.list || args.long {
        list(&[problem], true, args, console)?;
        return Ok(Exit::Answered);
    }
    if args.random {
        let seed = args.seed.unwrap_or_else(any_seed);
        let input = problem.random(seed, args.kind);
        if args.seed.is_none() && !args.output.json {
            let message = Message::RandomSeed { seed };
            console.say(format_args!("note: {}", message.text(lang)));
        }
        match args.output.json {
            true => console.json(&json::RandomInput::new(id, seed, &input))?,
            false => console.out().write_all(input.as_bytes())?,
        }
        return Ok(Exit::Answered);
    }
    let options = Options {
        method: args.solver.solver.0,
        perfect_play: args.perfect_play,
        many: args.many,
        explain: args.explain,
        word: None,
        lang,
    };
    let mut control = console.search(&args.solver, &args.limits);
    let mut input = Input::open(&args.file).map_err(|failure| failure.in_language(lang))?;
    let origin = files::shown(&args.file);
    let done = match args.output.json {
        true => json::answer(problem, &mut input, &options, &mut control, console),
        false => {
            let mut notes = console.notes();
            let mut streams = Streams {
                input: &mut input,
                output: console.out(),
                notes: &mut notes,
            };
            problem.run(&mut streams, &options, &mut control)
        }
    };
    match done {
        Ok(Done { bad: 1.., .. }) => Ok(Exit::BadInput),
        Ok(Done {
            unanswered: 1.., ..
        }) => Ok(Exit::Limit),
        Ok(_) => Ok(Exit::Answered),
        Err(error) => Err(failure(origin, error, lang)),
    }
}

fn failure(origin: &str, error: ContestError, lang: Lang) -> Failure {
    match error {
        ContestError::Input(fault) => Diagnostic::of_fault(origin, fault).in_language(lang).into(),
        ContestError::Option(what) => Failure::bad(said(&what, lang)),
        ContestError::Refused(refusal) if !refusal.is_limit() => refusal.into(),
        ContestError::Refused(_) | ContestError::TooLarge => {
            Failure::Limit(said(&error.to_string(), lang))
        }
        ContestError::Stopped(why) => Failure::stopped(why).in_language(lang),
        ContestError::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Failure::Reader,
        ContestError::Io(error) => Failure::Limit(error.to_string()),
    }
}

/// An input; an interrupt during a read of it ends the process.
enum Input {
    /// A file on disk.
    File(File),
    /// Any other input.
    Stream(Box<dyn Read>),
}

impl Input {
    /// Opens an input by name; `-` is stdin. A pipe is opened once, because its content comes only
    /// once.
    fn open(path: &str) -> Result<Input, Failure> {
        let file = match path {
            "-" => files::stdin_as_file(),
            path => Some(files::open_file(path)?),
        };
        let on_disk = |file: &File| file.metadata().is_ok_and(|about| about.is_file());
        Ok(match file {
            Some(mut file) if on_disk(&file) => {
                let passed = files::pass_mark(&mut file);
                passed
                    .map_err(|error| Failure::system(&format!("cannot read `{path}`"), &error))?;
                Input::File(file)
            }
            Some(file) if path != "-" => Input::Stream(Box::new(files::Unmarked::new(file))),
            _ => Input::Stream(Box::new(files::open(path)?)),
        })
    }
}

impl Read for Input {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = match self {
            Input::File(file) => file.read(room),
            Input::Stream(stream) => interrupt::waiting(|| stream.read(room)),
        };
        read.map_err(|error| {
            // Readers retry an interrupted read, so only other errors get a text for people.
            match error.kind() {
                io::ErrorKind::Interrupted => error,
                kind => io::Error::new(kind, format!("cannot read the input: {error}")),
            }
        })
    }
}

impl problems::Input for Input {
    fn file(&mut self) -> Option<&mut File> {
        match self {
            Input::File(file) => Some(file),
            Input::Stream(_) => None,
        }
    }
}

fn list(
    problems: &[&dyn Problem],
    long: bool,
    args: &ContestArgs,
    console: &mut Console,
) -> Result<(), Failure> {
    let lang = args.lang.lang();
    for problem in problems {
        if args.output.json {
            console.json(&json::Listed::new(problem.about(), lang))?;
            continue;
        }
        let About {
            id,
            judge,
            title,
            input,
            constraints,
            output,
            solvers,
            seconds,
            perfect_play,
            many,
            ..
        } = problem.about();
        let further = match (perfect_play, many) {
            (true, true) => " (--perfect-play, --many)",
            (true, false) => " (--perfect-play)",
            (false, true) => " (--many)",
            (false, false) => "",
        };
        writeln!(console.out(), "{id:8} {judge}: {title}{further}")?;
        if long {
            let solvers: Vec<&str> = solvers.iter().map(|solver| solver.name()).collect();
            let constraints: Vec<String> = constraints.iter().map(|it| said(it, lang)).collect();
            let lines = [
                Message::ProblemInput {
                    form: &said(input, lang),
                },
                Message::ProblemConstraints {
                    list: &constraints.join("; "),
                },
                Message::ProblemOutput {
                    form: &said(output, lang),
                },
                Message::ProblemTime { seconds: *seconds },
                Message::ProblemSolvers {
                    list: &solvers.join(", "),
                },
            ];
            for line in lines {
                writeln!(console.out(), "  {}", line.text(lang))?;
            }
        }
    }
    Ok(())
}

/// Returns a seed from the system, so that random inputs differ unless a seed is given.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    let state = std::collections::hash_map::RandomState::new();
    state.build_hasher().finish()
}
