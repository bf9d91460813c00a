//! The laws accept games that keep them, and reject each way of breaking one by name.

mod heaps;
mod mutants;
mod ring;
mod stalks;

use heaps::{Heaps, state};
use yomikiri_core::laws::{self, Count, Law, Report, Sample};
use yomikiri_core::{Outcome, Player};

/// Positions of the toy, of 50 in all, that play reaches. The other four: the start and one stone
/// taken from each heap with Second to move, one stone taken from one of them with First to move.
const REACHED: usize = 46;

/// A sample with the toy's second form of text.
pub(crate) fn sample() -> Sample<heaps::State> {
    Sample {
        texts: vec!["@".to_owned(), "@a1b2".to_owned()],
        ..Sample::default()
    }
}

fn assert_checked(report: &Report, laws: &[Law]) {
    for &law in laws {
        let Count {
            checks,
            values,
            skipped,
        } = report.count(law);
        assert!(checks > 0, "{law}\n{report}");
        assert_eq!(
            (values > 0, skipped),
            (law.speaks_of_values(), 0),
            "{law}\n{report}"
        );
    }
}

#[test]
fn a_game_that_offers_everything_passes_every_law() {
    let game = Heaps::new(false, heaps::Flaw::None);
    let report = laws::all(&game, &sample()).unwrap();
    assert_checked(&report, &Law::ALL);
    assert_eq!(report.offered.len(), 13);
    assert!(report.complete);
    // Altered texts find some of the positions that play does not reach: for one, the start with
    // Second to move.
    assert_eq!(
        laws::capabilities(&game, &sample()).unwrap().positions,
        REACHED
    );
    assert!((REACHED + 1..=50).contains(&report.positions), "{report}");
}

#[test]
fn a_game_of_gains_passes_every_law() {
    let report = laws::all(&Heaps::new(true, heaps::Flaw::None), &sample()).unwrap();
    let offered: Vec<Law> = Law::ALL
        .into_iter()
        .filter(|law| ![Law::Direct, Law::Normal, Law::Parametric].contains(law))
        .collect();
    assert_checked(&report, &offered);
    assert_eq!(report.count(Law::Direct), Count::default());
    assert_eq!(report.count(Law::Parametric), Count::default());
}

#[test]
fn a_game_that_cycles_passes_every_law_whatever_endless_play_is_worth() {
    let [first, second] = Player::BOTH.map(Outcome::Win);
    for endless in [Outcome::Draw, first, second, Outcome::Margin(-3)] {
        let game = ring::Ring {
            endless,
            toll: false,
            flaw: ring::Flaw::None,
        };
        let report = laws::capabilities(&game, &Sample::default()).unwrap();
        assert_checked(
            &report,
            &[
                Law::Rules,
                Law::Keyed,
                Law::Merged,
                Law::Indexed,
                Law::Reversible,
                Law::Symmetric,
                Law::Bounded,
            ],
        );
        assert!(report.complete);
    }
}

#[test]
fn gains_with_cycles_are_checked_but_for_their_values() {
    let game = ring::Ring {
        endless: Outcome::Win(Player::Second),
        toll: true,
        flaw: ring::Flaw::None,
    };
    let report = laws::capabilities(&game, &Sample::default()).unwrap();
    assert!(report.count(Law::Rules).checks > 0 && report.count(Law::Reversible).checks > 0);
    // Only where the game is over is a value found here.
    let Count {
        values, skipped, ..
    } = report.count(Law::Symmetric);
    assert_eq!((values, skipped), (2, 12), "{report}");
}

#[test]
fn extra_positions_join_the_sample() {
    let game = Heaps::new(false, heaps::Flaw::None);
    let extra = vec![state([4, 4], Player::Second)];
    let with = laws::rules(
        &game,
        &Sample {
            extra,
            ..Sample::default()
        },
    )
    .unwrap();
    let without = laws::rules(&game, &Sample::default()).unwrap();
    assert!(with.positions > without.positions);
    assert!(with.complete && without.complete);
}

#[test]
fn a_sample_is_as_large_as_was_asked_and_says_what_it_left_out() {
    let game = Heaps::new(false, heaps::Flaw::None);
    let small = Sample {
        positions: 10,
        playouts: 0,
        values: 4,
        mutations: 0,
        ..Sample::default()
    };
    let report = laws::bounded(&game, &&game, Some(&&game), &small).unwrap();
    assert_eq!(report.positions, 10);
    assert!(!report.complete);
    let count = report.count(Law::Bounded);
    assert!(count.skipped > 0, "{report}");
    // The lines of play reach the depths that ten positions do not.
    let deep = Sample {
        playouts: 4,
        ..small
    };
    let report = laws::bounded(&game, &&game, Some(&&game), &deep).unwrap();
    assert!(
        report.positions > 10 && report.count(Law::Bounded).values > 0,
        "{report}"
    );
}

#[test]
fn equal_samples_give_equal_reports() {
    let game = Heaps::new(true, heaps::Flaw::None);
    let report = || {
        laws::all(
            &game,
            &Sample {
                seed: 9,
                ..sample()
            },
        )
        .unwrap()
    };
    assert_eq!(report(), report());
}

#[test]
fn a_report_and_a_broken_law_read_well() {
    let report = laws::all(&Heaps::new(false, heaps::Flaw::None), &sample())
        .unwrap()
        .to_string();
    assert!(
        report.contains(" positions, all that play can reach\nrules "),
        "{report}"
    );
    assert!(report.contains("\nbounded ") && report.contains(" of values, 0 left out\n"));
    let broken = laws::all(&Heaps::new(false, heaps::Flaw::RankStalls), &sample()).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "the law `acyclic` is broken: the move (0, 1) leads from rank 4 to rank 4\n  \
         at 4-4:first\n  at State { heaps: [4, 4], mover: First, hashed: 0, hidden: 0 }"
    );
}
