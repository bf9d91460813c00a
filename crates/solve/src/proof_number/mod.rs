//! Proof-number search: who wins, where lines are deep and narrow.

mod apart;
mod search;
#[cfg(test)]
mod tests;
mod worker;

use crate::alpha_beta::{Coded, Ground, Offers, Settled};
use crate::deep::{NoStack, with_stack};
use crate::{Control, Failure, Solver, Window};
use search::Search;
use std::marker::PhantomData;
use yomikiri_core::capability::Acyclic;
use yomikiri_core::{Ask, Game, Stop};

/// Depth-first proof-number search (df-pn; Nagai 2002), for games that cannot cycle.
///
/// Asks whether the player to move wins, and if not whether they draw. Each position keeps two
/// numbers: how many positions at least have to be worked out yet for yes, and for no. The search
/// always goes where the lesser of them is least, and so follows forced play to its end before it
/// looks at what is wide. It can be far ahead of [`AlphaBeta`](crate::AlphaBeta) where one player
/// leaves the other few replies, and far behind elsewhere.
///
/// Where several moves all have to be refuted, their numbers are not added: the greatest counts, and
/// one more for each other (weak proof numbers; Ueda, Hashimoto, Hashimoto, Iida 2008). Positions
/// that many lines lead to are not counted many times then.
///
/// # Why it ends
///
/// The numbers are estimates, and an entry of the table may be lost at any time; but 0 and infinity
/// are proofs. While a position is looked at, its children's numbers are kept aside, and each look at a child
/// goes beyond one of the two it had. The other may fall, for it was too high: never to let it took up to 62 % more
/// nodes, in clobber (4 x 5). But after a thousand looks no number falls any more, and so by induction over the
/// rank every look ends.
///
/// # Threads
///
/// Threads ([`Control::with_threads`]) ask the same question over the same table. Each marks the positions that it has
/// spent some nodes on, and the others count the effort for a yes there as half as large again: so they go another
/// way where one is nearly as good, and help below where none is. (Kaneko 2010 calls such numbers virtual.) When a
/// thread comes back from much work it takes over what others have stored, and now and then it looks whether one of the positions on
/// its way is done with.
pub struct ProofNumber<'g, G: Game, S, V: Offers<G>> {
    search: Search<'g, G, V>,
    score: PhantomData<S>,
}

impl<'g, G: Game, S: Coded, V: Offers<G>> ProofNumber<'g, G, S, V> {
    /// A solver for `game` with the views that it offers. `None` where the keys of positions leave the
    /// table no bit to tell its questions apart, and are shared by positions in which different players are to move.
    pub fn new(game: &'g G, views: V) -> Option<Self> {
        Some(ProofNumber {
            search: Search::new(Ground::new(game, Ask::Winner, views))?,
            score: PhantomData,
        })
    }
}

impl<G: Game, S: Coded, V: Offers<G>> Solver<G, S> for ProofNumber<'_, G, S, V> {
    fn score(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        self.search.set(control.options());
        let ground = &self.search.ground;
        let mover = ground.game.to_move(position);
        let (at, turned) = match ground.any().settle(position) {
            Settled::Decided(outcome, _) => {
                control.visit().map_err(Failure::stopped)?;
                return Ok(S::score(ground.scale.outcome(outcome, mover), 1));
            }
            Settled::Open(at, ..) => {
                let turned = ground.game.to_move(&at) != mover;
                (at, turned)
            }
        };
        let (least, most) = (window.lower.code(1), window.upper.code(1));
        let span = if turned {
            (-most, -least)
        } else {
            (least, most)
        };
        let views = ground.views.views();
        let (all, rank) = (views.acyclic.rank(position), views.acyclic.rank(&at));
        let game = ground.game;
        let result = match self.search.prepare(all, control) {
            true => with_stack(game, position, rank, || {
                self.search.range(&at, span, control)
            }),
            // What the game itself says of the position needs no table.
            false => Ok((self.search.ground.given(&at), Some(Stop::Memory))),
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
            // Beyond the window either end is as good an answer.
            None if score(lower) >= window.upper => Ok(score(lower)),
            None => Ok(score(upper)),
        }
    }

    fn stored(&self) -> u64 {
        self.search.stored()
    }
}
