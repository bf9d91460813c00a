//! `value`: finds the values of positions as combinatorial games.

use crate::args::{LangArgs, LimitArgs, OutputArgs, position_after, whole};
use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::examples;
use crate::files::Disk;
use crate::outcome::{Exit, Failure};
use crate::parts::{self, PartsArgs};
use clap::Args;
use std::io::Write;
use yomikiri_catalog::Control;
use yomikiri_catalog::values::{
    Detail, Found, HEAPS, MOST_STONES, STONES, ValueError, octal, svg, value,
};

#[derive(Debug, Args)]
#[command(after_help = examples::VALUE)]
pub(crate) struct ValueArgs {
    /// The game, or a sum in quotes: games, each perhaps with a position, and values such as 1/2, ^* or {1|-1}, joined
    /// by ` + ` and ` - `; 2.(SUM) for copies
    #[arg(
        value_name = "GAME",
        required_unless_present = "octal",
        allow_negative_numbers = true
    )]
    game: Option<String>,
    /// The position, in the game's notation, or `POSITION after MOVE MOVE` (in quotes)
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    /// Play these moves from the position first: "MOVE MOVE"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    after: Option<String>,
    /// Compare with this game, value or sum
    #[arg(long, value_name = "SUM", allow_hyphen_values = true)]
    compare: Option<String>,
    /// Print only the Grundy value (impartial games only)
    #[arg(long, conflicts_with_all = ["compare", "thermograph"])]
    grundy: bool,
    /// Say what each move gains (its incentive), and whether hotstrat, which moves in the hottest game, wins
    #[arg(long, conflicts_with = "grundy")]
    incentives: bool,
    /// Write the thermograph to FILE as SVG (`-`: stdout)
    #[arg(long, value_name = "FILE")]
    thermograph: Option<String>,
    #[command(flatten)]
    parts: PartsArgs,
    /// List the Grundy values of the octal game with this code, such as 0.137, and prove its period
    #[arg(long, value_name = "CODE")]
    #[arg(conflicts_with_all = ["game", "position", "after", "compare", "grundy", "incentives", "thermograph", "parts"])]
    octal: Option<String>,
    /// With --octal: list the heaps of up to N stones (without it, 40)
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole::<u32>(0..=MOST_STONES as u64), allow_negative_numbers = true)]
    heaps: Option<u32>,
    /// With --octal: look for a period among heaps of up to N stones (without it, 20000)
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole::<u32>(0..=MOST_STONES as u64), allow_negative_numbers = true)]
    most: Option<u32>,
    #[command(flatten)]
    lang: LangArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn run(args: &ValueArgs, console: &mut Console) -> Result<Exit, Failure> {
    let lang = args.lang.lang();
    answered(args, console).map_err(|failure| failure.in_language(lang))
}

fn answered(args: &ValueArgs, console: &mut Console) -> Result<Exit, Failure> {
    if let Some(code) = &args.octal {
        return octal_game(args, code, console);
    }
    if args.heaps.is_some() || args.most.is_some() {
        return Err(Failure::bad("--heaps and --most go with --octal"));
    }
    let sum = args.game.as_deref().unwrap_or_default();
    if args.thermograph.as_deref() == Some("-") && args.output.json {
        return Err(Failure::bad(
            "the thermograph and the JSON cannot both go to stdout",
        ));
    }
    let mut control = console.bounded(&args.limits);
    let start = args.after.as_ref().map(|_| yomikiri_catalog::START);
    let position = args.position.as_deref().or(start);
    let position = position.map(|position| position_after(position, args.after.as_deref()));
    let (position, other) = (position.as_deref(), args.compare.as_deref());
    let detail = match (args.grundy, args.incentives) {
        (true, _) => Detail::Grundy,
        (false, true) => Detail::Incentives,
        (false, false) => Detail::Usual,
    };
    let mut parts = args.parts.open()?;
    let found = value(
        sum,
        position,
        other,
        detail,
        &Disk,
        parts.as_mut(),
        &mut control,
    );
    let saved = parts.map_or(Ok(()), |mut parts| parts.save());
    let saved = args.parts.saved(saved);
    let found = found.map_err(|error| failure(sum, other, args.parts.path(), error));
    let told = found.and_then(|found| tell(args, sum, &found, &control, console));
    parts::both(told, saved, args.lang.lang(), console).map(|()| Exit::Answered)
}

/// Prints the result.
fn tell(
    args: &ValueArgs,
    sum: &str,
    found: &Found,
    control: &Control<'_>,
    console: &mut Console,
) -> Result<(), Failure> {
    if let Some(file) = &args.thermograph {
        let title = found.value.as_deref().unwrap_or(sum);
        console.save(file, svg(&found.thermograph, title).as_bytes())?;
    }
    match (args.output.json, found.grundy) {
        (true, _) => console.json(&found.json(Some(control.done().elapsed.as_secs_f64())))?,
        (false, Some(number)) if args.grundy => writeln!(console.out(), "{number}")?,
        (false, _) if args.thermograph.as_deref() == Some("-") => {}
        (false, _) => {
            for line in found.lines(args.lang.lang()) {
                writeln!(console.out(), "{line}")?;
            }
        }
    }
    console.flush()
}

/// Lists the Grundy values of an octal game, with its period.
fn octal_game(args: &ValueArgs, code: &str, console: &mut Console) -> Result<Exit, Failure> {
    let mut control = console.bounded(&args.limits);
    let heaps = args.heaps.map_or(HEAPS, |heaps| heaps as usize);
    let most = args.most.map_or(STONES, |most| most as usize);
    let found = octal(code, heaps, most, &mut control);
    let found = found.map_err(|error| Failure::from(Diagnostic::at("code", code, &error)))?;
    if args.output.json {
        console.json(&found.json())?;
    } else {
        for line in found.lines(args.lang.lang()) {
            writeln!(console.out(), "{line}")?;
        }
    }
    console.flush()?;
    Ok(found.stopped.into())
}

fn failure(sum: &str, other: Option<&str>, parts: &str, error: ValueError) -> Failure {
    match error {
        ValueError::Text {
            other: false,
            error,
        } => Diagnostic::at("game", sum, &error).into(),
        ValueError::Text { error, .. } => {
            Diagnostic::at("--compare", other.unwrap_or_default(), &error).into()
        }
        ValueError::Spec { spec, error, .. } => Failure::in_spec(&spec, *error),
        error => parts::failure(parts, error),
    }
}
