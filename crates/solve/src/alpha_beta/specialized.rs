//! A search's view of a position at every node, specialised at compile time for a usual search.

use super::context::{AllViews, Context, Views, WordOf};
use super::options::Options;
use crate::transposition::{Bounds, Place, Table};
use std::hint::assert_unchecked;
use std::ops::Deref;
use yomikiri_core::capability::{Expand, Forced, Key, Keyed, Merged, Symmetric, possible};
use yomikiri_core::processor::is_x86_64_v3;
use yomikiri_core::{Game, Outcome};

/// The context of a search, with facts about it that the compiler may rely on.
///
/// `USUAL` means that nothing is switched off, that moves gain no points, that there is no tablebase, that the game
/// offers every [view that is read at each node](is_whole) and that its type allows, and that the processor is an
/// [x86-64-v3](is_x86_64_v3). Only [`usual`](Context::usual) creates such a value, after checking all of these.
/// They stay true because the context is borrowed and always returns the same [views](AllViews).
pub(crate) struct Specialized<'s, 'g, G: Game, V, const USUAL: bool>(&'s Context<'g, G, V>);

impl<G: Game, V, const USUAL: bool> Clone for Specialized<'_, '_, G, V, USUAL> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, V, const USUAL: bool> Copy for Specialized<'_, '_, G, V, USUAL> {}

impl<'g, G: Game, V, const USUAL: bool> Deref for Specialized<'_, 'g, G, V, USUAL> {
    type Target = Context<'g, G, V>;
    #[inline(always)]
    fn deref(&self) -> &Context<'g, G, V> {
        self.0
    }
}

impl<'g, G: Game, V: AllViews<G>> Context<'g, G, V> {
    /// Returns the view of a search that assumes nothing.
    #[inline(always)]
    pub(crate) fn any(&self) -> Specialized<'_, 'g, G, V, false> {
        Specialized(self)
    }

    /// Returns the view that assumes what [`USUAL`](Specialized) says, if that is true.
    pub(crate) fn usual(&self) -> Option<Specialized<'_, 'g, G, V, true>> {
        let is_usual = self.options == Options::ALL
            && !self.gains
            && self.tablebase.is_none()
            && is_whole(self.views.views())
            && is_x86_64_v3();
        is_usual.then_some(Specialized(self))
    }
}

/// Returns whether the game offers every view that is read at each node, except those that its types rule out.
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

/// All children, or those that the game does not leave out.
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

/// A position after forced play.
pub(crate) enum AfterForced<P> {
    /// The game ends with this outcome, after this many plies.
    Decided(Outcome, u32),
    /// The game goes on at this position, after this many plies. The player to move gained this many points in
    /// them.
    Open(P, u32, i64),
}

impl<G: Game, V: AllViews<G>, const USUAL: bool> Specialized<'_, '_, G, V, USUAL> {
    /// Returns what the search may do.
    #[inline(always)]
    pub(crate) fn may(&self) -> Options {
        if USUAL { Options::ALL } else { self.options }
    }

    /// Returns whether moves may gain points.
    #[inline(always)]
    pub(crate) fn may_gain(&self) -> bool {
        !USUAL && self.gains
    }

    /// Returns a view. If `USUAL`, every view that its type allows is present, so the check is skipped.
    ///
    /// # Safety
    ///
    /// The view must be one of the context's own that [`is_whole`] checks.
    #[inline(always)]
    unsafe fn known_to_be_there<'v, T>(&self, view: &'v Option<T>) -> Option<&'v T> {
        if USUAL && const { possible::<T>() } {
            // SAFETY: `usual` has checked that it is present.
            unsafe { assert_unchecked(view.is_some()) };
        }
        view.as_ref()
    }

    #[inline(always)]
    fn merged(&self) -> Option<&V::Merged> {
        // SAFETY: `is_whole` checks this view.
        unsafe { self.known_to_be_there(&self.views.views().merged) }
    }

    #[inline(always)]
    fn bounded(&self) -> Option<&V::Bounded> {
        // SAFETY: `is_whole` checks this view.
        unsafe { self.known_to_be_there(&self.views.views().bounded) }
    }

    #[inline(always)]
    fn expand(&self) -> Option<&V::Expand> {
        // SAFETY: `is_whole` checks this view.
        unsafe { self.known_to_be_there(&self.views.views().expand) }
    }

    /// Returns the game's hints.
    #[inline(always)]
    pub(crate) fn ordered(&self) -> Option<&V::Ordered> {
        // SAFETY: `is_whole` checks this view.
        unsafe { self.known_to_be_there(&self.views.views().ordered) }
    }

    /// Plays all forced moves from a position.
    #[inline(always)]
    pub(crate) fn play_forced(&self, position: &G::Position) -> AfterForced<G::Position> {
        if let Some(outcome) = self.game.outcome(position) {
            return AfterForced::Decided(outcome, 0);
        }
        match self.expand() {
            Some(view) if self.may().forced => match view.forced(position) {
                Forced::Decided { outcome, plies } => AfterForced::Decided(outcome, plies),
                Forced::Open {
                    position,
                    plies,
                    gain,
                } => AfterForced::Open(position, plies, gain),
            },
            _ => AfterForced::Open(position.clone(), 0, 0),
        }
    }

    /// Returns the children of a position that the search has to consider.
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

    /// Returns the place of a position in the table.
    #[inline(always)]
    pub(crate) fn place(
        &self,
        table: &Table<WordOf<G, V>>,
        position: &G::Position,
    ) -> Place<WordOf<G, V>> {
        self.place_of(table, position, None)
    }

    /// Returns the place of one of two questions about the position, each with a place of its own: then keys
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

    /// Returns the bound by which the next few plies decide whether a position's score is at least `asked`, as
    /// [`Bounds::answer`] does.
    #[inline(always)]
    pub(crate) fn near(&self, position: &G::Position, asked: i32) -> Option<i32> {
        let view = self.bounded().filter(|_| self.may().bounds)?;
        let (lower, upper) = self.scale.near_bounds(view, position, asked)?;
        Bounds { lower, upper }.answer(asked)
    }

    /// Returns the game's own bounds of a position that [`play_forced`](Specialized::play_forced) left open.
    #[inline(always)]
    pub(crate) fn given_open(&self, position: &G::Position) -> Bounds {
        debug_assert!(matches!(
            self.play_forced(position),
            AfterForced::Open(_, 0, _)
        ));
        match self.bounded() {
            Some(view) if USUAL => {
                let (lower, upper) = self.scale.open_bounds(view, position);
                Bounds { lower, upper }
            }
            _ => self.given(position),
        }
    }
}
