//! Solves games on the shelf and prints what each took.
//!
//!     shelf [--ask winner|margin|distance] [--solver alpha_beta|proof_number] [--without SWITCH]
//!           [--threads N] [--memory MIB] [--seconds N] [--moves] [--at POSITION] SPEC...
//!
//! The games are those that share one type, `Compact`, so that this program compiles in seconds. A line a
//! game: spec, question, solver, value (or the range proven by the limit), nodes, positions stored, seconds
//! of processor time, nanoseconds a node. With `--at` from that position on. With `--moves`: of what each first move leads to,
//! one after the other in one session.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures on standard output are what this program is for"
)]

use rustix::time::{ClockId, clock_gettime};
use std::any::Any;
use std::process::ExitCode;
use std::time::Duration;
use yomikiri::{Ask, Control, Game, Limits, Method, Notation, Session};
use yomikiri_games::compact::Compact;
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::Files;

#[derive(Clone)]
struct Options {
    ask: Ask,
    solver: Method,
    switches: yomikiri::Options,
    threads: usize,
    limits: Limits,
    moves: bool,
    /// Instead of the start.
    at: Option<String>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let mut options = Options {
        ask: Ask::Winner,
        solver: Method::AlphaBeta,
        switches: yomikiri::Options::ALL,
        threads: 1,
        limits: Limits {
            time: Some(Duration::from_secs(60)),
            ..Limits::default()
        },
        moves: false,
        at: None,
    };
    let mut specs = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{arg}: a number"));
        match &*arg {
            "--ask" => options.ask = value()?.parse()?,
            "--solver" => options.solver = value()?.parse()?,
            "--threads" => options.threads = number(value()?)? as usize,
            "--memory" => options.limits.memory = Some(number(value()?)? << 20),
            "--seconds" => options.limits.time = Some(Duration::from_secs(number(value()?)?)),
            "--moves" => options.moves = true,
            "--at" => options.at = Some(value()?),
            "--without" => {
                let name = value()?;
                let without = options.switches.without(&name);
                options.switches = without.ok_or_else(|| format!("no switch is called {name}"))?;
            }
            _ => specs.push(arg),
        }
    }
    for spec in &specs {
        let asked = Asked {
            spec,
            options: options.clone(),
        };
        make(spec, &Disk, asked).map_err(|error| error.to_string())??;
    }
    Ok(())
}

/// Rules files, such as `rules:examples/rules/nogo.toml`.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }
}

struct Asked<'s> {
    spec: &'s str,
    options: Options,
}

impl Visitor for Asked<'_> {
    type Output = Result<(), String>;

    fn visit<G: Playable>(self, game: G) -> Result<(), String> {
        let Asked { spec, options } = self;
        let game = &game as &dyn Any;
        let Some(game) = game.downcast_ref::<Compact>() else {
            return Err(format!("{spec} has a type of its own"));
        };
        let mut session = Session::new(game, options.ask, options.solver)
            .map_err(|refusal| refusal.to_string())?;
        let mut control = Control::new()
            .with_options(options.switches)
            .with_threads(options.threads)
            .limited(options.limits);
        let before = processor();
        let start = match &options.at {
            Some(text) => game
                .parse_position(text)
                .map_err(|error| error.to_string())?,
            None => game.start(),
        };
        let asked = match options.moves {
            true => game.moves(&start).map(|mv| game.play(&start, mv)).collect(),
            false => vec![start],
        };
        let said = asked
            .iter()
            .map(|at| match session.value(at, &mut control) {
                Ok(value) => value.to_string(),
                Err(halt) => halt.to_string(),
            });
        let said = said.collect::<Vec<_>>().join(" ");
        let seconds = (processor() - before).as_secs_f64();
        let nodes = control.done().nodes;
        println!(
            "{spec} {} {}: {said}; {nodes} nodes, {} stored, {seconds:.3} s, {:.0} ns a node",
            options.ask,
            options.solver,
            session.stored(),
            seconds * 1e9 / nodes.max(1) as f64
        );
        Ok(())
    }
}

/// Of this process, all threads.
fn processor() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
