//! The laws of whatever a file declares, on random files of every kind.

use super::random;
use proptest::prelude::*;
use yomikiri_core::laws::{self, Sample};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::rules_file::RulesFile;

/// Checks the laws of the game of a file, at a sample of this size.
pub(super) fn hold(text: &str, size: &Sample<()>) {
    struct Laws<'s>(&'s Sample<()>);
    impl Visitor for Laws<'_> {
        type Output = Result<laws::Report, laws::Broken>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let Sample {
                positions,
                values,
                mutations,
                ..
            } = *self.0;
            let sample = Sample {
                positions,
                values,
                mutations,
                ..Sample::default()
            };
            laws::all(&game, &sample)
        }
    }
    let file = RulesFile::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let report = file
        .build(Laws(size))
        .unwrap_or_else(|why| panic!("{why}\n{text}"));
    report.unwrap_or_else(|broken| panic!("{broken}\n{text}"));
}

fn size() -> Sample<()> {
    Sample {
        positions: 300,
        values: 2_000,
        mutations: 100,
        ..Sample::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn of_claimed_cells(text in random::positional()) {
        hold(&text, &size());
    }

    #[test]
    fn of_room(text in random::room()) {
        hold(&text, &size());
    }

    #[test]
    fn of_pieces(text in random::pieces()) {
        hold(&text, &size());
    }

    #[test]
    fn of_heaps(text in random::heaps()) {
        hold(&text, &size());
    }

    #[test]
    fn of_graphs(text in random::graph()) {
        hold(&text, &size());
    }
}
