//! Asks a table about random positions of its own and prints how long that takes.
//!
//!     probe [--cache BYTES] [--probes N] [--seed N] DIR
//!
//! The positions are drawn from all that the table stores, each as likely as any other, and asked about in
//! random order, on one thread. A first round warms the file; the second is measured. With a cache of 0
//! every probe decompresses a block. Prints the time to open the table, probes a second of processor time, and the
//! 50th, 99th and 99.9th percentile of single probes by the clock.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures on standard output are what this program is for"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use yomikiri::table::{DEFAULT_CACHE, Entry, Table, TableError, position_of};
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

struct Options {
    dir: PathBuf,
    cache: usize,
    probes: usize,
    seed: u64,
}

fn options() -> Result<Options, String> {
    let (mut dir, mut cache, mut probes, mut seed) = (None, DEFAULT_CACHE, 1_000_000, 1);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u64, String> {
            let value = args.next().ok_or_else(|| format!("{arg} needs a value"))?;
            value.parse().map_err(|_| format!("{arg}: a number"))
        };
        match &*arg {
            "--cache" => cache = number()? as usize,
            "--probes" => probes = number()? as usize,
            "--seed" => seed = number()?,
            _ => dir = Some(PathBuf::from(arg)),
        }
    }
    Ok(Options {
        dir: dir.ok_or("name a table's directory")?,
        cache,
        probes,
        seed,
    })
}

fn main() -> ExitCode {
    let result = options().and_then(|options| {
        let started = Instant::now();
        let table = Table::open(&options.dir).map_err(|error| error.to_string())?;
        let opened = started.elapsed();
        let table = table.with_cache(options.cache);
        println!("open {:.3} ms", opened.as_secs_f64() * 1e3);
        let game = table.subject().game.clone();
        make(&game, &NoFiles, Run { table, options }).map_err(|error| error.to_string())?
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

struct Run {
    table: Table,
    options: Options,
}

/// The time that this thread has been running, where the system tells; else the time of day.
fn running(started: Instant) -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = stat
        .split_whitespace()
        .next()
        .and_then(|nanos| nanos.parse().ok());
    nanos.map_or_else(|| started.elapsed(), Duration::from_nanos)
}

/// The next of a row of pseudo-random numbers (splitmix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

impl Visitor for Run {
    type Output = Result<(), String>;
    fn visit<G: Playable>(self, game: G) -> Result<(), String> {
        let Run { table, options } = self;
        let mut state = options.seed;
        let stored: u64 = table.tiers().map(|tier| tier.stored).sum();
        let mut wanted: Vec<u64> = (0..options.probes)
            .map(|_| random(&mut state) % stored.max(1))
            .collect();
        wanted.sort_unstable();
        let mut positions: Vec<G::Position> = Vec::with_capacity(wanted.len());
        let (mut next, mut number) = (wanted.iter().peekable(), 0);
        let each = |entry: Entry| {
            while next.next_if_eq(&&number).is_some() {
                positions.extend(position_of(&game, entry.key));
            }
            number += 1;
            Ok::<bool, TableError>(true)
        };
        table.for_each(each).map_err(|error| error.to_string())?;
        for last in (1..positions.len()).rev() {
            positions.swap(last, (random(&mut state) % (last as u64 + 1)) as usize);
        }
        let ask = |position: &G::Position| match table.probe(&game, position) {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err("a stored position is not found".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        positions.iter().try_for_each(ask)?;
        let started = Instant::now();
        let before = running(started);
        positions.iter().try_for_each(ask)?;
        let seconds = (running(started) - before).as_secs_f64();
        let rate = positions.len() as f64 / seconds;
        let mut times: Vec<Duration> = Vec::with_capacity(positions.len());
        for position in &positions {
            let started = Instant::now();
            ask(position)?;
            times.push(started.elapsed());
        }
        times.sort_unstable();
        let at =
            |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
        println!(
            "{rate:.0} probes/s; p50 {:.2} us, p99 {:.2} us, p99.9 {:.2} us; cache of {} bytes, {} of {stored} positions",
            at(0.5),
            at(0.99),
            at(0.999),
            options.cache,
            positions.len(),
        );
        Ok(())
    }
}
