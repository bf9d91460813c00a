//! Values many positions, and prints the processor time of each: what a batch of another language is held to.
//!
//!     batch [--table DIR] [--rounds N] SPEC FILE
//!
//! FILE has a position a line; reading its text is part of the time, as it is for whoever hands texts over.
//! A round answers who wins, by one session of alpha_beta that knows nothing before; or by a table. The
//! least of N rounds (5) counts.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures on standard output are what this program is for"
)]

use rustix::time::{ClockId, clock_gettime};
use std::process::ExitCode;
use yomikiri::table::Table;
use yomikiri::{Ask, Control, Method, Session, Value};
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

struct Run {
    texts: String,
    table: Option<Table>,
    rounds: usize,
}

fn main() -> ExitCode {
    let (mut table, mut rounds, mut plain) = (None, 5, Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &*arg {
            "--table" => table = args.next(),
            "--rounds" => rounds = args.next().and_then(|n| n.parse().ok()).unwrap_or(1),
            _ => plain.push(arg),
        }
    }
    let result = match &*plain {
        [spec, file] => start(spec, file, table, rounds),
        _ => Err("name a game and a file of positions".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn start(spec: &str, file: &str, table: Option<String>, rounds: usize) -> Result<(), String> {
    let texts = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let table = table.map(|dir| Table::open(dir.as_ref()).map_err(|error| error.to_string()));
    let run = Run {
        texts,
        table: table.transpose()?,
        rounds,
    };
    make(spec, &NoFiles, run).map_err(|error| error.to_string())?
}

impl Visitor for Run {
    type Output = Result<(), String>;
    fn visit<G: Playable>(self, game: G) -> Result<(), String> {
        let texts: Vec<&str> = self.texts.lines().collect();
        let mut least = f64::INFINITY;
        let mut wins = 0;
        for _ in 0..self.rounds.max(1) {
            let before = seconds();
            let values = match &self.table {
                Some(table) => by_table(&game, table, &texts),
                None => by_search(&game, &texts),
            }?;
            least = least.min(seconds() - before);
            let won = values.iter().filter(|value| value.winner().is_some());
            wins = won.count();
        }
        let each = least / texts.len().max(1) as f64 * 1e6;
        println!(
            "{} positions, {wins} of them won: {each:.4} us each",
            texts.len()
        );
        Ok(())
    }
}

fn by_search<G: Playable>(game: &G, texts: &[&str]) -> Result<Vec<Value>, String> {
    let session = Session::new(game, Ask::Winner, Method::AlphaBeta);
    let mut session = session.map_err(|refusal| refusal.to_string())?;
    let value = |text: &&str| {
        let at = game
            .parse_position(text)
            .map_err(|error| error.to_string())?;
        let value = session.value(&at, &mut Control::new());
        value.map_err(|halt| halt.to_string())
    };
    texts.iter().map(value).collect()
}

fn by_table<G: Playable>(game: &G, table: &Table, texts: &[&str]) -> Result<Vec<Value>, String> {
    let value = |text: &&str| {
        let at = game
            .parse_position(text)
            .map_err(|error| error.to_string())?;
        let value = table.probe(game, &at).map_err(|error| error.to_string())?;
        value.ok_or_else(|| format!("the table does not have {text}"))
    };
    texts.iter().map(value).collect()
}

/// The processor time of all threads so far.
fn seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}
