//! `estimate`: estimates the size of a table.

use super::args::{RoomArgs, SubjectArgs};
use super::pace;
use crate::args::OutputArgs;
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::{Estimate, LEAST_MEMORY, Options, TableFault};
use yomikiri_catalog::{Counted, Limits, Stop};

#[derive(Debug, Args)]
#[command(after_help = examples::ESTIMATE)]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The cost of a table, as JSON.
#[derive(Debug, Serialize)]
struct JsonEstimate<'e> {
    version: u32,
    game: &'e str,
    ask: &'static str,
    symmetric: bool,
    /// For a part of a game: the positions that play starts from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    from: Vec<String>,
    positions: u64,
    stored: u64,
    /// Samples suggest that there are at least this many positions, and at most `most`.
    least: u64,
    most: u64,
    /// The relative error that the numbers of positions may have.
    margin: f64,
    bytes: u64,
    memory: u64,
    threads: usize,
    seconds: f64,
    fits: bool,
}

pub(crate) fn run(args: &EstimateArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (game, subject) = args
        .subject
        .open(&mut args.room.control(console), console)?;
    let limits = Limits {
        time: args.room.timeout,
        memory: Some(args.room.max_memory),
        ..Limits::default()
    };
    let found = game.estimate_table(&subject, &mut console.control_within(limits));
    let found = found.map_err(|fault| match fault {
        TableFault::Stopped(Stop::Time) => Failure::Limit(format!(
            "{}, and nothing is known of the size so far: raise --timeout",
            Stop::Time
        )),
        fault => fault.into(),
    })?;
    let options = args.room.options();
    let too_large = too_large(&found, &options, None);
    let said = JsonEstimate {
        version: JSON_VERSION,
        game: game.name(),
        ask: subject.ask.name(),
        symmetric: subject.symmetric,
        from: game.start_texts(&subject.from)?,
        positions: found.positions as u64,
        stored: found.stored as u64,
        least: found.least as u64,
        most: found.most as u64,
        margin: margin(&found),
        bytes: found.bytes as u64,
        memory: found.memory as u64,
        threads: options.threads,
        seconds: found.time.as_secs_f64() / options.threads as f64,
        fits: too_large.is_none(),
    };
    if args.output.json {
        console.json(&said)?;
        return Ok(Exit::Answered);
    }
    let off = match said.margin {
        0.0 => "all of them counted".to_owned(),
        _ => format!(
            "at least {} and at most {}",
            HumanCount(said.least),
            HumanCount(said.most)
        ),
    };
    writeln!(
        console.out(),
        "{}: {}, {off}\n{} stored, at most {}; {} of memory; {} with {}",
        said.game,
        Counted(HumanCount(said.positions), "position"),
        HumanCount(said.stored),
        HumanBytes(said.bytes),
        HumanBytes(said.memory),
        pace::time(said.seconds),
        Counted(said.threads, "thread"),
    )?;
    if let Some(why) = too_large {
        writeln!(console.out(), "it does not fit: {why}")?;
    }
    Ok(Exit::Answered)
}

/// Returns the relative error that the number of positions may have, either way.
fn margin(found: &Estimate) -> f64 {
    let (less, more) = (found.positions - found.least, found.most - found.positions);
    less.max(more) / found.positions.max(1.0)
}

/// Returns why a table does not fit, if it is too large even with the error of the estimate. `free` is
/// the free space on the disk.
pub(super) fn too_large(
    found: &Estimate,
    options: &Options,
    free: Option<u64>,
) -> Option<TableFault> {
    let least = found.least / found.positions.max(1.0);
    // The estimate of bytes is an upper bound; in practice keys can take as little as a third of it.
    let file = found.bytes * least / 3.0;
    let no_room = |of, needed: f64, allowed| TableFault::NoRoom {
        of,
        needed: needed as u64,
        allowed,
    };
    let disk = options.disk.into_iter().chain(free).min();
    match disk {
        Some(allowed) if file > allowed as f64 => Some(no_room("disk", file, allowed)),
        _ if options.memory < LEAST_MEMORY => {
            Some(no_room("memory", LEAST_MEMORY as f64, options.memory))
        }
        _ if !found.spills && found.memory * least > options.memory as f64 => {
            Some(no_room("memory", found.memory * least, options.memory))
        }
        _ => None,
    }
}

/// Returns the free space on the disk of a directory that exists or will be made; `None` if the system
/// does not tell.
pub(super) fn free_disk(dir: &Path) -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let here = Path::new(".");
        let there = dir.ancestors().find(|dir| dir.exists());
        let found = rustix::fs::statvfs(there.unwrap_or(here)).ok()?;
        // File systems without a disk, such as /proc, have no blocks at all.
        (found.f_blocks > 0).then_some(())?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = dir;
        None
    }
}
