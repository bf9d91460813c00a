//! The parts of positions. Each is stored once, with the facts about it alone.
//!
//! A part stands for a position with First to move, or for its negative: the same position with the players
//! exchanged.

use super::known::{PartKey, PartValues};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use yomikiri_cgt::Value;
use yomikiri_core::capability::{Acyclic, Bounded, Normal};
use yomikiri_core::{Game, Player, Wdl};

/// A part: twice its number, plus 1 for its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Part(pub(super) u32);

impl Part {
    #[inline]
    fn new(number: usize, negative: bool) -> Part {
        Part((number as u32) << 1 | u32::from(negative))
    }
    #[inline]
    pub(super) fn number(self) -> usize {
        (self.0 >> 1) as usize
    }
    #[inline]
    pub(super) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
    #[inline]
    fn negative_if(self, negative: bool) -> Part {
        Part(self.0 ^ u32::from(negative))
    }
}

/// The moves of a player: for each move, the parts of the position after it.
pub(super) type Options = Box<[Box<[Part]>]>;

/// The facts about a part by itself.
pub(super) struct Known {
    /// The options of First, and of Second, once they were needed.
    pub(super) options: Option<[Options; 2]>,
    /// Its value, if it was found.
    pub(super) value: Option<Value>,
    /// Whether finding the value took too much work.
    pub(super) is_large: bool,
    /// Whether First wins if First begins, and whether Second wins if Second begins.
    pub(super) wins: [Option<bool>; 2],
    /// The number of moves that First would have, and Second.
    pub(super) moves: [usize; 2],
    /// Whether the part is its own negative.
    pub(super) is_own_negative: bool,
}

/// The view of a game that the search needs.
pub(super) trait Source {
    /// Returns, for each move of each player in a part, the parts of the position after it. `number` is that
    /// of the part.
    fn options(&mut self, number: usize, store: &mut Parts) -> [Options; 2];
}

/// All parts seen so far.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) known: Vec<Known>,
    /// The approximate bytes that they take.
    pub(super) bytes: u64,
}

impl Parts {
    /// Returns the negative of a part.
    #[inline]
    pub(super) fn negative(&self, part: Part) -> Part {
        part.negative_if(!self.known[part.number()].is_own_negative)
    }

    /// Returns whether a player wins a part alone by moving first, if that is known. `first`: the player is
    /// First.
    #[inline]
    pub(super) fn wins(&self, part: Part, first: bool) -> Option<bool> {
        self.known[part.number()].wins[usize::from(first == part.is_negative())]
    }

    /// Returns the number of First's moves in a part.
    #[inline]
    pub(super) fn moves(&self, part: Part) -> usize {
        self.known[part.number()].moves[usize::from(part.is_negative())]
    }

    /// Notes whether First wins a part by moving first.
    pub(super) fn note(&mut self, part: Part, wins: bool) {
        let known = &mut self.known[part.number()];
        known.wins[usize::from(part.is_negative())] = Some(wins);
        if known.is_own_negative {
            known.wins = [Some(wins); 2];
        }
    }

    /// Notes whether each player wins a part by moving first: First, and Second.
    pub(super) fn note_both(&mut self, part: Part, (first, second): (bool, bool)) {
        self.known[part.number()].wins = match part.is_negative() {
            false => [Some(first), Some(second)],
            true => [Some(second), Some(first)],
        };
    }

    /// Returns the options of First in a part.
    pub(super) fn options(&mut self, part: Part, source: &mut dyn Source) -> Vec<Vec<Part>> {
        let number = part.number();
        if self.known[number].options.is_none() {
            let options = source.options(number, self);
            let parts = options.iter().flat_map(|side| side.iter());
            let bytes: usize = parts.map(|parts| 16 + 4 * parts.len()).sum();
            self.bytes += bytes as u64;
            self.known[number].options = Some(options);
        }
        let is_negative = part.is_negative();
        let Some(options) = &self.known[number].options else {
            return Vec::new();
        };
        let side = options[usize::from(is_negative)].iter();
        let turned = |parts: &[Part]| -> Vec<Part> {
            match is_negative {
                true => parts.iter().map(|&part| self.negative(part)).collect(),
                false => parts.to_vec(),
            }
        };
        side.map(|parts| turned(parts)).collect()
    }
}

/// A game's positions as parts.
pub(super) struct Positions<'g, G: Game, A, N, B> {
    pub(super) game: &'g G,
    pub(super) acyclic: A,
    pub(super) normal: N,
    pub(super) bounded: Option<B>,
    pub(super) ids: IndexSet<G::Position, FxBuildHasher>,
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
    /// Returns the parts of a position with First to move.
    pub(super) fn parts_of(&mut self, position: &G::Position, store: &mut Parts) -> Box<[Part]> {
        let parts = self.normal.parts(position).into_iter();
        parts.map(|part| self.part(part, store)).collect()
    }

    fn part(&mut self, position: G::Position, store: &mut Parts) -> Part {
        if let Some(number) = self.ids.get_index_of(&position) {
            return Part::new(number, false);
        }
        let negative = match self.normal.impartial() {
            true => Some(position.clone()),
            false => self.normal.negative(&position),
        };
        let is_own_negative = negative.as_ref() == Some(&position);
        if let Some(number) = negative.and_then(|negative| self.ids.get_index_of(&negative)) {
            return Part::new(number, true);
        }
        let turned = self.normal.turned(&position);
        let wins = [&position, &turned].map(|at| {
            let (least, most) = match &self.bounded {
                Some(bounded) => bounded.wdl(at),
                None => (Wdl::Loss, Wdl::Win),
            };
            match (least, most) {
                (Wdl::Win, _) => Some(true),
                (_, Wdl::Loss) => Some(false),
                _ => None,
            }
        });
        let moves = [&position, &turned].map(|at| match self.game.outcome(at) {
            Some(_) => 0,
            None => self.game.moves(at).count(),
        });
        let value = self.lent.as_ref().and_then(|(key, lent)| {
            let key = key(self.game, &position)?;
            lent.known.get(&key).copied()
        });
        store.known.push(Known {
            moves,
            options: None,
            value,
            is_large: false,
            wins,
            is_own_negative,
        });
        store.bytes += (size_of::<Known>() + 2 * size_of::<G::Position>() + 16) as u64;
        let (number, _) = self.ids.insert_full(position);
        Part::new(number, false)
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
        let Some(position) = self.ids.get_index(number).cloned() else {
            return Default::default();
        };
        Player::BOTH.map(|player| {
            let moves = self.normal.moves_of(self.game, &position, player);
            let mut options: Vec<Box<[Part]>> = Vec::with_capacity(moves.len());
            for (_, next) in moves {
                let mut parts = self.parts_of(&next, store);
                parts.sort_unstable();
                options.push(parts);
            }
            options.sort_unstable();
            options.dedup();
            options.into()
        })
    }
}
