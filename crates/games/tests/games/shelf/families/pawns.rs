//! Hexapawn and breakthrough on rows of characters.

use super::{Naive, WON, alike, joined, same, with_turn};
use crate::shared::shared;
use yomikiri::{Ask, Control, Method, Options, Session, Value};
use yomikiri_core::{Outcome, Player};
use yomikiri_games::registry::Playable;
use yomikiri_games::spec::NoFiles;

struct Pawns {
    rows: i32,
    cols: i32,
    filled: i32,
    slants: bool,
}

type Position = (Vec<Vec<char>>, usize);

impl Naive for Pawns {
    type Position = Position;
    fn start(&self) -> Position {
        let row = |row: i32| {
            let man = if row < self.filled {
                'o'
            } else if row >= self.rows - self.filled {
                'x'
            } else {
                '.'
            };
            vec![man; self.cols as usize]
        };
        ((0..self.rows).map(row).collect(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, turn): &Position) -> Vec<(i64, Position)> {
        let (own, other) = [('x', 'o'), ('o', 'x')][*turn];
        let mut next = Vec::new();
        for row in 0..self.rows {
            for col in 0..self.cols {
                if cells[row as usize][col as usize] != own {
                    continue;
                }
                for aside in [-1, 0, 1] {
                    let (to_row, to_col) = (row + [-1, 1][*turn], col + aside);
                    if !(0..self.rows).contains(&to_row) || !(0..self.cols).contains(&to_col) {
                        continue;
                    }
                    let there = cells[to_row as usize][to_col as usize];
                    let may = match (aside, there) {
                        (0, '.') => true,
                        (0, _) => false,
                        (_, '.') => self.slants,
                        (_, man) => man == other,
                    };
                    if may {
                        let mut cells = cells.clone();
                        cells[row as usize][col as usize] = '.';
                        cells[to_row as usize][to_col as usize] = own;
                        next.push((0, (cells, 1 - turn)));
                    }
                }
            }
        }
        next
    }
    fn over(&self, (cells, turn): &Position, stuck: bool) -> Option<Outcome> {
        if cells[0].contains(&'x') {
            return Some(Outcome::Win(Player::First));
        }
        if cells[self.rows as usize - 1].contains(&'o') {
            return Some(Outcome::Win(Player::Second));
        }
        stuck.then_some(Outcome::Win(Player::BOTH[1 - turn]))
    }
    fn text(&self, (cells, turn): &Position) -> String {
        with_turn(joined(cells), *turn)
    }
}

#[test]
fn hexapawn() {
    let count = |rows, cols| {
        let naive = Pawns {
            rows,
            cols,
            filled: 1,
            slants: false,
        };
        same(&format!("hexapawn:rows={rows},cols={cols}"), &naive)
    };
    assert_eq!(count(3, 3).by_ply, [1, 3, 10, 25, 40, 33, 20, 3]);
    let published = [(3, 3, -WON), (3, 4, WON), (4, 3, -WON), (4, 4, WON)];
    for (rows, cols, margin) in published {
        assert_eq!(count(rows, cols).margin, margin, "{rows} x {cols}");
    }
}

#[test]
fn breakthrough() {
    let margin = |rows, cols, ranks| {
        let naive = Pawns {
            rows,
            cols,
            filled: ranks,
            slants: true,
        };
        let game = format!("breakthrough:rows={rows},cols={cols},ranks={ranks}");
        same(&game, &naive).margin
    };
    for (rows, cols) in [(4, 2), (5, 2), (4, 3)] {
        assert_eq!(margin(rows, cols, 2), -WON, "{rows} x {cols}");
    }
    for (rows, cols, won) in [(4, 2, -WON), (5, 2, WON), (4, 3, WON), (5, 3, WON)] {
        assert_eq!(margin(rows, cols, 1), won, "{rows} x {cols}, one row each");
    }
}

/// Larger boards, which are not gone through, with keys that are positions and shorter ones.
#[test]
fn along_random_courses_of_play() {
    for (rows, cols, slants) in [(6, 5, true), (6, 6, true), (5, 7, true), (6, 6, false)] {
        let filled = if slants { 2 } else { 1 };
        let naive = Pawns {
            rows,
            cols,
            filled,
            slants,
        };
        let spec = match slants {
            true => format!("breakthrough:rows={rows},cols={cols},ranks={filled}"),
            false => format!("hexapawn:rows={rows},cols={cols}"),
        };
        alike(&spec, &naive, 20);
    }
}

/// Who wins, and the nodes that it takes, with all switches on and then with one of them off.
struct Without(Method, &'static [&'static str]);

impl Without {
    fn on<G: Playable>(self, game: &G) -> Vec<(Value, u64)> {
        let Without(method, names) = self;
        let off = names.iter().map(|name| Options::ALL.without(name));
        let options = [Some(Options::ALL)].into_iter().chain(off);
        options
            .map(|options| {
                let mut control = Control::new().with_options(options.expect("a switch"));
                let mut session = Session::new(game, Ask::Winner, method).expect("it applies");
                let value = session
                    .value(&game.start(), &mut control)
                    .expect("no limit");
                (value, control.done().nodes)
            })
            .collect()
    }
}

/// Plies are not counted for who wins, as the hints advise, and draws, of which there are none, are not asked about.
#[test]
fn no_question_is_asked_that_tells_nothing() {
    let names = &["order", "bounds", "symmetry"];
    // With 32 plies to come, where other games count them.
    for (method, most) in [(Method::AlphaBeta, 1_000), (Method::ProofNumber, 3_000)] {
        let game = shared("hexapawn:rows=5,cols=4", &NoFiles).expect("a game");
        let found = Without(method, names).on(&game);
        let second = Value::Winner(Some(Player::Second));
        assert!(found.iter().all(|(value, _)| *value == second), "{found:?}");
        let nodes: Vec<u64> = found.iter().map(|(_, nodes)| *nodes).collect();
        assert!(nodes[0] < most, "{nodes:?}");
        assert!(nodes[1..].iter().all(|&more| more > nodes[0]), "{nodes:?}");
    }
}
