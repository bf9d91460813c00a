//! A piece on a circle of places: the players take turns moving it onward, each by one of their own numbers of
//! steps. The player who brings it to place 1 wins. Endless play is a draw.

mod direct;
mod notation;

pub use direct::Table;

use crate::compact::{Compact, Packed};
use crate::family::{ENDLESS_DRAW, Family, Info, Visitor};
use crate::lists::{self, BadItem};
use crate::spec::{Args, Kind, Param, SpecError};
use yomikiri_core::capability::{Direct, Indexed, Keyed, Reversible};
use yomikiri_core::{Capabilities, Game, Outcome, Player};

/// The game on a circle of given size with given steps.
#[derive(Clone, Debug)]
pub struct Circle {
    places: u32,
    /// First's and Second's steps, in the order in which they were given.
    steps: [Vec<u32>; 2],
}

/// The place of the piece, from 0 (place 1, where the game is over), and the player who moves it next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The place.
    pub place: u32,
    /// The player to move.
    pub to_move: Player,
}

impl Circle {
    /// The most places there may be.
    pub const MOST: u32 = 10_000;

    /// Builds the game with at least 2 and at most [`MOST`](Circle::MOST) places (other numbers are clamped),
    /// First's steps and Second's.
    ///
    /// # Errors
    ///
    /// If a player has no steps, if a step is 0 or not less than `places`, or if a player has the same step twice.
    /// Items are numbered through First's steps, then Second's.
    pub fn new(places: u32, first: Vec<u32>, second: Vec<u32>) -> Result<Circle, BadItem> {
        let places = places.clamp(2, Circle::MOST);
        let mut before = 0;
        for steps in [&first, &second] {
            let mut known = vec![false; places as usize];
            for (item, &step) in steps.iter().enumerate() {
                let twice = match known.get_mut(step as usize) {
                    Some(known) if step > 0 => std::mem::replace(known, true),
                    _ => {
                        let why = format!("a step is from 1 to {}", places - 1);
                        return Err(BadItem::new(before + item, why));
                    }
                };
                if twice {
                    return Err(BadItem::new(before + item, "this step is given twice"));
                }
            }
            before += steps.len();
            if steps.is_empty() {
                return Err(BadItem::new(before, "at least one step is needed"));
            }
        }
        Ok(Circle {
            places,
            steps: [first, second],
        })
    }

    /// Returns the number of places.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// Returns a player's steps.
    #[inline]
    fn steps(&self, player: Player) -> &[u32] {
        &self.steps[player as usize]
    }

    /// Returns the place `steps` places onward, for fewer steps than a full circle.
    #[inline]
    fn onward(&self, place: u32, steps: u32) -> u32 {
        let place = place + steps;
        if place < self.places {
            place
        } else {
            place - self.places
        }
    }

    /// Returns the place from which `steps` steps, fewer than a full circle, lead here.
    #[inline]
    fn back(&self, place: u32, steps: u32) -> u32 {
        if place < steps {
            place + self.places - steps
        } else {
            place - steps
        }
    }
}

impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.place) << 1 | self.to_move.pack()
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        Position {
            place: (packed >> 1) as u32,
            to_move: Player::unpack(packed & 1),
        }
    }
}

impl Game for Circle {
    type Position = Position;
    /// The number of steps.
    type Move = u32;

    fn start(&self) -> Position {
        Position {
            place: 1,
            to_move: Player::First,
        }
    }

    /// Returns all places except place 1, for First and then for Second.
    fn starts(&self) -> Vec<Position> {
        let of = |to_move| (1..self.places).map(move |place| Position { place, to_move });
        Player::BOTH.into_iter().flat_map(of).collect()
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    /// The player who moved last has won.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.place == 0).then(|| Outcome::Win(position.to_move.opponent()))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = u32> {
        self.steps(position.to_move).iter().copied()
    }

    #[inline]
    fn play(&self, position: &Position, steps: u32) -> Position {
        Position {
            place: self.onward(position.place, steps),
            to_move: position.to_move.opponent(),
        }
    }
}

impl Capabilities for Circle {
    const ALWAYS_KEYED: bool = true;

    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn direct(&self) -> Option<impl Direct<Self>> {
        Some(self)
    }
}

/// The key is the [index](Indexed), which is unique.
impl Keyed<Circle> for Circle {
    type Key = u32;
    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        position.to_move as u32 * self.places + position.place
    }
}

/// The places with First to move, then those with Second to move. There are no gaps.
impl Indexed<Circle> for Circle {
    fn len(&self) -> u64 {
        2 * u64::from(self.places)
    }
    #[inline]
    fn index(&self, position: &Position) -> u64 {
        u64::from(self.key(position))
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        let places = u64::from(self.places);
        (index < 2 * places).then_some(Position {
            place: (index % places) as u32,
            to_move: Player::after((index / places) as u32),
        })
    }
}

impl Reversible<Circle> for Circle {
    #[inline]
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { place, to_move } = *position;
        let mover = to_move.opponent();
        self.steps(mover)
            .iter()
            .map(move |&steps| Position {
                place: self.back(place, steps),
                to_move: mover,
            })
            // The game is over there.
            .filter(|before| before.place != 0)
    }
}

/// The registry's entry.
pub struct CircleFamily;

impl Family for CircleFamily {
    const INFO: Info = Info {
        name: "circle",
        title: "Round the circle",
        summary: "move a piece round a circle, each player by steps of their own, to bring it to place 1",
        source: "Codeforces 787 C, \"Berzerk\"",
        rules_version: 1,
        params: &[
            Param {
                name: "places",
                kind: Kind::Int {
                    min: 2,
                    max: Circle::MOST as i64,
                },
                default: None,
                required: true,
                help: "the number of places",
            },
            Param {
                name: "first",
                kind: Kind::Text("whole numbers joined by `/`"),
                default: None,
                required: true,
                help: "First's numbers of steps",
            },
            Param {
                name: "second",
                kind: Kind::Text("whole numbers joined by `/`"),
                default: None,
                required: true,
                help: "Second's numbers of steps",
            },
        ],
        examples: &[
            "circle:places=5,first=3/2,second=1/2/3",
            "circle:places=8,first=6/2/3/4,second=2/3/4/5",
            "circle:places=2,first=1,second=1",
            "circle:places=9,first=3/6,second=1/8",
        ],
        files: &[],
        notation: "positions: the place from 1, then `:second` where Second is to move; moves: the \
                   place moved to",
        capabilities: &["keyed", "indexed", "reversible", "direct"],
    };

    const UNSAID: Option<&'static str> =
        Some("both players move the same piece, and in a rules file each has pieces of its own");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let read = |key| {
            let text = args.get(key).unwrap_or_default();
            lists::numbers(text, &['/'], 1..=i64::from(Circle::MOST))
                .map_err(|error| args.error_within(key, error))
        };
        let (first, second) = (read("first")?, read("second")?);
        // Ranges have been checked.
        let steps =
            |items: &[lists::Item<i64>]| items.iter().map(|item| item.value as u32).collect();
        let game = Circle::new(args.int("places") as u32, steps(&first), steps(&second));
        let game = game.map_err(|bad| {
            let (key, items, before) = if bad.item < first.len() || first.is_empty() {
                ("first", &first, 0)
            } else {
                ("second", &second, first.len())
            };
            let end = args.get(key).unwrap_or_default().len();
            let own = BadItem::new(bad.item - before, bad.why);
            args.error_within(key, own.at(items, end))
        })?;
        let said = |key| args.get(key).unwrap_or_default().replace('/', ", ");
        let steps = format!(
            "The players take turns to move one piece onward round the circle, by one of their own numbers of places. First's are {}, and Second's are {}.",
            said("first"),
            said("second")
        );
        let places = format!(
            "There are {} places in a circle, and the piece starts at place 2.",
            args.int("places")
        );
        visitor.told([
            &*places,
            &*steps,
            "Whoever brings the piece to place 1 wins.",
            ENDLESS_DRAW,
        ]);
        Ok(visitor.visit(Compact::of(game)))
    }
}
