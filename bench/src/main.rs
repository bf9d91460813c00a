//! Figures that a whole process would drown in its start-up, each beside a hand-written baseline in
//! the same run; with an argument, only those whose name begins with it. Prints a line a figure for `run.py`: `NAME OURS BASELINE [UNIT] [at-least=RATIO]`.

#![allow(
    clippy::print_stdout,
    reason = "figures on standard output are what this program is for"
)]

mod by_hand;

use std::hint::black_box;
use std::time::Instant;
use yomikiri::capability::Keyed;
use yomikiri::{ByKey, Control, Game, Memo, Plain, Solver, Wdl, Window};
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

/// Runs that are counted; ours and the baseline's alternate.
const RUNS: usize = 31;

const WEIGHTS: [i64; 9] = [-1, 1, 0, -4, -2, -5, -4, -1, -5];

fn main() {
    let spec = format!(
        "weighted-tictactoe:weights={}",
        WEIGHTS.map(|w| w.to_string()).join("/")
    );
    let only = std::env::args().nth(1).unwrap_or_default();
    if "plain".starts_with(&only) {
        on(&spec, PlainRecursion);
    }
    if "memo-time".starts_with(&only) {
        on("tictactoe", MemoTime);
    }
    if "memo-bytes".starts_with(&only) {
        on("mnk:rows=4,cols=4,line=4", MemoBytes);
        on("connect-k:cols=4,rows=4,line=4", MemoBytes);
    }
}

fn on<V: Visitor<Output = ()>>(spec: &str, figure: V) {
    if let Err(error) = make(spec, &NoFiles, figure) {
        eprintln_error(spec, &error);
    }
}

#[allow(clippy::print_stderr, reason = "errors belong there")]
fn eprintln_error(spec: &str, error: &dyn std::error::Error) {
    eprintln!("{spec}: {error}");
    std::process::exit(2);
}

/// The median times of two pieces of work, run in turn, in nanoseconds.
fn medians<A, B>(mut ours: impl FnMut() -> A, mut baseline: impl FnMut() -> B) -> (u128, u128) {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        a.push(time(&mut ours));
        b.push(time(&mut baseline));
    }
    a.sort_unstable();
    b.sort_unstable();
    (a[RUNS / 2], b[RUNS / 2])
}

fn time<T>(work: &mut impl FnMut() -> T) -> u128 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_nanos()
}

fn solve<G: Game>(mut solver: impl Solver<G, Wdl>, position: &G::Position) -> (Wdl, u64) {
    let mut control = Control::new();
    let score = solver.score(position, Window::full(), &mut control);
    (score.expect("no limit was set"), control.done().nodes)
}

/// `plain` on weighted tic-tac-toe against a hand-written recursion over the same nodes.
struct PlainRecursion;

impl Visitor for PlainRecursion {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let Some(acyclic) = game.acyclic() else {
            return;
        };
        let start = game.start();
        let (score, nodes) = solve(Plain::new(&game, &acyclic), &start);
        let ours = || solve(Plain::new(&game, &acyclic), black_box(&start));
        let by_loop = || by_hand::plain(by_hand::has_line_by_loop, black_box(&WEIGHTS));
        let by_table = || by_hand::plain(by_hand::has_line, black_box(&WEIGHTS));
        assert_eq!((score, nodes), by_loop());
        assert_eq!((score, nodes), by_table());
        let (time, baseline) = medians(ours, by_loop);
        println!("plain-weighted-tictactoe {time} {baseline} ns at-least=0.87");
        // The same with a table of all sets of cells that hold a line: for the record, no promise.
        let (time, baseline) = medians(ours, by_table);
        println!("plain-weighted-tictactoe-by-table {time} {baseline} ns");
    }
}

/// `memo` on tic-tac-toe against a hand-written memo in the same kind of map.
struct MemoTime;

impl Visitor for MemoTime {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let (Some(acyclic), Some(keyed)) = (game.acyclic(), game.keyed()) else {
            return;
        };
        let start = game.start();
        let memo = || Memo::<G, Wdl, _, _>::new(&game, &acyclic, ByKey(&keyed));
        assert_eq!(solve(memo(), &start).0, by_hand::memo().0);
        let (ours, baseline) = medians(|| solve(memo(), black_box(&start)), by_hand::memo);
        println!("memo-tictactoe {ours} {baseline} ns at-least=0.77");
    }
}

/// Bytes a stored position of `memo`, at rest and while the map grows.
struct MemoBytes;

impl Visitor for MemoBytes {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let (Some(acyclic), Some(keyed)) = (game.acyclic(), game.keyed()) else {
            return;
        };
        let mut memo = Memo::<G, Wdl, _, _>::new(&game, acyclic, ByKey(&keyed));
        let _ = memo.score(&game.start(), Window::full(), &mut Control::new());
        let stored = Solver::<G, Wdl>::stored(&memo);
        let bits = keyed.bits();
        println!(
            "memo-bytes-at-rest-{bits}-bit-key {} 40 bytes at-least=1",
            memo.bytes() / stored
        );
    }
}
