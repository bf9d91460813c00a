//! Solves whole games from nothing, again and again, inside one process: `whole GAME...`. For each it prints a line
//! `GAME POSITIONS WHOLE SEARCH`: the positions that play can reach, and the median nanoseconds of enumerating and valuing
//! all of them (retrograde), and of finding out who wins from the start by `alpha_beta`, each with everything that is
//! allocated.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures on standard output are what this program is for"
)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;
use yomikiri::{Ask, Control, Halt, Method, Retrograde, Session, Wdl};
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

/// Runs that are counted.
const RUNS: usize = 101;

struct Measure;

impl Visitor for Measure {
    type Output = Result<(u64, u128, u128), String>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let roots = game.starts();
        let mut positions = 0;
        let whole = median(|| {
            let mut solver = Retrograde::<_, Wdl>::new(&game);
            match solver.solve_all(&roots, &mut Control::new()) {
                Ok(solved) => {
                    positions = solved.space.len() as u64;
                    black_box(solved.scores[0]);
                    Ok(())
                }
                Err(_) => Err("it cannot be valued".to_owned()),
            }
        })?;
        let start = game.start();
        let search = median(|| {
            let session = Session::new(&game, Ask::Winner, Method::AlphaBeta);
            let mut session = session.map_err(|refusal| refusal.to_string())?;
            match session.value(&start, &mut Control::new()) {
                Ok(value) => {
                    black_box(value);
                    Ok(())
                }
                Err(Halt::Refused(refusal)) => Err(refusal.to_string()),
                Err(Halt::Stopped { why, .. }) => Err(why.to_string()),
            }
        })?;
        Ok((positions, whole, search))
    }
}

/// The median time of some work in nanoseconds.
fn median(mut work: impl FnMut() -> Result<(), String>) -> Result<u128, String> {
    let mut times = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        let start = Instant::now();
        work()?;
        times.push(start.elapsed().as_nanos());
    }
    times.sort_unstable();
    Ok(times[RUNS / 2])
}

fn main() -> ExitCode {
    for spec in std::env::args().skip(1) {
        let measured = make(&spec, &NoFiles, Measure).map_err(|error| error.to_string());
        match measured.and_then(|measured| measured) {
            Ok((positions, whole, search)) => println!("{spec} {positions} {whole} {search}"),
            Err(error) => {
                eprintln!("{spec}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
