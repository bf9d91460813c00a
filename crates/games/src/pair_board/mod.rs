//! A board filled in turn, where pairs of neighbours count. When it is full, First gets the points of every pair of
//! neighbours with equal marks, and Second those of all other pairs.

mod notation;

use crate::compact::{Compact, Packed};
use crate::family::{Family, Info, MORE_POINTS, Visitor};
use crate::lists::{self, BadItem, Item};
use crate::spec::{Args, Kind, Param, SpecError};
use yomikiri_core::capability::{Acyclic, Bounded, Indexed, Keyed, Reversible};
use yomikiri_core::{
    Capabilities, Counted, Game, Margin, Outcome, POINTS_LIMIT, Player, Score, check_points,
};

/// The game on a board with given points.
#[derive(Clone, Debug)]
pub struct PairBoard {
    rows: usize,
    cols: usize,
    /// The vertical pairs row after row, then the horizontal ones.
    pairs: Vec<Pair>,
}

/// Two neighbours.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// The upper or left one, by its bit.
    one: u16,
    /// The lower or right one, by its bit.
    other: u16,
    points: i64,
}

/// The cells with each player's marks, a bit for each, row after row from the lowest bit. First begins, so the
/// number of marks tells whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// First's cells.
    pub first: u16,
    /// Second's cells.
    pub second: u16,
}

impl Position {
    fn filled(self) -> u16 {
        self.first | self.second
    }

    fn marked(self, player: Player, bit: u16) -> Position {
        let mut next = self;
        *next.of(player) ^= bit;
        next
    }

    fn of(&mut self, player: Player) -> &mut u16 {
        match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }
}

impl Pair {
    /// Returns First's points less Second's, or `None` while a cell is empty.
    #[inline]
    fn margin(self, position: Position) -> Option<i64> {
        let both = self.one | self.other;
        if position.filled() & both != both {
            return None;
        }
        let equal = position.first & both == both || position.second & both == both;
        Some(if equal { self.points } else { -self.points })
    }
}

impl PairBoard {
    /// The most cells.
    pub const MOST: usize = 16;

    /// Returns the numbers of vertical and of horizontal pairs of a board.
    pub const fn pairs(rows: usize, cols: usize) -> (usize, usize) {
        (rows.saturating_sub(1) * cols, rows * cols.saturating_sub(1))
    }

    /// Builds the game on a board of this size, with the points of its vertical and of its horizontal pairs, each
    /// row after row.
    ///
    /// # Errors
    ///
    /// If there are no cells or too many, if the number of points is wrong, or if their magnitudes add up to more
    /// than 2<sup>62</sup>. Items are numbered through the vertical pairs, then the horizontal ones.
    pub fn new(
        rows: usize,
        cols: usize,
        vertical: &[i64],
        horizontal: &[i64],
    ) -> Result<PairBoard, BadItem> {
        let most = PairBoard::MOST;
        if rows == 0 || cols == 0 || rows > most || cols > most || rows * cols > most {
            return Err(BadItem::new(0, format!("a board has 1 to {most} cells")));
        }
        let expected = PairBoard::pairs(rows, cols);
        for (before, points, wanted) in [
            (0, vertical, expected.0),
            (vertical.len(), horizontal, expected.1),
        ] {
            if points.len() != wanted {
                let why = format!("{} needed, not {}", Counted(wanted, "number"), points.len());
                return Err(BadItem::new(before + points.len().min(wanted), why));
            }
        }
        check_points(vertical.iter().chain(horizontal).copied()).map_err(|item| {
            BadItem::new(item, "with this number the points add up to more than 2^62")
        })?;
        let bit = |cell: usize| 1u16 << cell;
        let vertical = vertical.iter().enumerate().map(|(cell, &points)| Pair {
            one: bit(cell),
            other: bit(cell + cols),
            points,
        });
        let horizontal = horizontal.iter().enumerate().map(|(index, &points)| {
            let cell = index / (cols - 1) * cols + index % (cols - 1);
            Pair {
                one: bit(cell),
                other: bit(cell + 1),
                points,
            }
        });
        Ok(PairBoard {
            rows,
            cols,
            pairs: vertical.chain(horizontal).collect(),
        })
    }

    /// Returns the sum of all points.
    pub fn total(&self) -> i64 {
        self.pairs.iter().map(|pair| pair.points).sum()
    }

    fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// Returns the set of all cells.
    fn all(&self) -> u16 {
        u16::MAX >> (PairBoard::MOST - self.cells())
    }

    fn empty(&self, position: &Position) -> u16 {
        self.all() & !position.filled()
    }
}

/// Returns the cells of a set, in ascending order.
fn cells_of(set: u16) -> impl Iterator<Item = u8> {
    (0..PairBoard::MOST as u8).filter(move |cell| set >> cell & 1 == 1)
}

impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.first) << 16 | u128::from(self.second)
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        Position {
            first: (packed >> 16) as u16,
            second: packed as u16,
        }
    }
}

impl Game for PairBoard {
    type Position = Position;
    /// The number of the cell, row after row.
    type Move = u8;

    fn start(&self) -> Position {
        Position {
            first: 0,
            second: 0,
        }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        Player::after(position.filled().count_ones())
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let full = self.empty(position) == 0;
        let margin = || {
            self.pairs
                .iter()
                .filter_map(|pair| pair.margin(*position))
                .sum()
        };
        full.then(|| Outcome::Margin(margin()))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = u8> {
        cells_of(self.empty(position))
    }

    #[inline]
    fn play(&self, position: &Position, cell: u8) -> Position {
        position.marked(self.to_move(position), 1 << cell)
    }
}

impl Capabilities for PairBoard {
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
}

impl Acyclic<PairBoard> for PairBoard {
    /// Returns the number of empty cells.
    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        u64::from(self.empty(position).count_ones())
    }
}

/// The key has First's cells in the low half and Second's in the high half.
impl Keyed<PairBoard> for PairBoard {
    type Key = u32;
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        u32::from(position.second) << 16 | u32::from(position.first)
    }
}

/// The index is a number with a ternary digit for each cell: 0 for empty, 1 for First, 2 for Second. There are no
/// gaps.
impl Indexed<PairBoard> for PairBoard {
    fn len(&self) -> u64 {
        3u64.pow(self.cells() as u32)
    }
    fn index(&self, position: &Position) -> u64 {
        (0..self.cells()).rev().fold(0, |index, cell| {
            let first = u64::from(position.first >> cell & 1);
            let second = u64::from(position.second >> cell & 1);
            3 * index + first + 2 * second
        })
    }
    fn position(&self, index: u64) -> Option<Position> {
        if index >= Indexed::len(self) {
            return None;
        }
        let mut position = self.start();
        let mut rest = index;
        for cell in 0..self.cells() {
            match rest % 3 {
                1 => position.first |= 1 << cell,
                2 => position.second |= 1 << cell,
                _ => {}
            }
            rest /= 3;
        }
        Some(position)
    }
}

/// Removes one mark of the player who moved last.
impl Reversible<PairBoard> for PairBoard {
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let mut position = *position;
        let mover = self.to_move(&position).opponent();
        cells_of(*position.of(mover)).map(move |cell| position.marked(mover, 1 << cell))
    }
}

/// Decided pairs count as they are. Undecided pairs may count for either side.
impl Bounded<PairBoard> for PairBoard {
    fn margin(&self, position: &Position) -> (Margin, Margin) {
        let (mut lower, mut upper) = (0, 0);
        for pair in &self.pairs {
            let open = pair.points.abs();
            let margin = pair.margin(*position);
            lower += margin.unwrap_or(-open);
            upper += margin.unwrap_or(open);
        }
        let seen = |margin| Margin::of_outcome(Outcome::Margin(margin), self.to_move(position));
        let (one, other) = (seen(lower), seen(upper));
        (one.min(other), one.max(other))
    }
    fn greatest_margin(&self) -> Option<u64> {
        Some(
            self.pairs
                .iter()
                .map(|pair| pair.points.unsigned_abs())
                .sum(),
        )
    }
}

/// The registry's entry.
pub struct PairBoardFamily;

/// Reads the points of one kind of pairs.
fn points(args: &Args<'_>, key: &str) -> Result<Vec<Item<i64>>, SpecError> {
    let text = args.get(key).unwrap_or_default();
    lists::numbers(text, &['/'], -POINTS_LIMIT..=POINTS_LIMIT)
        .map_err(|error| args.error_within(key, error))
}

impl Family for PairBoardFamily {
    const INFO: Info = Info {
        name: "pair-board",
        title: "Pairs on a board",
        summary: "fill a board in turn; neighbours with equal marks pay First, others Second",
        source: "AtCoder ABC025 C",
        rules_version: 1,
        params: &[
            Param {
                name: "rows",
                kind: Kind::Int {
                    min: 1,
                    max: PairBoard::MOST as i64,
                },
                default: Some("3"),
                required: false,
                help: "the rows of the board",
            },
            Param {
                name: "cols",
                kind: Kind::Int {
                    min: 1,
                    max: PairBoard::MOST as i64,
                },
                default: Some("3"),
                required: false,
                help: "the columns of the board",
            },
            Param {
                name: "vertical",
                kind: Kind::Text("whole numbers joined by `/`"),
                default: None,
                required: false,
                help: "the points of each cell and the one below it, row after row; required if there are several rows",
            },
            Param {
                name: "horizontal",
                kind: Kind::Text("whole numbers joined by `/`"),
                default: None,
                required: false,
                help: "the points of each cell and the one right of it, row after row; needed where there are several \
                       columns",
            },
        ],
        examples: &[
            "pair-board:vertical=0/15/0/0/0/25,horizontal=20/10/0/0/25/0",
            "pair-board:vertical=18/22/15/11/16/17,horizontal=4/25/22/15/10/4",
            "pair-board:rows=2,cols=4,vertical=1/-2/3/-4,horizontal=5/0/-1/2/2/-7",
            "pair-board:rows=1,cols=5,horizontal=3/1/4/1",
            "pair-board:rows=1,cols=1",
        ],
        files: &[],
        notation: "positions: rows joined by `/`, `x` First, `o` Second, `.` empty; moves ROW,COLUMN \
                   from 1",
        capabilities: &["acyclic", "keyed", "indexed", "reversible", "bounded"],
    };

    const UNSAID: Option<&'static str> =
        Some("no rules file has the numbers or cards that it is played with");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to put their mark in an empty cell. The numbers between the cells are points.", "When the board is full, First gains the points between two equal marks, and Second those between two different marks.", MORE_POINTS]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as usize, args.int("cols") as usize);
        if rows * cols > PairBoard::MOST {
            let why = format!("a board has at most {} cells", PairBoard::MOST);
            return Err(args.error("cols", why));
        }
        let (vertical, horizontal) = (points(args, "vertical")?, points(args, "horizontal")?);
        let values = (lists::values(&vertical), lists::values(&horizontal));
        let game = PairBoard::new(rows, cols, &values.0, &values.1).map_err(|bad| {
            let of_vertical =
                bad.item < vertical.len() || vertical.len() != PairBoard::pairs(rows, cols).0;
            let (key, items, before) = if of_vertical {
                ("vertical", &vertical, 0)
            } else {
                ("horizontal", &horizontal, vertical.len())
            };
            let Some(given) = args.get(key) else {
                return args.error(key, format!("`{key}=` is needed: {}", bad.why));
            };
            let end = given.len();
            let own = BadItem::new(bad.item - before, bad.why);
            args.error_within(key, own.at(items, end))
        })?;
        Ok(visitor.visit(Compact::of(game)))
    }
}
