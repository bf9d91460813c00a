//! What a search sees of a position at every node, compiled for what is known of the search beforehand.

use super::ground::{Ground, Offers, WordOf};
use super::options::Options;
use crate::transposition::{Bounds, Place, Table};
use std::ops::Deref;
use yomikiri_core::capability::{Expand, Forced, Key, Keyed, Merged, Symmetric, possible};
use yomikiri_core::processor::is_x86_64_v3;
use yomikiri_core::{Game, Outcome};

/// The ground of a search, with what is known of it when the search is compiled.
///
/// `USUAL`: that nothing is switched off, that moves gain no points, that the game has all the
/// [views](super::Views::is_whole) that its type lets it have, and that the processor is an
/// [x86-64-v3](is_x86_64_v3). Only [`usual`](Sight::usual) makes such a one, when it has seen all that; and it
/// stays so, for the ground is borrowed, and its [views](Offers) are always the same.
pub(crate) struct Sight<'s, 'g, G, V, const USUAL: bool>(&'s Ground<'g, G, V>);

impl<G, V, const USUAL: bool> Clone for Sight<'_, '_, G, V, USUAL> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, V, const USUAL: bool> Copy for Sight<'_, '_, G, V, USUAL> {}

impl<'g, G, V, const USUAL: bool> Deref for Sight<'_, 'g, G, V, USUAL> {
    type Target = Ground<'g, G, V>;
    #[inline(always)]
    fn deref(&self) -> &Ground<'g, G, V> {
        self.0
    }
}

impl<'s, 'g, G, V> Sight<'s, 'g, G, V, false> {
    /// With nothing known.
    #[inline(always)]
    pub(crate) fn any(ground: &'s Ground<'g, G, V>) -> Self {
        Sight(ground)
    }
}

impl<'s, 'g, G: Game, V: Offers<G>> Sight<'s, 'g, G, V, true> {
    /// If it is `USUAL`.
    pub(crate) fn usual(ground: &'s Ground<'g, G, V>) -> Option<Self> {
        let is_usual = ground.options == Options::ALL
            && !ground.gains
            && ground.views.views().is_whole()
            && is_x86_64_v3();
        is_usual.then_some(Sight(ground))
    }
}

/// All children, or those that the game keeps.
enum Children<A, K> {
    All(A),
    Kept(K),
}

impl<T, A: Iterator<Item = T>, K: Iterator<Item = T>> Iterator for Children<A, K> {
    type Item = T;
    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        match self {
            Children::All(all) => all.next(),
            Children::Kept(kept) => kept.next(),
        }
    }
}

/// A position after what is forced.
pub(crate) enum Settled<P> {
    /// The game ends so, after so many plies.
    Decided(Outcome, u32),
    /// The game is not over, after so many plies.
    Open(P, u32),
}

impl<G: Game, V: Offers<G>, const USUAL: bool> Sight<'_, '_, G, V, USUAL> {
    /// What the search may do.
    #[inline(always)]
    pub(crate) fn options(&self) -> Options {
        if USUAL { Options::ALL } else { self.0.options }
    }

    /// Whether moves gain points.
    #[inline(always)]
    pub(crate) fn gains(&self) -> bool {
        !USUAL && self.0.gains
    }

    /// One of the views that are there, if they can be, where it is `USUAL`.
    #[inline(always)]
    fn present<'v, T>(&self, view: &'v Option<T>) -> Option<&'v T> {
        if USUAL && const { possible::<T>() } {
            // SAFETY: as the type says. (And only those views come here that `is_whole` looks at.)
            unsafe { std::hint::assert_unchecked(view.is_some()) };
        }
        view.as_ref()
    }

    /// The game's hints.
    #[inline(always)]
    pub(crate) fn ordered(&self) -> Option<&V::Ordered> {
        self.present(&self.views.views().ordered)
    }

    /// A position after all that is forced from it.
    #[inline(always)]
    pub(crate) fn settle(&self, position: &G::Position) -> Settled<G::Position> {
        if let Some(outcome) = self.game.outcome(position) {
            return Settled::Decided(outcome, 0);
        }
        match self.present(&self.views.views().expand) {
            Some(view) if self.options().forced && !self.gains() => match view.forced(position) {
                Forced::Decided { outcome, plies } => Settled::Decided(outcome, plies),
                Forced::Open { position, plies } => Settled::Open(position, plies),
            },
            _ => Settled::Open(position.clone(), 0),
        }
    }

    /// The children of a position that are to be looked at.
    #[inline(always)]
    pub(crate) fn children<'c>(
        &'c self,
        at: &'c G::Position,
        scratch: &'c mut V::Scratch,
    ) -> impl Iterator<Item = (G::Move, G::Position)> {
        match self.present(&self.views.views().expand) {
            Some(view) if self.options().expand => Children::Kept(view.expand(at, scratch)),
            _ => {
                let game = self.game;
                Children::All(game.moves(at).map(move |mv| (mv, game.play(at, mv))))
            }
        }
    }

    /// Where a position belongs in the table.
    #[inline(always)]
    pub(crate) fn place(
        &self,
        table: &Table<WordOf<G, V>>,
        position: &G::Position,
    ) -> Place<WordOf<G, V>> {
        self.place_of(table, position, None)
    }

    /// The same for one of two questions about the position, each with a place of its own: then keys
    /// have one more bit.
    #[inline(always)]
    pub(crate) fn place_of(
        &self,
        table: &Table<WordOf<G, V>>,
        position: &G::Position,
        question: Option<bool>,
    ) -> Place<WordOf<G, V>> {
        const { assert!(<V::Merged as Merged<G>>::Key::BITS <= <WordOf<G, V> as Key>::BITS) };
        let views = self.views.views();
        let is_on = self.options().symmetry;
        let key: u128 = match (self.present(&views.merged), &views.symmetric) {
            (Some(view), _) if is_on => view.merged_key(position).into(),
            (None, Some(view)) if is_on => views.keyed.key(&view.canonical(position)).into(),
            _ => views.keyed.key(position).into(),
        };
        table.place(Key::from_u128(match question {
            Some(question) => key << 1 | u128::from(question),
            None => key,
        }))
    }

    /// What a look at the next few plies makes of the question whether a position's score reaches
    /// `asked`, as [`Bounds::answer`] says it.
    #[inline(always)]
    pub(crate) fn near(&self, position: &G::Position, asked: i32) -> Option<i32> {
        let view = self.present(&self.views.views().bounded);
        let view = view.filter(|_| self.options().bounds)?;
        let (lower, upper) = self.scale.near_bounds(view, position, asked)?;
        Bounds { lower, upper }.answer(asked)
    }

    /// What the game itself says of a position that [`settle`](Sight::settle) left open.
    #[inline(always)]
    pub(crate) fn given_open(&self, position: &G::Position) -> Bounds {
        debug_assert!(matches!(self.settle(position), Settled::Open(_, 0)));
        match self.present(&self.views.views().bounded) {
            Some(view) if USUAL => {
                let (lower, upper) = self.scale.open_bounds(view, position);
                Bounds { lower, upper }
            }
            _ => self.given(position),
        }
    }
}
