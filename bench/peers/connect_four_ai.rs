//! Runs connect-four-ai (a crate of that name) over a set of positions, for ../peers.py.
//!
//! As `src/main.rs` of a package that depends on `connect-four-ai = "1"`, built with `--release` and
//! `RUSTFLAGS=-Ctarget-cpu=native`. Without its opening book; the time is that of solving.

use connect_four_ai::{Position, Solver};
use std::time::{Duration, Instant};

fn main() {
    let mut solver = Solver::empty();
    for name in std::env::args().skip(1) {
        let set = std::fs::read_to_string(&name).expect("a set");
        let (mut time, mut positions) = (Duration::ZERO, 0);
        for line in set.lines() {
            let (moves, expected) = line.split_once(' ').expect("moves and a score");
            let position = Position::from_moves(moves).expect("moves");
            solver.reset();
            let started = Instant::now();
            let score = solver.solve(&position);
            time += started.elapsed();
            assert_eq!(i32::from(score), expected.trim().parse().expect("a score"), "{moves}");
            positions += 1;
        }
        let mean = time.as_secs_f64() * 1e3 / f64::from(positions);
        println!("{name}: {positions} positions, {mean} ms");
    }
}
