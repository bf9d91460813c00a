//! Values of positions against the truth file, against searches, and of wrong texts.

use serde::Deserialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use yomikiri::{Ask, Control, Limits, Player, Stop, Value};
use yomikiri_catalog::values::{Detail, Dyadic, Found, Outcome, Unmet, ValueError, value};
use yomikiri_catalog::{Bound, Files, NoFiles, OneFile, Shipped, Want, open};
use yomikiri_cgt::Wall;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Truths {
    position: Vec<Truth>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardTruths {
    boards: Vec<Boards>,
}

/// Boards of one game, with what is known of each.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Boards {
    /// The sum, with `{board}`, `{rows}` and `{cols}` in place of a board and its size.
    #[serde(default = "declared")]
    sum: String,
    /// Whether the boards take minutes.
    #[serde(default)]
    heavy: bool,
    /// The text of a rules file, with `{map}` in place of the rows of an empty board.
    rules: Option<String>,
    /// Boards, their rows joined by `/`, and their Grundy values.
    #[serde(default)]
    grundy: Vec<(String, u32)>,
    #[serde(default)]
    values: Vec<(String, String)>,
    /// Boards by the letter of their outcome class.
    #[serde(default)]
    outcomes: BTreeMap<char, Vec<String>>,
    /// Boards and the walls of Left and Right: points of value and temperature.
    #[serde(default)]
    walls: Vec<(String, String, String)>,
    source: String,
}

fn declared() -> String {
    "rules:file=it.toml".to_owned()
}

impl Boards {
    fn found(&self, board: &str, other: Option<&str>) -> Found {
        let rows = board.split('/').count();
        let cols = board.split('/').next().map_or(0, str::len);
        let sum = self
            .sum
            .replace("{rows}", &rows.to_string())
            .replace("{cols}", &cols.to_string())
            .replace("{board}", board);
        let map = board.replace('/', "\n").replace(['x', 'o'], ".");
        match &self.rules {
            Some(rules) => found_in(&OneFile(&rules.replace("{map}", &map)), &sum, other),
            None => found_in(&NoFiles, &sum, other),
        }
    }
}

/// A wall of a thermograph: `VALUE TEMPERATURE, VALUE TEMPERATURE`.
fn wall(text: &str) -> Wall {
    let number = |text: &str| {
        let (num, whole) = text.split_once('/').unwrap_or((text, "1"));
        let whole: u32 = whole.parse().expect("it is a number");
        assert!(whole.is_power_of_two(), "{text}");
        Dyadic::new(num.parse().expect("it is a number"), whole.ilog2()).expect("it is small")
    };
    let point = |text: &str| {
        let (value, temperature) = text.split_once(' ').expect("it is a point");
        (number(temperature), number(value))
    };
    Wall(text.split(", ").map(point).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Truth {
    sum: String,
    value: String,
    mean: Option<String>,
    temperature: Option<String>,
    grundy: Option<u32>,
    source: String,
}

fn found(sum: &str) -> Found {
    compared(sum, None)
}

fn compared(sum: &str, other: Option<&str>) -> Found {
    found_in(&NoFiles, sum, other)
}

fn truths() -> Truths {
    let text = include_str!("../../../../testdata/combinatorial.toml");
    toml::from_str(text).expect("the file is well-formed")
}

/// The value of a sum whose games files may declare, perhaps compared with another.
fn found_in(files: &dyn Files, sum: &str, other: Option<&str>) -> Found {
    let free = &mut Control::new();
    let found = value(sum, None, other, Detail::Usual, files, None, free);
    found.unwrap_or_else(|error| panic!("{sum}: {error}"))
}

#[test]
fn boards_have_what_the_truth_file_states() {
    check_boards(false);
}

#[test]
#[ignore = "a minute: cargo test --release -p yomikiri-catalog --test catalog -- --ignored boards"]
fn heavy_boards_have_what_the_truth_file_states() {
    check_boards(true);
}

fn check_boards(heavy: bool) {
    let text = include_str!("../../../../testdata/boards.toml");
    let truths: BoardTruths = toml::from_str(text).expect("the file is well-formed");
    let tables: Vec<&Boards> = truths
        .boards
        .iter()
        .filter(|it| it.heavy == heavy)
        .collect();
    assert!(!tables.is_empty());
    for boards in tables {
        let source = &boards.source;
        let outcomes = boards.outcomes.values().map(Vec::len);
        let facts = boards.grundy.len() + boards.values.len() + boards.walls.len();
        assert!(outcomes.sum::<usize>() + facts > 0, "{source}");
        assert!(!source.is_empty());
        for (board, grundy) in &boards.grundy {
            let found = boards.found(board, None);
            assert_eq!(found.grundy, Some(*grundy), "{board}: {source}");
        }
        for (board, value) in &boards.values {
            let found = boards.found(board, Some(value));
            let equal = Some(Some(Ordering::Equal));
            assert_eq!(found.compared, equal, "{board} {:?}: {source}", found.value);
        }
        for (class, equal) in &boards.outcomes {
            let outcome = match class {
                'L' => Outcome::Left,
                'R' => Outcome::Right,
                'N' => Outcome::Next,
                'P' => Outcome::Previous,
                _ => panic!("{class} is no outcome class"),
            };
            for board in equal {
                let found = boards.found(board, None);
                assert_eq!(found.outcome, outcome, "{board}: {source}");
            }
        }
        for (board, left, right) in &boards.walls {
            let graph = boards.found(board, None).thermograph;
            let stated = [wall(left), wall(right)];
            let tops = stated.iter().filter_map(|wall| wall.0.last());
            let temperature = tops.map(|point| point.0).max();
            assert_eq!(Some(graph.temperature), temperature, "{board}: {source}");
            for (stated, found) in stated.iter().zip([graph.left, graph.right]) {
                let points = stated.0.iter().chain(&found.0);
                for at in points.map(|point| point.0.max(Dyadic::ZERO)) {
                    assert_eq!(stated.at(at), found.at(at), "{board} at {at}: {source}");
                }
            }
        }
    }
}

/// Col and snort are games of their own and rules files, and both split into parts, each in its way.
#[test]
fn rules_files_have_the_values_of_the_games_that_they_declare() {
    let lines = [
        "",
        "1,1",
        "2,2",
        "1,1 3,3",
        "2,1 2,3",
        "1,2 3,3 2,1",
        "1,1 1,3 3,3 3,1",
    ];
    for name in ["col", "snort"] {
        for line in lines {
            let file = format!("examples/rules/{name}.toml start after {line}");
            let own = format!("{name}:rows=3,cols=3 start after {line}");
            let [file, own] =
                [file, own].map(|sum| sum.trim_end_matches(" start after ").to_owned());
            let found = found_in(&Shipped, &format!("{file} - {own}"), None);
            assert_eq!(found.value.as_deref(), Some("0"), "{file}");
        }
    }
}

#[test]
fn values_are_those_of_the_truth_file() {
    let truths = truths();
    assert!(truths.position.len() > 20);
    for truth in truths.position {
        assert!(!truth.source.is_empty());
        let found = compared(&truth.sum, Some(&truth.value));
        let equal = Some(Ordering::Equal);
        assert_eq!(
            found.compared,
            Some(equal),
            "{}: {:?}",
            truth.sum,
            found.value
        );
        let graph = &found.thermograph;
        for (stated, number) in [
            (truth.mean, graph.mean),
            (truth.temperature, graph.temperature),
        ] {
            let number = number.to_string();
            assert_eq!(stated.as_ref().unwrap_or(&number), &number, "{}", truth.sum);
        }
        if truth.grundy.is_some() {
            assert_eq!(found.grundy, truth.grundy, "{}", truth.sum);
        }
    }
}

/// Who wins when a player begins, by a search.
fn searched(spec: &str, position: &str) -> Player {
    let game = open(spec, &NoFiles).expect("it is a game");
    let mut session = game.session(Ask::Winner, None).expect("it can be asked");
    let answer = session
        .answer(position, Want::VALUE, &mut Control::new())
        .expect("it is a position");
    match answer.bound {
        Bound::Exact(Value::Winner(Some(winner))) => winner,
        other => panic!("{spec} {position}: {other:?}"),
    }
}

#[test]
fn outcomes_are_those_of_searches() {
    let positions = [
        ("domineering:rows=3,cols=4", ".#../..../...#"),
        ("domineering:rows=4,cols=4", "..../..#./..../#..."),
        ("domineering:rows=3,cols=3", ".../.../..."),
        ("clobber:rows=3,cols=4", "xoxo/oxox/xoxo"),
        ("clobber:rows=2,cols=5", "xxoxo/oo.xx"),
        ("amazons:rows=3,cols=4", "x..#/.#../...o"),
        ("toads-and-frogs:toads=3,gap=2,frogs=3", "xx.xo.oo"),
        ("toads-and-frogs:toads=3,gap=2,frogs=3", "xxx..ooo"),
        ("toppling-dominoes:row=xxoxooxo", "xxoxooxo"),
        ("col:rows=3,cols=3", ".../.x./..o"),
        ("snort:rows=3,cols=4", "..../x..o/...."),
        ("nogo:rows=3,cols=4", ".x../..o./o..."),
        ("nogo:rows=3,cols=4", "xo../.o.x/.ox."),
        ("nogo:rows=2,cols=6", "..xo../.o..x."),
        ("nim:heaps=3/4/6", "3/4/6"),
        ("heaps:heaps=9,code=0.137", "9"),
    ];
    for (spec, position) in positions {
        let begins = [position.to_owned(), format!("{position}:second")];
        let [first, second] = begins.map(|position| searched(spec, &position));
        let outcome = match (first, second) {
            (Player::First, Player::First) => Outcome::Left,
            (Player::Second, Player::Second) => Outcome::Right,
            (Player::First, Player::Second) => Outcome::Next,
            (Player::Second, Player::First) => Outcome::Previous,
        };
        let found = found(&format!("{spec} {position}"));
        assert_eq!(found.outcome, outcome, "{spec} {position}");
        // A move is said to win exactly if the search finds that it does.
        let game = open(spec, &NoFiles).expect("it is a game");
        for (moves, (player, text)) in found.moves.iter().zip([
            (Player::First, position.to_owned()),
            (Player::Second, format!("{position}:second")),
        ]) {
            for mv in moves {
                let next = game.play(&text, &mv.mv).expect("it is a move");
                assert_eq!(
                    mv.wins,
                    searched(spec, &next) == player,
                    "{spec} {text} {}",
                    mv.mv
                );
            }
        }
    }
}

#[test]
fn sums_of_different_games_have_values() {
    let found = found("domineering:rows=2,cols=2 + clobber:rows=1,cols=2 - * - 1/2");
    assert_eq!(found.value.as_deref(), Some("{1/2|-3/2}"));
    assert_eq!(found.terms.len(), 4);
}

#[test]
fn all_small_games_have_an_atomic_weight() {
    // Winning Ways, chapter 8: nimbers and 0 weigh nothing.
    for (sum, weight) in [
        ("0", Some("0")),
        ("clobber:rows=1,cols=6", Some("0")),
        ("*3", Some("0")),
        ("^^*", Some("2")),
        ("1", None),
        ("+_2", None),
    ] {
        assert_eq!(found(sum).atomic_weight.as_deref(), weight, "{sum}");
    }
}

#[test]
fn all_moves_are_counted_and_listed() {
    let found = found("nim:heaps=60/60/60/60");
    assert_eq!(found.value.as_deref(), Some("0"));
    for moves in &found.moves {
        assert_eq!(moves.len(), 240);
    }
}

#[test]
fn limits_and_wrong_texts_are_told() {
    let fails = |sum: &str, detail: Detail, control: &mut Control<'_>| {
        value(sum, None, None, detail, &NoFiles, None, control).expect_err(sum)
    };
    let mut few = Control::new().limited(Limits {
        nodes: Some(10),
        ..Limits::default()
    });
    let error = fails("domineering:rows=4,cols=4", Detail::Usual, &mut few);
    assert!(
        matches!(error, ValueError::Stopped(Stop::Nodes)),
        "{error:?}"
    );
    let mut small = Control::new().limited(Limits {
        memory: Some(20_000),
        ..Limits::default()
    });
    let error = fails("domineering:rows=4,cols=4", Detail::Usual, &mut small);
    assert!(
        matches!(error, ValueError::Stopped(Stop::Memory)),
        "{error:?}"
    );
    let free = &mut Control::new();
    for (spec, expected) in [
        ("tictactoe", Unmet::Draw),
        ("nim:misere=yes", Unmet::Win),
        ("dots-and-boxes", Unmet::Gains),
        ("three-mens-morris", Unmet::Cycles),
        ("hex", Unmet::Unstated),
    ] {
        match fails(spec, Detail::Usual, free) {
            ValueError::NotNormal(_, unmet) => assert_eq!(unmet, expected, "{spec}"),
            error => panic!("{spec}: {error:?}"),
        }
    }
    assert!(matches!(
        fails("clobber", Detail::Grundy, free),
        ValueError::NotImpartial(_)
    ));
    assert!(matches!(
        fails("clobber xx", Detail::Usual, free),
        ValueError::Position { .. }
    ));
    assert!(matches!(
        fails("nogame:x=1", Detail::Usual, free),
        ValueError::Spec { .. }
    ));
    let ValueError::Text { error, .. } = fails("clobber + {1|", Detail::Usual, free) else {
        panic!("the text is wrong");
    };
    assert_eq!(error.span, 13..13);
    assert!(matches!(
        fails("+ +", Detail::Usual, free),
        ValueError::Text { .. }
    ));
}

#[test]
fn games_stand_in_parentheses_and_in_copies() {
    for (sum, same, terms) in [
        ("2.(domineering:rows=2,cols=3)", "{2|-1/2} + {2|-1/2}", 2),
        ("-(nim:heaps=3 - (*2 + 1))", "1 - *", 2),
        ("-2.(domineering:rows=2,cols=1 + *)", "-2", 4),
        ("3.(2·( domineering:rows=2,cols=1 ) - 1)", "3", 9),
        ("((domineering:rows=2,cols=1)) + 2.(5)", "11", 2),
    ] {
        let found = compared(sum, Some(same));
        assert_eq!(found.compared, Some(Some(Ordering::Equal)), "{sum}");
        assert_eq!(found.terms.len(), terms, "{sum}");
    }
    let many = "(".repeat(101) + "domineering" + &")".repeat(101);
    let wrong = |sum: &str| {
        value(
            sum,
            None,
            None,
            Detail::Usual,
            &NoFiles,
            None,
            &mut Control::new(),
        )
    };
    for (sum, at) in [
        (many.as_str(), 100..101),
        ("1 + 0.(domineering)", 4..5),
        ("50.(2.(domineering) + 3.(clobber))", 22..23),
        ("9999999999999999999999.(nim)", 0..22),
        ("1 + (domineering", 16..16),
        ("(domineering)(clobber)", 13..22),
        ("2.(domineering + {nim|0})", 18..19),
        ("(domineering + )", 15..15),
        (&format!("{}*", "* + ".repeat(1000)), 4000..4001),
    ] {
        let Err(ValueError::Text { error, .. }) = wrong(sum) else {
            panic!("{sum} is wrong");
        };
        assert_eq!(error.span, at, "{sum}: {error}");
    }
}

fn with_incentives(sum: &str) -> Found {
    let detail = Detail::Incentives;
    let found = value(sum, None, None, detail, &NoFiles, None, &mut Control::new());
    found.unwrap_or_else(|error| panic!("{sum}: {error}"))
}

#[test]
fn incentives_are_what_moves_gain() {
    // By hand: G^L - G and G - G^R.
    for (sum, first, second) in [
        ("0", vec![], vec![]),
        ("1", vec!["-1"], vec![]),
        ("1/2", vec!["-1/2"], vec!["-1/2"]),
        ("*", vec!["*"], vec!["*"]),
        ("^", vec!["v"], vec!["^*"]),
        ("±1", vec!["{2|0}"], vec!["{2|0}"]),
        ("{5|1}", vec!["{4|0}"], vec!["{4|0}"]),
        ("1 - {5|1}", vec!["{4|0}", "-1"], vec!["{4|0}"]),
    ] {
        let found = with_incentives(sum);
        for (moves, expected) in found.moves.iter().zip([first, second]) {
            let gains: Vec<&str> = moves
                .iter()
                .map(|mv| mv.incentive.as_deref().expect("it is short"))
                .collect();
            assert_eq!(gains, expected, "{sum}");
        }
    }
    assert!(found("±1").moves[0][0].incentive.is_none());
}

#[test]
fn hotstrat_wins_with_switches_and_errs_with_threats() {
    let hot = |found: &Found, player: usize| -> Vec<(usize, Option<String>, bool)> {
        let moves = found.moves[player].iter().filter(|mv| mv.is_hot);
        moves
            .map(|mv| (mv.term, mv.value.clone(), mv.wins))
            .collect()
    };
    let to = |value: &str| Some(value.to_owned());
    // Winning Ways, chapter 5: in a sum of switches and numbers the hottest switch is best.
    for sum in [
        "±4 + ±3 + ±1 - 1",
        "±5 - {1|-1} + {4|0} - 2",
        "±1/2 + ±2 + *",
    ] {
        let found = with_incentives(sum);
        for (player, moves) in found.moves.iter().enumerate() {
            let can_win = moves.iter().any(|mv| mv.wins);
            let hot = hot(&found, player);
            assert!(
                !hot.is_empty() && hot.iter().all(|mv| mv.2 == can_win),
                "{sum}"
            );
        }
    }
    // The switch has temperature 3/2 and tiny four 0. If Second moves in the switch, tiny four is left, which First wins.
    // If Second moves to {0|-4} instead, First loses both by answering there (Second moves the switch to 0) and by moving the
    // switch to 3 (Second moves to -4).
    let found = with_incentives("{3|0} + +_4");
    assert_eq!(hot(&found, 0), [(0, to("3"), true)]);
    assert_eq!(hot(&found, 1), [(0, to("0"), false)]);
    assert!(found.moves[1].iter().any(|mv| mv.wins && mv.term == 1));
    // Mirrored, with the terms exchanged.
    let found = with_incentives("-_4 - {3|0}");
    assert_eq!(hot(&found, 0), [(1, to("0"), false)]);
    assert_eq!(hot(&found, 1), [(1, to("-3"), true)]);
    // Numbers alone: 1/2 is hotter than 1, and 0 has no moves.
    let found = with_incentives("1/2 + 1 + 0");
    assert_eq!(hot(&found, 0), [(0, to("0"), true)]);
    assert_eq!(hot(&found, 1), [(0, to("1"), false)]);
    // Both terms are equally hot.
    let found = with_incentives("±1 + {2|0}");
    assert_eq!(hot(&found, 0).len(), 2);
    // Of moves to 1 and 1 less an up only the first is made, which is better.
    let found = with_incentives("{1,1v|-1}");
    assert_eq!(hot(&found, 0), [(0, to("1"), true)]);
}

/// A limit leaves what the values so far prove.
#[test]
fn a_period_is_told_though_a_limit_came() {
    let limits = Limits {
        nodes: Some(250),
        ..Limits::default()
    };
    let mut control = Control::new().limited(limits);
    let found = yomikiri_catalog::values::octal("0.137", 300, 20_000, &mut control).unwrap();
    assert_eq!(found.period.map(|period| period.length), Some(34));
    assert!(found.stopped.is_some() && found.values.len() <= 251);
}
