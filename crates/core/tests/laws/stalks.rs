//! A toy of numbers: a stalk of blue and red edges, of which First cuts the blue ones and Second the red ones. What is
//! above a cut falls. A player who cannot cut loses.

use yomikiri_core::capability::{Normal, NumberAndNimber};
use yomikiri_core::laws::{self, Sample};
use yomikiri_core::{Capabilities, Game, Outcome, Player};

/// The stalk, and what the game says instead of its number.
#[derive(Debug)]
struct Stalk(&'static [Player], fn(i128) -> i128);

/// How many edges stand, and who moves.
type At = (usize, Player);

impl Stalk {
    fn number(&self, edges: usize) -> i128 {
        let mut number = 0;
        let mut step = 1 << NumberAndNimber::EXPONENT;
        for edge in &self.0[..edges] {
            if *edge != self.0[0] || step < 1 << NumberAndNimber::EXPONENT {
                step /= 2;
            }
            number += match edge {
                Player::First => step,
                Player::Second => -step,
            };
        }
        number
    }
}

impl Game for Stalk {
    type Position = At;
    type Move = usize;
    fn start(&self) -> At {
        (self.0.len(), Player::First)
    }
    fn to_move(&self, position: &At) -> Player {
        position.1
    }
    fn outcome(&self, position: &At) -> Option<Outcome> {
        let is_stuck = self.moves(position).next().is_none();
        is_stuck.then(|| Outcome::Win(position.1.opponent()))
    }
    fn moves(&self, &(edges, mover): &At) -> impl Iterator<Item = usize> {
        (0..edges).filter(move |&edge| self.0[edge] == mover)
    }
    fn play(&self, &(_, mover): &At, mv: usize) -> At {
        (mv, mover.opponent())
    }
}

impl Normal<Stalk> for Stalk {
    fn turned(&self, &(edges, mover): &At) -> At {
        (edges, mover.opponent())
    }
    fn number_and_nimber(&self, &(edges, _): &At) -> Option<NumberAndNimber> {
        let number = self.1(self.number(edges));
        Some(NumberAndNimber { number, nimber: 0 })
    }
}

impl Capabilities for Stalk {}

#[test]
fn no_number_but_the_value_keeps_the_law() {
    use Player::{First as B, Second as R};
    let stalks: [&[Player]; 5] = [
        &[B],
        &[R, R, B],
        &[B, B, R, B],
        &[B, R, R, B, R],
        &[R, B, B],
    ];
    for stalk in stalks {
        let keeps = |said: fn(i128) -> i128| {
            let game = Stalk(stalk, said);
            laws::normal(&game, &game, &Sample::default()).is_ok()
        };
        assert!(keeps(|number| number), "{stalk:?}");
        for wrong in [
            |number| 2 * number,
            |number| number / 2,
            |number| number - number.signum(),
            |number| -number,
        ] as [fn(i128) -> i128; 4]
        {
            assert!(!keeps(wrong), "{stalk:?}");
        }
    }
}
