//! The parts of positions. Each is stored once, with the facts about it alone.
//!
//! A part stands for a position with First to move, or for its negative: the same position with the players
//! exchanged.

use super::known::{PartKey, PartValues};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use yomikiri_cgt::Value;
use yomikiri_core::capability::{Acyclic, Bounded, Normal};
use yomikiri_core::{Game, Player, Wdl};

/// A part: its number, then a bit if it is its own negative, and a bit for its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Part(u32);

/// The parts of a sum.
pub(super) type Terms = SmallVec<[Part; 6]>;

const IS_OWN_NEGATIVE: u32 = 2;
const IS_NEGATIVE: u32 = 1;

impl Part {
    /// Ends the parts of an option in a list of [`Options`].
    const END: Part = Part(u32::MAX);

    #[inline]
    fn new(number: usize, is_own_negative: bool) -> Part {
        Part((number as u32) << 2 | u32::from(is_own_negative) << 1)
    }
    #[inline]
    pub(super) fn number(self) -> usize {
        (self.0 >> 2) as usize
    }
    #[inline]
    pub(super) fn is_negative(self) -> bool {
        self.0 & IS_NEGATIVE != 0
    }
    #[inline]
    fn is_own_negative(self) -> bool {
        self.0 & IS_OWN_NEGATIVE != 0
    }
    /// Returns the negative of a part.
    #[inline]
    pub(super) fn negative(self) -> Part {
        match self.is_own_negative() {
            true => self,
            false => Part(self.0 ^ IS_NEGATIVE),
        }
    }
    /// Returns the part with the players exchanged, if so asked.
    #[inline]
    pub(super) fn negative_if(self, negative: bool) -> Part {
        if negative { self.negative() } else { self }
    }
}

/// The moves of a player: for each move, the parts of the position after it and [`Part::END`].
pub(super) type Options = Box<[Part]>;

/// The facts about a part by itself.
#[derive(Default)]
pub(super) struct Known {
    /// The options of First, and of Second, once they were needed.
    options: Option<[Options; 2]>,
    /// Its value, if it was found.
    pub(super) value: Option<Value>,
    /// Whether finding the value took too much work.
    pub(super) is_large: bool,
    /// The facts that only sums need, once they were needed.
    facts: Option<Facts>,
}

/// The facts about a part that stands in a sum.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts {
    /// Whether First wins if First begins, and whether Second wins if Second begins.
    wins: [Option<bool>; 2],
    /// The number of moves that First would have, and Second.
    moves: [u32; 2],
}

/// The view of a game that the search needs.
pub(super) trait Source {
    /// Returns, for each move of each player in a part, the parts of the position after it. `number` is that
    /// of the part.
    fn options(&mut self, number: usize, store: &mut Parts) -> [Options; 2];

    /// Returns the facts about a part with this number.
    fn facts(&self, number: usize) -> Facts;
}

/// All parts seen so far.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) known: Vec<Known>,
    /// The approximate bytes that they take.
    pub(super) bytes: u64,
}

impl Parts {
    /// Returns whether a player wins a part alone by moving first, if that is known. `first`: the player is
    /// First.
    #[inline]
    pub(super) fn wins(&self, part: Part, first: bool) -> Option<bool> {
        let facts = self.known[part.number()].facts.as_ref()?;
        facts.wins[usize::from(first == part.is_negative())]
    }

    /// Returns the number of First's moves in a part that stands in a sum.
    #[inline]
    pub(super) fn moves(&self, part: Part) -> usize {
        let facts = self.known[part.number()].facts.as_ref();
        facts.map_or(0, |facts| facts.moves[usize::from(part.is_negative())]) as usize
    }

    /// Returns whether a part that stands in a sum has more moves than this. Those of both players count, in an
    /// impartial part once.
    pub(super) fn has_more_moves(&self, part: Part, most: u32) -> bool {
        let facts = self.known[part.number()].facts.as_ref();
        let moves = facts.map_or(0, |facts| match part.is_own_negative() {
            true => facts.moves[0],
            false => facts.moves.iter().sum(),
        });
        moves > most
    }

    /// Finds the facts about a part that is to stand in a sum.
    #[inline]
    pub(super) fn admit(&mut self, part: Part, source: &dyn Source) {
        let facts = &mut self.known[part.number()].facts;
        if facts.is_none() {
            *facts = Some(source.facts(part.number()));
        }
    }

    /// Notes whether First wins a part that stands in a sum by moving first.
    pub(super) fn note(&mut self, part: Part, wins: bool) {
        if let Some(facts) = &mut self.known[part.number()].facts {
            facts.wins[usize::from(part.is_negative())] = Some(wins);
            if part.is_own_negative() {
                facts.wins = [Some(wins); 2];
            }
        }
    }

    /// Notes whether each player wins a part that stands in a sum by moving first: First, and Second.
    pub(super) fn note_both(&mut self, part: Part, (first, second): (bool, bool)) {
        if let Some(facts) = &mut self.known[part.number()].facts {
            facts.wins = match part.is_negative() {
                false => [Some(first), Some(second)],
                true => [Some(second), Some(first)],
            };
        }
    }

    /// Finds the options of a part.
    pub(super) fn open(&mut self, number: usize, source: &mut dyn Source) {
        if self.known[number].options.is_none() {
            let options = source.options(number, self);
            let bytes = options.iter().map(|side| size_of_val(&**side) as u64);
            self.bytes += bytes.sum::<u64>();
            self.known[number].options = Some(options);
        }
    }

    /// Returns the parts of the option that begins at a place in the list of a side of an [open](Parts::open) part, and
    /// sets the place to that of the next option. Side 0 is First's.
    #[inline]
    pub(super) fn option(&self, number: usize, side: usize, place: &mut usize) -> Option<&[Part]> {
        let options = self.known[number].options.as_ref()?;
        let rest = options[side].get(*place..)?;
        let end = rest.iter().position(|&part| part == Part::END)?;
        *place += end + 1;
        Some(&rest[..end])
    }

    /// Returns whether the value of an [open](Parts::open) part takes those of more than this many other parts to
    /// be found, or that of a large one.
    pub(super) fn takes_more(&self, number: usize, most: usize) -> bool {
        let mut unknown: SmallVec<[usize; 16]> = SmallVec::new();
        let options = self.known[number].options.iter().flatten();
        let parts = options.flat_map(|side| side.iter());
        for part in parts.filter(|&&part| part != Part::END) {
            let number = part.number();
            let known = &self.known[number];
            if known.value.is_none() && !unknown.contains(&number) {
                if known.is_large || unknown.len() == most {
                    return true;
                }
                unknown.push(number);
            }
        }
        false
    }
}

/// A game's positions as parts.
pub(super) struct Positions<'g, G: Game, A, N, B> {
    pub(super) game: &'g G,
    pub(super) acyclic: A,
    pub(super) normal: N,
    pub(super) bounded: Option<B>,
    /// The positions of all parts, by number, and whether each is its own negative.
    pub(super) ids: IndexMap<G::Position, bool, FxBuildHasher>,
    /// During a search, the known values of parts by their keys. The search holds their store.
    pub(super) lent: Option<(PartKey<G>, PartValues)>,
}

impl<G, A, N, B> Positions<'_, G, A, N, B>
where
    G: Game,
    A: Acyclic<G>,
    N: Normal<G>,
    B: Bounded<G>,
{
    /// Returns the parts of a position with First to move, in ascending order.
    pub(super) fn parts_of(&mut self, position: &G::Position, store: &mut Parts) -> Terms {
        let parts = self.normal.parts(position).into_iter();
        let mut parts: Terms = parts.map(|part| self.part(part, store)).collect();
        parts.sort_unstable();
        parts
    }

    fn part(&mut self, position: G::Position, store: &mut Parts) -> Part {
        if let Some((number, _, &is_own_negative)) = self.ids.get_full(&position) {
            return Part::new(number, is_own_negative);
        }
        let negative = match self.normal.impartial() {
            true => None,
            false => self.normal.negative(&position),
        };
        let is_own_negative = self.normal.impartial() || negative.as_ref() == Some(&position);
        if !is_own_negative
            && let Some(number) = negative.and_then(|negative| self.ids.get_index_of(&negative))
        {
            return Part::new(number, false).negative();
        }
        let value = self.lent.as_ref().and_then(|(key, lent)| {
            let key = key(self.game, &position)?;
            lent.known.get(&key).copied()
        });
        store.known.push(Known {
            value,
            ..Known::default()
        });
        store.bytes += (size_of::<Known>() + 2 * size_of::<G::Position>() + 16) as u64;
        let (number, _) = self.ids.insert_full(position, is_own_negative);
        Part::new(number, is_own_negative)
    }
}

impl<G, A, N, B> Source for Positions<'_, G, A, N, B>
where
    G: Game,
    A: Acyclic<G>,
    N: Normal<G>,
    B: Bounded<G>,
{
    fn options(&mut self, number: usize, store: &mut Parts) -> [Options; 2] {
        let Some((position, _)) = self.ids.get_index(number) else {
            return Default::default();
        };
        let position = position.clone();
        let is_impartial = self.normal.impartial();
        let mut of = |player| -> Options {
            let moves = self.normal.moves_of(self.game, &position, player);
            let moves = moves.into_iter();
            let mut options: Vec<Terms> =
                moves.map(|(_, next)| self.parts_of(&next, store)).collect();
            options.sort_unstable();
            options.dedup();
            let ended = |option: Terms| option.into_iter().chain([Part::END]);
            options.into_iter().flat_map(ended).collect()
        };
        let first = of(Player::First);
        match is_impartial {
            true => [first.clone(), first],
            false => [first, of(Player::Second)],
        }
    }

    fn facts(&self, number: usize) -> Facts {
        let Some((position, _)) = self.ids.get_index(number) else {
            return Facts::default();
        };
        let turned = self.normal.turned(position);
        let both = [position, &turned];
        Facts {
            wins: both.map(|at| {
                let (least, most) = match &self.bounded {
                    Some(bounded) => bounded.wdl(at),
                    None => (Wdl::Loss, Wdl::Win),
                };
                match (least, most) {
                    (Wdl::Win, _) => Some(true),
                    (_, Wdl::Loss) => Some(false),
                    _ => None,
                }
            }),
            moves: both.map(|at| match self.game.outcome(at) {
                Some(_) => 0,
                None => self.game.moves(at).count() as u32,
            }),
        }
    }
}
