//! `check`: tells whether a certificate proves its claim.

use crate::args::{LangArgs, OutputArgs, size, whole};
use crate::console::Console;
use crate::examples;
use crate::files;
use crate::leaves;
use crate::outcome::{Exit, Failure};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_check::{Fault, Limits, Player, Proved, Value, check_trees};

#[derive(Debug, Args)]
#[command(after_help = examples::CHECK)]
pub(crate) struct CheckArgs {
    /// The certificate (`-`: stdin)
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The memory for the listed positions, in bytes [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_memory: Option<u64>,
    /// The maximum number of moves to examine [default: 100,000,000,000]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) max_moves: Option<u64>,
    /// Print the trees of the proof, for certificates of version 2 or 4. They show the strategies at the leaves
    /// as signs on the cells, and the threats that win after other replies
    #[arg(long)]
    pub(crate) tree: bool,
    /// With --tree: explain each strategy in words
    #[arg(long, requires = "tree")]
    pub(crate) why: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The claims that a certificate proves, as JSON.
#[derive(Debug, Serialize)]
struct JsonProved<'a> {
    version: u32,
    file: &'a str,
    proved: bool,
    game: &'a str,
    rules: &'a str,
    position: &'a str,
    board: &'a str,
    to_move: &'static str,
    claims: Vec<JsonClaim>,
    /// For a certificate of all values: the positions that First wins, draws, and positions that Second wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<[u64; 3]>,
    /// The same three numbers for a certificate of what each player can be sure of.
    #[serde(skip_serializing_if = "Option::is_none")]
    both: Option<[u64; 3]>,
    /// The value, if the claims leave only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<JsonValue>,
}

/// The claim that a player can be sure of a value, or better.
#[derive(Debug, Serialize)]
struct JsonClaim {
    claimant: &'static str,
    ask: &'static str,
    value: JsonValue,
    /// The number of positions listed for the claim.
    positions: u64,
    /// The number of leaves with strategies, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<u64>,
    /// The number of threat sequences, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    sequences: Option<u64>,
}

/// A value with the same fields as those of solvers.
#[derive(Debug, Serialize)]
struct JsonValue {
    winner: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    endless: bool,
}

/// The rejection of a certificate, as JSON.
#[derive(Debug, Serialize)]
struct JsonRejected<'a> {
    version: u32,
    file: &'a str,
    proved: bool,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'a str>,
}

impl From<Value> for JsonValue {
    fn from(value: Value) -> JsonValue {
        let winner = match value {
            Value::Win(winner) | Value::Within(winner, _) | Value::Endless(winner) => Some(winner),
            Value::Points(1..) => Some(Player::First),
            Value::Points(..=-1) => Some(Player::Second),
            Value::Draw | Value::Points(0) => None,
        };
        JsonValue {
            winner: winner.map_or("draw", Player::word),
            margin: match value {
                Value::Points(points) => Some(points),
                _ => None,
            },
            plies: match value {
                Value::Within(_, plies) => Some(plies),
                _ => None,
            },
            endless: matches!(value, Value::Endless(_)),
        }
    }
}

impl<'a> JsonProved<'a> {
    fn new(file: &'a str, proved: &'a Proved) -> JsonProved<'a> {
        let claims = proved.claims.iter().enumerate();
        let claims = claims.map(|(index, &(claim, positions))| JsonClaim {
            claimant: claim.claimant.word(),
            ask: claim.ask.word(),
            value: claim.value.into(),
            positions,
            leaves: proved.leaves.get(index).copied(),
            sequences: proved.sequences.get(index).copied(),
        });
        let tally = |semi_strong| {
            let all = proved.all.filter(|all| all.semi_strong == semi_strong);
            all.map(|all| all.positions)
        };
        JsonProved {
            version: JSON_VERSION,
            file,
            proved: true,
            game: &proved.game,
            rules: &proved.rules,
            position: &proved.position,
            board: &proved.board,
            to_move: proved.to_move.word(),
            claims: claims.collect(),
            all: tally(false),
            both: tally(true),
            value: proved.exact().map(JsonValue::from),
        }
    }
}

pub(crate) fn run(args: &CheckArgs, console: &mut Console) -> Result<Exit, Failure> {
    let usual = Limits::default();
    let limits = Limits {
        memory: args.max_memory.unwrap_or(usual.memory),
        moves: args.max_moves.unwrap_or(usual.moves),
    };
    let source = files::open_bytes(&args.file)?;
    let json = args.output.json;
    let exit = match check_trees(source, &limits) {
        Ok(checked) => {
            let proved = &checked.proved;
            match json {
                true => console.json(&JsonProved::new(&args.file, proved))?,
                false => writeln!(console.out(), "{proved}proved")?,
            }
            if args.tree && checked.trees.is_empty() {
                console.say("note: this certificate lists positions, and has no tree: trees are in versions 2 and 4");
            } else if args.tree && !json {
                leaves::print(&checked, args.why, args.lang.lang(), console.out())?;
            }
            Exit::Answered
        }
        Err(Fault::Rejected { reason, at }) if json => {
            console.json(&JsonRejected {
                version: JSON_VERSION,
                file: &args.file,
                proved: false,
                reason: reason.name(),
                at: at.as_deref(),
            })?;
            Exit::Found
        }
        Err(fault @ Fault::Rejected { .. }) => {
            writeln!(console.out(), "rejected: {fault}")?;
            Exit::Found
        }
        Err(Fault::Io(error)) => {
            return Err(Failure::system(
                &format!("cannot read `{}`", args.file),
                &error,
            ));
        }
        Err(limit @ Fault::Limit(_)) => return Err(Failure::Limit(limit.to_string())),
    };
    console.flush()?;
    Ok(exit)
}
