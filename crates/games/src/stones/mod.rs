//! One heap of stones: the players take turns removing one of several allowed numbers of stones. As [`Aim`] says, a
//! player who cannot move loses or wins, or the stones removed are points.

mod direct;
mod notation;

pub use direct::Table;

use crate::compact::{Compact, Packed};
use crate::family::{Family, Info, STUCK_LOSES, STUCK_WINS, Visitor};
use crate::lists::{self, BadItem};
use crate::spec::{Args, Kind, Param, SpecError};
use yomikiri_core::capability::{
    Acyclic, Bounded, Declared, Direct, Indexed, Keyed, Normal, Reversible,
};
use yomikiri_core::declared::{Declaration, DeclaredHeaps};

use yomikiri_core::{Capabilities, Game, Margin, Outcome, Player};

/// The aim of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A player who cannot move loses.
    Normal,
    /// A player who cannot move wins.
    Misere,
    /// Each stone removed is a point gained.
    Points,
}

/// The game with a number of stones, the allowed numbers and an aim.
#[derive(Clone, Debug)]
pub struct Stones {
    stones: u32,
    /// The allowed numbers, ascending.
    take: Vec<u32>,
    aim: Aim,
}

/// The number of stones left, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The number of stones left.
    pub left: u32,
    /// The player to move.
    pub to_move: Player,
}

impl Stones {
    /// The most stones.
    pub const MOST: u32 = 1_000_000;
    /// The most allowed numbers.
    pub const CHOICES: usize = 1_000;

    /// Builds the game that starts with `stones` stones, at most [`MOST`](Stones::MOST) (more are cut off), of which
    /// one of the numbers `take` may be removed at a time.
    ///
    /// # Errors
    ///
    /// If there are no numbers or too many, if 0 is among them, or if one is given twice.
    pub fn new(stones: u32, take: Vec<u32>, aim: Aim) -> Result<Stones, BadItem> {
        if take.is_empty() {
            return Err(BadItem::new(0, "at least one number is needed"));
        }
        if take.len() > Stones::CHOICES {
            let why = format!("more than {} numbers", Stones::CHOICES);
            return Err(BadItem::new(Stones::CHOICES, why));
        }
        for (item, number) in take.iter().enumerate() {
            if *number == 0 {
                return Err(BadItem::new(item, "at least one stone must be removed"));
            }
            if take[..item].contains(number) {
                return Err(BadItem::new(item, "this number is given twice"));
            }
        }
        let mut take = take;
        take.sort_unstable();
        Ok(Stones {
            stones: stones.min(Stones::MOST),
            take,
            aim,
        })
    }

    /// Returns the numbers of stones that may be removed, ascending.
    pub fn take(&self) -> &[u32] {
        &self.take
    }

    /// Returns the allowed numbers that do not exceed `left`.
    #[inline]
    fn allowed(&self, left: u32) -> impl Iterator<Item = u32> + use<'_> {
        self.take.iter().copied().take_while(move |&n| n <= left)
    }
}

impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.left) << 1 | self.to_move.pack()
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        Position {
            left: (packed >> 1) as u32,
            to_move: Player::unpack(packed & 1),
        }
    }
}

impl Game for Stones {
    type Position = Position;
    /// The number of stones removed.
    type Move = u32;

    fn start(&self) -> Position {
        Position {
            left: self.stones,
            to_move: Player::First,
        }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.left < self.take[0]).then_some(match self.aim {
            Aim::Normal => Outcome::Win(position.to_move.opponent()),
            Aim::Misere => Outcome::Win(position.to_move),
            Aim::Points => Outcome::Margin(0),
        })
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = u32> {
        self.allowed(position.left)
    }

    #[inline]
    fn play(&self, position: &Position, removed: u32) -> Position {
        Position {
            left: position.left - removed,
            to_move: position.to_move.opponent(),
        }
    }

    fn has_gains(&self) -> bool {
        self.aim == Aim::Points
    }

    #[inline]
    fn gain(&self, _: &Position, removed: u32) -> i64 {
        if self.has_gains() { removed.into() } else { 0 }
    }
}

impl Capabilities for Stones {
    const ALWAYS_KEYED: bool = true;

    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        self.has_gains().then_some(self)
    }
    fn direct(&self) -> Option<impl Direct<Self>> {
        Some(self)
    }
    fn normal(&self) -> Option<impl Normal<Self>> {
        (self.aim == Aim::Normal).then_some(self)
    }
    fn declared(&self) -> Option<impl Declared<Self>> {
        Some(self)
    }
}

impl Normal<Stones> for Stones {
    fn turned(&self, position: &Position) -> Position {
        Position {
            to_move: position.to_move.opponent(),
            ..*position
        }
    }
    fn impartial(&self) -> bool {
        true
    }
}

/// Declares the game as one heap.
impl Declared<Stones> for Stones {
    fn declaration(&self) -> Declaration {
        Declaration::Heaps(DeclaredHeaps {
            sizes: vec![self.stones],
            take: Some(self.take.clone()),
            stuck: match self.aim {
                Aim::Normal => "loses",
                Aim::Misere => "wins",
                Aim::Points => "points",
            },
        })
    }
    fn code(&self, position: &Position) -> u128 {
        self.key(position).into()
    }
    fn number(&self, _: &Position, removed: u32) -> u32 {
        // A legal move is one of the numbers.
        self.take.binary_search(&removed).unwrap_or_default() as u32
    }
}

impl Acyclic<Stones> for Stones {
    /// Returns the number of times that the least number could still be removed.
    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        u64::from(position.left / self.take[0])
    }
}

/// The key is the [index](Indexed), which is unique.
impl Keyed<Stones> for Stones {
    type Key = u32;
    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        2 * position.left + position.to_move as u32
    }
}

/// The index is twice the stones left, plus one for Second. There are no gaps.
impl Indexed<Stones> for Stones {
    fn len(&self) -> u64 {
        2 * (u64::from(self.stones) + 1)
    }
    #[inline]
    fn index(&self, position: &Position) -> u64 {
        u64::from(self.key(position))
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        (index < Indexed::len(self)).then_some(Position {
            left: (index / 2) as u32,
            to_move: Player::after((index % 2) as u32),
        })
    }
}

impl Reversible<Stones> for Stones {
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { left, to_move } = *position;
        self.allowed(self.stones - left)
            .map(move |removed| Position {
                left: left + removed,
                to_move: to_move.opponent(),
            })
    }
}

/// Offered if stones are points: at most as many points as stones left can be gained.
impl Bounded<Stones> for Stones {
    fn margin(&self, position: &Position) -> (Margin, Margin) {
        let left = i64::from(position.left);
        (Margin::Points(-left), Margin::Points(left))
    }
}

/// The registry's entry.
pub struct StonesFamily;

impl Family for StonesFamily {
    const INFO: Info = Info {
        name: "stones",
        title: "Take stones",
        summary: "remove one of several allowed numbers of stones from a heap in turn",
        source: "the subtraction games of Berlekamp, Conway and Guy, \"Winning Ways\"; Educational \
                 DP Contest K, \"Stones\"; AtCoder ABC270 D",
        rules_version: 1,
        params: &[
            Param {
                name: "stones",
                kind: Kind::Int {
                    min: 0,
                    max: Stones::MOST as i64,
                },
                default: None,
                required: true,
                help: "the stones at the start",
            },
            Param {
                name: "take",
                kind: Kind::Text("whole numbers joined by `/`"),
                default: None,
                required: true,
                help: "the numbers of stones that may be removed at a time",
            },
            Param {
                name: "aim",
                kind: Kind::Choice(&["normal", "misere", "points"]),
                default: Some("normal"),
                required: false,
                help: "whether a player who cannot move loses (normal) or wins (misere), or stones are points",
            },
        ],
        examples: &[
            "stones:stones=21,take=1/2/3",
            "stones:stones=4,take=2/3",
            "stones:stones=12,take=1/2/3,aim=misere",
            "stones:stones=17,take=3/5,aim=misere",
            "stones:stones=11,take=1/2/3/6,aim=points",
            "stones:stones=20,take=3/4/9,aim=points",
            "stones:stones=0,take=1",
        ],
        files: &[],
        notation: "positions: the stones left, then `:second` where Second is to move; moves: the \
                   stones removed",
        capabilities: &[
            "acyclic",
            "keyed",
            "indexed",
            "reversible",
            "bounded",
            "direct",
            "normal",
            "declared",
        ],
    };

    const UNSAID: Option<&'static str> =
        Some("in a rules file stones are no points, and a heap has at most 250 of them");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let text = args.get("take").unwrap_or_default();
        let numbers = lists::numbers(text, &['/'], 1..=i64::from(Stones::MOST));
        let numbers = numbers.map_err(|error| args.error_within("take", error))?;
        let aim = match args.get("aim") {
            Some("misere") => Aim::Misere,
            Some("points") => Aim::Points,
            _ => Aim::Normal,
        };
        // Ranges have been checked.
        let take = numbers.iter().map(|number| number.value as u32).collect();
        let game = Stones::new(args.int("stones") as u32, take, aim)
            .map_err(|bad| args.error_within("take", bad.at(&numbers, text.len())))?;
        let turns = format!(
            "The players take turns to take stones from the heap, one of these numbers: {}.",
            text.replace('/', ", ")
        );
        let end = match aim {
            Aim::Normal => STUCK_LOSES,
            Aim::Misere => STUCK_WINS,
            Aim::Points => {
                "The stones that players take are their points, and the game ends when nobody can take any. The player with more points wins; equal points are a draw."
            }
        };
        visitor.told([&*turns, end]);
        Ok(visitor.visit(Compact::of(game)))
    }
}
