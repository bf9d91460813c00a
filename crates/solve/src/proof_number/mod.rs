//! Proof-number search: finds who wins in games with deep and narrow lines.

mod apart;
mod search;
#[cfg(test)]
mod tests;
mod worker;

use crate::alpha_beta::{AfterForced, AllViews, Coded, Context};
use crate::deep::{NoStack, with_stack};
use crate::{Control, Failure, Solver, Tablebase, Window};
use search::Search;
use std::marker::PhantomData;
use std::sync::Arc;
use yomikiri_core::capability::Acyclic;
use yomikiri_core::{Ask, Game, Stop};

/// Depth-first proof-number search (df-pn; Nagai 2002), for games that cannot cycle.
///
/// The search asks whether the player to move wins, and if not, whether they draw. Each position has two numbers: how
/// many positions at least still have to be solved for a yes, and for a no. The search always goes to the position
/// that needs the fewest, and so follows forced play to its end before it looks at wide positions. It can be far
/// ahead of [`AlphaBeta`](crate::AlphaBeta) if one player leaves the other few replies, and far behind elsewhere.
///
/// If several moves all have to be refuted, the search does not add their numbers: it takes the greatest, plus one
/// for each other move (weak proof numbers; Ueda, Hashimoto, Hashimoto, Iida 2008). So it does not count positions
/// with many transpositions many times.
///
/// # Why it ends
///
/// The numbers are estimates, and the table may lose an entry at any time; but 0 and infinity are proofs. While the
/// search looks at a position, it keeps the children's numbers outside the table, and each look at a child exceeds
/// one of its two numbers. The other number may fall if it was too high; never lowering it took up to 62 % more
/// nodes, in clobber (4 x 5). But after a thousand looks no number falls any more, and so by induction over the rank
/// every look ends.
///
/// # Threads
///
/// Threads ([`Control::with_threads`]) ask the same question over the same table. Each thread marks the positions on
/// which it has spent some nodes, and the others multiply the effort for a yes there by 1.5. So they take another way
/// if one is nearly as good, and otherwise help below. (Kaneko 2010 calls such numbers virtual.) After a long search
/// of a child a thread reads the entries that others have stored, and now and then it checks whether a position on
/// its path is finished.
pub struct ProofNumber<'g, G: Game, S, V: AllViews<G>> {
    search: Search<'g, G, V>,
    score: PhantomData<S>,
}

impl<'g, G: Game, S: Coded, V: AllViews<G>> ProofNumber<'g, G, S, V> {
    /// Creates a solver for `game` with the views that it offers.
    pub fn new(game: &'g G, views: V) -> Self {
        ProofNumber {
            search: Search::new(Context::new(game, Ask::Winner, views)),
            score: PhantomData,
        }
    }

    /// Looks positions up in a tablebase, and does not search beyond those that it has.
    #[must_use]
    pub fn with_tablebase(mut self, tablebase: Arc<dyn Tablebase<G> + 'g>) -> Self {
        self.search.context.tablebase = Some(tablebase);
        self
    }
}

impl<G: Game, S: Coded, V: AllViews<G>> Solver<G, S> for ProofNumber<'_, G, S, V> {
    fn score(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        self.search.set(control.options());
        let context = &self.search.context;
        let mover = context.game.to_move(position);
        let (at, turned) = match context.any().play_forced(position) {
            AfterForced::Decided(outcome, _) => {
                control.visit().map_err(Failure::stopped)?;
                return Ok(S::score(context.scale.outcome(outcome, mover), 1));
            }
            AfterForced::Open(at, ..) => {
                let turned = context.game.to_move(&at) != mover;
                (at, turned)
            }
        };
        let (least, most) = (window.lower.code(1), window.upper.code(1));
        let span = if turned {
            (-most, -least)
        } else {
            (least, most)
        };
        let views = context.views.views();
        let (all, rank) = (views.acyclic.rank(position), views.acyclic.rank(&at));
        let game = context.game;
        let result = match self.search.prepare(all, control) {
            true => with_stack(game, position, rank, || {
                self.search.range(&at, span, control)
            }),
            // The game's own bounds need no table.
            false => Ok((self.search.context.given(&at), Some(Stop::Memory))),
        };
        let (bounds, stop) = match result {
            Ok(found) => found,
            Err(NoStack::Stopped(why)) => return Err(Failure::stopped(why)),
            Err(NoStack::Refused(refusal)) => return Err(Failure::Refused(refusal)),
        };
        let (lower, upper) = match turned {
            true => (-bounds.upper, -bounds.lower),
            false => (bounds.lower, bounds.upper),
        };
        let score = |code| S::score(code, 1);
        match stop {
            Some(why) => Err(Failure::Stopped {
                why,
                lower: score(lower),
                upper: score(upper),
            }),
            // Beyond the window both ends are equally good answers.
            None if score(lower) >= window.upper => Ok(score(lower)),
            None => Ok(score(upper)),
        }
    }

    fn stored(&self) -> u64 {
        self.search.stored()
    }
}
