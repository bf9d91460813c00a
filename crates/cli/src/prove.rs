//! `prove`: writes a file that proves the value of a position.

mod semi_strong;

use crate::args::{AskArgs, At, LangArgs, LimitArgs, OutputArgs, seconds, whole};
use crate::console::Console;
use crate::examples;
use crate::leaves;
use crate::outcome::{Exit, Failure};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, LineWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use yomikiri_catalog::answer::{JSON_VERSION, JsonValue};
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::{
    AnyGame, Certificate, Counted, Effort, Found, Growth, Halves, Notes, Player, START,
};
use yomikiri_check::{Limits, check_trees};

/// The default time of the search for a smaller proof by strategies.
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
    /// The part of the value to prove
    #[arg(long, value_enum, default_value_t = Half::Both)]
    pub(crate) half: Half,
    /// Prove, for every position that can arise from the position while at least one player has made no mistake,
    /// what that player can be sure of. The one file is enough for perfect play of either side, and answers
    /// every mistake. The command builds a semi-strong table in temporary files first
    #[arg(long, conflicts_with_all = ["strategy", "threats", "half", "max_nodes"])]
    pub(crate) both: bool,
    /// Prove by strategies: lists of local rules. Such a proof needs far fewer positions (games of marked cells
    /// only)
    #[arg(long)]
    pub(crate) strategy: bool,
    /// Prove who wins by a tree of moves in which threats refute most replies. A threat is a move that leaves
    /// one answer. The solver is proof_number (boards of at most 64 cells on which a line of the player's own
    /// marks wins)
    #[arg(long, conflicts_with = "strategy")]
    pub(crate) threats: bool,
    /// With --strategy: the time for all work: the search for the value, for a proof of each half, and for
    /// smaller proofs. Tidying a proof may take a tenth more [default: until there is a proof, and up to 30 s
    /// in total]
    #[arg(long, value_name = "S", value_parser = seconds, requires = "strategy", allow_negative_numbers = true)]
    pub(crate) seconds: Option<Duration>,
    /// With --strategy: stop looking for a smaller proof of a half after N positions have been played through.
    /// The same number gives the same file
    #[arg(
        long,
        value_name = "N",
        requires = "strategy",
        value_parser = whole::<u64>(0..=u64::MAX),
        allow_negative_numbers = true
    )]
    pub(crate) nodes: Option<u64>,
    /// With --strategy: keep the results of the search in this file, and start from the results in it. The next
    /// search with the same file continues where this one ended
    #[arg(long, value_name = "FILE", requires = "strategy")]
    pub(crate) resume: Option<PathBuf>,
    /// With --strategy: print the trees of the proof as `check --tree --why` does, with the strategies at their
    /// leaves as signs on the cells and in words
    #[arg(long, requires = "strategy", conflicts_with = "json")]
    pub(crate) why: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
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

/// A certificate, as JSON.
#[derive(Debug, Serialize)]
struct JsonProof<'a> {
    version: u32,
    game: &'a str,
    /// The game's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    position: &'a str,
    ask: &'a str,
    /// `exact`, `least` or `most`.
    proved: &'a str,
    #[serde(flatten)]
    value: JsonValue,
    /// Whether the value counts only the points still to come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    to_come: bool,
    /// The numbers of positions listed, half by half.
    positions: Vec<u64>,
    /// The numbers of leaves with strategies, half by half.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leaves: Vec<u64>,
    /// The numbers of threat sequences, half by half.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sequences: Vec<u64>,
    /// The solver that was asked about positions; `enumeration` if all were enumerated.
    found_by: &'a str,
    /// The positions that play can reach, if they were enumerated.
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<u64>,
    bytes: usize,
    /// Whether an existing file was kept, because this proof is only a half.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unwritten: bool,
    seconds: f64,
}

pub(crate) fn run(args: &ProveArgs, console: &mut Console) -> Result<Exit, Failure> {
    let started = Instant::now();
    let game = console.open(&args.at.game.game)?;
    let position = args.at.position();
    let position = position.as_ref();
    if args.both {
        let wanted = semi_strong::Wanted {
            ask: args.ask.ask,
            file: &args.file,
            limits: &args.limits,
            json: args.output.json,
        };
        return semi_strong::run(&wanted, game.as_ref(), position, console);
    }
    if args.why && args.file == "-" {
        return Err(Failure::bad(
            "--why prints to stdout, where the certificate would go: name a file for the certificate",
        ));
    }
    let mut halves = args.half.into();
    let made = if args.strategy {
        by_strategies(args, game.as_ref(), position, console)?
    } else {
        let control = &mut console.control(&args.limits);
        let made = match args.threats {
            true => game.prove_by_threats(position, args.ask.ask, halves, control),
            false => game.prove(position, args.ask.ask, halves, control),
        };
        made.map_err(|error| Failure::in_proof(position, error))?
    };
    if made.stopped.is_some() {
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
    // An existing file may prove both halves, so keep it.
    let is_file = |file: fs::Metadata| file.is_file() && file.len() > 0;
    let is_kept = made.stopped.is_some() && fs::metadata(&args.file).is_ok_and(is_file);
    if !is_kept {
        console.save(&args.file, &made.bytes)?;
    }
    if args.file == "-" {
        console.say(claim);
    } else {
        if args.output.json {
            console.json(&JsonProof {
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
                sequences: made.sequences.iter().map(|&(_, count)| count).collect(),
                found_by,
                reachable,
                bytes: made.bytes.len(),
                unwritten: is_kept,
                seconds: started.elapsed().as_secs_f64(),
            })?;
        } else {
            writeln!(console.out(), "{claim}")?;
        }
        if args.why {
            tell_why(&made, args.lang.lang(), console)?;
        }
    }
    console.flush()?;
    if !args.output.json {
        if let Some(title) = game.title() {
            console.say(format_args!("note: the game is `{title}`"));
        }
        if to_come {
            console.say(TO_COME);
        }
        console.say(size(&made, started.elapsed().as_secs_f64()));
    }
    if made.stopped.is_some() {
        console.say("note: stopped before the other half was found");
    }
    if is_kept {
        console.say(format_args!(
            "note: `{}` is left as it was: a half overwrites no file",
            args.file
        ));
    }
    if made.explicit {
        console.say("note: no certificate can state the rules of this game: the proof is about the graph in the file");
    }
    Ok(made.stopped.into())
}

/// Prints the trees of a proof, after a checker has accepted it.
fn tell_why(made: &Certificate, lang: Lang, console: &mut Console) -> Result<(), Failure> {
    let checked = check_trees(made.bytes.as_slice(), &Limits::default());
    match checked {
        Ok(checked) => Ok(leaves::print(&checked, true, lang, console.out())?),
        Err(fault) => Err(Failure::bad(format!("the proof is not accepted: {fault}"))),
    }
}

/// The note on the value if moves gain points and the position is not the start.
const TO_COME: &str = "note: the value is of the points still to come: \
                       a certificate is of a position, which does not tell what was gained before it";

/// Returns whether points may have been gained before a position.
fn is_to_come(game: &dyn AnyGame, position: &str) -> Result<bool, Failure> {
    let usual = |text: &str| {
        let found = game.usual(text, false);
        found.map_err(|error| Failure::in_query(position, error.into()))
    };
    Ok(game.has_gains() && usual(position)? != usual(START)?)
}

/// Makes a proof by strategies, as small as the time allows.
fn by_strategies(
    args: &ProveArgs,
    game: &dyn AnyGame,
    position: &str,
    console: &Console,
) -> Result<Certificate, Failure> {
    let mut teller = console.teller();
    let mut tell = |growth: &Growth| {
        let least = match growth.least {
            Some(least) => format!("{least} positions and leaves so far"),
            None => "no proof so far".to_owned(),
        };
        teller(format!(
            "{}'s half: {least}, {} looked at, {} of them open",
            growth.claimant,
            Counted(growth.looked, "position"),
            growth.open
        ));
    };
    let (text, mut file) = match &args.resume {
        Some(path) => {
            let (text, file) =
                noted(path).map_err(|error| Failure::opening(&path.to_string_lossy(), &error))?;
            (text, Some(file))
        }
        None => (String::new(), None),
    };
    let mut failed = None;
    let mut add = |line: &str| {
        if let Some(file) = &mut file
            && let Err(error) = writeln!(file, "{line}")
        {
            failed.get_or_insert(error);
        }
    };
    let mut effort = Effort {
        time: match (args.seconds, args.nodes) {
            (None, None) => Some(USUAL_TIME),
            (time, _) => time,
        },
        strict: args.seconds.is_some(),
        nodes: args.nodes,
        threads: args.limits.threads(),
        tell: Some(&mut tell),
        notes: args.resume.is_some().then(|| Notes::new(text, &mut add)),
    };
    let mut control = console.silent(args.limits.limits());
    let made = game.prove_by_strategies(
        position,
        args.ask.ask,
        args.half.into(),
        &mut effort,
        &mut control,
    );
    drop(effort);
    match (failed, &args.resume) {
        (Some(error), Some(path)) => Err(Failure::system(&path.to_string_lossy(), &error)),
        _ => made.map_err(|error| Failure::in_proof(position, error)),
    }
}

/// Reads the notes of a file, without an unfinished last line, and opens the file to append to it.
fn noted(path: &Path) -> io::Result<(String, LineWriter<File>)> {
    let mut text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
        writeln!(file)?;
    }
    Ok((text, LineWriter::new(file)))
}

/// Describes the size of the proof.
fn size(made: &Certificate, seconds: f64) -> String {
    let mut more = String::new();
    for (counts, one, many) in [
        (&made.leaves, "leaf", "leaves"),
        (&made.sequences, "threat sequence", "threat sequences"),
    ] {
        if !counts.is_empty() {
            more += &format!("and {} ", counted(counts, one, many));
        }
    }
    let found = match made.found {
        Found::Asking(method) => format!("found by asking {method}"),
        Found::Pairing => "found by pairing cells".to_owned(),
        Found::Among(count) => format!("found among all {count}"),
    };
    format!(
        "note: {} {more}{found}, {} bytes, {seconds:.2} s",
        counted(&made.positions, "position", "positions"),
        made.bytes.len()
    )
}

/// Formats counts of something, half by half.
fn counted(counts: &[(Player, u64)], one: &str, more: &str) -> String {
    let texts: Vec<String> = counts.iter().map(|(_, count)| count.to_string()).collect();
    let noun = match counts {
        [(_, 1)] => one,
        _ => more,
    };
    format!("{} {noun}", texts.join(" + "))
}
