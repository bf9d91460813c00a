//! Explanations: short, in the problem's own words, in both languages.

use crate::{get, run};
use yomikiri_catalog::lang::Lang;
use yomikiri_contest::problems::{Corner, Options, Random, problems};

/// Random small inputs of each problem.
const INPUTS: u64 = 20;

/// What the players are called in each problem.
#[rustfmt::skip]
const PLAYERS: &[(&str, [&str; 2])] = &[
    ("abc025c", ["Naohiro", "Naoko"]), ("abc195e", ["Takahashi", "Aoki"]), ("abc201d", ["Takahashi", "Aoki"]),
    ("abc206f", ["Alice", "Bob"]), ("abc209e", ["Takahashi", "Aoki"]), ("abc261h", ["Takahashi", "Aoki"]),
    ("abc270d", ["Takahashi", "Aoki"]), ("abc278f", ["Taro", "Jiro"]), ("abc349e", ["Takahashi", "Aoki"]),
    ("abc354e", ["Takahashi", "Aoki"]), ("abc368f", ["Anna", "Bruno"]), ("abc380f", ["Takahashi", "Aoki"]),
    ("agc002e", ["Snuke", "Ciel"]), ("agc014d", ["Takahashi", "Aoki"]), ("agc017d", ["Alice", "Bob"]),
    ("agc020a", ["Alice", "Borys"]), ("agc033c", ["Takahashi", "Aoki"]), ("aoj0066", ["o", "x"]),
    ("cf603c", ["Kevin", "Nicky"]), ("cf768e", ["Sam", "Jon"]), ("cf787c", ["Rick", "Morty"]),
    ("cf850c", ["Mojtaba", "Arpa"]), ("cf917b", ["Max", "Lucas"]), ("cf1033c", ["Alice", "Bob"]),
    ("cf1147c", ["Alice", "Bob"]), ("cf1194d", ["Alice", "Bob"]), ("cf1312f", ["the White King", "the Black King"]),
    ("cf1382b", ["First", "Second"]), ("cf1396b", ["T", "HL"]), ("cf1451d", ["Ashish", "Utkarsh"]),
    ("cf1537d", ["Alice", "Bob"]), ("cf1704f", ["Alice", "Bob"]), ("edpc-k", ["Taro", "Jiro"]),
    ("edpc-l", ["Taro", "Jiro"]), ("tdpc-b", ["Snuke", "Sumeke"]), ("yuki361", ["kado", "matsu"]),
    ("yuki2619", ["First", "Second"]), ("aoj0401", ["Koshiro", "Ukiko"]),
];

/// What only we say: names of nodes, of solvers, of players where the problem has others.
const OURS: [&str; 14] = [
    "_1",
    "_2",
    "_a",
    "_b",
    "@",
    "->",
    " = ",
    "first to move",
    "to move:",
    "retrograde",
    "alpha",
    "memo",
    "calls",
    "in 1 moves",
];

fn explained(id: &str, input: &str, lang: Lang) -> String {
    let options = Options {
        explain: true,
        lang,
        ..Options::default()
    };
    run(id, input, &options).notes
}

#[test]
fn every_problem_explains_in_its_own_words() {
    let known: Vec<&str> = PLAYERS.iter().map(|(id, _)| *id).collect();
    for problem in problems() {
        assert!(
            known.contains(&problem.about().id),
            "{}",
            problem.about().id
        );
    }
    for (id, players) in PLAYERS {
        let problem = get(id);
        let mut named = [false; 2];
        for seed in 0..INPUTS {
            let corner = [Corner::Small, Corner::Negative][seed as usize % 2];
            let input = problem.generate(&mut Random::new(seed), corner);
            let notes = explained(id, &input, Lang::En);
            let lines = notes.lines().count();
            // A stream has a line for each line.
            let most = if problem.about().stream {
                input.lines().count()
            } else {
                10
            };
            assert!((1..=most).contains(&lines), "{id}\n{input}\n{notes}");
            for ours in OURS {
                // That is what points are made of there.
                let sum = *id == "abc349e" && ours == " = ";
                assert!(
                    sum || !notes.contains(ours),
                    "{id}: {ours}\n{input}\n{notes}"
                );
            }
            for other in ["First", "Second"] {
                assert!(
                    players.contains(&other) || !notes.contains(other),
                    "{id}\n{notes}"
                );
            }
            for (named, player) in named.iter_mut().zip(players) {
                *named |= notes.contains(player);
            }
            let mut seen: Vec<&str> = notes.lines().collect();
            seen.sort_unstable();
            seen.dedup();
            // Words of shiritori may be listed twice.
            let again = problem.about().stream || *id == "abc209e";
            assert!(seen.len() == lines || again, "twice: {id}\n{notes}");
            let japanese = explained(id, &input, Lang::Ja);
            let english = [
                "takes", "moves", "wins", "plays", "leaves", "paints", "chooses", "the", "from",
                "test", "cell", "vertex", "pile", "cannot", "every",
            ];
            let mut japanese_text = japanese.clone();
            for player in players {
                japanese_text = japanese_text.replace(player, "");
            }
            let words = japanese_text.split(|letter: char| !letter.is_ascii_alphabetic());
            for word in words {
                assert!(!english.contains(&word), "{id}: {word}\n{japanese}");
            }
        }
        assert_eq!(named, [true; 2], "{id}");
    }
}

/// One case of each form of explanation, whole.
#[test]
fn explanations_read_like_this() {
    for (id, input, expected) in [
        (
            "yuki2619",
            "2\n1 2\n",
            "First wins in 3 moves\nFirst takes 1 from heap 2, Second takes 1 from heap 1, First takes 1 from heap 2\n\
             if instead First takes 1 from heap 1: Second wins in 2 moves\n",
        ),
        (
            "cf1194d",
            "2\n0 3\n3 3\n",
            "test case 1: Alice cannot move: Bob wins\ntest case 2: Alice wins in 1 move: Alice moves to cell 0\n",
        ),
        ("cf1194d", "1\n0 3\n", "Alice cannot move: Bob wins\n"),
        (
            "cf1194d",
            "1\n1000000000 3\n",
            "Bob wins\nthere are too many positions to show play\n",
        ),
        (
            "cf768e",
            "1\n1\n",
            "Sam wins in 1 move\nSam takes 1 from a pile of 1\n",
        ),
        (
            "cf1312f",
            "1\n1 1 1 1\n1\n",
            "test case 1, a mixed attack on castle 1 first: the Black King cannot move: the White King wins\n",
        ),
        (
            "abc380f",
            "1 1 2\n2\n4\n1 3\n",
            "Aoki wins in 4 moves: every move of Takahashi loses\n",
        ),
    ] {
        let notes = explained(id, input, Lang::En);
        assert!(notes.starts_with(expected), "{id}: {notes}");
    }
    // Sam makes the first move; YES says that Jon wins.
    assert_eq!(crate::answer("cf768e", "1\n1\n"), "NO\n");
}

/// A word of the answer, or a letter of it, is explained alone.
#[test]
fn one_answer_of_many_is_explained() {
    for (id, input, word, part) in [
        ("cf1033c", "3\n3 1 2\n", 1, "from cell 2:\n"),
        (
            "cf917b",
            "2 1\n1 2 a\n",
            2,
            "Max at vertex 2, Lucas at 1:\n",
        ),
        (
            "cf1312f",
            "1\n1 1 1 1\n1\n",
            0,
            "test case 1, a mixed attack on castle 1 first: ",
        ),
        (
            "cf787c",
            "5\n2 3 2\n3 1 2 3\n",
            4,
            "Morty moves first, from place 2:\n",
        ),
        (
            "abc209e",
            "3\nabcd\nbcda\nada\n",
            2,
            "Takahashi opens with ada:\n",
        ),
    ] {
        let options = Options {
            explain: true,
            word: Some(word),
            ..Options::default()
        };
        let notes = run(id, input, &options).notes;
        assert!(notes.starts_with(part), "{id}: {notes}");
        assert!((2..=9).contains(&notes.lines().count()), "{id}: {notes}");
    }
}
