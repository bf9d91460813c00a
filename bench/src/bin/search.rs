//! Solves every position of a set and prints the mean time and the mean number of nodes.
//!
//!     search [--game SPEC] [--ask winner|margin|distance] [--warm] [--most N] [--without SWITCH]
//!            [--threads N] [--solver alpha_beta|proof_number] FILE...
//!
//! A line of a set is a position of `SPEC` (default `connect4`), then its score: half the marks left
//! when the game ends, rounded up, and positive for the player to move; 0 for a draw. Every answer is
//! checked, when all have been found. The table is new for each position unless `--warm`, and making it
//! is part of the time. `start` as a FILE is the empty board.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures on standard output are what this program is for"
)]

use std::process::ExitCode;
use std::time::{Duration, Instant};
use yomikiri::{Ask, Control, Method, Session, Value};
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

struct Options {
    game: String,
    ask: Ask,
    warm: bool,
    most: usize,
    switches: yomikiri::Options,
    threads: usize,
    solver: Method,
    files: Vec<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        game: "connect4".to_owned(),
        ask: Ask::Distance,
        warm: false,
        most: usize::MAX,
        switches: yomikiri::Options::ALL,
        threads: 1,
        solver: Method::AlphaBeta,
        files: Vec::new(),
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match &*arg {
            "--game" => options.game = value()?,
            "--ask" => options.ask = value()?.parse()?,
            "--most" => options.most = value()?.parse().map_err(|_| "--most: a number")?,
            "--threads" => {
                options.threads = value()?.parse().map_err(|_| "--threads: a number")?;
            }
            "--without" => {
                let name = value()?;
                let without = options.switches.without(&name);
                options.switches = without.ok_or_else(|| format!("no switch is called {name}"))?;
            }
            "--solver" => options.solver = value()?.parse()?,
            "--warm" => options.warm = true,
            _ => options.files.push(arg),
        }
    }
    if options.files.is_empty() {
        return Err("name a set, or `start`".to_owned());
    }
    Ok(options)
}

fn main() -> ExitCode {
    let result = options().and_then(|options| {
        let game = options.game.clone();
        make(&game, &NoFiles, Run(options)).map_err(|error| error.to_string())?
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

struct Run(Options);

impl Visitor for Run {
    type Output = Result<(), String>;
    fn visit<G: Playable>(self, game: G) -> Result<(), String> {
        for file in &self.0.files {
            run(&game, &self.0, file)?;
        }
        Ok(())
    }
}

fn run<G: Playable>(game: &G, options: &Options, file: &str) -> Result<(), String> {
    let text = match file {
        "start" => "start".to_owned(),
        path => std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?,
    };
    let session =
        || Session::new(game, options.ask, options.solver).map_err(|refusal| refusal.to_string());
    let mut set = Vec::new();
    for line in text.lines().take(options.most) {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { continue };
        let at = match word {
            "start" => game.start(),
            text => game
                .parse_position(text)
                .map_err(|error| error.to_string())?,
        };
        set.push((word, at, words.next()));
    }
    let mut values = Vec::with_capacity(set.len());
    let (mut kept, mut nodes, mut stored) = (session()?, 0, 0);
    // One look at the clocks for all of them: some positions take no longer than that does.
    let (processor, started) = (processor_time(), Instant::now());
    for (_, at, _) in &set {
        if !options.warm {
            kept = session()?;
        }
        let mut control = Control::new()
            .with_options(options.switches)
            .with_threads(options.threads);
        let value = kept.value(at, &mut control);
        values.push(value.map_err(|halt| halt.to_string())?);
        nodes += control.done().nodes;
        stored += kept.stored();
    }
    let (time, processor) = (started.elapsed(), processor_time() - processor);
    for ((word, at, expected), value) in set.iter().zip(values) {
        match expected {
            None => println!("{word}: {value}"),
            Some(expected) => check(game, at, value, expected).map_err(|found| {
                format!("{word}: {value}, that is {found}, but {expected} is expected")
            })?,
        }
    }
    let mean = |total: f64| total / set.len().max(1) as f64;
    println!(
        "{file}: {} positions, {:.5} ms, {:.1} nodes, {:.0} stored each; \
         {:.5} ms of processor time",
        set.len(),
        mean(time.as_secs_f64() * 1e3),
        mean(nodes as f64),
        mean(stored as f64),
        mean(processor.as_secs_f64() * 1e3),
    );
    Ok(())
}

/// The processor time of all threads so far.
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Holds a value against the score of a set; the sign is all that the winner and the margin tell.
fn check<G: Playable>(game: &G, at: &G::Position, value: Value, score: &str) -> Result<(), String> {
    let Ok(expected) = score.parse::<i64>() else {
        return Err(format!("no number: {score}"));
    };
    let sign = match value.winner() {
        None => 0,
        Some(winner) if winner == game.to_move(at) => 1,
        Some(_) => -1,
    };
    // An acyclic game's rank is the number of empty cells here.
    let empty = game.acyclic().map_or(0, |view| {
        use yomikiri::capability::Acyclic;
        view.rank(at) as i64
    });
    let found = match value.plies() {
        Some(plies) => sign * ((empty + 2 - i64::from(plies)) / 2),
        None => sign,
    };
    let same = match value.plies() {
        Some(_) => found == expected,
        None => found == expected.signum(),
    };
    if same { Ok(()) } else { Err(found.to_string()) }
}
