//! The verb `export`: writes a game as a self-contained page.

use crate::args::{At, LangArgs, LimitArgs, OutputArgs};
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::Counted;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_server::export;

#[derive(Debug, Args)]
#[command(after_help = examples::EXPORT)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    at: At,
    /// The file for the page (`-`: stdout)
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: String,
    #[command(flatten)]
    lang: LangArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The summary of the page.
#[derive(Serialize)]
struct Summary<'a> {
    version: u32,
    game: &'a str,
    positions: usize,
    proven: usize,
}

pub(crate) fn run(args: &ExportArgs, console: &mut Console) -> Result<Exit, Failure> {
    let to_stdout = args.file == "-";
    if to_stdout && args.output.json {
        return Err(Failure::bad(
            "the page and the JSON cannot both go to stdout",
        ));
    }
    let game = console.open(&args.at.game.game)?;
    let mut control = console.control(&args.limits);
    let position = args.at.position();
    let made = export(game.as_ref(), &position, args.lang.lang(), &mut control);
    let made =
        made.map_err(|error| Failure::in_query(&position, error).unless_failed(game.as_ref()))?;
    console.save(&args.file, made.html.as_bytes())?;
    let summary = Summary {
        version: JSON_VERSION,
        game: game.name(),
        positions: made.positions,
        proven: made.proven,
    };
    let positions = Counted(summary.positions, "position");
    let said = format!("{}: {positions}", summary.game);
    match args.output.json {
        true => console.json(&summary)?,
        false if to_stdout => console.say(said),
        false => writeln!(console.out(), "{said}")?,
    }
    match made.proven == made.positions {
        true => Ok(Exit::Answered),
        false => {
            let left = Counted(made.positions - made.proven, "position");
            console.say(format_args!("note: not proven within the limits: {left}"));
            Ok(Exit::Limit)
        }
    }
}
