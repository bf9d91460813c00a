//! Threads, limits, switches and tables of a search on boards of some size: never another answer.

mod empty_boards;
mod line;
mod proof_number;
mod sums;
mod table;

use crate::shared::{shared, with};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yomikiri::{
    AllViews, AlphaBeta, Ask, Coded, Control, Distance, Failure, Game, Halt, Limits, Margin,
    Method, Options, Plies, ProofNumber, Retrograde, Score, Session, Solver, Stop, Views, Wdl,
    Window,
};
use yomikiri_games::connect4::{Board, Connect4, Lines, Position};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

type Four = Connect4<8, 4>;

fn four(cols: u32, rows: u32) -> Four {
    Connect4::new(Board::<8, 4>::new(cols, rows, 8, 4).expect("it fits"))
}

fn views<L: Lines>(game: &Connect4<8, 4, L>) -> impl AllViews<Connect4<8, 4, L>> {
    Views {
        acyclic: game,
        keyed: game,
        merged: Some(game),
        bounded: Some(game),
        ordered: Some(game),
        expand: Some(game),
        symmetric: Some(game),
    }
}

fn solver<L: Lines>(game: &Connect4<8, 4, L>) -> impl Solver<Connect4<8, 4, L>, Distance> {
    AlphaBeta::<_, Distance, _>::new(game, views(game))
}

/// The same numbers on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % limit
    }
}

/// Different positions after so many plies of random play, none of them over.
fn positions<L: Lines>(game: &Connect4<8, 4, L>, plies: u32, count: usize) -> Vec<Position> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    while found.len() < count {
        let mut at = game.start();
        for _ in 0..plies {
            let moves: Vec<_> = game.moves(&at).collect();
            at = game.play(&at, moves[random.below(moves.len() as u64) as usize]);
            if game.outcome(&at).is_some() {
                break;
            }
        }
        if game.outcome(&at).is_none() && seen.insert(at) {
            found.push(at);
        }
    }
    found
}

/// The game as it is played on this machine, with vectors where there are some, beside the one that looks at
/// lines step by step: the same values by the same nodes.
#[test]
fn vectors_change_nothing() {
    fn by<L: Lines>(game: &Connect4<8, 4, L>, at: &Position, ask: Ask) -> (String, u64) {
        let mut session = Session::new(game, ask, Method::AlphaBeta).expect("it applies");
        let mut control = Control::new();
        let value = session.value(at, &mut control).expect("no limit");
        (value.to_string(), control.done().nodes)
    }
    let steps = four(7, 6);
    for ask in [Ask::Winner, Ask::Margin, Ask::Distance] {
        let mut nodes = 0;
        for at in positions(&steps, 16, 40) {
            let found = as_usual!((7, 6), game => by(&game, &at, ask));
            assert_eq!(found, by(&steps, &at, ask), "{at:?}");
            nodes += found.1;
        }
        assert!(nodes > 10_000, "{nodes}");
    }
}

#[test]
fn threads_change_no_answer() {
    fn on<L: Lines>(game: &Connect4<8, 4, L>) {
        let mut nodes = 0;
        for at in positions(game, 12, 12) {
            let by = |threads| {
                let mut control = Control::new().with_threads(threads);
                let score = solver(game).score(&at, Window::full(), &mut control);
                (score, control.done().nodes)
            };
            let (alone, visited) = by(1);
            nodes += visited;
            for threads in [2, 3] {
                assert_eq!(by(threads).0, alone, "{at:?} {threads}");
            }
        }
        // Enough for the other threads to be called.
        assert!(nodes > 100_000, "{nodes}");
    }
    as_usual!((7, 6), game => on(&game));
}

/// The same where a player may go on, and where moves gain points.
#[test]
fn threads_change_no_answer_where_turns_do_not_alternate() {
    struct Compare;
    impl Visitor for Compare {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            for threads in [1, 2, 3] {
                let mut session =
                    Session::new(&game, Ask::Margin, Method::AlphaBeta).expect("it applies");
                let mut control = Control::new().with_threads(threads);
                let value = session.value(&game.start(), &mut control);
                assert_eq!(value.expect("no limit").to_string(), "-3", "{threads}");
                // Enough for the other threads to be called.
                assert!(control.done().nodes > 20_000);
            }
        }
    }
    Compare.visit(shared("dots-and-boxes:rows=3,cols=3", &NoFiles).expect("it is one"));
}

/// Stopped anywhere, a search knows a range that holds the value; and goes on from there.
#[test]
fn an_interrupted_search_tells_no_lie() {
    fn on<L: Lines>(game: &Connect4<8, 4, L>) {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut all_stops = 0;
        for at in positions(game, 8, 6) {
            let exact = solver(game)
                .score(&at, Window::full(), &mut Control::new())
                .expect("no limit");
            let mut kept = solver(game);
            let mut stops = 0;
            loop {
                let limits = Limits {
                    nodes: Some(1 + random.below(3000)),
                    ..Limits::default()
                };
                match kept.score(&at, Window::full(), &mut Control::new().limited(limits)) {
                    Ok(score) => {
                        assert_eq!(score, exact);
                        break;
                    }
                    Err(Failure::Stopped { why, lower, upper }) => {
                        assert_eq!(why, Stop::Nodes);
                        assert!(
                            lower <= exact && exact <= upper,
                            "{lower:?} {exact:?} {upper:?}"
                        );
                        stops += 1;
                    }
                    Err(failure) => panic!("{failure:?}"),
                }
                // A question that is cut off every time is never answered: the limits are random.
                assert!(stops < 100_000);
            }
            all_stops += stops;
        }
        assert!(all_stops > 5, "{all_stops}");
    }
    as_usual!((6, 5), game => on(&game));
}

/// The same with two threads, where it is the clock that stops them.
#[test]
fn two_interrupted_threads_tell_no_lie() {
    fn on<L: Lines>(game: &Connect4<8, 4, L>) {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut stops = 0;
        for at in positions(game, 11, 3) {
            let exact = solver(game)
                .score(&at, Window::full(), &mut Control::new())
                .expect("no limit");
            let mut kept = solver(game);
            for round in 0.. {
                // Later rounds have more time: however slow the machine, there is an answer in the end.
                let limits = Limits {
                    time: Some(Duration::from_millis(1 + random.below(8 + 4 * round))),
                    ..Limits::default()
                };
                let mut control = Control::new().with_threads(2).limited(limits);
                match kept.score(&at, Window::full(), &mut control) {
                    Ok(score) => {
                        assert_eq!(score, exact);
                        break;
                    }
                    Err(Failure::Stopped { why, lower, upper }) => {
                        assert_eq!(why, Stop::Time);
                        assert!(
                            lower <= exact && exact <= upper,
                            "{lower:?} {exact:?} {upper:?}"
                        );
                        stops += 1;
                    }
                    Err(failure) => panic!("{failure:?}"),
                }
            }
        }
        assert!(stops > 0);
    }
    as_usual!((7, 6), game => on(&game));
}

/// Asked within a window, a search keeps its contract.
#[test]
fn windows_are_kept() {
    fn on<L: Lines>(game: &Connect4<8, 4, L>) {
        for at in positions(game, 12, 30) {
            let ask = |window| {
                let score = solver(game).score(&at, window, &mut Control::new());
                score.expect("no limit")
            };
            let exact = ask(Window::full());
            let mut ends = vec![Distance::WORST, Distance::Draw, Distance::BEST, exact];
            for plies in [1, 2, 3, 4, 7, 8, 13, 16].map(Plies::Count) {
                ends.extend([Distance::Win(plies), Distance::Loss(plies)]);
            }
            let pairs = ends
                .iter()
                .flat_map(|lower| ends.iter().map(move |upper| (*lower, *upper)));
            for (lower, upper) in pairs.filter(|(lower, upper)| lower < upper) {
                let found = ask(Window { lower, upper });
                if found <= lower {
                    assert!(exact <= found, "{exact:?} {found:?} {lower:?} {upper:?}");
                } else if found >= upper {
                    assert!(exact >= found, "{exact:?} {found:?} {lower:?} {upper:?}");
                } else {
                    assert_eq!(found, exact);
                }
            }
        }
    }
    as_usual!((6, 5), game => on(&game));
}

/// Every method on a game, with every switch off in turn, against solving it backward.
struct Alike<'s>(&'s [&'s str]);

impl Visitor for Alike<'_> {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        for ask in yomikiri::Ask::ALL {
            let session = |method| Session::new(&game, ask, method).expect("it applies");
            let mut truth = session(Method::Retrograde);
            for text in self.0 {
                let at = match *text {
                    "start" => game.start(),
                    text => game.parse_position(text).expect("a position"),
                };
                let exact = truth.value(&at, &mut Control::new()).expect("no limit");
                let switches = Options::SWITCHES.map(|(name, ..)| Options::ALL.without(name));
                let switches = switches.into_iter().flatten().chain([Options::ALL]);
                for options in switches {
                    let methods = [Method::AlphaBeta, Method::ProofNumber];
                    let asked = methods.len() - usize::from(ask != yomikiri::Ask::Winner);
                    for method in &methods[..asked] {
                        let mut control = Control::new().with_options(options);
                        let found = session(*method).value(&at, &mut control);
                        assert_eq!(found, Ok(exact), "{text} {ask} {method} {options:?}");
                    }
                }
            }
        }
        assert!(game.expand().is_some());
    }
}

#[test]
fn boards_of_lines_with_every_switch_off_in_turn() {
    for (spec, texts) in [
        ("mnk:rows=3,cols=4,line=3", &["start", "x.../.o../...."][..]),
        (
            "mnk:rows=4,cols=4,line=4",
            &["xo../..x./.o../....", "x..o/..../.xo./...."],
        ),
        ("mnk:rows=3,cols=3,line=3,wrap=yes", &["start"]),
        ("connect-k:cols=4,rows=3,line=3", &["start"]),
        ("positional:rows=3,cols=3,line=3,full=second", &["start"]),
        ("connect4:cols=4,rows=4", &["1,2,2,3"]),
    ] {
        with(spec, &NoFiles, Alike(texts)).expect("a game");
    }
}

/// Every so many of the positions that play can reach.
fn sample(game: &Four, every: usize) -> Vec<Position> {
    let mut seen = HashSet::new();
    let mut queue = vec![game.start()];
    let mut kept = Vec::new();
    while let Some(at) = queue.pop() {
        if seen.insert(at) {
            if seen.len() % every == 1 {
                kept.push(at);
            }
            if game.outcome(&at).is_none() {
                queue.extend(game.moves(&at).map(|mv| game.play(&at, mv)));
            }
        }
    }
    kept
}

/// All switches on, each off in turn, and all off together.
fn configurations() -> Vec<Options> {
    let one_off = Options::SWITCHES
        .iter()
        .map(|(name, ..)| Options::ALL.without(name));
    let none = Options::SWITCHES
        .iter()
        .try_fold(Options::ALL, |options, (name, ..)| options.without(name));
    let all = [Some(Options::ALL), none].into_iter().chain(one_off);
    all.map(|options| options.expect("known")).collect()
}

/// Which tables are tried: the logarithm of the buckets to begin with, and the bytes that there are.
const TABLES: [(u32, u64); 3] = [(0, 32), (11, 64 << 10), (21, 64 << 20)];

/// Every position with every configuration, by a table that is new for each (but not a large one, to
/// save time) and by one that is kept.
fn check<S: Coded>(game: &Four, positions: &[Position]) {
    let mut truth = Retrograde::new(game);
    let mut exact = |at: &Position| -> S {
        let score = truth.score(at, Window::full(), &mut Control::new());
        score.unwrap_or_else(|failure| panic!("{failure:?}"))
    };
    let expected: Vec<S> = positions.iter().map(&mut exact).collect();
    for (bits, memory) in TABLES {
        for options in configurations() {
            let mut kept = AlphaBeta::<_, S, _>::new(game, views(game)).with_table(bits);
            let mut ask = |at: &Position, cold: bool| {
                let limits = Limits {
                    memory: Some(memory),
                    ..Limits::default()
                };
                let mut control = Control::new().limited(limits).with_options(options);
                if cold {
                    kept.clear();
                }
                kept.score(at, Window::full(), &mut control)
            };
            for (at, expected) in positions.iter().zip(&expected) {
                assert_eq!(ask(at, false), Ok(*expected), "{at:?} {options:?} {bits}");
                if bits < 20 {
                    assert_eq!(ask(at, true), Ok(*expected), "{at:?} {options:?} {bits}");
                }
            }
        }
    }
}

/// Asserts that just these switches change how many nodes positions take, and none an answer, where tables may
/// have so many bytes.
fn assert_used<S: PartialEq>(
    positions: &[Position],
    table_memory: u64,
    solver: impl Fn(&Position, &mut Control<'_>) -> S,
    used: &[&str],
) {
    let ask = |options| {
        let scores = positions.iter().map(|at| {
            let control = Control::new().with_options(options);
            let mut control = control.with_table_memory(table_memory);
            let score = solver(at, &mut control);
            (score, control.done().nodes)
        });
        scores.unzip::<_, _, Vec<_>, Vec<_>>()
    };
    let (scores, nodes) = ask(Options::ALL);
    for (name, ..) in Options::SWITCHES {
        let without = ask(Options::ALL.without(name).expect("listed"));
        assert!(without.0 == scores, "without {name}");
        let changes = without.1 != nodes;
        assert_eq!(
            changes,
            used.contains(&name),
            "{name}: {:?} {nodes:?}",
            without.1
        );
    }
}

/// A switch that did nothing would change no answer either.
#[test]
fn every_switch_does_something() {
    let all = Options::SWITCHES.map(|(name, ..)| name);
    let all: Vec<&str> = all
        .into_iter()
        .filter(|name| !sums::SWITCHES.contains(name))
        .collect();
    let game = four(7, 6);
    let by_table = |at: &Position, control: &mut Control<'_>| -> Distance {
        let found = solver(&game).score(at, Window::full(), control);
        found.expect("no limit")
    };
    assert_used(&positions(&game, 18, 12), 1 << 30, by_table, &all);

    let small = four(5, 5);
    let by_proof = |at: &Position, control: &mut Control<'_>| -> Wdl {
        let mut solver = ProofNumber::new(&small, views(&small));
        let found = solver.score(at, Window::full(), control);
        found.expect("no limit")
    };
    let used = ["table", "expand", "forced", "bounds", "symmetry", "order"];
    assert_used(&positions(&small, 4, 12), 1 << 30, by_proof, &used);
}

#[test]
fn no_switch_and_no_table_changes_an_answer() {
    let game = four(4, 4);
    // From the first positions everything follows, whatever is switched off.
    let positions = sample(&game, 2401);
    assert!(positions.len() > 50);
    check::<Wdl>(&game, &positions[1..]);
    check::<Distance>(&game, &positions[1..]);
    check::<Margin>(&game, &positions[1..]);
}

/// Searches that are small enough for Miri, by one thread and by two, in tables small and growing. (Elsewhere
/// they are too small for the second thread to be called.)
#[test]
fn small_searches() {
    let game = four(4, 4);
    let plies = if cfg!(miri) { 8 } else { 4 };
    let mut truth = Retrograde::new(&game);
    for at in positions(&game, plies, if cfg!(miri) { 2 } else { 20 }) {
        let expected: Distance = truth
            .score(&at, Window::full(), &mut Control::new())
            .unwrap();
        for (threads, memory) in [(1, 32), (1, 1 << 16), (2, 32), (2, 1 << 16)] {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let mut control = Control::new().with_threads(threads).limited(limits);
            let found = solver(&game).score(&at, Window::full(), &mut control);
            assert_eq!(found, Ok(expected), "{at:?} {threads} {memory}");
        }
    }
}
