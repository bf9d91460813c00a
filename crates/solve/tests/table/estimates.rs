//! Estimates against what is there.

use crate::{TIGHT, built, subject, with};
use std::time::Duration;
use yomikiri::table::shard::{Cutting, Forecast, forecast};
use yomikiri::table::{Disk, Estimate, Storage, Subject, TableError, estimate};
use yomikiri::{Ask, Control, Limits};
use yomikiri_games::registry::{Playable, Visitor};

struct Guess {
    subject: Subject,
    /// The memory that it may use, if that is little.
    memory: Option<u64>,
}

impl Visitor for Guess {
    type Output = Result<Estimate, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let limits = Limits {
            memory: self.memory,
            ..Limits::default()
        };
        let control = &mut Control::new().limited(limits);
        estimate(&game, &self.subject, control)
    }
}

fn guess(spec: &str, ask: Ask, symmetric: bool) -> Result<Estimate, TableError> {
    guess_within(None, spec, ask, symmetric)
}

fn guess_within(
    memory: Option<u64>,
    spec: &str,
    ask: Ask,
    symmetric: bool,
) -> Result<Estimate, TableError> {
    let subject = subject(spec, ask, symmetric);
    with(spec, Guess { subject, memory })
}

/// However many tiers there are, and however small.
#[test]
fn the_bytes_are_an_upper_bound() {
    for spec in [
        "tictactoe",
        "nim:heaps=5/6/7/8",
        "nim:heaps=1",
        "hexapawn",
        "kalah",
        "kalah:pits=2,seeds=3",
        "dots-and-boxes",
        "connect4:cols=3,rows=4",
        "three-mens-morris",
        "graph:file=examples/loop.graph",
        "graph:file=examples/toll.graph",
    ] {
        let mut made = 0;
        for (ask, symmetric) in Ask::ALL
            .map(|ask| [(ask, false), (ask, true)])
            .into_iter()
            .flatten()
        {
            let found = match guess(spec, ask, symmetric) {
                Ok(found) if found.least == found.most => found,
                Ok(_) | Err(TableError::Unsupported(_)) => continue,
                Err(error) => panic!("{spec}: {error}"),
            };
            let bytes = built(spec, ask, symmetric, TIGHT).len() as f64;
            // (Of what is three times too large a build is refused beforehand.)
            assert!(
                (bytes..3.0 * bytes).contains(&found.bytes),
                "{spec} {ask:?} {symmetric}: {bytes}, {found:?}"
            );
            assert!(found.memory >= TIGHT.memory as f64);
            made += 1;
        }
        assert!(made > 0, "{spec}");
    }
}

#[test]
fn small_games_are_counted() {
    for symmetric in [false, true] {
        let found = guess("tictactoe", Ask::Winner, symmetric).unwrap();
        assert_eq!(found.positions, 5478.0);
        assert_eq!((found.least, found.most), (5478.0, 5478.0));
        assert_eq!(found.stored, if symmetric { 765.0 } else { 5478.0 });
    }
    let found = guess("graph:file=examples/loop.graph", Ask::Winner, false).unwrap();
    assert_eq!((found.positions, found.stored), (4.0, 4.0));
    let found = guess("three-mens-morris", Ask::Winner, true).unwrap();
    assert_eq!((found.least, found.most), (5390.0, 5390.0));
}

/// A question that a table of the game can answer: where moves gain points, it is by how many.
fn asked(spec: &str) -> Ask {
    match spec.starts_with("dots") || spec.starts_with("kalah") {
        true => Ask::Margin,
        false => Ask::Winner,
    }
}

/// Estimates, and sees that the truth is within the range; the share of the estimate in it.
fn estimated(spec: &str, symmetric: bool, truth: f64) -> f64 {
    estimated_within(None, spec, symmetric, truth)
}

fn estimated_within(memory: Option<u64>, spec: &str, symmetric: bool, truth: f64) -> f64 {
    let found = guess_within(memory, spec, asked(spec), symmetric)
        .unwrap_or_else(|error| panic!("{spec}: {error}"));
    assert!(
        found.least <= truth && truth <= found.most && found.least < found.most,
        "{spec}: {truth} in {found:?}"
    );
    found.positions / truth
}

/// Where no move takes anything: parents out of reach are told from others on the average only, see the module.
fn nearly_all(spec: &str, symmetric: bool, truth: f64) {
    let share = estimated(spec, symmetric, truth);
    assert!((0.75..1.05).contains(&share), "{spec}: {share}");
}

#[test]
fn larger_ones_are_estimated() {
    for symmetric in [false, true] {
        nearly_all("connect-k:cols=4,rows=4,line=4", symmetric, 161_029.0);
        // Men are taken here: much that could come before cannot be reached.
        estimated("hexapawn:rows=5,cols=4", symmetric, 118_133.0);
    }
    nearly_all("connect4:cols=5,rows=4,line=4", true, 3_945_711.0);
    estimated("breakthrough:rows=5,cols=3", false, 2_418_400.0);
}

/// More boards of the same games, and the other way with mirror images.
#[test]
#[ignore = "half a minute: cargo test --release -p yomikiri --test table -- --ignored estimates"]
fn more_larger_ones_are_estimated() {
    for symmetric in [false, true] {
        nearly_all("connect-k:cols=4,rows=5,line=4", symmetric, 1_706_255.0);
        nearly_all("mnk:rows=4,cols=4,line=4", symmetric, 9_722_011.0);
        estimated("breakthrough:rows=4,cols=4", symmetric, 3_212_224.0);
    }
    nearly_all("connect4:cols=5,rows=4,line=4", false, 3_945_711.0);
    estimated("breakthrough:rows=5,cols=3", true, 2_418_400.0);
    let (spec, truth) = ("six-mens-morris:flying=yes", 42_383_945.0);
    let share = estimated(spec, false, truth);
    assert!((0.5..2.0).contains(&share), "{spec}: {share}");
}

#[test]
fn large_games_that_may_cycle_are_estimated() {
    for (spec, symmetric, truth) in [
        ("six-mens-morris", false, 42_372_745.0),
        // Far more of these are counted before walks begin.
        ("six-mens-morris", true, 42_372_745.0),
        ("dobutsu-shogi:catch=must", false, 1_293_071_650.0),
    ] {
        let share = estimated(spec, symmetric, truth);
        assert!((0.5..2.0).contains(&share), "{spec}: {share}");
    }
}

/// Games whose moves are not taken back: where there are too many positions to count in this memory, runs tell. Two
/// of the numbers were counted by a small program that was written for this, two by `yomikiri count`.
#[test]
fn games_whose_moves_cannot_be_taken_back_are_estimated() {
    for (spec, truth) in [
        ("clobber:rows=3,cols=5", 206_805.0),
        ("dots-and-boxes:rows=2,cols=3", 137_051.0),
    ] {
        let share = estimated_within(Some(2 << 20), spec, false, truth);
        assert!((0.5..2.0).contains(&share), "{spec}: {share}");
    }
}

/// More games, and of more positions.
#[test]
#[ignore = "half a minute: cargo test --release -p yomikiri --test table -- --ignored estimates"]
fn the_largest_games_whose_moves_cannot_be_taken_back_are_estimated() {
    for (spec, truth) in [
        ("clobber:rows=4,cols=5", 26_787_440.0),
        ("dots-and-boxes:rows=2,cols=4", 4_460_175.0),
        ("hex:rows=4,cols=4", 9_386_235.0),
        ("dots-and-boxes:rows=3,cols=3", 18_015_336.0),
        ("domineering:rows=5,cols=6", 8_503_760.0),
    ] {
        let share = estimated(spec, false, truth);
        assert!((0.5..2.0).contains(&share), "{spec}: {share}");
    }
}

/// Some that are far too large to be counted, and some where moves taken back would be too many to look at.
#[test]
#[ignore = "minutes: cargo test --release -p yomikiri --test table -- --ignored estimates"]
fn estimates_of_the_largest_games_end() {
    for spec in [
        "othello:rows=6,cols=6",
        "kalah:pits=4,seeds=4",
        "hex:rows=5,cols=5",
        "domineering:rows=6,cols=6",
        "chomp:rows=12,cols=12",
        "nim:heaps=100/100/100/100",
    ] {
        let found = guess(spec, asked(spec), false);
        let found = found.unwrap_or_else(|error| panic!("{spec}: {error}"));
        let Estimate {
            least,
            positions,
            most,
            ..
        } = found;
        assert!(least < positions && positions < most, "{spec}: {found:?}");
    }
}

/// What the tasks of a table will take.
struct Tasks {
    subject: Subject,
    cutting: Cutting,
}

impl Visitor for Tasks {
    type Output = Forecast;
    fn visit<G: Playable>(self, game: G) -> Forecast {
        let dir = tempfile::tempdir().unwrap();
        let scratch = Disk::at(dir.path()).unwrap();
        let control = &mut Control::new();
        let told = forecast(&game, &self.subject, self.cutting, &scratch, control).unwrap();
        assert!(scratch.names().unwrap().is_empty());
        told
    }
}

fn foretold(spec: &str, shards: u64, least: u64) -> Forecast {
    let subject = subject(spec, Ask::Winner, true);
    let cutting = Cutting { shards, least };
    with(spec, Tasks { subject, cutting })
}

/// This game is its own subgame.
#[test]
fn a_small_game_is_foretold_as_it_is() {
    let told = foretold("connect4:cols=4,rows=4", 8, 2000);
    assert_eq!(told.tried, 80_541);
    assert_eq!(told.table.stored, 80_541.0);
    assert_eq!(told.table.least, told.table.most);
    assert!(told.trial_time > Duration::ZERO && told.time > Duration::ZERO);
    // A real run with these shards left this many bytes, without the plan.
    assert_eq!(told.store_bytes, 403_470.0);
    assert!(told.task_memory > 0.0 && told.round.is_none());
}

#[test]
fn rounds_are_tried() {
    let told = foretold("three-mens-morris", 3, 100);
    let round = told.round.unwrap();
    assert!(round.tried > 1 && round.bytes > 0.0);
    assert_eq!(told.tried as f64, told.table.stored);
}
