//! Random sums: positions of random games of normal play side by side, searched by parts and by plain recursion.

use crate::cases;
use proptest::collection::vec;
use proptest::prelude::*;
use yomikiri::{Ask, Control, Method, Options, Session};
use yomikiri_core::capability::{Acyclic, Normal};
use yomikiri_core::{Capabilities, Game, Outcome, Player};

/// A random game of normal play. Nodes come in pairs: `2 * n` is a node, and `2 * n + 1` the same with the players exchanged.
#[derive(Clone, Debug)]
struct Sums {
    /// Where First can move from node `2 * n`, and Second. All of these are lower.
    options: Vec<[Vec<u8>; 2]>,
    is_impartial: bool,
    /// Whether the game says which part is the negative of which.
    tells_negatives: bool,
    start: Vec<u8>,
}

/// The nodes of the parts, ascending, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    parts: Vec<u8>,
    to_move: Player,
}

/// A part, by its place, and the node to which it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    part: u8,
    to: u8,
}

impl Sums {
    fn options(&self, node: u8, player: Player) -> impl Iterator<Item = u8> + '_ {
        let negative = node % 2;
        let side = usize::from(player as u8 ^ negative);
        let options = self.options[usize::from(node / 2)][side].iter();
        options.map(move |to| to ^ negative)
    }

    fn negative(&self, node: u8) -> u8 {
        match self.is_impartial {
            true => node,
            false => node ^ 1,
        }
    }

    fn is_over(&self, position: &Position) -> bool {
        self.moves(position).next().is_none()
    }
}

impl Game for Sums {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut parts = self.start.clone();
        parts.sort_unstable();
        Position {
            parts,
            to_move: Player::First,
        }
    }
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.is_over(position)
            .then(|| Outcome::Win(position.to_move.opponent()))
    }
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let parts = (0..).zip(position.parts.clone());
        let to_move = position.to_move;
        parts.flat_map(move |(part, node)| {
            self.options(node, to_move).map(move |to| Move { part, to })
        })
    }
    fn play(&self, position: &Position, mv: Move) -> Position {
        let mut parts = position.parts.clone();
        parts[usize::from(mv.part)] = mv.to;
        parts.sort_unstable();
        Position {
            parts,
            to_move: position.to_move.opponent(),
        }
    }
}

impl Acyclic<Sums> for Sums {
    fn rank(&self, position: &Position) -> u64 {
        position.parts.iter().map(|node| u64::from(node / 2)).sum()
    }
}

impl Normal<Sums> for Sums {
    fn turned(&self, position: &Position) -> Position {
        Position {
            to_move: position.to_move.opponent(),
            ..position.clone()
        }
    }
    fn impartial(&self) -> bool {
        self.is_impartial
    }
    fn parts(&self, position: &Position) -> Vec<Position> {
        let part = |&node: &u8| Position {
            parts: vec![node],
            to_move: position.to_move,
        };
        position.parts.iter().map(part).collect()
    }
    fn negative(&self, position: &Position) -> Option<Position> {
        self.tells_negatives.then(|| Position {
            parts: position
                .parts
                .iter()
                .map(|&node| self.negative(node))
                .collect(),
            to_move: position.to_move,
        })
    }
}

impl Capabilities for Sums {
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn normal(&self) -> Option<impl Normal<Self>> {
        Some(self)
    }
}

/// A random game with so many pairs of nodes, the first without moves.
fn sums(is_impartial: bool) -> impl Strategy<Value = Sums> {
    const PAIRS: usize = 8;
    let options = vec([vec(any::<u8>(), 0..3), vec(any::<u8>(), 0..3)], PAIRS);
    let start = vec(any::<u8>(), 1..4);
    (options, start, any::<bool>()).prop_map(move |(mut options, start, tells_negatives)| {
        for (number, sides) in options.iter_mut().enumerate() {
            for to in sides.iter_mut().flatten() {
                *to = match number {
                    0 => 0,
                    _ => *to % (2 * number as u8),
                };
            }
            if number == 0 {
                *sides = [Vec::new(), Vec::new()];
            }
            if is_impartial {
                // In an impartial game a node is its own negative.
                sides[0].iter_mut().for_each(|to| *to &= !1);
                sides[1] = sides[0].clone();
            }
        }
        let start = start.into_iter();
        let start = start.map(|node| (node % (2 * PAIRS as u8)) & !u8::from(is_impartial));
        Sums {
            options,
            is_impartial,
            tells_negatives,
            start: start.collect(),
        }
    })
}

fn check(game: &Sums) {
    let session = |method| Session::new(game, Ask::Winner, method).expect("it applies");
    let start = game.start();
    let positions = [start.clone(), game.turned(&start)];
    for at in positions {
        let truth = session(Method::Plain).value(&at, &mut Control::new());
        let switches = Options::SWITCHES.map(|(name, ..)| Options::ALL.without(name));
        for options in switches.into_iter().flatten().chain([Options::ALL]) {
            let mut control = Control::new().with_options(options);
            let found = session(Method::Sums).value(&at, &mut control);
            assert_eq!(found, truth, "{at:?} {options:?}");
        }
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn partizan_sums(game in sums(false)) {
        check(&game);
    }

    #[test]
    fn impartial_sums(game in sums(true)) {
        check(&game);
    }
}
