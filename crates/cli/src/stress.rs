//! The verb `stress`: runs a program on generated inputs until its output differs from the exact answer.

use crate::args::{LangArgs, OutputArgs, seconds};
use crate::desk::Desk;
use crate::diagnostic::Diagnostic;
use crate::examples;
use crate::interrupt;
use crate::outcome::{Exit, Failure};
use crate::progress::PATIENCE;
use clap::Args;
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{ErrorKind, Write};
use std::time::Duration;
use yomikiri_catalog::contest::problem;
use yomikiri_catalog::lang::{Lang, Message, said};
use yomikiri_catalog::stress::{
    Config, Ended, Progress, Report, StressError, Watch, run as search,
};
use yomikiri_catalog::thread_count;

#[derive(Debug, Args)]
#[command(after_help = examples::STRESS)]
pub(crate) struct StressArgs {
    /// The problem (see `contest --list`)
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// The program and its arguments, run without a shell. The program reads the input from stdin; if an
    /// argument contains `{}`, the name of a file with the input stands there
    #[arg(value_name = "CMD", required = true, last = true, num_args = 1..)]
    pub(crate) command: Vec<OsString>,
    /// The seed of the cases: the same number gives the same cases, whatever -j is
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The number of the first case
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) from: u64,
    /// Run at most this many cases (without --timeout: 10,000 cases or 60 s, whichever comes first)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) cases: Option<u64>,
    /// Begin no case after this many seconds
    #[arg(long, value_name = "S", value_parser = some_seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    /// The time for each case, in seconds (default: 10, or --timeout if that is less)
    #[arg(long, value_name = "S", value_parser = some_seconds, allow_negative_numbers = true)]
    pub(crate) case_timeout: Option<Duration>,
    /// The number of programs that run at the same time; 0: as many as there are processors
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) threads: usize,
    /// Write NAME.in and NAME.out instead of ID-fail.in and ID-fail.out
    #[arg(short = 'o', long, value_name = "NAME")]
    pub(crate) output: Option<String>,
    /// Compare with perfect play, in a problem where the judge asks about the position as it stands
    #[arg(long)]
    pub(crate) perfect_play: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) form: OutputArgs,
}

/// A number of seconds that is not 0.
fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text)? {
        Duration::ZERO => Err("more than 0 seconds are needed".to_owned()),
        some => Ok(some),
    }
}

pub(crate) fn run(args: &StressArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let lang = args.lang.lang();
    let problem = problem(&args.id).map_err(|error| {
        Failure::from(Diagnostic::at("problem", &args.id, &error).in_language(lang))
    })?;
    let config = config(args, lang);
    let report = match child(args) {
        Ok(child) => {
            let mut tell = desk.teller();
            let mut progress = |progress: &Progress| {
                if progress.elapsed >= PATIENCE {
                    tell(progress.text(lang));
                }
            };
            let mut watch = Watch {
                cancel: Some(interrupt::flag()),
                progress: Some(&mut progress),
            };
            search(problem, &config, &child, &mut watch)
        }
        Err(error) => Err(StressError::Start(error)),
    };
    let report = report.map_err(|error| failure(args, error, lang))?;
    let found = report.found.as_ref().map(|found| {
        let name = args.output.clone();
        let name = name.unwrap_or_else(|| format!("{}-fail", args.id));
        let (input, output) = (format!("{name}.in"), format!("{name}.out"));
        let written = write(&input, found.input.as_bytes(), lang)
            .and_then(|()| write(&output, &found.expected, lang));
        (input, output, written)
    });
    if args.form.json {
        let mut object = report.json();
        if let Some((input, output, written)) = &found {
            if written.is_ok() {
                object.insert("files".to_owned(), json!({ "in": input, "out": output }));
            }
            object.insert("repeat".to_owned(), json!(repeat(args, &report)));
        }
        desk.json(&Value::Object(object))?;
    } else {
        let mut text = report.text(lang);
        if let Some((input, output, written)) = &found {
            text.push('\n');
            if written.is_ok() {
                text += &format!("{}\n", Message::Wrote { input, output }.text(lang));
            }
            let command = &repeat(args, &report);
            text += &format!("{}\n", Message::Repeat { command }.text(lang));
        }
        desk.out().write_all(text.as_bytes())?;
    }
    // What was found is shown even where it cannot be kept.
    if let Some((.., written)) = found {
        written?;
    }
    Ok(match report.ended {
        Ended::Found => Exit::Found,
        Ended::Interrupted => Exit::Interrupted,
        Ended::Cases | Ended::Time => Exit::Answered,
    })
}

/// The limits: where neither is given, both usual ones hold; otherwise those given.
fn config(args: &StressArgs, lang: Lang) -> Config {
    let usual = Config::default();
    let (cases, time) = match (args.cases, args.timeout) {
        (None, None) => (usual.cases, usual.time),
        given => given,
    };
    // A program that hangs on the first case is not to outlast the time for all by much.
    let case_time = time.map_or(usual.case_time, |time| time.min(usual.case_time));
    Config {
        seed: args.seed,
        first: args.from,
        cases,
        time,
        case_time: args.case_timeout.unwrap_or(case_time),
        threads: thread_count(args.threads),
        perfect_play: args.perfect_play,
        lang,
        ..usual
    }
}

#[cfg(unix)]
fn child(args: &StressArgs) -> std::io::Result<yomikiri_catalog::stress::Child> {
    yomikiri_catalog::stress::Child::new(&args.command, &std::env::temp_dir())
}

#[cfg(not(unix))]
fn child(_: &StressArgs) -> std::io::Result<NoChild> {
    let why = "programs are run on Unix only";
    Err(std::io::Error::new(ErrorKind::Unsupported, why))
}

/// What runs no program.
#[cfg(not(unix))]
struct NoChild;

#[cfg(not(unix))]
impl yomikiri_catalog::stress::Runner for NoChild {
    fn run(
        &self,
        _: &yomikiri_catalog::stress::Job<'_>,
    ) -> Result<yomikiri_catalog::stress::Run, yomikiri_catalog::stress::NoRun> {
        Err(yomikiri_catalog::stress::NoRun::Cancelled)
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
            // A command that is none is our own bad usage; a system that has no room left is not.
            match kind {
                ErrorKind::OutOfMemory | ErrorKind::WouldBlock | ErrorKind::StorageFull => {
                    Failure::Limit(message)
                }
                _ => Failure::bad(message),
            }
        }
        StressError::Truth { error, .. } => {
            let error = error.to_string();
            Failure::Limit(Message::NoTruth { error: &error }.text(lang))
        }
    }
}

fn write(path: &str, bytes: &[u8], lang: Lang) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| {
        let error = error.to_string();
        let message = Message::CannotWrite {
            path,
            error: &error,
        };
        Failure::Limit(message.text(lang))
    })
}

/// The command that runs the case found, and nothing else.
fn repeat(args: &StressArgs, report: &Report) -> String {
    let case = report.found.as_ref().map_or(0, |found| found.case);
    let mut words = vec![
        "yomikiri".to_owned(),
        "stress".to_owned(),
        args.id.clone(),
        "--seed".to_owned(),
        args.seed.to_string(),
        "--from".to_owned(),
        case.to_string(),
        "--cases".to_owned(),
        "1".to_owned(),
    ];
    if args.perfect_play {
        words.push("--perfect-play".to_owned());
    }
    if report.config.case_time != Config::CASE_TIME {
        words.push("--case-timeout".to_owned());
        words.push(report.config.case_time.as_secs_f64().to_string());
    }
    words.push("--".to_owned());
    words.extend(args.command.iter().map(|word| quoted(word)));
    words.join(" ")
}

/// A word as shells take it.
fn quoted(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_at_all_is_refused() {
        assert_eq!(some_seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(some_seconds("0").is_err());
    }

    #[test]
    fn words_are_quoted_where_shells_would_split_them() {
        for (word, quoted_word) in [
            ("./a.out", "./a.out"),
            ("{}", "'{}'"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), quoted_word);
        }
    }
}
