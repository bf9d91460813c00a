//! Random declared games, with cycles, gains and extra turns: what is proved is what the solvers say, the
//! checker agrees, and so does the naive recursion.

use crate::oracle::is_true;
use crate::parts::Parts;
use crate::shelf::Shelf;
use crate::{TestFiles, judge, rules_file, verdict};
use proptest::prelude::*;
use yomikiri_catalog::{
    Ask, Bound, Control, Found, Halves, Limits, Method, OneFile, ProveError, Want, open,
};
use yomikiri_check::{Outcome, Player, rules};

/// The generator of Marsaglia's shifts.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }
}

/// A graph as a spec. `paying`: no gains, any gains without cycles, or costs of one player with cycles.
pub(crate) fn graph(random: &mut Random) -> String {
    let nodes = 2 + random.below(9);
    let kind = random.below(4);
    let ends = ["first", "second", "draw", "+1", "-2", "0", "+3"];
    let endless = match kind {
        2 => "second",
        3 => "first",
        _ => random.of(&["first", "second", "draw", "+1", "-1"]),
    };
    let mut text = format!("graph:text=endless {endless}");
    for node in 0..nodes {
        if node > 0 && random.below(4) == 0 || kind == 1 && node == nodes - 1 {
            text.push_str(&format!("; n{node} = {}", random.of(&ends)));
            continue;
        }
        let player = random.of(&["first", "second"]);
        text.push_str(&format!("; n{node} {player}:"));
        for _ in 0..1 + random.below(3) {
            let to = match kind {
                // Only onward: no cycles.
                1 => node + 1 + random.below(nodes - node - 1),
                _ => random.below(nodes),
            };
            let payer = if kind == 2 { "first" } else { "second" };
            let gain = match kind {
                0 => 0,
                1 => random.below(7) as i64 - 3,
                _ if player == payer => -(random.below(3) as i64),
                _ => random.below(3) as i64,
            };
            match gain {
                0 => text.push_str(&format!(" n{to}")),
                gain => text.push_str(&format!(" n{to}{gain:+}")),
            }
        }
    }
    text
}

/// A small game with declared rules that end, as a spec.
fn declared(random: &mut Random) -> String {
    let numbers = |random: &mut Random, count: u64, least: i64, span: u64| {
        let number = |_| (least + random.below(span) as i64).to_string();
        (0..count).map(number).collect::<Vec<_>>().join("/")
    };
    match random.below(6) {
        0 => format!("weighted-tictactoe:weights={}", numbers(random, 9, -4, 9)),
        1 => {
            let (rows, cols) = (1 + random.below(3), 1 + random.below(3));
            let mark = random.of(&["", ",misere=yes", ",wild=yes"]);
            format!(
                "mnk:rows={rows},cols={cols},line={}{mark}",
                1 + random.below(3)
            )
        }
        2 => {
            let (cols, rows) = (1 + random.below(3), 1 + random.below(4));
            format!(
                "connect4:cols={cols},rows={rows},line={}",
                2 + random.below(3)
            )
        }
        3 => {
            let take = random.of(&["1", "1/2", "2/3", "1/3/4", "2/5"]);
            let aim = random.of(&["", ",aim=misere", ",aim=points"]);
            format!("stones:stones={},take={take}{aim}", random.below(24))
        }
        _ => {
            let (rows, cols) = (1 + random.below(4), 1 + random.below(4));
            let mut row = || {
                (0..cols)
                    .map(|_| random.of(&["+", "-"]))
                    .collect::<String>()
            };
            let rows: Vec<String> = (0..rows).map(|_| row()).collect();
            format!("grid-walk:cells={}", rows.join("/"))
        }
    }
}

#[test]
fn what_is_proved_of_random_declared_games_is_true() {
    let mut random = Random::new(23);
    let mut shelf = Shelf::new("declared");
    let (mut proved, mut asked) = (0, 0);
    for number in 0..400 {
        let spec = declared(&mut random);
        let Ok(game) = open(&spec, &TestFiles) else {
            continue;
        };
        for ask in Ask::ALL {
            asked += 1;
            let made = match game.prove("start", ask, Halves::Both, &mut Control::new()) {
                Ok(made) => made,
                Err(ProveError::Refused(_)) => continue,
                Err(error) => panic!("{number}: {spec} {ask}: {error}"),
            };
            assert!(
                matches!(made.found, Found::Asking(_) | Found::Pairing),
                "{spec}"
            );
            let mut plain = game.session(ask, Some(Method::Plain)).unwrap();
            let answer = plain.answer("start", Want::VALUE, &mut Control::new());
            assert_eq!(
                answer.unwrap().bound,
                Bound::Exact(made.value),
                "{spec} {ask}"
            );
            let said = judge(&made.bytes);
            let said = said.unwrap_or_else(|fault| panic!("{number}: {spec} {ask}: {fault}"));
            assert_eq!(said.exact().unwrap().to_string(), made.value.to_string());
            if number % 3 == 0 {
                shelf.put_next(&made.bytes);
            }
            proved += 1;
        }
    }
    assert!(proved > asked / 2 && proved > 500, "{proved} of {asked}");
}

/// Proves the start of a rules file under every question, by lists of positions and by threats, and has it checked. Says how many
/// proofs there were.
fn prove_file(text: &str) -> u32 {
    let game = open("game.toml", &OneFile(text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut proved = 0;
    let each = |ask| [(ask, false), (ask, true)];
    for (ask, by_threats) in Ask::ALL.into_iter().flat_map(each) {
        let mut control = Control::new().limited(Limits {
            nodes: Some(20_000),
            ..Limits::default()
        });
        let made = match by_threats {
            true => game.prove_by_threats("start", ask, Halves::Both, &mut control),
            false => game.prove("start", ask, Halves::Both, &mut control),
        };
        let made = match made {
            Ok(made) => made,
            Err(
                ProveError::Refused(_)
                | ProveError::Stopped(_)
                | ProveError::NotDeclared { .. }
                | ProveError::NoThreats(_),
            ) => {
                continue;
            }
            Err(error) => panic!("{ask}: {error}\n{text}"),
        };
        let mut session = game.session(ask, None).unwrap();
        let answer = session.answer("start", Want::VALUE, &mut Control::new());
        assert_eq!(
            answer.unwrap().bound,
            Bound::Exact(made.value),
            "{ask}\n{text}"
        );
        let said = judge(&made.bytes).unwrap_or_else(|fault| panic!("{ask}: {fault}\n{text}"));
        assert_eq!(said.exact().unwrap().to_string(), made.value.to_string());
        proved += 1;
    }
    proved
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    #[test]
    fn what_is_proved_of_claimed_cells_is_true(text in rules_file::positional()) {
        prove_file(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn what_is_proved_of_pieces_is_true(text in rules_file::pieces()) {
        prove_file(&text);
    }

    #[test]
    fn what_is_proved_of_heaps_is_true(text in rules_file::heaps()) {
        prove_file(&text);
    }

    #[test]
    fn what_is_proved_of_graphs_is_true(text in rules_file::graph()) {
        prove_file(&text);
    }
}

/// Games whose moves gain points, but not those that are left.
#[test]
fn what_is_proved_of_games_without_a_gain_is_true() {
    for text in [
        "[board]\nrows = 1\ncols = 2\n[lines.first]\nrow = 2\nmake = \"points\"\npoints = 3\n\
         [moves]\nmarks = \"either\"\n[full]\nis = \"second\"\n",
        "[board]\nrows = 1\ncols = 4\n[lines.first]\nrow = 3\nmake = \"points\"\npoints = 2\n\
         [full]\nis = \"first\"\n",
    ] {
        let text = format!("rules = 1\nkind = \"positional\"\n{text}");
        assert_eq!(prove_file(&text), 2, "{text}");
    }
    for (spec, position) in [
        ("take-ends:numbers=0/0", "start"),
        ("take-ends:numbers=0", "start"),
        ("take-ends:numbers=5/0/0", "2-3"),
        ("take-ends:numbers=5", "empty"),
        ("two-stacks:left=0/0,right=0", "start"),
        ("stones:stones=3,take=1,aim=points", "0"),
        ("graph:text=a first: b+1; b second: c; c = draw", "b"),
        ("graph:text=a first: b+1; b second: c; c = draw", "c"),
    ] {
        for ask in [Ask::Winner, Ask::Margin] {
            let made = crate::prove(spec, position, ask);
            assert_eq!(
                crate::verdict(&made.bytes),
                "proved",
                "{spec} {position} {ask}"
            );
        }
    }
}

/// What the rules of a certificate say of endless play.
pub(crate) fn endless(rules: &str) -> Outcome {
    let word = rules.lines().find_map(|line| line.strip_prefix("endless "));
    match word {
        Some("first") => Outcome::Win(Player::First),
        Some("second") => Outcome::Win(Player::Second),
        Some("draw") | None => Outcome::Draw,
        Some(points) => Outcome::Margin(points.parse().unwrap()),
    }
}

#[test]
fn what_is_proved_of_random_games_is_true() {
    let mut random = Random::new(7);
    let (mut proved, mut asked) = (0, 0);
    for number in 0..1500 {
        let spec = graph(&mut random);
        let game = open(&spec, &TestFiles).unwrap_or_else(|error| panic!("{spec}: {error}"));
        for ask in Ask::ALL {
            asked += 1;
            let made = match game.prove("start", ask, Halves::Both, &mut Control::new()) {
                Ok(made) => made,
                Err(ProveError::Refused(_)) => continue,
                Err(error) => panic!("{number}: {spec} {ask}: {error}"),
            };
            let mut session = game.session(ask, None).unwrap();
            let answer = session.answer("start", Want::VALUE, &mut Control::new());
            assert_eq!(
                answer.unwrap().bound,
                Bound::Exact(made.value),
                "{spec} {ask}"
            );
            let said = judge(&made.bytes);
            let said = said.unwrap_or_else(|fault| panic!("{number}: {spec} {ask}: {fault}"));
            assert_eq!(said.exact().unwrap().to_string(), made.value.to_string());
            let parts = Parts::of(&made.bytes);
            let rules = rules(&parts.rules).unwrap();
            for (claim, _) in &said.claims {
                let holds = is_true(&*rules, 0, claim, endless(&parts.rules));
                assert!(holds, "{number}: {spec}: {claim}");
            }
            proved += 1;
        }
    }
    assert!(proved > asked / 2, "{proved} of {asked}");
}

#[test]
fn what_is_claimed_in_excess_is_never_proved() {
    let mut random = Random::new(11);
    let mut raised = 0;
    for _ in 0..600 {
        let spec = graph(&mut random);
        let game = open(&spec, &TestFiles).unwrap();
        for (ask, claims) in [
            (Ask::Winner, &["first", "draw", "second"][..]),
            (
                Ask::Margin,
                &["first", "+3", "+1", "0", "-1", "-2", "second"],
            ),
            (
                Ask::Distance,
                &[
                    "first 1",
                    "first 2",
                    "first endless",
                    "draw",
                    "second endless",
                    "second 3",
                    "second 1",
                ],
            ),
        ] {
            let Ok(made) = game.prove("start", ask, Halves::Both, &mut Control::new()) else {
                continue;
            };
            let parts = Parts::of(&made.bytes);
            let rules = rules(&parts.rules).unwrap();
            for claim in claims {
                let mut forged = parts.clone();
                forged.set("least", claim);
                forged.set("most", claim);
                let bytes = forged.bytes();
                if let Ok(said) = judge(&bytes) {
                    for (claim, _) in &said.claims {
                        let holds = is_true(&*rules, 0, claim, endless(&parts.rules));
                        assert!(holds, "{spec}: {claim}");
                    }
                } else {
                    assert_ne!(
                        *claim,
                        made.value.to_string(),
                        "{spec}: {}",
                        verdict(&bytes)
                    );
                    raised += 1;
                }
            }
        }
    }
    assert!(raised > 1000, "only {raised} claims were rejected");
}
