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
        assert_eq!((found.positions, found.margin), (5478.0, 0.0));
        assert_eq!(found.stored, if symmetric { 765.0 } else { 5478.0 });
    }
    let found = with("graph:file=examples/loop.graph", Guess { symmetric: false }).unwrap();
    assert_eq!((found.positions, found.stored), (4.0, 4.0));
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
            let found = with(spec, Guess { symmetric }).unwrap();
            // Parents out of reach are told from others on the average only: see the module.
            let share = found.positions / truth;
            assert!((0.75..1.05).contains(&share), "{spec}: {share}");
            assert!(
                found.margin > 0.0 && found.margin < 0.2,
                "{spec}: {}",
                found.margin
            );
        }
    }
}
