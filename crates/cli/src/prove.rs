//! `prove`: a file that proves what a position is worth.

use crate::args::{AskArgs, At, LimitArgs, OutputArgs, seconds};
use crate::desk::Desk;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use yomikiri_catalog::answer::{JSON_VERSION, JsonValue};
use yomikiri_catalog::{
    AnyGame, Certificate, Effort, Found, Growth, Halves, Player, ProveError, START,
};

/// How long a smaller proof by strategies is looked for if nobody says.
const USUAL_TIME: Duration = Duration::from_secs(30);

#[derive(Debug, Args)]
#[command(after_help = examples::PROVE)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// The file for the certificate (`-`: stdout)
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: String,
    /// Prove the exact value, or one half of it
    #[arg(long, value_enum, default_value_t = Half::Both)]
    pub(crate) half: Half,
    /// Prove by strategies: lists of local rules, which take far fewer positions (games of marked cells only)
    #[arg(long)]
    pub(crate) strategy: bool,
    /// With --strategy: how long to look for a smaller proof of each half [default: 30]
    #[arg(long, value_name = "S", value_parser = seconds, requires = "strategy", allow_negative_numbers = true)]
    pub(crate) seconds: Option<Duration>,
    /// With --strategy: how many positions to play through for a smaller proof of each half. The same number
    /// gives the same file
    #[arg(
        long,
        value_name = "N",
        requires = "strategy",
        allow_negative_numbers = true
    )]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The part of a value to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Half {
    /// First gets at least the value
    Least,
    /// First gets at most the value
    Most,
    /// The value is exact
    Both,
}

impl From<Half> for Halves {
    fn from(half: Half) -> Halves {
        match half {
            Half::Least => Halves::Least,
            Half::Most => Halves::Most,
            Half::Both => Halves::Both,
        }
    }
}

/// A certificate that was made, as JSON.
#[derive(Debug, Serialize)]
struct JsonProof<'a> {
    version: u32,
    game: &'a str,
    /// What the game calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    position: &'a str,
    ask: &'a str,
    /// `exact`, `least` or `most`.
    proved: &'a str,
    #[serde(flatten)]
    value: JsonValue,
    /// Whether that is of the points still to come alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    to_come: bool,
    /// Positions listed, half by half.
    positions: Vec<u64>,
    /// Leaves with strategies, half by half.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leaves: Vec<u64>,
    /// The solver that was asked about positions; `enumeration` where all were looked at.
    found_by: &'a str,
    /// Positions that play can reach, where they were enumerated.
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<u64>,
    bytes: usize,
    seconds: f64,
}

pub(crate) fn run(args: &ProveArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let started = Instant::now();
    let game = desk.open(&args.at.game.game)?;
    let position = args.at.position();
    let position = position.as_ref();
    let mut halves = args.half.into();
    let made = match args.strategy {
        true => by_strategies(args, game.as_ref(), position, desk),
        false => game.prove(
            position,
            args.ask.ask,
            halves,
            &mut desk.control(&args.limits),
        ),
    };
    let made = made.map_err(|error| Failure::in_proof(position, error))?;
    let stopped = halves == Halves::Both && made.positions.len() < 2;
    if stopped {
        halves = match made.positions.first() {
            Some((Player::Second, _)) => Halves::Most,
            _ => Halves::Least,
        };
    }
    let proved = match halves {
        Halves::Least => "least",
        Halves::Most => "most",
        Halves::Both => "exact",
    };
    let claim = match halves {
        Halves::Both => made.value.to_string(),
        _ => format!("{proved} {}", made.value),
    };
    let (found_by, reachable) = match made.found {
        Found::Asking(method) => (method.name(), None),
        Found::Pairing => ("pairing", None),
        Found::Among(count) => ("enumeration", Some(count)),
    };
    let to_come = is_to_come(game.as_ref(), position)?;
    desk.save(&args.file, &made.bytes)?;
    if args.file == "-" {
        desk.say(claim);
    } else {
        if args.output.json {
            desk.json(&JsonProof {
                version: JSON_VERSION,
                game: game.name(),
                title: game.title(),
                position,
                ask: args.ask.ask.name(),
                proved,
                value: made.value.into(),
                to_come,
                positions: made.positions.iter().map(|&(_, count)| count).collect(),
                leaves: made.leaves.iter().map(|&(_, count)| count).collect(),
                found_by,
                reachable,
                bytes: made.bytes.len(),
                seconds: started.elapsed().as_secs_f64(),
            })?;
        } else {
            writeln!(desk.out(), "{claim}")?;
        }
    }
    desk.flush()?;
    if !args.output.json {
        if let Some(title) = game.title() {
            desk.say(format_args!("note: {title}"));
        }
        if to_come {
            desk.say(TO_COME);
        }
        desk.say(size(&made, started.elapsed().as_secs_f64()));
    }
    if stopped {
        desk.say("note: stopped before the other half was found");
    }
    if made.explicit {
        desk.say("note: no certificate can state the rules of this game: what is proved is proved of the graph in the file");
    }
    Ok(Exit::Answered)
}

/// What is said of the value where moves gain points and the position is not the start.
const TO_COME: &str = "note: the value is of the points still to come: \
                       a certificate is of a position, which does not tell what was gained before it";

/// Whether points may have been gained before a position.
fn is_to_come(game: &dyn AnyGame, position: &str) -> Result<bool, Failure> {
    let usual = |text: &str| {
        let found = game.usual(text, false);
        found.map_err(|error| Failure::in_query(position, error.into()))
    };
    Ok(game.has_gains() && usual(position)? != usual(START)?)
}

/// A proof by strategies, as small as the time allows.
fn by_strategies(
    args: &ProveArgs,
    game: &dyn AnyGame,
    position: &str,
    desk: &Desk,
) -> Result<Certificate, ProveError> {
    let mut teller = desk.teller();
    let mut tell = |growth: &Growth| {
        let least = growth
            .least
            .map(|least| format!("{least} positions and leaves so far, "));
        teller(format!(
            "{}'s half: {}{} positions looked at",
            growth.claimant,
            least.unwrap_or_default(),
            growth.open
        ));
    };
    let mut effort = Effort {
        time: match (args.seconds, args.nodes) {
            (None, None) => Some(USUAL_TIME),
            (time, _) => time,
        },
        nodes: args.nodes,
        tell: Some(&mut tell),
    };
    let mut control = desk.silent(&args.limits);
    game.prove_by_strategies(
        position,
        args.ask.ask,
        args.half.into(),
        &mut effort,
        &mut control,
    )
}

/// How large the proof is.
fn size(made: &Certificate, seconds: f64) -> String {
    let counts: Vec<String> = made
        .positions
        .iter()
        .map(|(_, count)| count.to_string())
        .collect();
    let leaves: Vec<String> = made
        .leaves
        .iter()
        .map(|(_, count)| count.to_string())
        .collect();
    let leaves = match leaves.is_empty() {
        true => String::new(),
        false => format!("and {} leaves ", leaves.join(" + ")),
    };
    let found = match made.found {
        Found::Asking(method) => format!("found by asking {method}"),
        Found::Pairing => "found by pairing cells".to_owned(),
        Found::Among(count) => format!("found among all {count}"),
    };
    format!(
        "note: {} positions {leaves}{found}, {} bytes, {seconds:.2} s",
        counts.join(" + "),
        made.bytes.len()
    )
}
