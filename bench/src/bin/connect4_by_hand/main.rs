//! What being generic costs: a search of Connect Four that knows nothing but the usual board.
//!
//! ```text
//! connect4_by_hand FILE...
//! ```
//!
//! By the same ideas as `search` (the book tells them), written out for one game and one question by
//! somebody who may take every short cut: no traits, no options, no limits, no threads, and scores counted
//! from the start of the game, so that nothing is converted from ply to ply. It shares no code with what it
//! is measured against, though much is alike. A FILE is a set as `search`
//! takes it; the last line printed is what `peers.py` reads. To give it all the processor has, vectors for lines
//! among it:
//!
//! ```text
//! RUSTFLAGS=-Ctarget-cpu=native cargo build --release -p yomikiri-bench --bin connect4_by_hand \
//!     --target-dir target/native
//! ```

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures on standard output are what this program is for"
)]

mod lines;
mod position;
mod search;
mod table;

use position::Position;
use rustix::time::{ClockId, clock_gettime};
use search::Search;
use std::process::ExitCode;
use std::time::Duration;

fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn run(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut set = Vec::new();
    for line in text.lines() {
        let wrong = || format!("{line}: no position and score");
        let (moves, expected) = line.split_once(' ').ok_or_else(wrong)?;
        let expected: i32 = expected.trim().parse().map_err(|_| wrong())?;
        set.push((moves, Position::after(moves).ok_or_else(wrong)?, expected));
    }
    let (mut scores, mut nodes) = (Vec::with_capacity(set.len()), 0);
    // As `search` does it.
    let started = processor_time();
    for (_, at, _) in &set {
        let mut search = Search::new(at);
        scores.push(search.score(at));
        nodes += search.nodes;
    }
    let time = processor_time() - started;
    for ((moves, _, expected), score) in set.iter().zip(scores) {
        // Half the marks left at the end, of those of whoever wins.
        let found = score.signum() * ((score.abs() + 1) / 2);
        if found != *expected {
            return Err(format!("{moves}: {found}, but {expected} is expected"));
        }
    }
    let each = set.len().max(1) as f64;
    let (mean, nodes) = (time.as_secs_f64() * 1e3 / each, nodes as f64 / each);
    println!(
        "{file}: {} positions, {nodes:.1} nodes; {mean:.5} ms of processor time",
        set.len()
    );
    Ok(())
}

fn main() -> ExitCode {
    for file in std::env::args().skip(1) {
        if let Err(error) = run(&file) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
