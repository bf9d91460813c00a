//! A game as a table sees it: batches of keys in, batches of children's keys out.
//!
//! Types are erased here, a batch at a time, so that building, verifying and reading are compiled
//! for three widths of keys and not once more for every game.

use super::TableError;
use super::extent::Extent;
use super::semi::{Judge, judge};
use super::word::Word;
use crate::Control;
use yomikiri_core::capability::{Acyclic, Indexed, Key, Keyed, Reversible, Symmetric};
use yomikiri_core::{Ask, Capabilities, Game, Outcome, Player};

/// What follows from a batch of positions, as flat lists. Threads fill their own, item by item: no two may
/// lie on one cache line.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Batch<W> {
    /// The keys of all next positions, canonical where symmetry is used, parent after parent, each
    /// parent's in move order.
    pub(crate) children: Vec<W>,
    /// Their ranks.
    pub(crate) ranks: Vec<u64>,
    /// What the moves gain; empty in a game without gains.
    pub(crate) gains: Vec<i64>,
    /// Where the children of each parent end.
    pub(crate) ends: Vec<u32>,
    /// The parents' outcomes.
    pub(crate) outcomes: Vec<Option<Outcome>>,
    /// Whose turn it is at the parents.
    pub(crate) movers: Vec<Player>,
    /// The sizes of the parents' orbits; 1 where symmetry is not used.
    pub(crate) orbits: Vec<u64>,
}

impl<W> Batch<W> {
    fn clear(&mut self) {
        self.children.clear();
        self.ranks.clear();
        self.gains.clear();
        self.ends.clear();
        self.outcomes.clear();
        self.movers.clear();
        self.orbits.clear();
    }
}

/// What to work out beside children and outcomes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Want {
    /// The sizes of orbits.
    pub(crate) orbits: bool,
    /// Whether every key belongs to a canonical position of its rank.
    pub(crate) checks: bool,
}

/// A game behind its keys.
pub(crate) trait Source<W: Word>: Send + Sync {
    /// The bits of a key.
    fn bits(&self) -> u32;
    /// Whether play can cycle.
    fn cyclic(&self) -> bool;
    /// What endless play is worth.
    fn endless(&self) -> Outcome;
    /// The positions that play starts from: rank and key, each once.
    fn starts(&self) -> Vec<(u64, W)>;
    /// The children of some positions of one rank.
    ///
    /// # Errors
    ///
    /// A key that belongs to no position; where checks are wanted, or not to a canonical one of this
    /// rank.
    fn expand(
        &self,
        rank: u64,
        keys: &[W],
        want: Want,
        batch: &mut Batch<W>,
    ) -> Result<(), TableError>;
    /// How many positions one stands for.
    ///
    /// # Errors
    ///
    /// A key that belongs to no position.
    fn orbit(&self, key: W) -> Result<u64, TableError>;
    /// Whether values can be found backward from position to position: moves can be taken back and gain
    /// nothing.
    fn taken_back(&self) -> bool;
    /// Appends the keys of the positions with a move into what this one stands for, some perhaps more
    /// than once and some perhaps out of reach; or tells that they are not known.
    ///
    /// # Errors
    ///
    /// A key that belongs to no position.
    fn parents(&self, key: W, into: &mut Vec<W>) -> Result<bool, TableError>;
    /// A judge, which finds best moves by searching.
    ///
    /// # Errors
    ///
    /// [`TableError::Unsupported`] where no solver answers the question.
    fn judge(
        &self,
        ask: Ask,
        extent: Extent,
        control: &Control<'_>,
    ) -> Result<Box<dyn Judge<W> + '_>, TableError>;
}

/// A game behind keys of the width it needs.
pub(crate) enum AnySource<'g> {
    Narrow(Box<dyn Source<u32> + 'g>),
    Wide(Box<dyn Source<u64> + 'g>),
    Widest(Box<dyn Source<u128> + 'g>),
}

/// What a game's positions are numbered by: unique keys that lead back, else an index.
enum Coding<K, I> {
    Key(K),
    Index(I),
}

pub(crate) struct Viewed<'g, G: Game, A, K, I, R, Y> {
    game: &'g G,
    acyclic: Option<A>,
    coding: Coding<K, I>,
    reversible: Option<R>,
    symmetric: Option<Y>,
    /// Where play starts, if not where the game says.
    from: Option<G::Position>,
}

impl<G, A, K, I, R, Y> Viewed<'_, G, A, K, I, R, Y>
where
    G: Game,
    A: Acyclic<G>,
    K: Keyed<G>,
    I: Indexed<G>,
    R: Reversible<G>,
    Y: Symmetric<G>,
{
    fn bits_of_code(&self) -> u32 {
        match &self.coding {
            Coding::Key(keyed) => keyed.bits().max(1),
            Coding::Index(indexed) => index_bits(indexed.len()),
        }
    }

    #[inline]
    fn code<W: Word>(&self, position: &G::Position) -> W {
        match &self.coding {
            Coding::Key(keyed) => W::narrow(keyed.key(position).into()),
            Coding::Index(indexed) => W::narrow(u128::from(indexed.index(position))),
        }
    }

    #[inline]
    fn decode<W: Word>(&self, code: W) -> Option<G::Position> {
        match &self.coding {
            Coding::Key(keyed) => keyed.position(K::Key::from_u128(code.wide())),
            Coding::Index(indexed) => indexed.position(u64::try_from(code.wide()).ok()?),
        }
    }

    #[inline]
    fn canonical(&self, position: G::Position) -> G::Position {
        match &self.symmetric {
            Some(symmetric) => symmetric.canonical(&position),
            None => position,
        }
    }

    #[inline]
    fn rank(&self, position: &G::Position) -> u64 {
        self.acyclic
            .as_ref()
            .map_or(0, |acyclic| acyclic.rank(position))
    }

    /// The position with a key; where checks are wanted, it must be a canonical one of that rank.
    #[inline]
    fn position<W: Word>(
        &self,
        rank: u64,
        key: W,
        checks: bool,
    ) -> Result<G::Position, TableError> {
        let wrong = |what: &str| TableError::damaged(format!("the key {:#x} {what}", key.wide()));
        let position = self
            .decode(key)
            .ok_or_else(|| wrong("belongs to no position"))?;
        if !checks {
            return Ok(position);
        }
        if self.rank(&position) != rank {
            return Err(wrong("is not one of its tier's rank"));
        }
        if self.symmetric.is_some() && self.canonical(position.clone()) != position {
            return Err(wrong("is not the one that stands for its orbit"));
        }
        Ok(position)
    }
}

impl<W, G, A, K, I, R, Y> Source<W> for Viewed<'_, G, A, K, I, R, Y>
where
    W: Word,
    G: Capabilities,
    A: Acyclic<G>,
    K: Keyed<G>,
    I: Indexed<G>,
    R: Reversible<G>,
    Y: Symmetric<G>,
{
    fn bits(&self) -> u32 {
        self.bits_of_code()
    }
    fn cyclic(&self) -> bool {
        self.acyclic.is_none()
    }
    fn endless(&self) -> Outcome {
        self.game.endless()
    }

    fn starts(&self) -> Vec<(u64, W)> {
        let starts = match &self.from {
            Some(from) => vec![from.clone()],
            None => self.game.starts(),
        };
        let mut starts: Vec<(u64, W)> = starts
            .into_iter()
            .map(|start| {
                let start = self.canonical(start);
                (self.rank(&start), self.code(&start))
            })
            .collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    fn expand(
        &self,
        rank: u64,
        keys: &[W],
        want: Want,
        batch: &mut Batch<W>,
    ) -> Result<(), TableError> {
        batch.clear();
        let has_gains = self.game.has_gains();
        for &key in keys {
            let position = self.position(rank, key, want.checks)?;
            let outcome = self.game.outcome(&position);
            if outcome.is_none() {
                for mv in self.game.moves(&position) {
                    let child = self.canonical(self.game.play(&position, mv));
                    batch.children.push(self.code(&child));
                    batch.ranks.push(self.rank(&child));
                    if has_gains {
                        batch.gains.push(self.game.gain(&position, mv));
                    }
                }
            }
            batch.ends.push(batch.children.len() as u32);
            batch.outcomes.push(outcome);
            batch.movers.push(self.game.to_move(&position));
            if want.orbits {
                let orbit = self.symmetric.as_ref();
                batch
                    .orbits
                    .push(orbit.map_or(1, |symmetric| symmetric.orbit(&position)));
            }
        }
        Ok(())
    }

    fn orbit(&self, key: W) -> Result<u64, TableError> {
        match &self.symmetric {
            Some(symmetric) => Ok(symmetric.orbit(&self.position(0, key, false)?)),
            None => Ok(1),
        }
    }

    fn taken_back(&self) -> bool {
        self.reversible.is_some() && !self.game.has_gains()
    }

    fn parents(&self, key: W, into: &mut Vec<W>) -> Result<bool, TableError> {
        let Some(reversible) = &self.reversible else {
            return Ok(false);
        };
        let position = self.position(0, key, false)?;
        for before in reversible.predecessors(&position) {
            into.push(self.code(&self.canonical(before)));
        }
        Ok(true)
    }

    fn judge(
        &self,
        ask: Ask,
        extent: Extent,
        control: &Control<'_>,
    ) -> Result<Box<dyn Judge<W> + '_>, TableError> {
        let decode = |key| self.position(0, key, false);
        judge(self.game, decode, ask, extent, control)
    }
}

/// The game behind its keys.
///
/// # Errors
///
/// [`TableError::Unsupported`] when its positions have no numbers that lead back, or symmetry is
/// wanted where it cannot be used.
pub(crate) fn source<G: Capabilities>(
    game: &G,
    symmetric: bool,
) -> Result<AnySource<'_>, TableError> {
    source_from(game, symmetric, None)
}

/// The same with another position to start from.
pub(crate) fn source_from<G: Capabilities>(
    game: &G,
    symmetric: bool,
    from: Option<G::Position>,
) -> Result<AnySource<'_>, TableError> {
    let unsupported = |what: &str| Err(TableError::Unsupported(what.to_owned()));
    let keyed = game.keyed().filter(Keyed::leads_back);
    let coding = match (keyed, game.indexed()) {
        (Some(keyed), _) => Coding::Key(keyed),
        (None, Some(indexed)) => Coding::Index(indexed),
        (None, None) => {
            return unsupported(
                "a table needs positions with keys that lead back to them, or an index: this game offers neither",
            );
        }
    };
    let view = if symmetric {
        if !symmetry_holds(game) {
            return unsupported("this game offers no symmetry that a table could use");
        }
        game.symmetric()
    } else {
        None
    };
    let viewed = Viewed {
        game,
        acyclic: game.acyclic(),
        coding,
        reversible: game.reversible(),
        symmetric: view,
        from,
    };
    Ok(match viewed.bits_of_code() {
        ..=32 => AnySource::Narrow(Box::new(viewed)),
        33..=64 => AnySource::Wide(Box::new(viewed)),
        _ => widest(viewed),
    })
}

/// The widest keys, compiled only for games that have any.
fn widest<'g, G, A, K, I, R, Y>(viewed: Viewed<'g, G, A, K, I, R, Y>) -> AnySource<'g>
where
    G: Capabilities,
    A: Acyclic<G> + 'g,
    K: Keyed<G> + 'g,
    I: Indexed<G> + 'g,
    R: Reversible<G> + 'g,
    Y: Symmetric<G> + 'g,
{
    if const { K::Key::BITS > 64 } {
        AnySource::Widest(Box::new(viewed))
    } else {
        AnySource::Wide(Box::new(viewed))
    }
}

/// Whether a table of the game can let one position stand for an orbit: where every orbit that play
/// reaches is reached as a whole, which is so when it is so of the starts.
pub fn symmetry_holds<G: Capabilities>(game: &G) -> bool {
    let Some(symmetric) = game.symmetric() else {
        return false;
    };
    let mut starts = game.starts();
    let mut distinct: Vec<G::Position> = Vec::new();
    while let Some(start) = starts.pop() {
        if !starts.contains(&start) {
            distinct.push(start);
        }
    }
    distinct.iter().all(|start| {
        let canonical = symmetric.canonical(start);
        let alike = |other: &&G::Position| symmetric.canonical(other) == canonical;
        let reached = distinct.iter().filter(alike).count() as u64;
        reached == symmetric.orbit(start)
    })
}

/// Where a position is to be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) rank: u64,
    pub(crate) key: u128,
}

/// The bits of so many numbers.
fn index_bits(count: u64) -> u32 {
    (64 - count.saturating_sub(1).leading_zeros()).max(1)
}

/// The bits of the keys in a game's tables; `None` for a game that has no keys for one.
pub(crate) fn key_bits_of<G: Capabilities>(game: &G) -> Option<u32> {
    match game.keyed().filter(Keyed::leads_back) {
        Some(keyed) => Some(keyed.bits().max(1)),
        None => Some(index_bits(game.indexed()?.len())),
    }
}

/// Where a position is to be looked for; `None` for a game that has no keys to look for.
#[inline]
pub(crate) fn place_of<G: Capabilities>(
    game: &G,
    symmetric: bool,
    position: &G::Position,
) -> Option<Place> {
    let canonical;
    let position = match symmetric {
        true => {
            canonical = game.symmetric()?.canonical(position);
            &canonical
        }
        false => position,
    };
    let rank = game.acyclic().map_or(0, |acyclic| acyclic.rank(position));
    let key = match game.keyed().filter(Keyed::leads_back) {
        Some(keyed) => keyed.key(position).into(),
        None => u128::from(game.indexed()?.index(position)),
    };
    Some(Place { rank, key })
}

/// The key of a position by itself, with no other to stand for it; `None` for a game without keys.
pub fn key_of<G: Capabilities>(game: &G, position: &G::Position) -> Option<u128> {
    place_of(game, false, position).map(|place| place.key)
}

/// The position with a key, if it belongs to one.
pub fn position_of<G: Capabilities>(game: &G, key: u128) -> Option<G::Position> {
    match game.keyed().filter(Keyed::leads_back) {
        Some(keyed) => keyed.position(narrowed(&keyed, key)?),
        None => game.indexed()?.position(u64::try_from(key).ok()?),
    }
}

/// A key of the view's type, if it fits.
fn narrowed<G: Game, K: Keyed<G>>(_: &K, key: u128) -> Option<K::Key> {
    let narrow = K::Key::from_u128(key);
    (narrow.into() == key).then_some(narrow)
}
