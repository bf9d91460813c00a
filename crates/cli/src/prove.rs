//! `prove`: a file that proves what a position is worth.

use crate::args::ProveArgs;
use crate::desk::Desk;
use crate::outcome::{Exit, Failure};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomikiri_catalog::answer::{JSON_VERSION, JsonValue};
use yomikiri_catalog::{Certificate, Found, Halves};

/// A certificate that was made, as JSON.
#[derive(Debug, Serialize)]
struct JsonProof<'a> {
    version: u32,
    game: &'a str,
    position: &'a str,
    ask: &'a str,
    /// `exact`, `least` or `most`.
    proved: &'a str,
    #[serde(flatten)]
    value: JsonValue,
    /// Positions listed, half by half.
    positions: Vec<u64>,
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
    let position = args.at.position.as_str();
    let mut control = desk.control(&args.limits);
    let halves = args.half.into();
    let made = game
        .prove(position, args.ask.ask, halves, &mut control)
        .map_err(|error| Failure::in_proof(position, error))?;
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
        Found::Among(count) => ("enumeration", Some(count)),
    };
    save(&args.file, &made.bytes, desk)?;
    if args.file == "-" {
        desk.say(claim);
    } else {
        if args.output.json {
            desk.json(&JsonProof {
                version: JSON_VERSION,
                game: game.name(),
                position,
                ask: args.ask.ask.name(),
                proved,
                value: made.value.into(),
                positions: made.positions.iter().map(|&(_, count)| count).collect(),
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
        desk.say(size(&made, started.elapsed().as_secs_f64()));
    }
    if made.explicit {
        desk.say("note: this game has no declared rules: what is proved is proved of the graph in the file");
    }
    Ok(Exit::Answered)
}

/// Writes a certificate to a file, or to stdout.
pub(crate) fn save(path: &str, bytes: &[u8], desk: &mut Desk) -> Result<(), Failure> {
    if path == "-" {
        desk.out().write_all(bytes)?;
        return desk.flush();
    }
    let failed = |error| Failure::system(&format!("cannot write `{path}`"), &error);
    write(path, bytes).map_err(failed)
}

/// How large the proof is.
fn size(made: &Certificate, seconds: f64) -> String {
    let counts: Vec<String> = made
        .positions
        .iter()
        .map(|(_, count)| count.to_string())
        .collect();
    let found = match made.found {
        Found::Asking(method) => format!("found by asking {method}"),
        Found::Among(count) => format!("found among all {count}"),
    };
    format!(
        "note: {} positions {found}, {} bytes, {seconds:.2} s",
        counts.join(" + "),
        made.bytes.len()
    )
}

/// Writes a file under a name of its own and renames it when all of it is on the disk, so that no half
/// of it is ever seen.
fn write(path: &str, bytes: &[u8]) -> io::Result<()> {
    let path = Path::new(path);
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut part = std::ffi::OsString::from(".");
    part.push(name);
    part.push(format!(".{}.part", std::process::id()));
    let part: PathBuf = path.with_file_name(part);
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&part)
        .and_then(|mut file: File| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // Nothing more can be done if that fails too.
        let _ = fs::remove_file(&part);
    }
    written
}
