//! Random rules files, by every solver under every question: all that answer say the same.

mod identity;
#[path = "../../../../games/tests/games/files/rules_file/random.rs"]
mod random;

use proptest::prelude::*;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::{
    Ask, Bound, Control, Method, OneFile, Player, QueryError, Shipped, Value, infos, open, rules,
};

/// What every method that answers says of the start.
fn answers(text: &str) -> Vec<(Ask, Method, Value)> {
    let game = open("game.toml", &OneFile(text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut answers = Vec::new();
    for ask in Ask::ALL {
        for method in Method::ALL {
            let Ok(mut session) = game.session(ask, Some(method)) else {
                continue;
            };
            let limits = yomikiri_catalog::Limits {
                // One method at least looks at every position.
                nodes: Some(match method {
                    Method::Retrograde => 5_000_000,
                    _ => 200_000,
                }),
                ..Default::default()
            };
            let mut control = Control::new().limited(limits);
            match session.answer("start", Default::default(), &mut control) {
                Ok(answer) => match answer.bound {
                    Bound::Exact(value) => answers.push((ask, method, value)),
                    // Too large for this method.
                    Bound::Range { .. } => {}
                },
                Err(QueryError::Refused(_) | QueryError::Stopped(_)) => {}
                Err(error) => panic!("{method} {ask}: {error}\n{text}"),
            }
        }
    }
    answers
}

/// The most positions of a game that is given to every solver: each of them is looked at dozens of times.
const MOST: u64 = 300_000;

/// Whether a game has no more than [`MOST`] positions. A few random games of pieces have millions.
fn is_small(text: &str) -> bool {
    let game = open("game.toml", &OneFile(text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let limits = yomikiri_catalog::Limits {
        nodes: Some(MOST),
        ..Default::default()
    };
    game.reached(&mut Control::new().limited(limits)).is_ok()
}

fn agree(text: &str) {
    let answers = answers(text);
    for ask in Ask::ALL {
        let mut of_ask = answers.iter().filter(|(asked, ..)| *asked == ask);
        let Some((_, first, value)) = of_ask.next() else {
            continue;
        };
        for (_, method, other) in of_ask {
            assert_eq!(value, other, "{ask} by {first} and {method}\n{text}");
        }
    }
    assert!(
        answers.iter().any(|(ask, ..)| *ask == Ask::Winner),
        "nobody knows who wins\n{text}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn claimed_cells_are_worth_the_same_to_all(text in random::positional()) {
        prop_assume!(is_small(&text));
        agree(&text);
    }
}

proptest! {
    // With pieces in hand and turns that go on, these are by far the largest games.
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn pieces_are_worth_the_same_to_all(text in random::pieces()) {
        prop_assume!(is_small(&text));
        agree(&text);
    }
}

/// `rules check` finds nothing wrong with a file that is right, and says what it declares.
fn sound(text: &str) {
    let checked = rules::check(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert!(checked.checks > 0 && !checked.says.is_empty(), "{text}");
    for sentence in &checked.says {
        assert_ne!(&said(sentence, Lang::Ja), sentence, "{text}");
    }
    let why = checked.over.map(|over| over.why);
    assert!(why.is_none_or(|why| !why.is_empty()), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn right_files_of_claimed_cells_are_sound(text in random::positional()) {
        sound(&text);
    }

    #[test]
    fn right_files_of_pieces_are_sound(text in random::pieces()) {
        sound(&text);
    }

    #[test]
    fn right_files_of_heaps_are_sound(text in random::heaps()) {
        sound(&text);
    }

    #[test]
    fn right_files_of_graphs_are_sound(text in random::graph()) {
        sound(&text);
    }
}

#[test]
fn every_example_is_sound() {
    let info = infos()
        .into_iter()
        .find(|info| info.name == "rules")
        .unwrap();
    for (path, text) in info.files {
        let checked = rules::check(text).unwrap_or_else(|error| panic!("{path}: {error:?}"));
        assert!(checked.checks > 0 && checked.positions > 0, "{path}");
        assert!(checked.title.is_some(), "{path}");
    }
}

/// The lines of three on 3 x 3 cells.
const LINES: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b1_001_001,
    0b10_010_010,
    0b100_100_100,
    0b100_010_001,
    0b1_010_100,
];

/// Whether First wins tic-tac-toe in which First's lines alone count, and make First win or lose.
fn first_wins([first, second]: [u16; 2], line_wins: bool) -> bool {
    if LINES.iter().any(|line| first & line == *line) {
        return line_wins;
    }
    let open: Vec<u16> = (0..9)
        .map(|cell| 1 << cell)
        .filter(|cell| (first | second) & cell == 0)
        .collect();
    let is_first = open.len() % 2 == 1;
    if open.is_empty() {
        return !line_wins;
    }
    let wins = |cell: &u16| match is_first {
        true => first_wins([first | cell, second], line_wins),
        false => first_wins([first, second | cell], line_wins),
    };
    match is_first {
        true => open.iter().any(wins),
        false => open.iter().all(wins),
    }
}

/// By recursion over the rules, written once more. That Maker wins is well known, too: Beck, *Combinatorial Games:
/// Tic-Tac-Toe Theory* (2008).
#[test]
fn lines_of_one_player_have_the_values_of_plain_recursion() {
    for (name, line_wins) in [("maker-breaker", true), ("avoider-enforcer", false)] {
        let path = format!(
            "{}/../../examples/rules/{name}.toml",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(path).expect("the file is there");
        let winner = match first_wins([0, 0], line_wins) {
            true => Player::First,
            false => Player::Second,
        };
        let answers = answers(&text);
        let winners = answers.iter().filter(|(ask, ..)| *ask == Ask::Winner);
        let said: Vec<Value> = winners.map(|(.., value)| *value).collect();
        assert!(said.len() > 3, "{name}: {said:?}");
        assert!(
            said.iter()
                .all(|value| *value == Value::Winner(Some(winner))),
            "{name}: {said:?}"
        );
    }
}

#[test]
fn what_is_shown_is_the_game_again() {
    let games = [
        "tictactoe:misere=yes",
        "connect4:cols=4,rows=3,line=3",
        "notakto:size=2,boards=2",
        "positional:shape=..//..//_.,line=2,misere=yes",
        "weighted-tictactoe:weights=-1/1/0/-4/-2/-5/-4/-1/-5",
        "graph:text=a first: b+3 c-1; b second: d e+5; c second: e-2 d; d = +1; e = -4",
        "positional:rows=3,cols=3,line=2,wrap=yes,patterns=1+5",
        "hexapawn:rows=4,cols=3",
        "breakthrough:rows=4,cols=3",
        "hex",
        "hex:rows=2,cols=3",
        "col",
        "snort:rows=2,cols=3",
        "domineering:rows=3,cols=4",
        "domineering:rows=4,cols=3,first=lying",
        "three-mens-morris",
        "examples/rules/draughts.toml",
    ];
    for spec in games {
        let text = rules::show(spec, &Shipped).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let there = open(spec, &Shipped).unwrap();
        let again =
            open("game.toml", &OneFile(&text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for ask in Ask::ALL {
            let value = |game: &dyn yomikiri_catalog::AnyGame| {
                let mut session = game.session(ask, None).ok()?;
                let answer = session.answer("start", Default::default(), &mut Control::new());
                Some(answer.unwrap().bound)
            };
            assert_eq!(value(&*there), value(&*again), "{spec} {ask}\n{text}");
        }
    }
    for spec in [
        "grid-walk:cells=---/+-+/+--",
        "six-mens-morris:flying=yes",
        "circle:places=9,first=1,second=2",
    ] {
        let shown = rules::show(spec, &Shipped);
        assert!(shown.is_err(), "{spec}");
    }
    assert!(rules::show("six-mens-morris", &Shipped).is_ok());
}

#[test]
fn the_schema_knows_every_key() {
    let schema = rules::schema();
    let kinds = schema["oneOf"].as_array().unwrap();
    assert_eq!(kinds.len(), 4);
    for (kind, name) in kinds.iter().zip(["positional", "pieces", "heaps", "graph"]) {
        assert_eq!(kind["properties"]["kind"]["const"], name);
        assert_eq!(kind["additionalProperties"], false);
    }
    let moves = &kinds[0]["properties"]["moves"]["properties"];
    assert_eq!(moves["placements"]["maximum"], 8);
    assert_eq!(moves["gravity"]["type"], "boolean");
}
