//! Every registry entry, without naming a game: the laws on each of its examples, and the entry's
//! statements about itself held to what its examples do.

use crate::shared::with;
use std::collections::BTreeSet;
use yomikiri_core::laws::{self, Law, Report, Sample};
use yomikiri_games::make::{Shipped, infos};
use yomikiri_games::registry::{Info, Playable, Visitor};

struct Laws;

impl Visitor for Laws {
    type Output = Result<Report, laws::Broken>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        laws::all(
            &game,
            &Sample {
                positions: 120,
                playouts: 4,
                values: 2_000,
                ..Sample::default()
            },
        )
    }
}

/// Runs the laws on every example of an entry.
fn reports(info: &Info) -> Vec<Report> {
    let report = |example: &&str| {
        let report = with(example, &Shipped, Laws).unwrap_or_else(|e| panic!("{example}: {e}"));
        report.unwrap_or_else(|broken| panic!("{example}: {broken}"))
    };
    info.examples.iter().map(report).collect()
}

// Two tests, which run at the same time.

#[test]
fn entries_of_even_number_keep_the_laws_and_their_word() {
    entries_keep_the_laws_and_their_word(0);
}

#[test]
fn entries_of_odd_number_keep_the_laws_and_their_word() {
    entries_keep_the_laws_and_their_word(1);
}

/// Looks at every second entry.
fn entries_keep_the_laws_and_their_word(odd: usize) {
    let infos = infos();
    assert!(infos.len() >= 10);
    for info in infos.iter().skip(odd).step_by(2) {
        assert!(!info.examples.is_empty(), "{} shows no example", info.name);
        let reports = reports(info);
        for law in [Law::Rules, Law::Notation, Law::Pictured] {
            assert!(
                reports.iter().all(|report| report.count(law).checks > 0),
                "{}",
                info.name
            );
        }
        let stated: BTreeSet<&str> = info.capabilities.iter().copied().collect();
        let offered: BTreeSet<&str> = reports
            .iter()
            .flat_map(|report| report.offered.iter().copied())
            .collect();
        assert_eq!(
            stated, offered,
            "{} states what its examples do not offer",
            info.name
        );
        for law in Law::ALL
            .into_iter()
            .filter(|law| offered.contains(law.name()))
        {
            let checks: u64 = reports.iter().map(|report| report.count(law).checks).sum();
            assert!(checks > 0, "{}: {law} was never checked", info.name);
            if law.speaks_of_values() {
                let values: u64 = reports.iter().map(|report| report.count(law).values).sum();
                assert!(values > 0, "{}: {law} never compared values", info.name);
            }
        }
    }
}

#[test]
fn names_are_unique_and_plain() {
    let names: Vec<&str> = infos().iter().map(|info| info.name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    for name in names {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(plain), "{name}");
    }
}
