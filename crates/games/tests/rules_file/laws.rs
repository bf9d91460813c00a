//! The laws of whatever a file declares, on random files of every kind.

use super::random;
use proptest::prelude::*;
use yomikiri_core::laws::{self, Sample};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::rules_file::RulesFile;

fn hold(text: &str) {
    struct Laws;
    impl Visitor for Laws {
        type Output = Result<laws::Report, laws::Broken>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            laws::all(
                &game,
                &Sample {
                    positions: 300,
                    values: 2_000,
                    mutations: 100,
                    ..Sample::default()
                },
            )
        }
    }
    let file = RulesFile::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let report = file
        .build(Laws)
        .unwrap_or_else(|why| panic!("{why}\n{text}"));
    report.unwrap_or_else(|broken| panic!("{broken}\n{text}"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn of_claimed_cells(text in random::positional()) {
        hold(&text);
    }

    #[test]
    fn of_pieces(text in random::pieces()) {
        hold(&text);
    }

    #[test]
    fn of_heaps(text in random::heaps()) {
        hold(&text);
    }

    #[test]
    fn of_graphs(text in random::graph()) {
        hold(&text);
    }
}
