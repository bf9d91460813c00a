//! The verb `stress`: runs a program on generated inputs until its output differs from the exact answer.

mod args;
mod dashes;
#[cfg(unix)]
mod parts;

use args::ORACLE_TIME;
pub(crate) use args::StressArgs;
pub(crate) use dashes::tip;

use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::interrupt;
use crate::outcome::{Exit, Failure};
use crate::progress::{PATIENCE, columns};
use crate::shell::quoted;
use serde_json::{Value, json};
use std::fs;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;
use yomikiri_catalog::lang::{Lang, Message, said};
use yomikiri_catalog::thread_count;
use yomikiri_contest::problems::Family;
use yomikiri_contest::stress::{
    Config, Ended, Found, Helper, Progress, Report, StressError, Watch, search_in,
};

#[cfg(unix)]
pub(crate) fn run(args: &StressArgs, console: &mut Console) -> Result<Exit, Failure> {
    use yomikiri_contest::stress::{Orphans, raise_stack};
    /// The time between two sweeps of processes that programs have left behind.
    const SWEEP: Duration = Duration::from_secs(1);

    let lang = args.lang.lang();
    let test = parts::test(args, lang)?;
    let config = config(args, test.time, lang);
    let config = Config {
        stack: raise_stack(stack(config.memory)),
        ..config
    };
    let orphans = Orphans::adopt();
    let mut swept = Duration::ZERO;
    let report = {
        let mut tell = console.teller();
        let mut progress = |progress: &Progress| {
            if progress.elapsed >= swept + SWEEP {
                swept = progress.elapsed;
                orphans.sweep();
            }
            if progress.elapsed >= PATIENCE {
                tell(progress.text(lang));
            }
        };
        let mut watch = Watch {
            cancel: Some(interrupt::flag()),
            progress: Some(&mut progress),
        };
        search_in(
            test.source.as_ref(),
            &config,
            test.runner.as_ref(),
            &mut watch,
        )
    };
    drop(orphans);
    let report = report.map_err(|error| failure(args, error, lang))?;
    let mut files = Vec::new();
    let mut written = Ok(());
    let found = report.found.iter().chain(&report.others);
    for (number, found) in (1..).zip(found) {
        match keep(args, found, number, &report.problem, lang) {
            Ok(names) => files.push(names),
            Err(failure) => written = Err(failure),
        }
    }
    if args.form.json {
        let mut object = report.json();
        if let Some((input, output)) = files.first() {
            object.insert("files".to_owned(), json!({ "in": input, "out": output }));
        }
        if args.all {
            let all: Vec<Value> = files
                .iter()
                .map(|(input, output)| json!({ "in": input, "out": output }))
                .collect();
            object.insert("all_files".to_owned(), Value::Array(all));
        }
        if let Some(found) = &report.found {
            object.insert("repeat".to_owned(), json!(repeat(args, &report, found)));
        }
        console.json(&Value::Object(object))?;
    } else {
        let mut text = report.text(lang);
        if report.found.is_some() {
            text.push('\n');
            for (input, output) in &files {
                let message = match output {
                    Some(output) => Message::Wrote { input, output },
                    None => Message::WroteInput { input },
                };
                text += &format!("{}\n", message.text(lang));
            }
            for found in report.found.iter().chain(&report.others) {
                let command = &repeat(args, &report, found);
                text += &format!("{}\n", Message::Repeat { command }.text(lang));
            }
        }
        console.out().write_all(text.as_bytes())?;
    }
    // The findings are shown even if they cannot be saved.
    written?;
    Ok(match report.ended {
        Ended::Found => Exit::Found,
        Ended::Interrupted => Exit::Interrupted,
        Ended::Cases | Ended::Time => Exit::Answered,
    })
}

#[cfg(not(unix))]
pub(crate) fn run(_: &StressArgs, _: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::bad("programs are run on Unix only"))
}

/// Returns the bytes that the stack of a program should have: as much as its memory, but so much less that endless
/// recursion always fills the stack first. Otherwise chance would decide between two verdicts.
#[cfg(unix)]
fn stack(memory: Option<u64>) -> u64 {
    let most = |memory: u64| memory - memory / 16;
    memory.map_or(Config::STACK, |memory| most(memory).min(Config::STACK))
}

/// Writes a case, and returns the names of its files.
fn keep(
    args: &StressArgs,
    found: &Found,
    number: usize,
    problem: &str,
    lang: Lang,
) -> Result<(String, Option<String>), Failure> {
    let name = match (&args.save_as, &args.output) {
        (Some(directory), _) => {
            fs::create_dir_all(directory).map_err(|error| cannot_write(directory, &error, lang))?;
            // Use the first free number, so that cases accumulate; a case that is there already keeps its own.
            let name = |number: u32| format!("{}/stress-{number}", directory.trim_end_matches('/'));
            let is_free = |name: &String| {
                ["in", "out"]
                    .iter()
                    .all(|end| !Path::new(&format!("{name}.{end}")).exists())
            };
            let has = |name: &str, end: &str, content: &[u8]| {
                fs::read(format!("{name}.{end}")).is_ok_and(|file| file == content)
            };
            let is_known = |name: &String| {
                has(name, "in", found.input.as_bytes())
                    && found.expected.as_ref().map_or_else(
                        || !Path::new(&format!("{name}.out")).exists(),
                        |expected| has(name, "out", expected),
                    )
            };
            let fits = |name: &String| is_free(name) || is_known(name);
            (1..).map(name).find(fits).unwrap_or_default()
        }
        (None, name) => {
            let name = name.clone();
            let name = name.unwrap_or_else(|| format!("{problem}-fail"));
            match number {
                1 => name,
                number => format!("{name}-{number}"),
            }
        }
    };
    let input = format!("{name}.in");
    write(&input, found.input.as_bytes(), lang)?;
    let output = match &found.expected {
        Some(expected) => {
            let output = format!("{name}.out");
            write(&output, expected, lang)?;
            Some(output)
        }
        None => None,
    };
    Ok((input, output))
}

/// Returns the characters of a line in a report: those of the terminal, with room for the mark of a cut.
fn width() -> usize {
    const LEAST: usize = 40;
    const MORE: usize = 4;
    match std::io::stdout().is_terminal() {
        true => columns().saturating_sub(MORE).max(LEAST),
        false => Config::WIDTH,
    }
}

/// Sets the limits: with neither given, both defaults hold; otherwise only those given.
fn config(args: &StressArgs, own: Option<Duration>, lang: Lang) -> Config {
    let usual = Config::default();
    let (cases, time) = match (args.cases, args.timeout) {
        (None, None) => (usual.cases, usual.time),
        given => given,
    };
    // A program that hangs on its first case must not run much longer than the overall time limit.
    let limit = own.unwrap_or(usual.case_time);
    let case_time = time.map_or(limit, |time| time.min(limit));
    Config {
        seed: args.seed,
        first: args.from,
        cases,
        time,
        case_time: args.time_limit.unwrap_or(case_time),
        memory: Some(args.memory_limit).filter(|&limit| limit > 0),
        stack: None,
        shrink_time: args.shrink_timeout,
        exact: args.exact,
        tolerance: args.tolerance,
        family: args.kind,
        all: args.all,
        threads: thread_count(args.threads),
        perfect_play: args.perfect_play,
        lang,
        width: width(),
    }
}

fn failure(args: &StressArgs, error: StressError, lang: Lang) -> Failure {
    match error {
        StressError::Option(what) => Failure::bad(said(&what, lang)),
        StressError::Start(error) => {
            let program = args.command.first().map(|it| it.to_string_lossy());
            let program = program.unwrap_or_default();
            let kind = error.kind();
            let error = error.to_string();
            let message = Message::CannotStart {
                program: &program,
                error: &error,
            };
            let message = message.text(lang);
            let is_here = Path::new(&*program).is_file();
            match kind {
                // A command that cannot be run is bad usage; a system without free memory, processes or disk is not.
                ErrorKind::OutOfMemory | ErrorKind::WouldBlock | ErrorKind::StorageFull => {
                    Failure::Limit(message)
                }
                // As in a shell: a name without `/` is looked up in PATH, and a file needs leave to be executed.
                ErrorKind::NotFound if is_here && !program.contains('/') => {
                    let program = &quoted(format!("./{program}"));
                    let help = Message::HereIs { program }.text(lang);
                    Diagnostic::bare(message).helped(help).into()
                }
                ErrorKind::PermissionDenied if is_here => {
                    let program = &quoted(&*program);
                    let help = Message::NotExecutable { program }.text(lang);
                    Diagnostic::bare(message).helped(help).into()
                }
                _ => Failure::bad(message),
            }
        }
        StressError::Truth { error, .. } => {
            let error = error.to_string();
            Failure::Limit(Message::NoTruth { error: &error }.text(lang))
        }
        StressError::Oracle { input, what } => {
            let (what, input) = (&said(&what, lang), input.trim_end());
            Failure::bad(Message::OracleFails { what, input }.text(lang))
        }
        StressError::Checker { input, what } => {
            let (what, input) = (&said(&what, lang), input.trim_end());
            Failure::bad(Message::CheckerFails { what, input }.text(lang))
        }
        StressError::Helper { who, what } => {
            let command = match who {
                Helper::Generator => &args.generate,
                Helper::Oracle => &args.oracle,
                Helper::Checker => &args.checker,
                Helper::Interactor => &args.interactor,
            };
            let (who, what) = (&said(who.name(), lang), &said(&what, lang));
            let command = command.as_deref().unwrap_or_default();
            Failure::bad(Message::HelperFails { who, command, what }.text(lang))
        }
        StressError::Shape(error) => {
            let text = args.input.as_deref().unwrap_or_default();
            Diagnostic::at("--input", text, &error)
                .in_language(lang)
                .into()
        }
    }
}

/// Writes a file, completely or not at all.
fn write(path: &str, bytes: &[u8], lang: Lang) -> Result<(), Failure> {
    files::create(path, |mut file| {
        let written = file.write_all(bytes);
        written.map_err(|error| cannot_write(path, &error, lang))
    })
}

fn cannot_write(path: &str, error: &std::io::Error, lang: Lang) -> Failure {
    let error = error.to_string();
    let message = Message::CannotWrite {
        path,
        error: &error,
    };
    Failure::Limit(message.text(lang))
}

fn in_seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

/// Writes a number of bytes as `--memory-limit` takes it.
fn in_units(bytes: u64) -> String {
    let units = [(30, "G"), (20, "M"), (10, "K")];
    let whole = |(shift, _): &(u32, &str)| bytes > 0 && bytes.trailing_zeros() >= *shift;
    match units.into_iter().find(whole) {
        Some((shift, unit)) => format!("{}{unit}", bytes >> shift),
        None => bytes.to_string(),
    }
}

/// Returns the command that runs only the case found: with every option that the input, the answer, the verdict or
/// the files of a case depend on.
fn repeat(args: &StressArgs, report: &Report, found: &Found) -> String {
    let mut words = vec!["yomikiri".to_owned(), "stress".to_owned()];
    words.extend(args.id.clone());
    let mut option = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            words.push(name.to_owned());
            words.push(quoted(value));
        }
    };
    option("--input", args.input.as_deref());
    option("--generate", args.generate.as_deref());
    if args.generate.is_some() {
        option("--size", Some(&args.size.to_string()));
    }
    option("--oracle", args.oracle.as_deref());
    option("--checker", args.checker.as_deref());
    option("--interactor", args.interactor.as_deref());
    if args.oracle_timeout != ORACLE_TIME {
        option("--oracle-timeout", Some(&in_seconds(args.oracle_timeout)));
    }
    option(
        "--tolerance",
        args.tolerance.map(|it| it.to_string()).as_deref(),
    );
    option("--kind", args.kind.map(Family::name));
    option("--seed", Some(&args.seed.to_string()));
    option("--from", Some(&found.case.to_string()));
    option("--cases", Some("1"));
    // A short --timeout also limits the case. The command has no other use for it.
    let is_limited = args.time_limit.is_some() || args.timeout == Some(report.config.case_time);
    let limit = is_limited.then(|| in_seconds(report.config.case_time));
    option("--time-limit", limit.as_deref());
    if args.memory_limit != Config::MEMORY {
        option("--memory-limit", Some(&in_units(args.memory_limit)));
    }
    let time = args.shrink_timeout.map(in_seconds);
    option("--shrink-timeout", time.as_deref());
    option("-o", args.output.as_deref());
    option("--save-as", args.save_as.as_deref());
    for (flag, is_set) in [
        ("--perfect-play", args.perfect_play),
        ("--exact", args.exact),
    ] {
        if is_set {
            words.push(flag.to_owned());
        }
    }
    words.push("--".to_owned());
    words.extend(args.command.iter().map(quoted));
    words.join(" ")
}
