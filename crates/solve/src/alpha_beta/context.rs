//! The game and its views as a search sees them, and the bounds that it computes for one position.

use super::options::Options;
use super::scale::{Coded, Scale};
use crate::Tablebase;
use crate::transposition::{Bounds, Place, Table};
use std::sync::Arc;
use yomikiri_core::capability::{Acyclic, Bounded, Expand, Key, Keyed, Merged, Ordered, Symmetric};
use yomikiri_core::{Ask, Game};

/// The views that a game offers to a search. The rank and the keys are mandatory; all others are optional.
#[derive(Clone, Copy, Debug)]
pub struct Views<A, K, M, B, O, E, Y> {
    /// The proof that play ends.
    pub acyclic: A,
    /// The keys under which positions are stored.
    pub keyed: K,
    /// Coarser keys, under which positions are stored instead.
    pub merged: Option<M>,
    /// Bounds to prune by.
    pub bounded: Option<B>,
    /// Hints to order moves by.
    pub ordered: Option<O>,
    /// Irrelevant moves to leave out, and forced play.
    pub expand: Option<E>,
    /// Mirror images, used if there are no coarser keys.
    pub symmetric: Option<Y>,
}

/// Gives access to [`Views`] without naming their types.
///
/// # Safety
///
/// [`views`](AllViews::views) must always return the same views, because a search checks only once which are
/// present.
pub unsafe trait AllViews<G: Game>: Send + Sync {
    /// The proof that play ends.
    type Acyclic: Acyclic<G>;
    /// Keys.
    type Keyed: Keyed<G>;
    /// Coarser keys.
    type Merged: Merged<G>;
    /// Bounds to prune by.
    type Bounded: Bounded<G>;
    /// Hints to order moves by.
    type Ordered: Ordered<G>;
    /// Irrelevant moves to leave out, and forced play.
    type Expand: Expand<G, Scratch = Self::Scratch>;
    /// Buffers that expanding reuses.
    type Scratch: Default + Send;
    /// Mirror images.
    type Symmetric: Symmetric<G>;
    /// Returns the views.
    #[allow(clippy::type_complexity, reason = "it is the one place that says it")]
    fn views(
        &self,
    ) -> &Views<
        Self::Acyclic,
        Self::Keyed,
        Self::Merged,
        Self::Bounded,
        Self::Ordered,
        Self::Expand,
        Self::Symmetric,
    >;
}

// SAFETY: a `Views` returns itself, so its views never change.
unsafe impl<G, A, K, M, B, O, E, Y> AllViews<G> for Views<A, K, M, B, O, E, Y>
where
    G: Game,
    A: Acyclic<G>,
    K: Keyed<G>,
    M: Merged<G>,
    B: Bounded<G>,
    O: Ordered<G>,
    E: Expand<G>,
    Y: Symmetric<G>,
{
    type Acyclic = A;
    type Keyed = K;
    type Merged = M;
    type Bounded = B;
    type Ordered = O;
    type Expand = E;
    type Scratch = E::Scratch;
    type Symmetric = Y;
    #[inline]
    fn views(&self) -> &Self {
        self
    }
}

/// The integer type in which the keys of a game are computed.
pub(crate) type WordOf<G, V> = <<<V as AllViews<G>>::Keyed as Keyed<G>>::Key as Key>::Word;

/// The part of a search that it reads and does not change; all its threads share one.
pub(crate) struct Context<'g, G: Game, V> {
    pub(crate) game: &'g G,
    pub(crate) views: V,
    pub(crate) options: Options,
    pub(crate) scale: Scale,
    /// Whether moves may gain points.
    pub(crate) gains: bool,
    /// Positions whose values are known.
    pub(crate) tablebase: Option<Arc<dyn Tablebase<G> + 'g>>,
}

/// The relation of the score of a later position to that of an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) gain: i32,
    pub(crate) plies: u32,
    /// Whether another player is to move at the later position.
    pub(crate) turned: bool,
}

impl Link {
    /// Converts the score of the later position to the score of the earlier one.
    #[inline(always)]
    pub(crate) fn up(self, scale: &Scale, code: i32) -> i32 {
        let sign = 1 - 2 * i32::from(self.turned);
        scale.after(sign * code, self.gain, self.plies as i32)
    }

    /// Converts bounds of the later position to bounds of the earlier one.
    #[inline(always)]
    pub(crate) fn up_bounds(self, scale: &Scale, bounds: Bounds) -> Bounds {
        let (one, other) = (self.up(scale, bounds.lower), self.up(scale, bounds.upper));
        Bounds {
            lower: one.min(other),
            upper: one.max(other),
        }
    }

    /// Converts bounds of the earlier position to the bounds that they imply at the later one.
    pub(crate) fn down_bounds(self, scale: &Scale, bounds: Bounds) -> Bounds {
        let ends = [bounds.lower, bounds.upper + 1].map(|bound| self.down(scale, bound));
        Bounds {
            lower: ends[0].min(ends[1]),
            upper: ends[0].max(ends[1]) - 1,
        }
    }

    /// Returns the bound to test at the later position in order to decide whether the earlier score is at least
    /// `bound`. (If the turn passes, the answer is the opposite.)
    #[inline(always)]
    pub(crate) fn down(self, scale: &Scale, bound: i32) -> i32 {
        let bound = scale.before(bound, self.gain, self.plies as i32);
        if self.turned { 1 - bound } else { bound }
    }
}

impl<'g, G: Game, V: AllViews<G>> Context<'g, G, V> {
    /// Creates the context for one question. If the question has more than three scores, the scale is still to be
    /// set.
    pub(crate) fn new(game: &'g G, ask: Ask, views: V) -> Self {
        let gains = game.has_gains();
        Context {
            scale: Scale::new(ask, 1, gains).with_near(V::Bounded::NEAR),
            options: Options::ALL,
            gains,
            tablebase: None,
            game,
            views,
        }
    }

    /// Returns the bits of the keys under which positions are stored.
    pub(crate) fn key_bits(&self) -> u32 {
        let views = self.views.views();
        let merged = views.merged.as_ref().map_or(0, Merged::bits);
        // One layout serves both kinds of keys, since a switch may choose either at any time.
        views.keyed.bits().max(merged)
    }

    /// Returns the bounds of a position that need no search.
    #[inline(always)]
    pub(crate) fn known(
        &self,
        table: &Table<WordOf<G, V>>,
        position: &G::Position,
        place: Place<WordOf<G, V>>,
    ) -> Bounds {
        if self.options.table
            && let Some(bounds) = table.get(place)
        {
            return bounds;
        }
        self.given(position)
    }

    /// Returns whether the codes of a position are odd, if every other code is impossible there.
    pub(crate) fn odd(&self, position: &G::Position) -> Option<bool> {
        match &self.views.views().bounded {
            Some(view) if self.options.bounds && self.scale.ask() == Ask::Margin => {
                view.odd(position)
            }
            _ => None,
        }
    }

    /// Returns the bounds that the tablebase has of a position.
    pub(crate) fn probe(&self, position: &G::Position) -> Option<Bounds> {
        let value = self.tablebase.as_ref()?.probe(position)?;
        let mover = self.game.to_move(position);
        Some(self.scale.of_value(value, mover))
    }

    /// Returns the bounds of a position by the tablebase, or else the game's own.
    #[inline(always)]
    pub(crate) fn given(&self, position: &G::Position) -> Bounds {
        if let Some(known) = self.probe(position) {
            return known;
        }
        match &self.views.views().bounded {
            Some(view) if self.options.bounds => {
                let (lower, upper) = self.scale.bounds(view, position);
                Bounds { lower, upper }
            }
            _ => self.scale.anything(),
        }
    }

    /// Returns whether the game [prunes useless moves](Bounded::sift) in a search for the winner.
    pub(crate) fn sifts(&self) -> bool {
        let bounded = self.views.views().bounded.as_ref();
        self.options.bounds && bounded.is_some_and(|view| view.sifts())
    }

    /// Returns the game's own bounds on who wins at a position, and leaves the moves that matter in `moves`.
    /// Only for games that [sift](Context::sifts).
    pub(crate) fn sift(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> Bounds {
        moves.clear();
        moves.extend(self.game.moves(position));
        match &self.views.views().bounded {
            Some(view) => {
                let (lower, upper) = view.sift(position, moves);
                Bounds {
                    lower: lower.code(self.scale.top),
                    upper: upper.code(self.scale.top),
                }
            }
            None => self.scale.anything(),
        }
    }

    /// Returns the game's own bounds, tightened by its look at the next few plies.
    pub(super) fn seen(&self, position: &G::Position) -> Bounds {
        let mut known = self.given(position);
        for plies in 0..=V::Bounded::NEAR as i32 {
            let win = self.scale.top - plies;
            for asked in [win, -win] {
                match self.any().near(position, asked) {
                    Some(code) if code >= asked => known.lower = known.lower.max(code),
                    Some(code) => known.upper = known.upper.min(code),
                    None => {}
                }
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_before_bind_the_score_further_on() {
        for (ask, top) in [(Ask::Distance, 9), (Ask::Winner, 1)] {
            let scale = Scale::new(ask, top, false);
            for (plies, turned) in [(0, false), (1, true), (2, false), (3, true), (3, false)] {
                let link = Link {
                    gain: 0,
                    plies,
                    turned,
                };
                let pairs = (-top..=top).flat_map(|lower| (lower..=top).map(move |up| (lower, up)));
                for (lower, upper) in pairs {
                    let ahead = link.down_bounds(&scale, Bounds { lower, upper });
                    for code in -top..=top {
                        let is = (lower..=upper).contains(&link.up(&scale, code));
                        assert_eq!(is, (ahead.lower..=ahead.upper).contains(&code));
                    }
                }
            }
        }
    }
}
