//! What a search sees of a position at every node, compiled for what is known of the search beforehand.

use super::ground::{Ground, Offers, Views, WordOf};
use super::options::Options;
use crate::transposition::{Bounds, Place, Table};
use std::hint::assert_unchecked;
use std::ops::Deref;
use yomikiri_core::capability::{Expand, Forced, Key, Keyed, Merged, Symmetric, possible};
use yomikiri_core::processor::is_x86_64_v3;
use yomikiri_core::{Game, Outcome};

/// The ground of a search, with what is known of it when the search is compiled.
///
/// `USUAL`: that nothing is switched off, that moves gain no points, that the game offers every
/// [view that is looked for at every node](is_whole) and that its type lets it have, and that the processor is
/// an [x86-64-v3](is_x86_64_v3). Only [`usual`](Ground::usual) makes such a one, when it has seen all that; and
/// it stays so, for the ground is borrowed, and gives always the same [views](Offers).
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

impl<'g, G: Game, V: Offers<G>> Ground<'g, G, V> {
    /// What a search sees of it, with nothing known beforehand.
    #[inline(always)]
    pub(crate) fn any(&self) -> Sight<'_, 'g, G, V, false> {
        Sight(self)
    }

    /// The same where all is as [`USUAL`](Sight) says.
    pub(crate) fn usual(&self) -> Option<Sight<'_, 'g, G, V, true>> {
        let is_usual = self.options == Options::ALL
            && !self.gains
            && is_whole(self.views.views())
            && is_x86_64_v3();
        is_usual.then_some(Sight(self))
    }
}

/// Whether the views are there that a search looks for at every node, as far as their types let them be.
fn is_whole<A, K, M, B, O, E, Y>(views: &Views<A, K, M, B, O, E, Y>) -> bool {
    fn is_there<T>(view: &Option<T>) -> bool {
        view.is_some() || !const { possible::<T>() }
    }
    let Views {
        acyclic: _,
        keyed: _,
        merged,
        bounded,
        ordered,
        expand,
        symmetric: _,
    } = views;
    is_there(merged) && is_there(bounded) && is_there(ordered) && is_there(expand)
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
    /// The game is not over, after so many plies in which the player to move gained so much.
    Open(P, u32, i64),
}

impl<G: Game, V: Offers<G>, const USUAL: bool> Sight<'_, '_, G, V, USUAL> {
    /// What the search may do.
    #[inline(always)]
    pub(crate) fn may(&self) -> Options {
        if USUAL { Options::ALL } else { self.options }
    }

    /// Whether moves may gain points.
    #[inline(always)]
    pub(crate) fn may_gain(&self) -> bool {
        !USUAL && self.gains
    }

    /// A view, of which it is known that it is there if its type lets it be, where the ground is `USUAL`.
    ///
    /// # Safety
    ///
    /// It is one of those of the ground that [`is_whole`] looks at.
    #[inline(always)]
    unsafe fn known_to_be_there<'v, T>(&self, view: &'v Option<T>) -> Option<&'v T> {
        if USUAL && const { possible::<T>() } {
            // SAFETY: `usual` has seen it.
            unsafe { assert_unchecked(view.is_some()) };
        }
        view.as_ref()
    }

    #[inline(always)]
    fn merged(&self) -> Option<&V::Merged> {
        // SAFETY: it is one of them.
        unsafe { self.known_to_be_there(&self.views.views().merged) }
    }

    #[inline(always)]
    fn bounded(&self) -> Option<&V::Bounded> {
        // SAFETY: it is one of them.
        unsafe { self.known_to_be_there(&self.views.views().bounded) }
    }

    #[inline(always)]
    fn expand(&self) -> Option<&V::Expand> {
        // SAFETY: it is one of them.
        unsafe { self.known_to_be_there(&self.views.views().expand) }
    }

    /// The game's hints.
    #[inline(always)]
    pub(crate) fn ordered(&self) -> Option<&V::Ordered> {
        // SAFETY: it is one of them.
        unsafe { self.known_to_be_there(&self.views.views().ordered) }
    }

    /// A position after all that is forced from it.
    #[inline(always)]
    pub(crate) fn settle(&self, position: &G::Position) -> Settled<G::Position> {
        if let Some(outcome) = self.game.outcome(position) {
            return Settled::Decided(outcome, 0);
        }
        match self.expand() {
            Some(view) if self.may().forced => match view.forced(position) {
                Forced::Decided { outcome, plies } => Settled::Decided(outcome, plies),
                Forced::Open {
                    position,
                    plies,
                    gain,
                } => Settled::Open(position, plies, gain),
            },
            _ => Settled::Open(position.clone(), 0, 0),
        }
    }

    /// The children of a position that are to be looked at.
    #[inline(always)]
    pub(crate) fn children<'c>(
        &'c self,
        at: &'c G::Position,
        scratch: &'c mut V::Scratch,
    ) -> impl Iterator<Item = (G::Move, G::Position)> {
        match self.expand() {
            Some(view) if self.may().expand => Children::Kept(view.expand(at, scratch)),
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
        let is_on = self.may().symmetry;
        let key: u128 = match (self.merged(), &views.symmetric) {
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
        let view = self.bounded().filter(|_| self.may().bounds)?;
        let (lower, upper) = self.scale.near_bounds(view, position, asked)?;
        Bounds { lower, upper }.answer(asked)
    }

    /// What the game itself says of a position that [`settle`](Sight::settle) left open.
    #[inline(always)]
    pub(crate) fn given_open(&self, position: &G::Position) -> Bounds {
        debug_assert!(matches!(self.settle(position), Settled::Open(_, 0, _)));
        match self.bounded() {
            Some(view) if USUAL => {
                let (lower, upper) = self.scale.open_bounds(view, position);
                Bounds { lower, upper }
            }
            _ => self.given(position),
        }
    }
}
