//! The declared rules of a game, read by the independent checker, are the game: on every position of
//! small instances, and along random play of large ones.

use std::collections::HashSet;
use yomikiri_check::{Outcome as Read, Player as Reader, Rules, State};
use yomikiri_core::capability::Declared;
use yomikiri_core::{Game, Outcome, Player};
use yomikiri_games::make::{Shipped, infos, make};
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
    rules: &Rules,
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
    let (mut steps, mut children) = (Vec::new(), Vec::new());
    rules.steps(code, &mut steps);
    assert!(steps.is_sorted_by_key(|step| step.number));
    for mv in game.moves(at) {
        let number = view.number(at, mv);
        let next = game.play(at, mv);
        let step = steps.iter().find(|step| step.number == number);
        let step = *step.unwrap_or_else(|| panic!("{mv:?} at {at:?} is not declared"));
        assert_eq!(rules.step(code, number), Some(step));
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
    assert_eq!(steps.len(), children.len(), "{at:?}");
    let beyond = steps.last().map_or(0, |step| step.number) + 1;
    assert_eq!(rules.step(code, beyond), None);
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
        let rules = Rules::parse(&text).unwrap_or_else(|line| panic!("line {line} of\n{text}"));
        assert_eq!(rules.has_gains(), game.has_gains());
        let mut seen: HashSet<G::Position> = game.starts().into_iter().collect();
        let mut queue: Vec<G::Position> = seen.iter().cloned().collect();
        while let Some(at) = queue.pop() {
            for next in compare(&game, &view, &rules, &at) {
                if seen.len() < MOST && seen.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        let mut random = 88_172_645_463_325_252_u64;
        for _ in 0..PLAYOUTS {
            let mut at = game.start();
            for _ in 0..300 {
                let children = compare(&game, &view, &rules, &at);
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

#[test]
fn every_example_is_the_game_that_it_declares() {
    let mut declared = 0;
    for info in infos() {
        for example in info.examples {
            let same = make(example, &Shipped, Same).unwrap_or_else(|e| panic!("{example}: {e}"));
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
        let same = make(spec, &Shipped, Same).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert!(same.is_some(), "{spec}");
    }
}

#[test]
fn what_is_too_large_is_not_declared() {
    let same = make("mnk:rows=9,cols=9,line=5", &Shipped, Same);
    assert_eq!(same.ok(), Some(None));
}
