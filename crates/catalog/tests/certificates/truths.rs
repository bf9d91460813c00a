//! Every truth of cost class small and less, proved and checked, under all questions. (Examples of every family:
//! `../catalog/tour.rs`.)

use crate::shelf::Shelf;
use crate::{TestFiles, judge, prove, testdata};
use serde::Deserialize;
use yomikiri_catalog::{Ask, Control, Halves, Limits as Bounds, ProveError, Refusal, Stop, open};

#[derive(Deserialize)]
struct TruthFile {
    #[serde(default)]
    value: Vec<Truth>,
}

#[derive(Deserialize)]
struct Truth {
    game: String,
    #[serde(default)]
    also: Vec<String>,
    #[serde(default = "start")]
    position: String,
    #[serde(default)]
    positions: Vec<String>,
    #[serde(default)]
    ask: Option<String>,
    value: String,
    cost: String,
}

/// The positions of a half that the other checker is given too.
const MOST_SHELVED: u64 = 3_000;

fn start() -> String {
    "start".to_owned()
}

// Two tests, which run at the same time.

#[test]
fn small_truths_of_even_number_are_proved() {
    truths_are_proved(0, "truths-of-even-number");
}

#[test]
fn small_truths_of_odd_number_are_proved() {
    truths_are_proved(1, "truths-of-odd-number");
}

/// Proves every second truth.
fn truths_are_proved(odd: usize, name: &str) {
    let mut proved = 0;
    let mut shelf = Shelf::new(name);
    let mut number = 0;
    let files = std::fs::read_dir(testdata()).unwrap();
    let mut paths: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    // Both tests number the truths in one order.
    paths.sort();
    for path in paths {
        let is_toml = path
            .extension()
            .is_some_and(|extension| extension == "toml");
        if !is_toml || path.ends_with("contest.toml") || path.ends_with("combinatorial.toml") {
            continue;
        }
        let file: TruthFile = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for mut truth in file.value {
            number += 1;
            if number % 2 != odd {
                continue;
            }
            if truth.positions.is_empty() {
                truth.positions.push(truth.position);
            }
            if !matches!(truth.cost.as_str(), "tiny" | "small") {
                continue;
            }
            let asked: Ask = truth.ask.as_deref().unwrap_or("winner").parse().unwrap();
            for spec in std::iter::once(&truth.game).chain(&truth.also) {
                for position in &truth.positions {
                    proved += all_questions(spec, position, asked, &truth.value, &mut shelf);
                }
            }
        }
    }
    assert!(proved > 100, "only {proved} certificates");
}

/// How many certificates were made and accepted.
fn all_questions(spec: &str, position: &str, asked: Ask, value: &str, shelf: &mut Shelf) -> usize {
    let game = open(spec, &TestFiles).unwrap();
    let mut proved = 0;
    for ask in Ask::ALL {
        let made = match game.prove(position, ask, Halves::Both, &mut Control::new()) {
            Ok(made) => made,
            Err(ProveError::Refused(Refusal::DistanceWithGains)) => continue,
            Err(error) => panic!("{spec} {position} {ask}: {error}"),
        };
        let said = judge(&made.bytes);
        let said = said.unwrap_or_else(|fault| panic!("{spec} {position} {ask}: {fault}"));
        let exact = said.exact().expect("both halves").to_string();
        assert_eq!(exact, made.value.to_string(), "{spec} {position} {ask}");
        // The other checker takes minutes for what this one does in a second.
        if made
            .positions
            .iter()
            .all(|&(_, count)| count <= MOST_SHELVED)
        {
            shelf.put_next(&made.bytes);
        }
        if ask == asked {
            assert_eq!(exact, value, "{spec} {position} {ask}");
        }
        proved += 1;
    }
    proved
}

#[test]
fn a_long_stream_of_few_bytes_is_read_to_its_end() {
    // All of it is read long before all of it has come out.
    let made = prove("stones:stones=150000,take=1", "start", Ask::Winner);
    assert!(made.bytes.len() < 10_000, "{} bytes", made.bytes.len());
    let said = judge(&made.bytes).unwrap();
    assert_eq!(
        said.claims.iter().map(|&(_, count)| count).sum::<u64>(),
        75_000
    );
}

#[test]
fn halves_can_be_proved_alone() {
    let game = open("tictactoe", &TestFiles).unwrap();
    for (halves, claims) in [(Halves::Least, 1), (Halves::Most, 1), (Halves::Both, 2)] {
        let made = game.prove("start", Ask::Winner, halves, &mut Control::new());
        let said = judge(&made.unwrap().bytes).unwrap();
        assert_eq!(said.claims.len(), claims);
        assert_eq!(said.exact().is_some(), claims == 2);
    }
}

#[test]
fn a_limit_leaves_nothing() {
    let game = open("tictactoe", &TestFiles).unwrap();
    let few = Bounds {
        nodes: Some(100),
        ..Bounds::default()
    };
    let mut control = Control::new().limited(few);
    let made = game.prove("start", Ask::Winner, Halves::Both, &mut control);
    assert_eq!(made, Err(ProveError::Stopped(Stop::Nodes)));
    let none = Bounds {
        memory: Some(1000),
        ..Bounds::default()
    };
    let mut control = Control::new().limited(none);
    let made = game.prove("start", Ask::Winner, Halves::Both, &mut control);
    assert_eq!(made, Err(ProveError::Stopped(Stop::Memory)));
}

#[test]
fn the_draw_of_tictactoe_is_small() {
    let made = prove("tictactoe", "start", Ask::Winner);
    assert!(made.bytes.len() < 4096, "{} bytes", made.bytes.len());
    let listed: u64 = made.positions.iter().map(|&(_, count)| count).sum();
    assert!(listed < 400, "{listed} positions");
    assert_eq!(
        made,
        prove("tictactoe", "start", Ask::Winner),
        "the same bytes again"
    );
}
