//! `prove --both`: the values of a semi-strong table as a certificate.

use crate::args::LimitArgs;
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::stores::Scratch;
use crate::tables::time;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use yomikiri_catalog::answer::{JSON_VERSION, JsonValue};
use yomikiri_catalog::table::{
    Building, Extent, FILE, Missing, OpenTable, Options, Storage, Subject,
};
use yomikiri_catalog::{AnyGame, Ask, Counted, Want};

/// The proof, as JSON.
#[derive(Debug, Serialize)]
struct JsonBoth<'a> {
    version: u32,
    game: &'a str,
    position: &'a str,
    ask: &'a str,
    proved: &'a str,
    #[serde(flatten)]
    value: JsonValue,
    positions: u64,
    bytes: usize,
    seconds: f64,
}

/// The wanted certificate.
pub(super) struct Wanted<'a> {
    pub(super) ask: Ask,
    /// The path of the certificate.
    pub(super) file: &'a str,
    pub(super) limits: &'a LimitArgs,
    pub(super) json: bool,
}

/// Makes the certificate of a game from a position.
pub(super) fn run(
    wanted: &Wanted<'_>,
    game: &dyn AnyGame,
    position: &str,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let started = Instant::now();
    let Wanted {
        ask,
        file: path,
        limits,
        json,
    } = *wanted;
    let (_, moves) = game
        .legal(position)
        .map_err(|error| Failure::in_query(position, error.into()))?;
    if moves.is_empty() {
        return Err(Failure::bad(
            "the game is over at this position: there is nothing that a player has to be sure of",
        ));
    }
    let from = [position.to_owned()];
    let part = game.part(ask, None, &from);
    let subject = Subject {
        extent: Extent::FirstBest,
        ..part.map_err(|error| Failure::in_part("position", &from, error))?
    };
    // Check this before the table is built, which may take hours.
    game.certifies(ask, subject.extent)
        .map_err(Failure::in_certificate)?;
    let options = Options {
        memory: limits.max_memory.unwrap_or(Options::default().memory),
        threads: limits.threads(),
        ..Options::default()
    };
    let scratch = Scratch::default();
    let mut control = console.control(limits);
    let mut teller = console.teller();
    let mut told = |building: &Building| teller(Counted(building.done, "position").to_string());
    game.build_table(&subject, &scratch, &options, &mut control, &mut told)?;
    drop(teller);
    let file = scratch.open(FILE);
    let file = file.map_err(|error| Failure::system("cannot read the table", &error))?;
    let table = OpenTable::from_reading(file)?;
    let (bytes, positions) = game
        .certify_table(&table, &mut control)
        .map_err(Failure::in_certificate)?;
    let mut session = game.table_session(&table, ask, Missing::Refuse)?;
    let answer = session.answer(position, Want::VALUE, &mut control);
    let answer = answer.map_err(|error| Failure::in_query(position, error))?;
    console.save(path, &bytes)?;
    let seconds = started.elapsed().as_secs_f64();
    let value = answer.bound.to_string();
    match (path == "-", json) {
        (true, _) => console.say(&value),
        (false, true) => console.json(&JsonBoth {
            version: JSON_VERSION,
            game: game.name(),
            position,
            ask: ask.name(),
            proved: "both",
            value: JsonValue::from(answer.bound.range().0),
            positions,
            bytes: bytes.len(),
            seconds,
        })?,
        (false, false) => writeln!(console.out(), "{value}")?,
    }
    console.flush()?;
    if !json {
        console.say(format_args!(
            "note: what a player can be sure of in {}, {} bytes, {}",
            Counted(positions, "position"),
            bytes.len(),
            time(seconds)
        ));
    }
    Ok(Exit::Answered)
}
