//! `contest`: a contest problem's input in, exactly the judge's bytes out.

use crate::args::ContestArgs;
use crate::desk::Desk;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::interrupt;
use crate::outcome::{Exit, Failure};
use std::fs::File;
use std::io::{self, Read, Write};
use yomikiri_catalog::contest::{self, ContestError, Options, PROBLEMS, Streams, problem};
use yomikiri_catalog::lang::{Lang, said};

pub(crate) fn run(args: &ContestArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let Some(id) = args.id.as_deref() else {
        list(desk)?;
        return Ok(Exit::Answered);
    };
    let lang = args.lang.lang();
    let problem = problem(id)
        .map_err(|error| Failure::from(Diagnostic::at("problem", id, &error).in_language(lang)))?;
    if args.random {
        let input = problem.random(args.seed.unwrap_or_else(any_seed));
        desk.out().write_all(input.as_bytes())?;
        return Ok(Exit::Answered);
    }
    let options = Options {
        method: args.solver.solver.0,
        perfect_play: args.perfect_play,
        many: args.many,
        explain: args.explain,
        lang,
    };
    let mut control = desk.search(&args.solver, &args.limits);
    let mut input = Input::open(&args.file)?;
    let mut notes = desk.notes();
    let done = problem.run(
        &mut Streams {
            input: &mut input,
            output: desk.out(),
            notes: &mut notes,
        },
        &options,
        &mut control,
    );
    let origin = if args.file == "-" {
        "stdin"
    } else {
        &args.file
    };
    match done {
        Ok(done) if done.bad == 0 => Ok(Exit::Answered),
        Ok(_) => Ok(Exit::BadInput),
        Err(error) => Err(failure(origin, error, lang)),
    }
}

fn failure(origin: &str, error: ContestError, lang: Lang) -> Failure {
    match error {
        ContestError::Input(fault) => Diagnostic::of_fault(origin, fault).in_language(lang).into(),
        ContestError::Option(what) => Failure::bad(said(&what, lang)),
        ContestError::Refused(refusal) => refusal.into(),
        ContestError::Stopped(why) => Failure::stopped(why),
        ContestError::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Failure::Reader,
        ContestError::Io(error) => Failure::Limit(error.to_string()),
    }
}

/// An input during whose reads an interrupt ends the process.
enum Input {
    /// A file of the disk.
    File(File),
    /// Anything else.
    Stream(Box<dyn Read>),
}

impl Input {
    /// The input of this name; `-` is stdin. A pipe is opened once: what comes through it comes once.
    fn open(path: &str) -> Result<Input, Failure> {
        let on_disk = |file: &File| file.metadata().is_ok_and(|about| about.is_file());
        if path == "-" {
            return Ok(match files::stdin_as_file().filter(on_disk) {
                Some(file) => Input::File(file),
                None => Input::Stream(files::open(path)?),
            });
        }
        let file = files::open_file(path)?;
        Ok(match on_disk(&file) {
            true => Input::File(file),
            false => Input::Stream(Box::new(file)),
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
            // Retried by those who read; only the last word is for people.
            match error.kind() {
                io::ErrorKind::Interrupted => error,
                kind => io::Error::new(kind, format!("cannot read the input: {error}")),
            }
        })
    }
}

impl contest::Input for Input {
    fn file(&mut self) -> Option<&mut File> {
        match self {
            Input::File(file) => Some(file),
            Input::Stream(_) => None,
        }
    }
}

fn list(desk: &mut Desk) -> Result<(), Failure> {
    for problem in PROBLEMS {
        let about = problem.about();
        let many = if about.many { " --many" } else { "" };
        let perfect = if about.perfect_play {
            " --perfect-play"
        } else {
            ""
        };
        writeln!(
            desk.out(),
            "{:8} {}: {}{perfect}{many}",
            about.id,
            about.judge,
            about.title
        )?;
    }
    Ok(())
}

/// A seed from the system: random inputs differ unless a seed is given.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    let state = std::collections::hash_map::RandomState::new();
    state.build_hasher().finish()
}
