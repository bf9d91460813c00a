//! The inputs that problems make themselves: valid, repeatable, and shrinking to an end.

use crate::{answer, get, run};
use yomikiri_contest::problems::{Corner, Family, Options, Problem, Random, problem, problems};

#[test]
fn every_corner_makes_valid_inputs_that_depend_on_the_seed_alone() {
    for problem in problems() {
        let id = problem.about().id;
        assert_eq!(problem.corners()[0], Corner::Uniform, "{id}");
        for &corner in problem.corners() {
            let rounds = match corner {
                Corner::Largest => 2,
                // A shape makes them, and has tests of its own.
                _ if problem.is_shaped() => 12,
                _ => 60,
            };
            let mut different = std::collections::HashSet::new();
            for seed in 0..rounds {
                let input = problem.generate(&mut Random::new(seed), corner);
                // The largest take their time, and are made as all others are.
                if corner != Corner::Largest || !problem.is_shaped() {
                    assert_eq!(input, problem.generate(&mut Random::new(seed), corner));
                }
                // The second largest input is not answered: it differs from the first in its numbers alone.
                if corner != Corner::Largest || seed == 0 {
                    assert_ne!(answer(id, &input), "", "{id} {corner} {seed}");
                }
                different.insert(input);
            }
            // There may be one smallest input alone.
            let least = if corner == Corner::Smallest { 1 } else { 2 };
            assert!(different.len() >= least, "{id} {corner}");
        }
        for seed in 0..if problem.is_shaped() { 10 } else { 100 } {
            let input = problem.random(seed, None);
            assert_eq!(input, problem.random(seed, None));
            answer(id, &input);
        }
    }
}

#[test]
fn corners_are_what_they_say() {
    let numbers = |corner, seed| -> Vec<i64> {
        let input = get("abc349e").generate(&mut Random::new(seed), corner);
        input
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect()
    };
    for seed in 0..100 {
        assert!(
            numbers(Corner::Negative, seed)
                .iter()
                .all(|n| (-11..=1).contains(n))
        );
        assert!(
            numbers(Corner::Extreme, seed)
                .iter()
                .all(|n| n.abs() > 999_999_000)
        );
        let equal = numbers(Corner::Equal, seed);
        assert!(equal.iter().all(|n| *n == equal[0]), "{equal:?}");
        let rows = |corner| {
            let input = get("abc201d").generate(&mut Random::new(seed), corner);
            let size = input.lines().next().unwrap().to_owned();
            size.split_once(' ')
                .map(|(h, w)| (h.parse::<u32>().unwrap(), w.parse::<u32>().unwrap()))
                .unwrap()
        };
        assert_eq!(rows(Corner::Row).0, 1);
        assert_eq!(rows(Corner::Column).1, 1);
    }
    let largest = get("abc201d").generate(&mut Random::new(1), Corner::Largest);
    assert!(largest.starts_with("2000 2000\n"));
}

/// The first candidate that is not refused, again and again: has to end, and everything on the way
/// has to be valid.
fn shrink(problem: &dyn Problem, input: String, keeps: impl Fn(&str) -> bool) -> (String, u32) {
    let (mut input, mut steps) = (input, 0);
    loop {
        let next = problem.smaller(&input).find(|next| keeps(next));
        let Some(next) = next else {
            return (input, steps);
        };
        assert_ne!(next, input);
        input = next;
        steps += 1;
        assert!(steps < 10_000, "shrinking does not end: {input}");
    }
}

#[test]
fn shrinking_keeps_the_constraints_and_ends() {
    for problem in problems() {
        let id = problem.about().id;
        let (seeds, family) = match problem.is_shaped() {
            true => (6, Some(Family::Smallest)),
            false => (20, None),
        };
        for seed in 0..seeds {
            let input = problem.random(seed, family);
            for candidate in problem.smaller(&input).take(200) {
                answer(id, &candidate);
            }
            let answers = answer(id, &input);
            let first = answers.lines().next().unwrap();
            let same_first = |next: &str| answer(id, next).lines().next() == Some(first);
            let (small, _) = shrink(*problem, input, same_first);
            assert!(same_first(&small));
            let (smallest, _) = shrink(*problem, small, |_| true);
            assert!(smallest.len() < 30, "{id}: {smallest}");
        }
        assert_eq!(problem.smaller("neither this\nnor that").count(), 0);
    }
}

/// What is told apart only by its name is made one in a single step.
#[test]
fn two_of_a_kind_become_one() {
    for (id, input, simpler) in [
        // A vertex on the way to a circle; edges that become one keep the lesser cost.
        ("abc261h", "3 3 1|1 3 0|3 2 0|2 3 0", "2 2 1|1 2 0|2 1 0"),
        ("abc261h", "3 2 3|3 1 7|2 1 5", "2 1 2|2 1 5"),
        ("abc261h", "4 1 4|4 1 7", "3 1 3|3 1 7"),
        ("abc209e", "2|abcxyz|xyzabc", "2|abcxbz|xbzabc"),
        ("abc209e", "1|Aaa", "1|aaa"),
        ("abc278f", "2|bc|cd", "2|bb|bd"),
        ("abc354e", "2|7 1|7 2", "2|1 1|1 2"),
        ("abc354e", "2|1 9|2 9", "2|1 1|2 1"),
    ] {
        let text = |lines: &str| lines.replace('|', "\n") + "\n";
        let (input, simpler) = (text(input), text(simpler));
        let mut all = get(id).smaller(&input);
        assert!(all.any(|next| next == simpler), "{id}: {input}");
    }
}

#[test]
fn what_aoki_wins_shrinks_to_what_a_person_can_follow() {
    let problem = get("abc349e");
    let start = (0..).map(|seed| problem.generate(&mut Random::new(seed), Corner::Negative));
    let aoki = |input: &str| answer("abc349e", input) == "Aoki\n";
    for input in start.filter(|input| aoki(input)).take(5) {
        let (small, _) = shrink(problem, input, aoki);
        let sum: i64 = small
            .split_whitespace()
            .map(|n| n.parse::<i64>().unwrap().abs())
            .sum();
        assert!(sum <= 9, "{small}");
    }
    let problem = get("abc201d");
    let input = problem.generate(&mut Random::new(3), Corner::Largest);
    let wide = |input: &str| input.lines().nth(1).unwrap().contains("+-+");
    let (small, steps) = shrink(problem, input, wide);
    assert_eq!(small, "1 3\n+-+\n");
    assert!(steps < 200, "{steps}");
}

#[test]
fn solvers_agree_on_random_inputs() {
    for problem in problems() {
        let about = problem.about();
        for seed in 0..15 {
            let input = problem.generate(&mut Random::new(seed), Corner::Small);
            for perfect_play in [false, true] {
                let options = Options {
                    perfect_play,
                    ..Options::default()
                };
                if about.perfect_play != perfect_play {
                    continue;
                }
                let expected = run(about.id, &input, &options).output;
                for &method in about.solvers {
                    let options = Options {
                        method: Some(method),
                        ..options
                    };
                    assert_eq!(
                        run(about.id, &input, &options).output,
                        expected,
                        "{method} {input}"
                    );
                }
            }
        }
    }
}

#[test]
fn problems_are_found_by_id() {
    for known in problems() {
        let about = known.about();
        assert_eq!(get(about.id).about().title, about.title);
        assert!(!about.solvers.is_empty() && !about.constraints.is_empty() && about.seconds > 0);
        let texts = [
            about.id,
            about.judge,
            about.title,
            about.game,
            about.input,
            about.output,
            about.example,
        ];
        assert!(texts.iter().all(|text| !text.is_empty()), "{texts:?}");
    }
    let error = problem("abc349f").err().unwrap();
    assert_eq!(
        (error.span, error.help.as_deref()),
        (0..7, Some("did you mean `abc349e`?"))
    );
    assert!(problem("").is_err());
}
