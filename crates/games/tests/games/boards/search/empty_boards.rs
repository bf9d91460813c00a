//! Connect Four boards whose outcome is published (by John Tromp; with the lengths, by the solver
//! ChristopheSteininger/c4), recomputed here.

use yomikiri::{Ask, Control, Method, Player, Session, Value};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

/// Columns, rows, who wins, in how many plies.
type Solved = (u32, u32, Option<(Player, u32)>);

const fn first(plies: u32) -> Option<(Player, u32)> {
    Some((Player::First, plies))
}

const fn second(plies: u32) -> Option<(Player, u32)> {
    Some((Player::Second, plies))
}

const SMALL: [Solved; 14] = [
    (4, 4, None),
    (5, 4, None),
    (6, 4, second(24)),
    (7, 4, None),
    (8, 4, second(32)),
    (4, 5, None),
    (5, 5, None),
    (6, 5, None),
    (7, 5, None),
    (4, 6, None),
    (5, 6, None),
    (6, 6, second(36)),
    (4, 7, None),
    (5, 7, None),
];

const LARGER: [Solved; 4] = [
    (6, 7, first(41)),
    (8, 5, first(39)),
    (9, 4, second(36)),
    (7, 6, first(41)),
];

/// Columns, rows, who wins.
const LARGEST: [(u32, u32, Option<Player>); 3] = [
    (7, 7, None),
    (8, 6, Some(Player::Second)),
    (8, 7, Some(Player::First)),
];

/// Asks about the start of a game, by two threads.
struct Start(Ask);

impl Visitor for Start {
    type Output = Value;
    fn visit<G: Playable>(self, game: G) -> Value {
        let session = Session::new(&game, self.0, Method::AlphaBeta);
        let mut control = Control::new().with_threads(2);
        let value = session
            .expect("it applies")
            .value(&game.start(), &mut control);
        value.expect("no limit")
    }
}

fn value(cols: u32, rows: u32, ask: Ask) -> Value {
    let spec = format!("connect4:cols={cols},rows={rows}");
    crate::shared::with(&spec, &NoFiles, Start(ask)).expect("it is one")
}

fn lengths(boards: &[Solved]) {
    for &(cols, rows, result) in boards {
        let value = value(cols, rows, Ask::Distance);
        let found = value.winner().zip(value.plies());
        assert_eq!(found, result, "{cols}x{rows}");
    }
}

#[test]
fn small() {
    lengths(&SMALL);
}

#[test]
#[ignore = "half a minute: cargo test --release -p yomikiri-games --test games -- --ignored search::empty_boards::larger"]
fn larger() {
    lengths(&LARGER);
}

#[test]
#[ignore = "half an hour: cargo test --release -p yomikiri-games --test games -- --ignored search::empty_boards::largest"]
fn largest() {
    for (cols, rows, result) in LARGEST {
        let value = value(cols, rows, Ask::Winner);
        assert_eq!(value.winner(), result, "{cols}x{rows}");
    }
}
