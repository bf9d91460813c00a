//! Two stacks of numbers: the players take turns taking the number on top of either, and gain it. The game is over
//! when both are empty.

mod direct;
mod notation;

pub use direct::Table;

use crate::compact::{Compact, Packed};
use crate::family::{Family, Info, MORE_POINTS, Visitor};
use crate::lists::{self, BadItem};
use crate::spec::{Args, Kind, Param, SpecError};
use yomikiri_core::capability::{Acyclic, Bounded, Direct, Indexed, Keyed, Reversible};

use yomikiri_core::{Capabilities, Game, Margin, Outcome, POINTS_LIMIT, Player, check_points};

/// The game with two given stacks.
#[derive(Clone, Debug)]
pub struct TwoStacks {
    /// The stacks from the bottom: the number on top of `n` items is the one at `n - 1`.
    stacks: [Vec<i64>; 2],
    /// The sums of the magnitudes of the first numbers from the bottom, by their count.
    magnitudes: [Vec<i64>; 2],
}

/// The number of numbers left on the left and on the right. First begins, so their total tells whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The count on the left stack.
    pub left: u32,
    /// The count on the right stack.
    pub right: u32,
}

/// A stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The left stack.
    Left,
    /// The right stack.
    Right,
}

impl TwoStacks {
    /// The most numbers of either stack.
    pub const MOST: usize = 5_000;

    /// Builds the game with these stacks, each from the top. Either may be empty.
    ///
    /// # Errors
    ///
    /// If there are too many numbers, or if magnitudes add up to more than 2<sup>62</sup>. Items are numbered
    /// through the left stack, then the right one.
    pub fn new(mut left: Vec<i64>, mut right: Vec<i64>) -> Result<TwoStacks, BadItem> {
        for (before, stack) in [(0, &left), (left.len(), &right)] {
            if stack.len() > TwoStacks::MOST {
                let why = format!("more than {} numbers on a stack", TwoStacks::MOST);
                return Err(BadItem::new(before + TwoStacks::MOST, why));
            }
        }
        check_points(left.iter().chain(&right).copied()).map_err(|item| {
            BadItem::new(item, "with this number the points add up to more than 2^62")
        })?;
        left.reverse();
        right.reverse();
        let stacks = [left, right];
        let magnitudes = stacks.each_ref().map(|stack| {
            let mut total = 0;
            let sums = stack.iter().map(|number| {
                total += number.abs();
                total
            });
            std::iter::once(0).chain(sums).collect()
        });
        Ok(TwoStacks { stacks, magnitudes })
    }

    fn sizes(&self) -> (u32, u32) {
        // At most MOST each.
        (self.stacks[0].len() as u32, self.stacks[1].len() as u32)
    }

    /// Returns the numbers left of both stacks, from the bottom.
    fn left_over(&self, position: &Position) -> (&[i64], &[i64]) {
        (
            &self.stacks[0][..position.left as usize],
            &self.stacks[1][..position.right as usize],
        )
    }
}

impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.left) << 32 | u128::from(self.right)
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        Position {
            left: (packed >> 32) as u32,
            right: packed as u32,
        }
    }
}

impl Packed for Side {
    #[inline]
    fn pack(self) -> u128 {
        self as u128
    }
    #[inline]
    fn unpack(packed: u128) -> Side {
        match packed {
            0 => Side::Left,
            _ => Side::Right,
        }
    }
}

impl Game for TwoStacks {
    type Position = Position;
    type Move = Side;

    fn start(&self) -> Position {
        let (left, right) = self.sizes();
        Position { left, right }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        let (left, right) = self.sizes();
        Player::after(left + right - position.left - position.right)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.left + position.right == 0).then_some(Outcome::Margin(0))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Side> {
        let sides: &[Side] = match (position.left, position.right) {
            (_, 0) => &[Side::Left],
            (0, _) => &[Side::Right],
            _ => &[Side::Left, Side::Right],
        };
        sides.iter().copied()
    }

    #[inline]
    fn play(&self, position: &Position, side: Side) -> Position {
        let Position { left, right } = *position;
        match side {
            Side::Left => Position {
                left: left - 1,
                right,
            },
            Side::Right => Position {
                left,
                right: right - 1,
            },
        }
    }

    fn has_gains(&self) -> bool {
        true
    }

    #[inline]
    fn gain(&self, position: &Position, side: Side) -> i64 {
        match side {
            Side::Left => self.stacks[0][position.left as usize - 1],
            Side::Right => self.stacks[1][position.right as usize - 1],
        }
    }
}

impl Capabilities for TwoStacks {
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
        Some(self)
    }
    fn direct(&self) -> Option<impl Direct<Self>> {
        Some(self)
    }
}

impl Acyclic<TwoStacks> for TwoStacks {
    /// Returns the number of numbers left.
    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        u64::from(position.left) + u64::from(position.right)
    }
}

/// The key is the [index](Indexed), which is unique.
impl Keyed<TwoStacks> for TwoStacks {
    type Key = u32;
    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    /// With at most [`MOST`](TwoStacks::MOST) numbers on either stack, there are fewer than 2<sup>25</sup>.
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        self.index(position) as u32
    }
}

/// The index counts row after row of a table with a row for each count on the left. There are no gaps.
impl Indexed<TwoStacks> for TwoStacks {
    fn len(&self) -> u64 {
        let (left, right) = self.sizes();
        (u64::from(left) + 1) * (u64::from(right) + 1)
    }
    #[inline]
    fn index(&self, position: &Position) -> u64 {
        let (_, right) = self.sizes();
        u64::from(position.left) * (u64::from(right) + 1) + u64::from(position.right)
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        let (_, right) = self.sizes();
        let columns = u64::from(right) + 1;
        (index < Indexed::len(self)).then_some(Position {
            left: (index / columns) as u32,
            right: (index % columns) as u32,
        })
    }
}

impl Reversible<TwoStacks> for TwoStacks {
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { left, right } = *position;
        let (most_left, most_right) = self.sizes();
        let before = [(left + 1, right), (left, right + 1)].map(|(l, r)| {
            (l <= most_left && r <= most_right).then_some(Position { left: l, right: r })
        });
        before.into_iter().flatten()
    }
}

/// Whichever player takes them, the numbers left shift the margin by at most their magnitudes.
impl Bounded<TwoStacks> for TwoStacks {
    fn margin(&self, position: &Position) -> (Margin, Margin) {
        let most = self.magnitudes[0][position.left as usize]
            + self.magnitudes[1][position.right as usize];
        (Margin::Points(-most), Margin::Points(most))
    }
}

/// The registry's entry.
pub struct TwoStacksFamily;

/// Reads one stack of a spec.
fn stack(args: &Args<'_>, key: &str) -> Result<Vec<lists::Item<i64>>, SpecError> {
    lists::numbers(
        args.get(key).unwrap_or_default(),
        &['/'],
        -POINTS_LIMIT..=POINTS_LIMIT,
    )
    .map_err(|error| args.error_within(key, error))
}

impl Family for TwoStacksFamily {
    const INFO: Info = Info {
        name: "two-stacks",
        title: "Two stacks",
        summary: "take the number on top of either of two stacks in turn, and gain it",
        source: "Typical DP Contest B",
        rules_version: 1,
        params: &[
            Param {
                name: "left",
                kind: Kind::Text("whole numbers joined by `/`"),
                default: None,
                required: false,
                help: "the left stack, from the top; without it, the stack is empty",
            },
            Param {
                name: "right",
                kind: Kind::Text("whole numbers joined by `/`"),
                default: None,
                required: false,
                help: "the right stack, from the top; without it, the stack is empty",
            },
        ],
        examples: &[
            "two-stacks:left=2/4/5/4/2,right=2/8/3/4/5",
            "two-stacks:left=1,right=2/10",
            "two-stacks:left=-3/5/-1/4,right=2/-6/9",
            "two-stacks:right=1/2/3",
        ],
        files: &[],
        notation: "positions LEFT,RIGHT: how many numbers are left on either stack; moves: left, \
                   right",
        capabilities: &[
            "acyclic",
            "keyed",
            "indexed",
            "reversible",
            "bounded",
            "direct",
        ],
    };

    const UNSAID: Option<&'static str> =
        Some("taking gains points, which no rules file can express");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to take the number on top of either stack, and gain it as points.", "The game ends when both stacks are empty.", MORE_POINTS]);
        let (left, right) = (stack(args, "left")?, stack(args, "right")?);
        if left.is_empty() && right.is_empty() {
            return Err(args.error("left", "`left=` or `right=` is needed"));
        }
        let game = TwoStacks::new(lists::values(&left), lists::values(&right));
        let game = game.map_err(|bad| {
            let (key, items, before) = if bad.item < left.len() {
                ("left", &left, 0)
            } else {
                ("right", &right, left.len())
            };
            let end = args.get(key).unwrap_or_default().len();
            let own = BadItem::new(bad.item - before, bad.why);
            args.error_within(key, own.at(items, end))
        })?;
        Ok(visitor.visit(Compact::of(game)))
    }
}
