//! The programs of `stress`: the tested one, and those that make inputs, know answers and judge.

use super::args::StressArgs;
use super::dashes::is_program;
use crate::diagnostic::Diagnostic;
use crate::files::Disk;
use crate::outcome::Failure;
use std::ffi::OsString;
use std::time::Duration;
use yomikiri_catalog::Files;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_contest::problems::problem;
use yomikiri_contest::shape::Shape;
use yomikiri_contest::stress::{
    Child, Interactive, Listed, Mapped, Open, Parts, Runner, Source, words,
};

/// A source of cases, and the program tested on them.
pub(super) struct Test {
    pub(super) source: Box<dyn Source>,
    pub(super) runner: Box<dyn Runner>,
    /// The problem's own time limit, if it has one.
    pub(super) time: Option<Duration>,
}

/// Returns the test that the arguments ask for.
pub(super) fn test(args: &StressArgs, lang: Lang) -> Result<Test, Failure> {
    let is_open = args.input.is_some() || args.generate.is_some();
    let said = |text: &str| said(text, lang);
    let listed = match args.id.as_deref() {
        Some(id) => {
            let found = problem(id);
            if found.is_err() && (args.command.is_empty() || id.contains('/')) && is_program(id) {
                let what = said("the program stands after `--`");
                let line = match is_open {
                    true => format!("yomikiri stress ... -- {id}"),
                    false => format!("yomikiri stress abc349e -- {id}"),
                };
                return Err(Diagnostic::bare(what).helped(line).into());
            }
            let found = found.map_err(|error| {
                Failure::from(Diagnostic::at("problem", id, &error).in_language(lang))
            })?;
            Some(found)
        }
        None => None,
    };
    if args.command.is_empty() {
        return Err(Failure::bad(said(
            "no program is given: it stands after `--`, as in `yomikiri stress abc349e -- CMD`",
        )));
    }
    let scratch = std::env::temp_dir();
    let started =
        |error: std::io::Error| Failure::system("cannot make a directory for files", &error);
    let child = Child::new(&args.command, &scratch).map_err(started)?;
    let Some(problem) = listed else {
        if !is_open {
            return Err(Failure::bad(said(
                "no problem is given: name one of the list, or describe inputs by --input or --generate",
            )));
        }
        let shape = match args.input.as_deref() {
            Some(text) => Some(text.parse::<Shape>().map_err(|error| {
                Failure::from(Diagnostic::at("--input", text, &error).in_language(lang))
            })?),
            None => None,
        };
        let helper = |name: &str, command: &Option<String>| match command {
            Some(command) => command_of(name, command, lang).map(Some),
            None => Ok(None),
        };
        let oracle = match args.oracle.as_deref() {
            Some(command) => Some(oracle(command, shape.as_ref(), lang)?),
            None => None,
        };
        let parts = Parts {
            shape,
            generator: helper("--generate", &args.generate)?,
            oracle,
            checker: helper("--checker", &args.checker)?,
            size: args.size,
            time: args.oracle_timeout,
        };
        let runner: Box<dyn Runner> = match helper("--interactor", &args.interactor)? {
            Some(interactor) => {
                Box::new(Interactive::new(child, interactor, &scratch).map_err(started)?)
            }
            None => Box::new(child),
        };
        return Ok(Test {
            source: Box::new(Open::new(parts, &scratch).map_err(started)?),
            runner,
            time: None,
        });
    };
    let options = yomikiri_contest::problems::Options {
        perfect_play: args.perfect_play,
        ..Default::default()
    };
    let about = problem.about();
    if args.perfect_play && !about.perfect_play {
        let id = about.id;
        let what = format!("`{id}` is about perfect play already: it has no other reading");
        return Err(Failure::bad(said(&what)));
    }
    Ok(Test {
        source: Box::new(Listed::new(problem, options)),
        runner: Box::new(child),
        time: Some(Duration::from_secs(about.seconds.into())),
    })
}

/// Calls a function of a Python file with the input and prints what it returns.
const CALL: &str = "import runpy, sys
f = runpy.run_path(sys.argv[1])[sys.argv[2]]
r = f(sys.stdin.read())
if isinstance(r, bytes): r = r.decode()
if isinstance(r, (list, tuple)): r = '\\n'.join(map(str, r))
r = str(r)
sys.stdout.write(r if r.endswith('\\n') else r + '\\n')
";

/// Returns the oracle: a mapping to one of our games (`FILE.toml`), a Python function (`FILE.py:NAME`), or a
/// command.
fn oracle(
    text: &str,
    shape: Option<&Shape>,
    lang: Lang,
) -> Result<Box<dyn Runner + Send>, Failure> {
    let is_one = !text.contains(char::is_whitespace);
    if is_one && text.ends_with(".toml") {
        let Some(shape) = shape else {
            let what = "a mapping to a game needs `--input`, which names the parts of the input";
            return Err(Failure::bad(said(what, lang)));
        };
        let mapping = Disk
            .read(text)
            .map_err(|why| Failure::bad(said(&format!("cannot read `{text}`: {why}"), lang)))?;
        let mapped = Mapped::new(&mapping, shape.clone(), Box::new(Disk));
        let mapped = mapped.map_err(|error| {
            Failure::from(Diagnostic::at(text, &mapping, &error).in_language(lang))
        })?;
        return Ok(Box::new(mapped));
    }
    Ok(Box::new(command_of("--oracle", text, lang)?))
}

/// Returns the words that run a Python file, or a function of one; other words stay as they are.
fn python(words: Vec<String>) -> Vec<String> {
    let [word] = &words[..] else { return words };
    let with = |more: &[&str]| more.iter().map(|&word| word.to_owned()).collect();
    match word.rsplit_once(':') {
        Some((file, name)) if file.ends_with(".py") => with(&["python3", "-c", CALL, file, name]),
        _ if word.ends_with(".py") => with(&["python3", word]),
        _ => words,
    }
}

/// Parses a command given as one argument.
fn command_of(name: &str, command: &str, lang: Lang) -> Result<Child, Failure> {
    let words = words(command)
        .map_err(|error| Failure::from(Diagnostic::at(name, command, &error).in_language(lang)))?;
    let words = python(words);
    let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    Child::new(&words, &std::env::temp_dir())
        .map_err(|error| Failure::system("cannot make a directory for files", &error))
}
