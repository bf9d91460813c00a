//! The sibling problems against brute forces that are written here from the statements and know
//! nothing of our games and solvers: samples, corners, shrinking, and what must be refused.

mod brute;
mod stated;

use brute::ORACLES;
use std::collections::HashMap;
use yomikiri_catalog::{Bound, Control, Files, Limits, Method, Want, open};
use yomikiri_contest::problems::{
    ContestError, Corner, Options, Problem, Random, Streams, problem,
};

/// Random cases of each problem.
const CASES: u64 = 500;

fn ask(
    problem: &dyn Problem,
    input: &str,
    method: Option<Method>,
    control: &mut Control<'_>,
) -> Result<String, ContestError> {
    let mut output = Vec::new();
    let streams = &mut Streams {
        input: &mut input.as_bytes(),
        output: &mut output,
        notes: &mut std::io::sink(),
    };
    let options = Options {
        method,
        ..Options::default()
    };
    problem.run(streams, &options, control)?;
    Ok(String::from_utf8(output).expect("text"))
}

fn answer(id: &str, input: &str) -> String {
    let problem = problem(id).expect("a problem");
    ask(problem, input, None, &mut Control::new())
        .unwrap_or_else(|error| panic!("{id}: {error}\n{input}"))
}

#[test]
fn samples() {
    for (id, input, output) in [
        ("edpc-l", "4|10 80 90 30", "10"),
        ("edpc-l", "3|10 100 10", "-80"),
        (
            "edpc-l",
            "10|1000000000 1 1000000000 1 1000000000 1 1000000000 1 1000000000 1",
            "4999999995",
        ),
        ("edpc-l", "6|4 2 9 7 1 5", "2"),
        ("edpc-k", "2 4|2 3", "First"),
        ("edpc-k", "2 5|2 3", "Second"),
        ("edpc-k", "3 20|1 2 3", "Second"),
        ("edpc-k", "3 21|1 2 3", "First"),
        ("abc025c", "0 15 0|0 0 25|20 10|0 0|25 0", "15|80"),
        ("abc025c", "18 22 15|11 16 17|4 25|22 15|10 4", "72|107"),
        ("tdpc-b", "1 2|1|2 10", "11"),
        ("tdpc-b", "5 5|2 4 5 4 2|2 8 3 4 5", "21"),
        ("abc354e", "5|1 9|2 5|4 9|1 4|2 5", "Aoki"),
        (
            "abc278f",
            "6|enum|float|if|modint|takahashi|template",
            "First",
        ),
        ("abc278f", "4|abcc|ccb|baca|a", "First"),
        ("abc270d", "10 2|1 4", "5"),
        ("abc270d", "11 4|1 2 3 6", "8"),
        ("abc209e", "3|abcd|bcda|ada", "Aoki|Takahashi|Draw"),
        ("abc209e", "1|ABC", "Draw"),
        (
            "cf787c",
            "5|2 3 2|3 1 2 3",
            "Lose Win Win Loop|Loop Win Win Win",
        ),
        (
            "abc261h",
            "7 6 1|1 2 1|1 3 10|2 4 100|2 5 102|3 6 20|3 7 30",
            "40",
        ),
        (
            "abc261h",
            "3 6 3|1 2 1|2 1 2|2 3 3|3 2 4|3 1 5|1 3 6",
            "INFINITY",
        ),
        ("abc261h", "4 4 1|1 2 1|2 3 1|3 1 1|2 4 1", "5"),
    ] {
        let lines = |text: &str| text.replace('|', "\n") + "\n";
        assert_eq!(answer(id, &lines(input)), lines(output), "{id} {input}");
        assert_eq!(
            answer(id, &input.replace('|', "\r\n")),
            lines(output),
            "{id} {input}"
        );
        let (_, oracle) = ORACLES.iter().find(|(known, _)| *known == id).unwrap();
        assert_eq!(
            oracle(&lines(input)),
            lines(output),
            "the oracle itself: {id} {input}"
        );
    }
}

#[test]
fn random_cases_are_what_brute_force_finds() {
    for (id, oracle) in ORACLES {
        let problem = problem(id).unwrap();
        let corners: Vec<Corner> = problem.corners().to_vec();
        let usual = || {
            corners
                .iter()
                .copied()
                .filter(|&corner| corner != Corner::Largest)
        };
        let mut answers = HashMap::new();
        for (seed, corner) in (0..CASES).zip(usual().cycle()) {
            let input = problem.generate(&mut Random::new(seed), corner);
            assert_eq!(
                input,
                problem.generate(&mut Random::new(seed), corner),
                "{id}"
            );
            let found = answer(id, &input);
            assert_eq!(found, oracle(&input), "{id} {corner} {seed}\n{input}");
            *answers.entry(found).or_insert(0) += 1;
        }
        // Cases that all have the same answer would test nothing.
        assert!(
            answers.values().all(|&count| count < CASES * 9 / 10),
            "{id}: {answers:?}"
        );
    }
}

/// Of the negative kind at least half go against whoever moves first, so that a program that always
/// lets First win is found at once.
#[test]
fn negative_cases_go_against_first() {
    for (id, losing) in [
        ("edpc-l", "-"),
        ("edpc-k", "Second"),
        ("abc354e", "Aoki"),
        ("abc278f", "Second"),
        ("abc209e", "Aoki"),
        ("cf787c", "Lose"),
        ("abc261h", "INFINITY"),
    ] {
        let problem = problem(id).unwrap();
        let against = (0..100).filter(|&seed| {
            let input = problem.generate(&mut Random::new(seed), Corner::Negative);
            answer(id, &input).contains(losing)
        });
        assert!(against.count() >= 50, "{id}");
    }
}

#[test]
fn all_solvers_give_the_same_bytes() {
    for (id, oracle) in ORACLES {
        let problem = problem(id).unwrap();
        let solvers = problem.about().solvers;
        let mut answered = vec![0; solvers.len()];
        for seed in 0..30 {
            let corner = [Corner::Small, Corner::Negative][(seed % 2) as usize];
            let input = problem.generate(&mut Random::new(seed), corner);
            for (answered, &method) in answered.iter_mut().zip(solvers) {
                let limits = Limits {
                    nodes: Some(1_100_000),
                    ..Limits::default()
                };
                let control = &mut Control::new().limited(limits);
                match ask(problem, &input, Some(method), control) {
                    Ok(found) => {
                        *answered += 1;
                        assert_eq!(found, oracle(&input), "{id} {method}\n{input}");
                    }
                    Err(ContestError::Stopped(_)) => {}
                    Err(error) => panic!("{id} {method}: {error}\n{input}"),
                }
            }
        }
        assert!(
            answered.iter().all(|&count| count >= 25),
            "{id}: {answered:?}"
        );
    }
}

#[test]
fn smaller_cases_are_valid_and_shrinking_ends() {
    for (id, oracle) in ORACLES {
        let problem = problem(id).unwrap();
        for (seed, &corner) in (0..).zip(problem.corners()) {
            if corner == Corner::Largest {
                continue;
            }
            let mut input = problem.generate(&mut Random::new(seed), corner);
            for smaller in problem.smaller(&input).take(300) {
                assert_eq!(answer(id, &smaller), oracle(&smaller), "{id}\n{smaller}");
            }
            // Always the first smaller case: down to one that has none.
            let mut steps = 0;
            loop {
                let next = problem.smaller(&input).next();
                let Some(next) = next else { break };
                input = next;
                steps += 1;
                assert!(steps < 10_000, "{id} {corner}");
            }
            // And always the last one, the least step, for a while.
            let mut seen = std::collections::HashSet::new();
            input = problem.generate(&mut Random::new(seed), Corner::Small);
            loop {
                let next = problem.smaller(&input).last();
                let Some(next) = next else { break };
                assert!(seen.insert(next.clone()), "{id} comes back to\n{next}");
                input = next;
                if seen.len() == 200 {
                    break;
                }
            }
        }
        assert_eq!(problem.smaller("nonsense").count(), 0);
    }
}

/// What each word of an answer speaks of is a position of a game that has the value it says.
#[test]
fn subjects_have_the_values_that_the_answers_say() {
    struct Only(Option<String>);
    impl Files for Only {
        fn read(&self, _: &str) -> Result<String, String> {
            self.0.clone().ok_or_else(|| "there is no file".to_owned())
        }
    }
    for (id, oracle) in ORACLES {
        let problem = problem(id).unwrap();
        for seed in 0..20 {
            let input = problem.generate(&mut Random::new(seed), Corner::Small);
            let output = oracle(&input);
            for (index, word) in output.split_whitespace().enumerate() {
                let subject = problem.subject(&input, index, &Options::default());
                let subject = subject.expect("a subject");
                let game = open(&subject.game, &Only(subject.file)).unwrap();
                let mut session = game.session(subject.ask, None).unwrap();
                let answer = session.answer(&subject.position, Want::VALUE, &mut Control::new());
                let Ok(Bound::Exact(value)) = answer.map(|answer| answer.bound) else {
                    panic!("{id}: no answer");
                };
                let name = value.winner().map(|player| subject.names[player as usize]);
                let said = match (word, value.margin()) {
                    ("INFINITY", None) => true,
                    (_, Some(margin)) => match id {
                        "edpc-l" => word == margin.to_string(),
                        "abc261h" => word == (-margin).to_string(),
                        // Shares of a total, of which the other word, or nobody, tells the rest.
                        _ => word.parse::<i64>().is_ok_and(|share| {
                            let total = match id {
                                "abc025c" => output.split_whitespace().map(number).sum(),
                                "abc270d" => number(input.split_whitespace().next().unwrap()),
                                _ => input.split_whitespace().skip(2).map(number).sum::<i64>(),
                            };
                            let sign = if index == 0 { 1 } else { -1 };
                            2 * share - total == sign * margin
                        }),
                    },
                    ("Loop" | "Draw", None) => name.is_none(),
                    ("Win" | "Lose", None) => {
                        let second = subject.position.ends_with(":second");
                        let mover = subject.names[usize::from(second)];
                        (word == "Win") == (name == Some(mover)) && name.is_some()
                    }
                    ("First", None) => name == Some(subject.names[0]),
                    ("Second", None) => name == Some(subject.names[1]),
                    _ => name == Some(word),
                };
                assert!(said, "{id}: {word} of {output:?} is {value}\n{input}");
            }
        }
        assert_eq!(problem.subject("nonsense", 0, &Options::default()), None);
    }
}

fn number(text: &str) -> i64 {
    text.parse().expect("a number")
}

/// The greatest size is answered; how long it takes is measured elsewhere.
#[test]
fn the_greatest_size_is_answered() {
    for (id, _) in ORACLES {
        let problem = problem(id).unwrap();
        if problem.corners().contains(&Corner::Largest) {
            let input = problem.generate(&mut Random::new(1), Corner::Largest);
            assert!(!answer(id, &input).is_empty(), "{id}");
        }
    }
}

/// A long way to the end, which whatever recurses would not survive.
#[test]
fn long_play_needs_no_stack() {
    const N: usize = 200_000;
    let edges: String = (1..N)
        .map(|at| format!("{at} {} 1000000000\n", at + 1))
        .collect();
    let path = format!("{N} {} 1\n{edges}", N - 1);
    assert_eq!(
        answer("abc261h", &path),
        format!("{}\n", (N as i64 - 1) * 1_000_000_000)
    );
    let letters = |mut n: usize| -> String {
        let letter = |_| {
            let letter = char::from(b'a' + (n % 26) as u8);
            n /= 26;
            letter
        };
        (0..3).map(letter).collect()
    };
    let count = 26 * 26 * 26 - 1;
    let words: String = (0..count)
        .map(|n| letters(n) + &letters(n + 1) + "\n")
        .collect();
    let found = answer("abc209e", &format!("{count}\n{words}"));
    let expected: String = (0..count)
        .map(|n| {
            if (count - n) % 2 == 1 {
                "Takahashi\n"
            } else {
                "Aoki\n"
            }
        })
        .collect();
    assert!(found == expected);
}

#[test]
fn what_breaks_the_constraints_is_refused_where_it_stands() {
    for (id, input, wrong) in [
        ("edpc-l", "", ""),
        ("edpc-l", "0|", "0"),
        ("edpc-l", "3001|1", "3001"),
        ("edpc-l", "2|1", ""),
        ("edpc-l", "2|1 2 3", "3"),
        ("edpc-l", "2|1 0", "0"),
        ("edpc-l", "2|1 1000000001", "1000000001"),
        ("edpc-l", "2|1 2|3", "3"),
        ("edpc-k", "2 5|3 2", "2"),
        ("edpc-k", "2 5|2 2", "2"),
        ("edpc-k", "2 5|2 6", "6"),
        ("edpc-k", "101 5|1", "101"),
        ("edpc-k", "1 100001|1", "100001"),
        ("abc025c", "1 2 3|4 5 101|1 2|3 4|5 6", "101"),
        ("abc025c", "1 2 3|4 5 -1|1 2|3 4|5 6", "-1"),
        ("abc025c", "1 2 3|4 5 6|1 2|3 4", ""),
        ("tdpc-b", "1 1001|1", "1001"),
        ("tdpc-b", "1 2|1|2 1001", "1001"),
        ("tdpc-b", "1 2|1 2|3", "2"),
        ("abc354e", "19|1 1", "19"),
        ("abc354e", "1|1", ""),
        ("abc354e", "1|1 1 1", "1"),
        ("abc278f", "2|ab|ab", "ab"),
        ("abc278f", "2|ab|Ab", "Ab"),
        ("abc278f", "1|abcdefghijk", "abcdefghijk"),
        ("abc278f", "17|ab", "17"),
        ("abc270d", "10 2|2 3", "2"),
        ("abc270d", "10 2|1 11", "11"),
        ("abc270d", "10001 1|1", "10001"),
        ("abc209e", "1|ab", "ab"),
        ("abc209e", "1|abcdefghi", "abcdefghi"),
        ("abc209e", "1|ab1", "ab1"),
        ("abc209e", "2|abc", ""),
        ("cf787c", "1|1 1|1 1", "1"),
        ("cf787c", "5|2 3 3|1 1", "3"),
        ("cf787c", "5|2 3 5|1 1", "5"),
        ("cf787c", "5|0|1 1", "0"),
        ("abc261h", "2 1 3|1 2 3", "3"),
        ("abc261h", "2 1 1|1 3 3", "3"),
        ("abc261h", "2 1 1|1 2 -1", "-1"),
        ("abc261h", "2 1 1|1 2 1000000001", "1000000001"),
        ("abc261h", "2 1 1", ""),
    ] {
        let input = input.replace('|', "\n");
        let found = ask(problem(id).unwrap(), &input, None, &mut Control::new());
        let Err(ContestError::Input(fault)) = found else {
            panic!("{id} accepts {input:?}");
        };
        assert_eq!(
            &input[fault.error.span.clone()],
            wrong,
            "{id} {input:?}: {fault}"
        );
    }
}

#[test]
fn explanations_are_in_the_problems_own_words() {
    for (id, input, expected) in [
        (
            "edpc-l",
            "3\n10 100 10\n",
            "20 for Taro, 100 for Jiro\nTaro takes 10 from the left, \
             Jiro takes 100 from the left, Taro takes 10 from the left\n",
        ),
        (
            "edpc-k",
            "2 4\n2 3\n",
            "Taro wins in 1 move\nTaro takes 3\nif instead Taro takes 2: Jiro wins in 2 moves\n",
        ),
        (
            "abc209e",
            "3\nabcd\nbcda\nada\n",
            "Takahashi opens with abcd: Aoki wins in 1 move\n\
             Takahashi opens with bcda: Takahashi wins\nTakahashi opens with ada: nobody wins\n",
        ),
    ] {
        let (mut output, mut notes) = (Vec::new(), Vec::new());
        let streams = &mut Streams {
            input: &mut input.as_bytes(),
            output: &mut output,
            notes: &mut notes,
        };
        let options = Options {
            explain: true,
            ..Options::default()
        };
        problem(id)
            .unwrap()
            .run(streams, &options, &mut Control::new())
            .unwrap();
        assert_eq!(String::from_utf8(notes).unwrap(), expected);
        assert_eq!(String::from_utf8(output).unwrap(), answer(id, input));
    }
}
