//! What a search is told of a game, and what it makes of one position.

use super::options::Options;
use super::scale::{Coded, Scale};
use crate::transposition::{Bounds, Place, Table};
use yomikiri_core::capability::{Acyclic, Bounded, Expand, Key, Keyed, Merged, Ordered, Symmetric};
use yomikiri_core::{Ask, Game};

/// What a game offers to a search: a rank and keys, and of the rest each or none.
#[derive(Clone, Copy, Debug)]
pub struct Views<A, K, M, B, O, E, Y> {
    /// That play ends.
    pub acyclic: A,
    /// Keys, to remember positions under.
    pub keyed: K,
    /// Coarser keys, to remember positions under instead.
    pub merged: Option<M>,
    /// Bounds, to prune by.
    pub bounded: Option<B>,
    /// Hints, to order moves by.
    pub ordered: Option<O>,
    /// Moves that need no look, and play that is forced.
    pub expand: Option<E>,
    /// Mirror images, where there are no coarser keys.
    pub symmetric: Option<Y>,
}

/// [`Views`], whatever their types.
///
/// # Safety
///
/// [`views`](Offers::views) always gives the same: what a search has once seen to be there it does not look
/// for again.
pub unsafe trait Offers<G: Game>: Send + Sync {
    /// That play ends.
    type Acyclic: Acyclic<G>;
    /// Keys.
    type Keyed: Keyed<G>;
    /// Coarser keys.
    type Merged: Merged<G>;
    /// Bounds.
    type Bounded: Bounded<G>;
    /// Hints.
    type Ordered: Ordered<G>;
    /// Fewer children.
    type Expand: Expand<G, Scratch = Self::Scratch>;
    /// What expanding reuses.
    type Scratch: Default + Send;
    /// Mirror images.
    type Symmetric: Symmetric<G>;
    /// The views.
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

// SAFETY: they are themselves.
unsafe impl<G, A, K, M, B, O, E, Y> Offers<G> for Views<A, K, M, B, O, E, Y>
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

/// What the keys of a game are reckoned with.
pub(crate) type WordOf<G, V> = <<<V as Offers<G>>::Keyed as Keyed<G>>::Key as Key>::Word;

/// What a search looks at and does not change: one for all its threads.
pub(crate) struct Ground<'g, G, V> {
    pub(crate) game: &'g G,
    pub(crate) views: V,
    pub(crate) options: Options,
    pub(crate) scale: Scale,
    /// Whether moves gain points.
    pub(crate) gains: bool,
}

/// How the score of a position is that of one that comes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) gain: i32,
    pub(crate) plies: u32,
    /// Whether another player is to move.
    pub(crate) turned: bool,
}

impl Link {
    /// A score further on as a score before.
    #[inline(always)]
    pub(crate) fn up(self, scale: &Scale, code: i32) -> i32 {
        let sign = 1 - 2 * i32::from(self.turned);
        scale.after(sign * code, self.gain, self.plies as i32)
    }

    /// Bounds further on as bounds before.
    #[inline(always)]
    pub(crate) fn up_bounds(self, scale: &Scale, bounds: Bounds) -> Bounds {
        let (one, other) = (self.up(scale, bounds.lower), self.up(scale, bounds.upper));
        Bounds {
            lower: one.min(other),
            upper: one.max(other),
        }
    }

    /// Bounds before, as far as they bind the score further on.
    pub(crate) fn down_bounds(self, scale: &Scale, bounds: Bounds) -> Bounds {
        let ends = [bounds.lower, bounds.upper + 1].map(|bound| self.down(scale, bound));
        Bounds {
            lower: ends[0].min(ends[1]),
            upper: ends[0].max(ends[1]) - 1,
        }
    }

    /// The bound to ask about further on, to learn whether the score before reaches `bound`. (Where
    /// the turn passes, it does if the one further on does not.)
    #[inline(always)]
    pub(crate) fn down(self, scale: &Scale, bound: i32) -> i32 {
        let bound = scale.before(bound, self.gain, self.plies as i32);
        if self.turned { 1 - bound } else { bound }
    }
}

impl<'g, G: Game, V: Offers<G>> Ground<'g, G, V> {
    /// For one question, whose scale is still to be set where it has more than three scores.
    pub(crate) fn new(game: &'g G, ask: Ask, views: V) -> Self {
        let gains = game.has_gains();
        Ground {
            scale: Scale::new(ask, 1, gains).with_near(V::Bounded::NEAR),
            options: Options::ALL,
            gains,
            game,
            views,
        }
    }

    /// The bits of the keys that positions are remembered under.
    pub(crate) fn key_bits(&self) -> u32 {
        let views = self.views.views();
        let merged = views.merged.as_ref().map_or(0, Merged::bits);
        // One layout for both, since a switch may choose either at any time.
        views.keyed.bits().max(merged)
    }

    /// What is known of a position without searching it.
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

    /// Whether the codes of a position are odd, where every other code is impossible.
    pub(crate) fn odd(&self, position: &G::Position) -> Option<bool> {
        match &self.views.views().bounded {
            Some(view) if self.options.bounds && self.scale.ask() == Ask::Margin => {
                view.odd(position)
            }
            _ => None,
        }
    }

    /// What the game itself says of a position.
    #[inline(always)]
    pub(crate) fn given(&self, position: &G::Position) -> Bounds {
        match &self.views.views().bounded {
            Some(view) if self.options.bounds => {
                let (lower, upper) = self.scale.bounds(view, position);
                Bounds { lower, upper }
            }
            _ => self.scale.anything(),
        }
    }

    /// Whether the game [takes moves away](Bounded::sift) that are to no avail, in a search for who wins.
    pub(crate) fn sifts(&self) -> bool {
        let bounded = self.views.views().bounded.as_ref();
        self.options.bounds && bounded.is_some_and(|view| view.sifts())
    }

    /// What the game says of who wins at a position, and the moves that matter. Where it [sifts](Ground::sifts).
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

    /// The same with all that a look at the next few plies adds to it.
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
