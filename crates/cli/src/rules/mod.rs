//! The verb `rules`: checks rules files, prints games as rules files, and starts new ones.

mod new;

use crate::args::{ColorArgs, OutputArgs, seconds};
use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::examples;
use crate::files::{self, Disk, Opening};
use crate::outcome::{Exit, Failure};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::Write;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::own::is_added;
use yomikiri_catalog::rules::{
    AskedUnsound, Checked, ShowError, Unsound, check, check_spec, schema, show,
};
use yomikiri_catalog::{Counted, Stop, info, is_path};

#[derive(Debug, Args)]
#[command(after_help = examples::RULES)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Debug, Subcommand)]
enum RulesCommand {
    /// Check a rules file: describe the game in words, or point at the mistake
    ///
    /// The command prints the board at the start and each rule as a sentence, so that you can see whether the
    /// file says the rules that you meant. It warns if the game is over at the start. It also checks, on a
    /// sample of positions, the laws of everything that the game offers to solvers.
    Check(CheckFileArgs),
    /// Print a game as a rules file, if the format can express it
    Show(ShowArgs),
    /// Start a rules file by answering questions about the game
    ///
    /// The command asks on stderr and reads each answer as a line from stdin. An empty line chooses the answer
    /// in brackets.
    New(NewArgs),
    /// Print the JSON Schema of rules files, for completion and checks in an editor
    Schema(SchemaArgs),
}

#[derive(Debug, Args)]
struct CheckFileArgs {
    /// The rules file (`-`: stdin), a rule sheet (`game.kif`), a graph (`game.graph`), a chess variant
    /// (`variants.ini#duel`), or a program with the rules: `program:command=./quarto`
    #[arg(value_name = "FILE")]
    file: String,
    /// Stop after this many seconds (0.5 is half a second)
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
struct ShowArgs {
    /// The game, for example `tictactoe:misere=yes`
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Args)]
struct NewArgs {
    /// The file to write (`-`: stdout). The command does not overwrite an existing file
    #[arg(short = 'o', long = "output", value_name = "FILE", default_value = "-")]
    file: String,
    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Args)]
struct SchemaArgs {
    #[command(flatten)]
    color: ColorArgs,
}

/// The check of a rules file, as JSON.
#[derive(Debug, Serialize)]
struct JsonChecked<'a> {
    version: u32,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    kind: &'a str,
    places: usize,
    moves: usize,
    acyclic: bool,
    /// The most plies of a game, if play must end.
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<u64>,
    symmetries: usize,
    gains: bool,
    /// The drawing of the board at the start; empty for a graph.
    #[serde(skip_serializing_if = "str::is_empty")]
    start: &'a str,
    /// The rules, one sentence each.
    says: &'a [String],
    /// The reason, if play is over at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<JsonOver<'a>>,
    /// The number of positions at which the laws were checked, and (`checks`) the number of checks.
    positions: usize,
    checks: u64,
}

/// Play that is over at the start, as JSON.
#[derive(Debug, Serialize)]
struct JsonOver<'a> {
    outcome: String,
    why: &'a str,
}

pub(crate) fn run(args: &RulesArgs, console: &mut Console) -> Result<Exit, Failure> {
    match &args.command {
        RulesCommand::Check(args) => check_file(args, console)?,
        RulesCommand::Show(args) => {
            let text = show(&args.game, &Disk).map_err(|error| match error {
                ShowError::Spec(error) => Failure::in_spec(&args.game, error),
                ShowError::NotDeclarable { .. } => Failure::bad(error.to_string()),
            })?;
            write!(console.out(), "{text}")?;
        }
        RulesCommand::New(args) => {
            let text = new::ask(console)?;
            console.save_new(&args.file, text.as_bytes())?;
        }
        RulesCommand::Schema(_) => {
            let schema = schema();
            writeln!(console.out(), "{schema:#}")?;
        }
    }
    Ok(Exit::Answered)
}

/// The time that a program in the middle of an answer has to end it after the time is up.
const PATIENCE: Duration = Duration::from_millis(500);
/// The bytes of the stack of a check: as many as those of the main thread.
const STACK: usize = 8 << 20;

fn check_file(args: &CheckFileArgs, console: &mut Console) -> Result<(), Failure> {
    let name = args.file.split(':').next().unwrap_or_default();
    let is_named = ["program", "gdl", "variants"].contains(&name) && name.len() < args.file.len();
    let is_rules_file = args.file.to_ascii_lowercase().ends_with(".toml");
    if is_named || is_path(&args.file) && !is_rules_file || is_added(name) {
        let (spec, within) = (args.file.clone(), args.timeout);
        let deadline = within.and_then(|within| Instant::now().checked_add(within));
        let check = move || {
            let files = Opening::new(&[], within);
            check_spec(&spec, &files, deadline).map_err(|unsound| match unsound {
                AskedUnsound::Spec(error) => files.failure(&spec, error),
                AskedUnsound::Fault(fault) => fault.into(),
                AskedUnsound::Law(why) => Failure::bad(why),
            })
        };
        let checked = ended(check, within.map(|within| within.saturating_add(PATIENCE)))?;
        return tell(&checked, args, console);
    }
    let source = files::open(&args.file).map_err(|failure| match info(name).is_ok() {
        true => {
            let told = Diagnostic::bare(format!("`{}` is a game, not a rules file", args.file));
            let is_shown = show(&args.file, &Disk).is_ok();
            let help = || format!("`yomikiri rules show {}` prints it as one", args.file);
            match is_shown {
                true => told.helped(help()),
                false => told,
            }
            .into()
        }
        false => failure,
    })?;
    let failed = |error| Failure::system(&format!("cannot read `{}`", args.file), &error);
    let bytes = files::read_all(source).map_err(failed)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::bad(format!("`{}` is not UTF-8 text", args.file)))?;
    let file = args.file.clone();
    let check = move || {
        check(&text).map_err(|unsound| match unsound {
            Unsound::Text(error) => Diagnostic::at(file.as_str(), &text, &error).into(),
            Unsound::Law(why) => Failure::bad(why),
        })
    };
    let checked = ended(check, args.timeout)?;
    tell(&checked, args, console)
}

/// Runs a check, and gives up after some time. Laws call the methods of a game without asking for the time, so a check
/// that is late runs on until the process ends.
fn ended(
    check: impl FnOnce() -> Result<Checked, Failure> + Send + 'static,
    within: Option<Duration>,
) -> Result<Checked, Failure> {
    let Some(within) = within else {
        return check();
    };
    let (give, take) = sync_channel(1);
    let checking = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || give.send(check()).is_ok())
        .map_err(|error| Failure::system("cannot start a thread", &error))?;
    match take.recv_timeout(within) {
        Ok(checked) => checked,
        Err(RecvTimeoutError::Timeout) => Err(Failure::stopped(Stop::Time)),
        Err(RecvTimeoutError::Disconnected) => match checking.join() {
            Err(panic) => resume_unwind(panic),
            Ok(_) => Err(Failure::bad("the check ended without a result")),
        },
    }
}

/// Reports the check.
fn tell(checked: &Checked, args: &CheckFileArgs, console: &mut Console) -> Result<(), Failure> {
    match args.output.json {
        true => console.json(&json(&args.file, checked)),
        false => {
            let out = console.out();
            writeln!(out, "{checked}")?;
            if !checked.start.is_empty() {
                writeln!(out, "\n{}", checked.start)?;
            }
            for sentence in &checked.says {
                writeln!(out, "{sentence}")?;
            }
            console.flush()?;
            if let Some(over) = &checked.over {
                console.say(format!("warning: {over}"));
            }
            let checks = Counted(checked.checks, "check");
            let positions = Counted(checked.positions, "position");
            console.say(format!("note: every law holds ({checks} at {positions})"));
            Ok(())
        }
    }
}

fn json<'a>(file: &'a str, checked: &'a Checked) -> JsonChecked<'a> {
    JsonChecked {
        version: JSON_VERSION,
        file,
        title: checked.title.as_deref(),
        kind: checked.kind,
        places: checked.places,
        moves: checked.moves,
        acyclic: checked.longest.is_some(),
        longest: checked.longest,
        symmetries: checked.symmetries,
        gains: checked.gains,
        start: &checked.start,
        says: &checked.says,
        over: checked.over.as_ref().map(|over| JsonOver {
            outcome: over.outcome.to_string(),
            why: &over.why,
        }),
        positions: checked.positions,
        checks: checked.checks,
    }
}
