//! Problems that are stated by a shape and rules, against brute forces that know nothing of ours.

mod brute;

use super::{answer, ask};
use brute::ORACLES;
use std::collections::{BTreeSet, HashMap};
use yomikiri_catalog::{Bound, Control, Files, Method, Want, open};
use yomikiri_contest::problems::{ContestError, Corner, Options, Random, problem, problems};
use yomikiri_contest::shape::Shape;

/// Random cases of each problem.
const CASES: u64 = 120;

#[test]
fn every_stated_problem_is_here() {
    let stated = problems().iter().filter(|problem| problem.is_shaped());
    let stated: BTreeSet<&str> = stated.map(|problem| problem.about().id).collect();
    let here: BTreeSet<&str> = ORACLES.iter().map(|(id, ..)| *id).collect();
    assert_eq!(stated, here);
}

#[test]
fn the_law_is_what_brute_force_finds() {
    for (id, shape, oracle) in ORACLES.iter().copied() {
        let (shape, problem) = (shape.parse::<Shape>().unwrap(), problem(id).unwrap());
        let mut answers = HashMap::new();
        let mut seed = 0;
        let mut known = 0;
        while known < CASES {
            let corner = [
                Corner::Uniform,
                Corner::Ties,
                Corner::Small,
                Corner::Extreme,
            ][seed as usize % 4];
            let input = shape.generate(&mut Random::new(seed), corner).unwrap();
            seed += 1;
            // What no shape tells may be wrong with it.
            if !problem.takes(&input) {
                continue;
            }
            known += 1;
            let found = answer(id, &input);
            assert_eq!(found, oracle(&input), "{id}\n{input}");
            *answers.entry(found).or_insert(0) += 1;
        }
        // Cases that all have the same answer would test nothing.
        assert!(
            answers.values().all(|&count| count < CASES * 19 / 20),
            "{id}: {answers:?}"
        );
    }
}

#[test]
fn play_agrees_with_the_law() {
    for (id, _, oracle) in ORACLES.iter().copied() {
        let problem = problem(id).unwrap();
        for seed in 0..12 {
            let corner = [Corner::Small, Corner::Negative][seed as usize % 2];
            let input = problem.generate(&mut Random::new(seed), corner);
            let played = ask(
                problem,
                &input,
                Some(Method::Retrograde),
                &mut Control::new(),
            );
            let played = played.unwrap_or_else(|error| panic!("{id}: {error}\n{input}"));
            assert_eq!(played, answer(id, &input), "{id}\n{input}");
            assert_eq!(played, oracle(&input), "{id}\n{input}");
        }
    }
}

#[test]
fn what_is_too_large_is_not_played_out() {
    for id in ["agc002e", "abc195e", "cf1382b", "cf1537d", "yuki2619"] {
        let problem = problem(id).unwrap();
        let input = problem.generate(&mut Random::new(1), Corner::Largest);
        let played = ask(
            problem,
            &input,
            Some(Method::Retrograde),
            &mut Control::new(),
        );
        assert!(matches!(played, Err(ContestError::TooLarge)), "{id}");
    }
    // A few numbers may be too great as well: as many moves would follow.
    let input = "1\n1\n1000000000\n";
    let problem = problem("cf1382b").unwrap();
    let played = ask(
        problem,
        input,
        Some(Method::Retrograde),
        &mut Control::new(),
    );
    assert!(matches!(played, Err(ContestError::TooLarge)));
    assert_eq!(answer("cf1382b", input), "First\n");
}

/// What a word of an answer speaks of is a position with the winner that it names.
#[test]
fn subjects_are_won_by_those_who_are_named() {
    struct Only(Option<String>);
    impl Files for Only {
        fn read(&self, _: &str) -> Result<String, String> {
            self.0.clone().ok_or_else(|| "there is no file".to_owned())
        }
    }
    for (id, ..) in ORACLES.iter().copied() {
        let problem = problem(id).unwrap();
        for seed in 0..5 {
            let input = problem.generate(&mut Random::new(seed), Corner::Small);
            let answer = answer(id, &input);
            let letters = problem.about().letters();
            let words: Vec<String> = match letters {
                true => answer
                    .split_whitespace()
                    .flat_map(str::chars)
                    .map(String::from)
                    .collect(),
                false => answer.split_whitespace().map(str::to_owned).collect(),
            };
            for (index, word) in words.iter().enumerate() {
                let Some(subject) = problem.subject(&input, index, &Options::default()) else {
                    // A number speaks of many positions.
                    assert_eq!(id, "cf1312f", "{input}");
                    continue;
                };
                let game = open(&subject.game, &Only(subject.file)).unwrap();
                let mut session = game.session(subject.ask, None).unwrap();
                let found = session.answer(&subject.position, Want::VALUE, &mut Control::new());
                let Ok(Bound::Exact(value)) = found.map(|found| found.bound) else {
                    panic!("{id}: no answer");
                };
                let name = value.winner().map(|player| subject.names[player as usize]);
                let said = match &word[..] {
                    "YES" => Some("Jon"),
                    "NO" => Some("Sam"),
                    "A" | "First" | "0" => Some(subject.names[0]),
                    "B" | "Second" | "1" => Some(subject.names[1]),
                    "Draw" => None,
                    word => Some(word),
                };
                assert_eq!(name, said, "{id}\n{input}");
            }
        }
        assert_eq!(problem.subject("nonsense", 0, &Options::default()), None);
    }
}

/// Each constraint, broken once, and what the fault points at.
#[rustfmt::skip]
const BROKEN: &[(&str, &str, &str, &str)] = &[
    ("agc002e", "1 <= N <= 100000", "0|", "0"),
    ("agc002e", "each integer 1 to 1000000000", "2|1 1000000001", "1000000001"),
    ("agc014d", "2 <= N <= 100000", "1|", "1"),
    ("agc014d", "each integer 1 to N", "2|1 3", "3"),
    ("agc014d", "the edges make a tree", "3|1 2|2 1", "2 1"),
    ("agc017d", "2 <= N <= 100000", "100001|", "100001"),
    ("agc017d", "each integer 1 to N", "2|0 1", "0"),
    ("agc017d", "the edges make a tree", "4|1 2|2 3|3 1", "3 1"),
    ("agc020a", "2 <= N <= 100", "101 1 2", "101"),
    ("agc020a", "1 <= A < B", "5 0 3", "0"),
    ("agc020a", "A < B <= N", "5 3 3", "3"),
    ("agc033c", "1 <= N <= 200000", "200001|", "200001"),
    ("agc033c", "each integer 1 to N", "2|1 3", "3"),
    ("agc033c", "the edges make a tree", "2|1 1", "1 1"),
    ("abc195e", "1 <= N <= 200000", "0|", "0"),
    ("abc195e", "N digits", "2|3|AT", "3"),
    ("abc195e", "N letters A or T", "2|35|AX", "X"),
    ("abc206f", "1 <= T <= 20", "21|", "21"),
    ("abc206f", "1 <= N <= 100", "1|101|", "101"),
    ("abc206f", "1 <= L < R", "1|1|0 5", "0"),
    ("abc206f", "L < R <= 100", "1|1|5 5", "5"),
    ("abc368f", "1 <= N <= 100000", "0|", "0"),
    ("abc368f", "each integer 2 to 100000", "2|2 1", "1"),
    ("abc380f", "1 <= N", "0 1 1||1|1", "0"),
    ("abc380f", "1 <= M", "1 0 1|1||1", "0"),
    ("abc380f", "1 <= L", "1 1 0|1|1|", "0"),
    ("abc380f", "N + M + L <= 12", "4 4 5|1 1 1 1|1 1 1 1|1 1 1 1 1", "5"),
    ("abc380f", "each integer 1 to 1000000000", "1 1 1|1|2|0", "0"),
    ("cf603c", "1 <= n <= 100000", "0 1|", "0"),
    ("cf603c", "1 <= k <= 1000000000", "1 0|1", "0"),
    ("cf603c", "each integer 1 to 1000000000", "1 1|0", "0"),
    ("cf768e", "1 <= n <= 1000000", "1000001|1", "1000001"),
    ("cf768e", "each integer 1 to 60", "1|61", "61"),
    ("cf850c", "1 <= n <= 100", "101|1", "101"),
    ("cf850c", "each integer 1 to 1000000000", "1|0", "0"),
    ("cf917b", "2 <= n <= 100", "1 1|", "1"),
    ("cf917b", "1 <= m <= n(n-1)/2", "2 2|", "2"),
    ("cf917b", "1 <= v <= n", "2 1|3 1 a", "3"),
    ("cf917b", "1 <= u <= n", "2 1|1 3 a", "3"),
    ("cf917b", "each c a letter a to z", "2 1|1 2 A", "A"),
    ("cf917b", "no edge from a vertex to itself", "2 1|1 1 a", "1 1"),
    ("cf917b", "no edge twice", "3 2|1 2 a|1 2 b", "1 2"),
    ("cf917b", "the edges make no circle", "3 3|1 2 a|2 3 a|3 1 a", "1 2 a|2 3 a|3 1 a"),
    ("cf1033c", "1 <= n <= 100000", "0|", "0"),
    ("cf1033c", "each integer 1 to n", "2|1 3", "3"),
    ("cf1033c", "no integer twice", "2|1 1", "1"),
    ("cf1147c", "2 <= n <= 50", "52|1", "52"),
    ("cf1147c", "n is even", "3|1 1 1", "3"),
    ("cf1147c", "each integer 1 to 50", "2|1 51", "51"),
    ("cf1194d", "1 <= T <= 100", "101|1 3", "101"),
    ("cf1194d", "0 <= n <= 1000000000", "1|-1 3", "-1"),
    ("cf1194d", "3 <= k <= 1000000000", "1|1 2", "2"),
    ("cf1312f", "1 <= t <= 1000", "1001|", "1001"),
    ("cf1312f", "1 <= n <= 300000", "1|0 1 1 1|", "0"),
    ("cf1312f", "1 <= x <= 5", "1|1 6 1 1|1", "6"),
    ("cf1312f", "1 <= y <= 5", "1|1 1 0 1|1", "0"),
    ("cf1312f", "1 <= z <= 5", "1|1 1 1 6|1", "6"),
    ("cf1312f", "each integer 1 to 1000000000000000000", "1|1 1 1 1|1000000000000000001", "1000000000000000001"),
    ("cf1312f", "the sum of all n at most 300000", "", ""),
    ("cf1382b", "1 <= t <= 1000", "1001|", "1001"),
    ("cf1382b", "1 <= n <= 100000", "1|0|", "0"),
    ("cf1382b", "each integer 1 to 1000000000", "1|1|0", "0"),
    ("cf1382b", "the sum of all n at most 100000", "", ""),
    ("cf1396b", "1 <= t <= 100", "101|", "101"),
    ("cf1396b", "1 <= n <= 100", "1|101|", "101"),
    ("cf1396b", "each integer 1 to 100", "1|1|101", "101"),
    ("cf1451d", "1 <= t <= 100", "101|", "101"),
    ("cf1451d", "1 <= d <= 100000", "1|100001 1", "100001"),
    ("cf1451d", "1 <= k <= d", "1|5 6", "6"),
    ("cf1537d", "1 <= t <= 10000", "10001|", "10001"),
    ("cf1537d", "each integer 1 to 1000000000", "1|0", "0"),
    ("cf1704f", "1 <= t <= 10000", "0|", "0"),
    ("cf1704f", "2 <= n <= 500000", "1|1|R", "1"),
    ("cf1704f", "n letters R or B", "1|3|RBX", "X"),
    ("cf1704f", "the sum of all n at most 500000", "", ""),
    ("yuki361", "1 <= L <= 500", "501 1", "501"),
    ("yuki361", "1 <= D <= L", "5 6", "6"),
    ("yuki2619", "1 <= N <= 200000", "0|", "0"),
    ("yuki2619", "each integer 1 to 1000000000", "2|0 1", "0"),
    ("yuki2619", "no integer less than the one before", "2|2 1", "1"),
    ("aoj0401", "1 <= N <= 10000", "0|", "0"),
    ("aoj0401", "1 <= w <= 100", "1|0 1", "0"),
    ("aoj0401", "1 <= b <= 100", "1|1 101", "101"),
];

#[test]
fn what_breaks_a_constraint_is_refused_where_it_stands() {
    let stated: BTreeSet<(&str, &str)> = ORACLES
        .iter()
        .flat_map(|(id, ..)| {
            problem(id)
                .unwrap()
                .about()
                .constraints
                .iter()
                .map(|what| (*id, *what))
        })
        .collect();
    let here: BTreeSet<(&str, &str)> = BROKEN.iter().map(|(id, what, ..)| (*id, *what)).collect();
    assert_eq!(here, stated);
    for (id, what, input, wrong) in BROKEN {
        let (input, wrong) = match (*id, input.is_empty()) {
            // Two test cases, each of which would do alone.
            (_, true) => {
                let (head, most): (&str, usize) = match *id {
                    "cf1312f" => (" 1 1 1", 300_000),
                    "cf1382b" => ("", 100_000),
                    _ => ("", 500_000),
                };
                let row = match *id {
                    "cf1704f" => "RB".repeat(most / 2),
                    _ => "1 ".repeat(most - 1) + "1",
                };
                let second = if *id == "cf1704f" {
                    "2\nRB\n".to_owned()
                } else {
                    format!("1{head}\n1\n")
                };
                let input = format!("2\n{most}{head}\n{row}\n{second}");
                (input, second.trim_end().to_owned())
            }
            _ => (input.replace('|', "\n") + "\n", wrong.replace('|', "\n")),
        };
        let found = ask(problem(id).unwrap(), &input, None, &mut Control::new());
        let Err(ContestError::Input(fault)) = found else {
            panic!("{id}: {what}: accepted");
        };
        let span = fault.error.span.clone();
        assert_eq!(input[span].trim_end(), wrong, "{id}: {what}: {fault}");
    }
}
