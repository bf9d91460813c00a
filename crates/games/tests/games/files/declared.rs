//! The declared rules of a game, read by the independent checker, are the game: on every position of
//! small instances, and along random play of large ones.

use crate::shared::with;
use std::collections::HashSet;
use yomikiri_check::{Outcome as Read, Player as Reader, Rules, State, rules};
use yomikiri_core::capability::Declared;
use yomikiri_core::{Game, Outcome, Player};
use yomikiri_games::make::{Shipped, infos};
use yomikiri_games::registry::{Playable, Visitor};

const MOST: usize = 20_000;
const PLAYOUTS: u64 = 200;

fn player(player: Player) -> Reader {
    match player {
        Player::First => Reader::First,
        Player::Second => Reader::Second,
    }
}

fn outcome(outcome: Outcome) -> Read {
    match outcome {
        Outcome::Win(winner) => Read::Win(player(winner)),
        Outcome::Draw => Read::Draw,
        Outcome::Margin(points) => Read::Margin(points),
    }
}

/// Compares one position; its children.
fn compare<G: Game>(
    game: &G,
    view: &impl Declared<G>,
    rules: &dyn Rules,
    at: &G::Position,
) -> Vec<G::Position> {
    let code = view.code(at);
    let state = rules.state(code);
    assert_eq!(rules.to_move(code), player(game.to_move(at)), "{at:?}");
    if let Some(over) = game.outcome(at) {
        assert_eq!(state, Some(State::Over(outcome(over))), "{at:?}");
        return Vec::new();
    }
    assert_eq!(state, Some(State::Turn(player(game.to_move(at)))), "{at:?}");
    let (mut numbers, mut children) = (HashSet::new(), Vec::new());
    for mv in game.moves(at) {
        let number = view.number(at, mv);
        let next = game.play(at, mv);
        assert!(
            numbers.insert(number),
            "{mv:?} at {at:?} has the number of another"
        );
        let step = rules.step(code, number);
        let step = step.unwrap_or_else(|| panic!("{mv:?} at {at:?} is not declared"));
        assert_eq!(step.code, view.code(&next), "{mv:?} at {at:?}");
        assert_eq!(Some(step.state), rules.state(step.code), "{mv:?} at {at:?}");
        let gain = if game.has_gains() {
            game.gain(at, mv)
        } else {
            0
        };
        assert_eq!(step.gain, gain, "{mv:?} at {at:?}");
        children.push(next);
    }
    assert_eq!(rules.steps(code).count(), children.len(), "{at:?}");
    assert_eq!(rules.step(code, rules.most_moves(code)), None);
    assert_eq!(rules.step(code, u32::MAX), None);
    children
}

/// Whether the game is declared, and how many positions were compared.
struct Same;

impl Visitor for Same {
    type Output = Option<usize>;
    fn visit<G: Playable>(self, game: G) -> Option<usize> {
        let view = game.declared()?;
        let text = view.declaration().to_string();
        let rules = rules(&text).unwrap_or_else(|line| panic!("line {line} of\n{text}"));
        assert_eq!(rules.has_gains(), game.has_gains());
        let mut seen: HashSet<G::Position> = game.starts().into_iter().collect();
        let mut queue: Vec<G::Position> = seen.iter().cloned().collect();
        while let Some(at) = queue.pop() {
            for next in compare(&game, &view, &*rules, &at) {
                if seen.len() < MOST && seen.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        let mut random = 88_172_645_463_325_252_u64;
        for _ in 0..PLAYOUTS {
            let mut at = game.start();
            for _ in 0..300 {
                let children = compare(&game, &view, &*rules, &at);
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                match children.len() as u64 {
                    0 => break,
                    count => at = children[(random % count) as usize].clone(),
                }
            }
        }
        Some(seen.len())
    }
}

/// The first word of what a game declares; `graph` too where it declares nothing.
struct Kind;

impl Visitor for Kind {
    type Output = String;
    fn visit<G: Playable>(self, game: G) -> String {
        let text = game.declared().map(|view| view.declaration().to_string());
        let text = text.unwrap_or_else(|| "graph".to_owned());
        text.lines().next().unwrap_or_default().to_owned()
    }
}

#[test]
fn every_example_is_the_game_that_it_declares() {
    let mut declared = 0;
    for info in infos() {
        for example in info.examples {
            let same = with(example, &Shipped, Same).unwrap_or_else(|e| panic!("{example}: {e}"));
            declared += usize::from(same.is_some());
        }
    }
    assert!(declared >= 30, "only {declared} examples are declared");
}

#[test]
fn the_published_games_are_what_they_declare() {
    for spec in [
        "tictactoe",
        "tictactoe:misere=yes",
        "tictactoe:wild=yes",
        "mnk:rows=4,cols=4,line=4",
        "connect4",
        "connect4:cols=4,rows=4",
        "connect-k:rows=3,cols=4,line=3",
        "notakto:boards=3",
        "tictactoe-3d:size=3",
        "stones:stones=50,take=2/3/7,aim=points",
        "grid-walk:cells=+--+/-++-/+-+-,moves=right/down/diagonal/1+2",
    ] {
        let same = with(spec, &Shipped, Same).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert!(same.is_some(), "{spec}");
    }
}

/// Settings and rules files that stay within the declared kinds are never written down as a graph instead.
#[test]
fn the_declared_kinds_say_all_that_they_can() {
    let families = [
        "tictactoe",
        "weighted-tictactoe",
        "mnk",
        "connect-k",
        "connect4",
        "notakto",
        "tictactoe-3d",
        "positional",
        "grid-walk",
        "stones",
        "nim",
    ];
    let examples = infos()
        .into_iter()
        .filter(|info| families.contains(&info.name));
    let mut specs: Vec<&str> = examples.flat_map(|info| info.examples).copied().collect();
    specs.extend([
        "positional:rows=4,cols=4,line=3,wrap=yes,marks=either",
        "nim:heaps=3/4/5,misere=yes",
        "heaps:heaps=6/3,code=0.33",
        "heaps:heaps=5/5,code=0.333,misere=yes",
        "examples/rules/tictactoe.toml",
        "examples/rules/drop-three.toml",
        "examples/rules/territory.toml",
        "examples/rules/nim.toml",
    ]);
    // Where there is not one stone, there are no numbers that may be taken.
    for spec in specs.into_iter().filter(|spec| *spec != "nim:heaps=0") {
        let kind = with(spec, &Shipped, Kind).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_ne!(kind, "graph", "{spec}");
    }
}

#[test]
fn what_is_too_large_is_not_declared() {
    let same = with("mnk:rows=9,cols=9,line=5", &Shipped, Same);
    assert_eq!(same.ok(), Some(None));
}
