//! The verb `report`: describes perfect play of a game, as a page or as JSON.

use crate::args::{LangArgs, LimitArgs, OutputArgs};
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::Args;
use std::io::Write;
use yomikiri_catalog::Counted;
use yomikiri_catalog::report::{Report, ReportError, page, report};

#[derive(Debug, Args)]
#[command(after_help = examples::REPORT)]
pub(crate) struct ReportArgs {
    /// The game: NAME, NAME:key=value,key=value, or a file with rules: FILE.toml, FILE.kif, FILE.graph,
    /// FILE.ini#VARIANT
    #[arg(value_name = "GAME")]
    game: String,
    /// A second game to show beside the first
    #[arg(value_name = "OTHER")]
    other: Option<String>,
    /// The file for the page (`-`: stdout)
    #[arg(
        short = 'o',
        long = "output",
        value_name = "FILE",
        required_unless_present = "json"
    )]
    file: Option<String>,
    #[command(flatten)]
    lang: LangArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn run(args: &ReportArgs, console: &mut Console) -> Result<Exit, Failure> {
    let to_stdout = args.file.as_deref() == Some("-");
    if to_stdout && args.output.json {
        return Err(Failure::bad(
            "the page and the JSON cannot both go to stdout",
        ));
    }
    let specs = [Some(&args.game), args.other.as_ref()];
    // Report errors in the second game before the first is solved.
    let games = specs.into_iter().flatten().map(|spec| console.open(spec));
    let games = games.collect::<Result<Vec<_>, Failure>>()?;
    let mut reports = Vec::new();
    for game in games {
        let mut control = console.bounded(&args.limits);
        let made = report(game.as_ref(), &mut control);
        reports.push(made.map_err(|error| failure(error).unless_failed(game.as_ref()))?);
    }
    if let Some(file) = &args.file {
        console.save(file, page(&reports, args.lang.lang()).as_bytes())?;
    }
    for report in &reports {
        match args.output.json {
            true => console.json(report)?,
            false if to_stdout => console.say(summary(report)),
            false => writeln!(console.out(), "{}", summary(report))?,
        }
    }
    Ok(Exit::Answered)
}

/// Summarizes a report in a line.
fn summary(report: &Report) -> String {
    let (value, positions) = (&report.value.text, report.size.positions);
    let only = report.sharpness.rate() * 100.0;
    format!(
        "{}: {value}; {}, {only:.1}% only-moves",
        report.name(),
        Counted(positions, "position")
    )
}

fn failure(error: ReportError) -> Failure {
    match error {
        ReportError::Census(error) => error.into(),
        ReportError::Text(_) => Failure::bad(error.to_string()),
    }
}
