//! Numbers in a row: the players take turns taking the number at either end, and gain it. The game is over when no
//! number is left.

mod direct;
mod notation;

pub use direct::Table;

use crate::compact::{Compact, Packed};
use crate::family::{Family, Info, MORE_POINTS, Visitor};
use crate::lists::{self, BadItem};
use crate::spec::{Args, FileForm, Kind, Param, SpecError};
use yomikiri_core::capability::{Acyclic, Bounded, Direct, Indexed, Keyed, Reversible};

use yomikiri_core::{
    Capabilities, Game, Margin, Outcome, POINTS_LIMIT, Player, TextError, check_points,
};

/// The game on a given row of numbers.
#[derive(Clone, Debug)]
pub struct TakeEnds {
    numbers: Vec<i64>,
    /// The sums of the magnitudes of the first numbers from the left, by their count.
    magnitudes: Vec<i64>,
}

/// The numbers that are left: those from index `left` up to but without index `right`. Both are 0 if none is left.
/// First begins, so the count tells whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The index of the first number.
    pub left: u32,
    /// The index after the last number.
    pub right: u32,
}

/// An end of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The left end. It represents both if one number is left.
    Left,
    /// The right end.
    Right,
}

impl Position {
    const EMPTY: Position = Position { left: 0, right: 0 };

    fn new(left: u32, right: u32) -> Position {
        if left == right {
            Position::EMPTY
        } else {
            Position { left, right }
        }
    }

    fn len(self) -> u32 {
        self.right - self.left
    }
}

impl TakeEnds {
    /// The most numbers.
    pub const MOST: usize = 10_000;

    /// Builds the game on this row.
    ///
    /// # Errors
    ///
    /// If there are no numbers or too many, or if magnitudes add up to more than 2<sup>62</sup>.
    pub fn new(numbers: Vec<i64>) -> Result<TakeEnds, BadItem> {
        if numbers.is_empty() {
            return Err(BadItem::new(0, "at least one number is needed"));
        }
        if numbers.len() > TakeEnds::MOST {
            let why = format!("more than {} numbers", TakeEnds::MOST);
            return Err(BadItem::new(TakeEnds::MOST, why));
        }
        check_points(numbers.iter().copied()).map_err(|item| {
            BadItem::new(item, "with this number the points add up to more than 2^62")
        })?;
        let mut magnitudes = Vec::with_capacity(numbers.len() + 1);
        let mut total = 0;
        magnitudes.push(total);
        for number in &numbers {
            total += number.abs();
            magnitudes.push(total);
        }
        Ok(TakeEnds {
            numbers,
            magnitudes,
        })
    }

    /// Reads numbers joined by `/` or white space.
    ///
    /// # Errors
    ///
    /// If an item is not a number, or if [`new`](TakeEnds::new) fails.
    pub fn parse(text: &str) -> Result<TakeEnds, TextError> {
        let items = lists::numbers(text, &['/'], -POINTS_LIMIT..=POINTS_LIMIT)?;
        TakeEnds::new(lists::values(&items)).map_err(|bad| bad.at(&items, text.len()))
    }

    /// Returns the row, from the left.
    pub fn numbers(&self) -> &[i64] {
        &self.numbers
    }

    fn left_numbers(&self, position: &Position) -> &[i64] {
        &self.numbers[position.left as usize..position.right as usize]
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

impl Packed for End {
    #[inline]
    fn pack(self) -> u128 {
        self as u128
    }
    #[inline]
    fn unpack(packed: u128) -> End {
        match packed {
            0 => End::Left,
            _ => End::Right,
        }
    }
}

impl Game for TakeEnds {
    type Position = Position;
    type Move = End;

    fn start(&self) -> Position {
        Position::new(0, self.numbers.len() as u32)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        Player::after(self.numbers.len() as u32 - position.len())
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.len() == 0).then_some(Outcome::Margin(0))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = End> {
        let ends: &[End] = if position.len() == 1 {
            &[End::Left]
        } else {
            &[End::Left, End::Right]
        };
        ends.iter().copied()
    }

    #[inline]
    fn play(&self, position: &Position, end: End) -> Position {
        match end {
            End::Left => Position::new(position.left + 1, position.right),
            End::Right => Position::new(position.left, position.right - 1),
        }
    }

    fn has_gains(&self) -> bool {
        true
    }

    #[inline]
    fn gain(&self, position: &Position, end: End) -> i64 {
        match end {
            End::Left => self.numbers[position.left as usize],
            End::Right => self.numbers[position.right as usize - 1],
        }
    }
}

impl Capabilities for TakeEnds {
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

impl Acyclic<TakeEnds> for TakeEnds {
    /// Returns the number of numbers left.
    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        u64::from(position.len())
    }
}

/// The key is the [index](Indexed), which is unique.
impl Keyed<TakeEnds> for TakeEnds {
    type Key = u32;
    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    /// At most [`MOST`](TakeEnds::MOST) numbers have fewer than 2<sup>26</sup> intervals.
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        self.index(position) as u32
    }
}

/// The index is 0 if nothing is left. Otherwise it is one more than the number of intervals that end before `right`,
/// or that end there and begin before `left`. There are no gaps.
impl Indexed<TakeEnds> for TakeEnds {
    fn len(&self) -> u64 {
        let numbers = self.numbers.len() as u64;
        1 + numbers * (numbers + 1) / 2
    }
    #[inline]
    fn index(&self, position: &Position) -> u64 {
        let (left, right) = (u64::from(position.left), u64::from(position.right));
        if right == 0 {
            0
        } else {
            1 + right * (right - 1) / 2 + left
        }
    }
    fn position(&self, index: u64) -> Option<Position> {
        if index >= Indexed::len(self) {
            return None;
        }
        let Some(interval) = index.checked_sub(1) else {
            return Some(Position::EMPTY);
        };
        // The greatest `right` with right * (right - 1) / 2 <= interval.
        let right = (1 + 8 * interval).isqrt().div_ceil(2);
        let left = interval - right * (right - 1) / 2;
        Some(Position::new(left as u32, right as u32))
    }
}

impl Reversible<TakeEnds> for TakeEnds {
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { left, right } = *position;
        let numbers = self.numbers.len() as u32;
        let longer = [
            (left > 0).then(|| Position::new(left - 1, right)),
            (right > 0 && right < numbers).then(|| Position::new(left, right + 1)),
        ];
        let singles = if right == 0 { 0..numbers } else { 0..0 };
        longer
            .into_iter()
            .flatten()
            .chain(singles.map(|at| Position::new(at, at + 1)))
    }
}

/// Whichever player takes them, the numbers left shift the margin by at most their magnitudes.
impl Bounded<TakeEnds> for TakeEnds {
    fn margin(&self, position: &Position) -> (Margin, Margin) {
        let most =
            self.magnitudes[position.right as usize] - self.magnitudes[position.left as usize];
        (Margin::Points(-most), Margin::Points(most))
    }
}

/// The registry's entry.
pub struct TakeEndsFamily;

impl Family for TakeEndsFamily {
    const INFO: Info = Info {
        name: "take-ends",
        title: "Take from the ends",
        summary: "take the number at either end of a row in turn, and gain it",
        source: "Educational DP Contest L, \"Deque\"",
        rules_version: 1,
        params: &[
            Param {
                name: "file",
                kind: Kind::File,
                default: None,
                required: false,
                help: "the numbers from the left, separated by white space",
            },
            Param {
                name: "numbers",
                kind: Kind::Text("whole numbers joined by `/`"),
                default: None,
                required: false,
                help: "the numbers from the left, written out; required unless a file is given",
            },
        ],
        examples: &[
            "take-ends:numbers=4/2/9/7/1/5",
            "take-ends:numbers=10/80/90/30",
            "take-ends:numbers=10/100/10",
            "take-ends:numbers=-3",
            "take-ends:numbers=3/-1/-4/1/-5/9/-2/6",
            "take-ends:file=numbers.txt",
        ],
        files: &[("numbers.txt", "7 1 1\n8 1\n")],
        notation: "positions FIRST-LAST, the places from 1 of the numbers at the ends, or `empty`; \
                   moves: left, right",
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
        visitor.told(["The players take turns to take the number at the left or at the right end of the row, and gain it as points.", "The game ends when no number is left.", MORE_POINTS]);
        let game = lists::given(args, "file", "numbers", TakeEnds::parse)?;
        Ok(visitor.visit(Compact::of(game)))
    }

    const WRITTEN_OUT: Option<&'static str> = Some("numbers");

    fn file_form(text: &str) -> FileForm {
        lists::file_form(text, &['/'])
    }
}
