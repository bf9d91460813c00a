//! A game as a table sees it: it turns batches of keys into batches of children's keys.
//!
//! Types are erased here, one call for each batch, so that building, verifying and reading are compiled
//! for three widths of keys and not again for every game.

use super::TableError;
use super::extent::Extent;
use super::format::Subject;
use super::origin::{orbits_are_whole, starts_of};
use super::place::{NO_KEYS, has_keys, index_bits};
use super::semi::{Judge, judge};
use super::word::Word;
use crate::Control;
use yomikiri_core::capability::{Acyclic, Indexed, Key, Keyed, Reversible, Symmetric};
use yomikiri_core::{Ask, Capabilities, Game, Outcome, Player};

/// The results of expanding a batch of positions, as flat lists. Threads fill their batches item by item,
/// so no two batches may share a cache line.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Batch<W> {
    /// The keys of all children, canonical if symmetry is used. The children of each parent are together,
    /// in move order.
    pub(crate) children: Vec<W>,
    /// Their ranks.
    pub(crate) ranks: Vec<u64>,
    /// The points that the moves gain; empty in a game without gains.
    pub(crate) gains: Vec<i64>,
    /// The end of the children of each parent.
    pub(crate) ends: Vec<u32>,
    /// The parents' outcomes.
    pub(crate) outcomes: Vec<Option<Outcome>>,
    /// The players to move at the parents.
    pub(crate) movers: Vec<Player>,
    /// The sizes of the parents' orbits; 1 if symmetry is not used.
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

/// The results to compute besides children and outcomes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Want {
    /// The sizes of orbits.
    pub(crate) orbits: bool,
    /// Whether to check that every key belongs to a canonical position of its rank.
    pub(crate) checks: bool,
}

/// A game behind its keys.
pub(crate) trait Source<W: Word>: Send + Sync {
    /// Returns the bits of a key.
    fn bits(&self) -> u32;
    /// Returns whether play can cycle.
    fn cyclic(&self) -> bool;
    /// Returns the outcome of endless play.
    fn endless(&self) -> Outcome;
    /// Returns the rank and the key of each position that play starts from, without duplicates.
    fn starts(&self) -> Vec<(u64, W)>;
    /// Computes the children of some positions of one rank.
    ///
    /// # Errors
    ///
    /// If a key belongs to no position, or, with checks, to none that is canonical and of this rank.
    fn expand(
        &self,
        rank: u64,
        keys: &[W],
        want: Want,
        batch: &mut Batch<W>,
    ) -> Result<(), TableError>;
    /// Returns the number of positions that one stands for.
    ///
    /// # Errors
    ///
    /// If the key belongs to no position.
    fn orbit(&self, key: W) -> Result<u64, TableError>;
    /// Returns whether values can be propagated backward: moves can be taken back and gain nothing.
    fn taken_back(&self) -> bool;
    /// Appends the keys of the positions with a move into one that this position stands for. Some may
    /// occur more than once, and some may be out of reach. Returns false if they are not known.
    ///
    /// # Errors
    ///
    /// If the key belongs to no position.
    fn parents(&self, key: W, into: &mut Vec<W>) -> Result<bool, TableError>;
    /// Returns a judge, which finds best moves by searching.
    ///
    /// # Errors
    ///
    /// [`TableError::Unsupported`] if no solver answers the question.
    fn judge(
        &self,
        ask: Ask,
        extent: Extent,
        control: &Control<'_>,
    ) -> Result<Box<dyn Judge<W> + '_>, TableError>;
}

/// A game behind keys of the width that it needs.
pub(crate) enum AnySource<'g> {
    Narrow(Box<dyn Source<u32> + 'g>),
    Wide(Box<dyn Source<u64> + 'g>),
    Widest(Box<dyn Source<u128> + 'g>),
}

/// The numbering of a game's positions: unique keys that can be decoded, otherwise an index.
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
    /// The positions that play starts from.
    starts: Vec<G::Position>,
    /// Their greatest rank, if play cannot cycle.
    highest: Option<u64>,
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

    /// Returns the position with a key. With checks, it must be a canonical one of this rank.
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
        let start = |start: &G::Position| {
            let start = self.canonical(start.clone());
            (self.rank(&start), self.code(&start))
        };
        let mut starts: Vec<(u64, W)> = self.starts.iter().map(start).collect();
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
            // Every move leads to a lower rank, so play reaches nothing above the starts.
            if self
                .highest
                .is_none_or(|highest| self.rank(&before) <= highest)
            {
                into.push(self.code(&self.canonical(before)));
            }
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
        judge(self.game, &self.starts, decode, ask, extent, control)
    }
}

/// Returns the game of a table behind its keys.
///
/// # Errors
///
/// As for [`source`]; [`TableError::Damaged`] if play starts from a key that belongs to no position.
pub(crate) fn source_of<'g, G: Capabilities>(
    game: &'g G,
    subject: &Subject,
) -> Result<AnySource<'g>, TableError> {
    has_keys(game)?;
    source(game, subject.symmetric, starts_of(game, &subject.from)?)
}

/// Returns the game behind its keys; play starts from these positions.
///
/// # Errors
///
/// [`TableError::Unsupported`] if its positions have no numbers that can be decoded, or if symmetry is
/// wanted and cannot be used.
pub(crate) fn source<G: Capabilities>(
    game: &G,
    symmetric: bool,
    starts: Vec<G::Position>,
) -> Result<AnySource<'_>, TableError> {
    let unsupported = |what: &str| Err(TableError::Unsupported(what.to_owned()));
    let keyed = game.keyed().filter(Keyed::leads_back);
    let coding = match (keyed, game.indexed()) {
        (Some(keyed), _) => Coding::Key(keyed),
        (None, Some(indexed)) => Coding::Index(indexed),
        (None, None) => return unsupported(NO_KEYS),
    };
    let view = match game.symmetric().filter(|_| symmetric) {
        Some(view) if !orbits_are_whole(&view, &starts) => {
            return unsupported(
                "symmetry can be used only if the mirror images of every start are starts too: name these images as \
                 well, or build the table without symmetry",
            );
        }
        None if symmetric => {
            return unsupported("this game offers no symmetry that a table could use");
        }
        view => view,
    };
    let acyclic = game.acyclic();
    let ranks = acyclic.as_ref();
    let ranks = ranks.map(|acyclic| starts.iter().map(|start| acyclic.rank(start)).max());
    let highest = ranks.flatten();
    let viewed = Viewed {
        game,
        acyclic,
        highest,
        coding,
        reversible: game.reversible(),
        symmetric: view,
        starts,
    };
    Ok(match viewed.bits_of_code() {
        ..=32 => AnySource::Narrow(Box::new(viewed)),
        33..=64 => AnySource::Wide(Box::new(viewed)),
        _ => widest(viewed),
    })
}

/// Returns a source with the widest keys, compiled only for games that have such keys.
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
