//! Estimates against what is there.

use crate::with;
use yomikiri::table::{Estimate, TableError, estimate};
use yomikiri::{Ask, Control};
use yomikiri_games::registry::{Playable, Visitor};

struct Guess {
    symmetric: bool,
}

impl Visitor for Guess {
    type Output = Result<Estimate, TableError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        estimate(&game, Ask::Winner, self.symmetric, &mut Control::new())
    }
}

#[test]
fn small_games_are_counted() {
    for symmetric in [false, true] {
        let found = with("tictactoe", Guess { symmetric }).unwrap();
        assert_eq!(found.positions, 5478.0);
        assert_eq!((found.least, found.most), (5478.0, 5478.0));
        assert_eq!(found.stored, if symmetric { 765.0 } else { 5478.0 });
    }
    let found = with("graph:file=examples/loop.graph", Guess { symmetric: false }).unwrap();
    assert_eq!((found.positions, found.stored), (4.0, 4.0));
    let found = with("three-mens-morris", Guess { symmetric: true }).unwrap();
    assert_eq!((found.least, found.most), (5390.0, 5390.0));
}

/// Estimates, and sees that the truth is within the range; the share of the estimate in it.
fn estimated(spec: &str, symmetric: bool, truth: f64) -> f64 {
    let found = with(spec, Guess { symmetric }).unwrap_or_else(|error| panic!("{spec}: {error}"));
    assert!(
        found.least <= truth && truth <= found.most && found.least < found.most,
        "{spec}: {truth} in {found:?}"
    );
    found.positions / truth
}

#[test]
fn larger_ones_are_estimated() {
    for (spec, truth) in [
        ("connect-k:cols=4,rows=4,line=4", 161_029.0),
        ("connect-k:cols=4,rows=5,line=4", 1_706_255.0),
        ("connect4:cols=5,rows=4,line=4", 3_945_711.0),
        ("mnk:rows=4,cols=4,line=4", 9_722_011.0),
    ] {
        for symmetric in [false, true] {
            // Parents out of reach are told from others on the average only: see the module.
            let share = estimated(spec, symmetric, truth);
            assert!((0.75..1.05).contains(&share), "{spec}: {share}");
        }
    }
    // Men are taken here: much that could come before cannot be reached.
    for (spec, truth) in [
        ("hexapawn:rows=5,cols=4", 118_133.0),
        ("breakthrough:rows=5,cols=3", 2_418_400.0),
        ("breakthrough:rows=4,cols=4", 3_212_224.0),
    ] {
        for symmetric in [false, true] {
            estimated(spec, symmetric, truth);
        }
    }
}

#[test]
fn large_games_that_may_cycle_are_estimated() {
    for (spec, truth) in [
        ("six-mens-morris", 42_372_745.0),
        ("six-mens-morris:flying=yes", 42_383_945.0),
        ("dobutsu-shogi:catch=must", 1_293_071_650.0),
    ] {
        estimated(spec, false, truth);
    }
    // Far more of these are counted before walks begin.
    let share = estimated("six-mens-morris", true, 42_372_745.0);
    assert!((0.5..2.0).contains(&share), "{share}");
}
