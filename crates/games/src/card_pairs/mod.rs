//! Cards with a number on either side: the players take turns removing two cards that have the same number on the
//! front, or the same on the back. A player who cannot loses.

mod direct;
mod notation;

pub use direct::Table;

use crate::compact::{Compact, Packed};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::lists::{self, BadItem};
use crate::spec::{Args, FileForm, Kind, Param, SpecError};
use yomikiri_core::capability::{Acyclic, Direct, Indexed, Keyed, Reversible};
use yomikiri_core::{Capabilities, Game, Outcome, Player, TextError};

/// The game with given cards.
#[derive(Clone, Debug)]
pub struct CardPairs {
    /// Front and back.
    cards: Vec<(i64, i64)>,
    /// The pairs that may be removed, by lower, then by higher card.
    pairs: Vec<Pair>,
}

/// Two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The lower card, counted from 0.
    pub one: u8,
    /// The higher card.
    pub other: u8,
}

impl Pair {
    #[inline]
    fn bits(self) -> u32 {
        1 << self.one | 1 << self.other
    }
}

/// The cards left, with a bit for each, the lowest for the first card. Each move removes a pair and First begins, so
/// the number of cards tells whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cards left.
    pub left: u32,
}

impl CardPairs {
    /// The most cards there may be.
    pub const MOST: usize = 20;

    /// Creates the game with these cards: front and back.
    ///
    /// # Errors
    ///
    /// If there are too many cards.
    pub fn new(cards: Vec<(i64, i64)>) -> Result<CardPairs, BadItem> {
        if cards.len() > CardPairs::MOST {
            let why = format!("more than {} cards", CardPairs::MOST);
            return Err(BadItem::new(CardPairs::MOST, why));
        }
        let count = cards.len() as u8;
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| Pair { one, other }));
        let shares = |pair: &Pair| {
            let (one, other) = (cards[usize::from(pair.one)], cards[usize::from(pair.other)]);
            one.0 == other.0 || one.1 == other.1
        };
        let pairs = all.filter(shares).collect();
        Ok(CardPairs { cards, pairs })
    }

    /// Reads the front and back of each card in turn, joined by `:`, `/` or white space.
    ///
    /// # Errors
    ///
    /// If an item is not a number, a card has no back, or there are too many cards.
    pub fn parse(text: &str) -> Result<CardPairs, TextError> {
        let sides = lists::numbers(text, &['/', ':'], i64::MIN..=i64::MAX)?;
        if let [.., last] = &sides[..]
            && sides.len() % 2 == 1
        {
            return Err(TextError::new(last.span.clone(), "a card needs two sides"));
        }
        let cards = sides
            .chunks_exact(2)
            .map(|card| (card[0].value, card[1].value));
        CardPairs::new(cards.collect())
            .map_err(|bad| BadItem::new(2 * bad.item, bad.why).at(&sides, text.len()))
    }

    /// Returns the cards: front and back.
    pub fn cards(&self) -> &[(i64, i64)] {
        &self.cards
    }

    fn all(&self) -> u32 {
        (1 << self.cards.len()) - 1
    }

    /// Returns whether an even number of cards is gone.
    fn is_position(&self, left: u32) -> bool {
        left <= self.all() && (self.all() ^ left).count_ones().is_multiple_of(2)
    }
}

impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        self.left.into()
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        Position {
            left: packed as u32,
        }
    }
}

impl Packed for Pair {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.one) << 8 | u128::from(self.other)
    }
    #[inline]
    fn unpack(packed: u128) -> Pair {
        Pair {
            one: (packed >> 8) as u8,
            other: packed as u8,
        }
    }
}

impl Game for CardPairs {
    type Position = Position;
    type Move = Pair;

    fn start(&self) -> Position {
        Position { left: self.all() }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        Player::after((self.all() ^ position.left).count_ones() / 2)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let stuck = self.moves(position).next().is_none();
        stuck.then(|| Outcome::Win(self.to_move(position).opponent()))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Pair> {
        let left = position.left;
        let pairs = self.pairs.iter().copied();
        pairs.filter(move |pair| left & pair.bits() == pair.bits())
    }

    #[inline]
    fn play(&self, position: &Position, pair: Pair) -> Position {
        Position {
            left: position.left ^ pair.bits(),
        }
    }
}

impl Capabilities for CardPairs {
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
    fn direct(&self) -> Option<impl Direct<Self>> {
        Some(self)
    }
}

impl Acyclic<CardPairs> for CardPairs {
    /// Returns half the cards left.
    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        u64::from(position.left.count_ones() / 2)
    }
}

/// The key is the set of the cards left, which is the whole position.
impl Keyed<CardPairs> for CardPairs {
    type Key = u32;
    fn bits(&self) -> u32 {
        self.cards.len() as u32
    }
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        position.left
    }
}

/// The index is the set of the cards left. Sets with an odd number of cards missing are gaps.
impl Indexed<CardPairs> for CardPairs {
    fn len(&self) -> u64 {
        u64::from(self.all()) + 1
    }
    #[inline]
    fn index(&self, position: &Position) -> u64 {
        u64::from(position.left)
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        let left = u32::try_from(index).ok()?;
        self.is_position(left).then_some(Position { left })
    }
}

impl Reversible<CardPairs> for CardPairs {
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let left = position.left;
        let gone = self.pairs.iter().map(|pair| pair.bits());
        gone.filter(move |bits| left & bits == 0)
            .map(move |bits| Position { left: left | bits })
    }
}

/// The registry's entry.
pub struct CardPairsFamily;

impl Family for CardPairsFamily {
    const INFO: Info = Info {
        name: "card-pairs",
        title: "Pairs of cards",
        summary: "remove two cards with equal fronts or equal backs in turn; a player who cannot move loses",
        source: "AtCoder ABC354 E, \"Remove Pairs\"",
        rules_version: 1,
        params: &[
            Param {
                name: "file",
                kind: Kind::File,
                default: None,
                required: false,
                help: "the cards: a line FRONT BACK for each",
            },
            Param {
                name: "cards",
                kind: Kind::Text("cards FRONT:BACK joined by `/`"),
                default: None,
                required: false,
                help: "the cards, written out; required unless a file is given",
            },
        ],
        examples: &[
            "card-pairs:cards=1:9/2:5/4:9/1:4/2:5",
            "card-pairs:cards=1:2/1:3/4:2/4:3/5:5/5:2/1:5",
            "card-pairs:cards=1:1/1:1/1:1/1:1/1:1/1:1",
            "card-pairs:cards=1:2/2:1",
            "card-pairs:file=cards.txt",
        ],
        files: &[("cards.txt", "4 1\n5 1\n2 6\n7 6\n5 3\n2 3\n")],
        notation: "positions: `#` for each card that is left and `.` for each that is gone; moves \
                   CARD,CARD by their places from 1, the lower one first",
        capabilities: &["acyclic", "keyed", "indexed", "reversible", "direct"],
    };

    const UNSAID: Option<&'static str> =
        Some("no rules file has the numbers or cards that it is played with");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to remove two cards that have the same number on their fronts, or the same number on their backs.", STUCK_LOSES]);
        let game = lists::given(args, "file", "cards", CardPairs::parse)?;
        Ok(visitor.visit(Compact::of(game)))
    }

    const WRITTEN_OUT: Option<&'static str> = Some("cards");

    fn file_form(text: &str) -> FileForm {
        lists::file_form(text, &['/', ':'])
    }
}
