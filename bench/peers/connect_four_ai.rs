//! Runs connect-four-ai (a crate of that name) over a set of positions, for ../peers.py.
//!
//! As `src/main.rs` of a package that depends on `connect-four-ai = "1"` and on `rustix` with
//! its feature `time`, built with `--release` and `RUSTFLAGS=-Ctarget-cpu=native`. Without its opening book; the processor time is that of solving.

use connect_four_ai::{Position, Solver};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn main() {
    let mut solver = Solver::empty();
    for name in std::env::args().skip(1) {
        let set = std::fs::read_to_string(&name).expect("a set");
        let (mut time, mut positions) = (Duration::ZERO, 0);
        for line in set.lines() {
            let (moves, expected) = line.split_once(' ').expect("moves and a score");
            let position = Position::from_moves(moves).expect("moves");
            solver.reset();
            let started = processor_time();
            let score = solver.solve(&position);
            time += processor_time() - started;
            assert_eq!(i32::from(score), expected.trim().parse().expect("a score"), "{moves}");
            positions += 1;
        }
        let mean = time.as_secs_f64() * 1e3 / f64::from(positions);
        println!("{name}: {positions} positions, {mean} ms of processor time");
    }
}
