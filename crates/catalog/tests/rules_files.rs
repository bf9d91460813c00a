//! Random rules files, by every solver under every question: all that answer say the same.

#[path = "rules_files/identity.rs"]
mod identity;

use proptest::prelude::*;
use std::fmt::Write;
use yomikiri_catalog::{
    Ask, Bound, Control, Files, Method, QueryError, Shipped, Value, infos, open, rules,
};

/// A single file.
struct Only(String);

impl Files for Only {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}

/// One of some words.
fn word(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(words)
}

/// Sometimes something, mostly nothing.
fn seldom<S: Strategy + 'static>(
    one: u32,
    of: u32,
    what: S,
) -> impl Strategy<Value = Option<S::Value>>
where
    S::Value: Clone,
{
    prop::option::weighted(f64::from(one) / f64::from(of), what)
}

prop_compose! {
    fn board()(rows in 1..=3usize, cols in 2..=3usize, holes in prop::collection::vec(prop::bool::weighted(0.15), 9)) -> String {
        let mut map = String::new();
        for row in 0..rows {
            for col in 0..cols {
                map.push(if holes[row * 3 + col] { '_' } else { '.' });
            }
            map.push('\n');
        }
        if !map.contains('.') {
            map = "...\n".to_owned();
        }
        map
    }
}

prop_compose! {
    /// A game of claiming cells, within the family or beyond it.
    fn positional()(
        map in board(),
        row in seldom(3, 4, 1..=3usize),
        shape in seldom(1, 2, word(&["xx", "x/.x", "xx/x.", "xxx"])),
        turned in any::<bool>(),
        make in word(&["win", "win", "loss", "first", "second", "points"]),
        marks in word(&["own", "own", "either", "one"]),
        split in prop::bool::weighted(0.2),
        gravity in any::<bool>(),
        placements in prop::sample::select(vec![1, 1, 1, 2, 3]),
        opening in 1..=3usize,
        swap in prop::bool::weighted(0.2),
        pass in prop::bool::weighted(0.2),
        full in word(&["draw", "first", "second", "points"]),
        weights in prop::collection::vec(-9..=9i64, 9),
    ) -> String {
        let cells = map.matches('.').count();
        let mut text = format!("rules = 1\nkind = \"positional\"\n[board]\nmap = '''\n{map}'''\n[lines]\nmake = \"{make}\"\n");
        text.push_str(&row.map_or(String::new(), |row| format!("row = {row}\n")));
        // A shape that fits nowhere would be refused.
        if let Some(shape) = shape.filter(|_| map.starts_with("...\n...\n...")) {
            let _ = writeln!(text, "shapes = [\"{shape}\"]\nturned = {turned}");
        }
        text.push_str("[moves]\n");
        let own = marks == "own" && !split;
        match split {
            true => text.push_str("first = [\"x\"]\nsecond = [\"x\", \"o\"]\n"),
            false => { let _ = writeln!(text, "marks = \"{marks}\""); }
        }
        let _ = writeln!(text, "gravity = {gravity}\nplacements = {placements}\nopening = {}\npass = {pass}\nswap = {}",
            opening.min(placements), swap && own);
        match full {
            "points" if own => {
                let _ = writeln!(text, "[full]\nis = \"points\"\nweights = {:?}", &weights[..cells]);
            }
            "points" => {}
            _ => { let _ = writeln!(text, "[full]\nis = \"{full}\""); }
        }
        text
    }
}

prop_compose! {
    /// Two kinds of pieces on a small board.
    fn pieces()(
        map in board(),
        fill in prop::collection::vec(word(&[".", ".", "a", "A", "b", "B"]), 9),
        ways in prop::collection::vec((word(&["step", "slide", "jump"]), word(&["forward", "sideways", "diagonal", "all"]), word(&["empty", "enemy", "any"])), 2),
        goal in any::<bool>(),
        royal in prop::bool::weighted(0.3),
        becomes in prop::bool::weighted(0.3),
        stuck in word(&["loss", "draw", "win"]),
        endless in word(&["draw", "first", "second"]),
    ) -> String {
        let mut fill = fill.into_iter();
        let start: String = map.chars().map(|cell| match cell {
            '.' => fill.next().unwrap_or("."),
            '_' => "_",
            _ => "\n",
        }).collect();
        let mut text = format!("rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\n{start}'''\n");
        for (letter, (how, direction, onto)) in ["a", "b"].iter().zip(&ways) {
            let takes = if *how == "jump" { ", takes = true, over = \"enemy\"" } else { "" };
            let _ = writeln!(text, "[[piece]]\nletter = \"{letter}\"\nmoves = [{{ {how} = \"{direction}\", onto = \"{onto}\"{takes} }}]");
            if becomes && *letter == "a" {
                text.push_str("becomes = \"b\"\n");
            }
        }
        let _ = writeln!(text, "[end]\nstuck = \"{stuck}\"\nendless = \"{endless}\"");
        if goal {
            text.push_str("goal = \"far\"\n");
        }
        if royal {
            text.push_str("royal = [\"a\"]\n");
        }
        text
    }
}

/// What every method that answers says of the start.
fn answers(text: &str) -> Vec<(Ask, Method, Value)> {
    let game =
        open("game.toml", &Only(text.to_owned())).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut answers = Vec::new();
    for ask in Ask::ALL {
        for method in Method::ALL {
            let Ok(mut session) = game.session(ask, Some(method)) else {
                continue;
            };
            let limits = yomikiri_catalog::Limits {
                nodes: Some(200_000),
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
    fn claimed_cells_are_worth_the_same_to_all(text in positional()) {
        agree(&text);
    }

    #[test]
    fn pieces_are_worth_the_same_to_all(text in pieces()) {
        agree(&text);
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

#[test]
fn what_is_shown_is_the_game_again() {
    let games = [
        "tictactoe:misere=yes",
        "connect4:cols=4,rows=3,line=3",
        "notakto:size=2,boards=2",
        "positional:shape=..//..//_.,line=2,misere=yes",
        "weighted-tictactoe:weights=-1/1/0/-4/-2/-5/-4/-1/-5",
        "graph:text=a first: b+3 c-1; b second: d e+5; c second: e-2 d; d = +1; e = -4",
    ];
    for spec in games {
        let text = rules::show(spec, &Shipped).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let there = open(spec, &Shipped).unwrap();
        let again = open("game.toml", &Only(text.clone()))
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
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
        "three-mens-morris",
        "circle:places=9,first=1,second=2",
    ] {
        let shown = rules::show(spec, &Shipped);
        assert!(shown.is_err(), "{spec}");
    }
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
