//! The children of a position: which of them need a search, and in which order they get it.

use super::super::ground::{Link, Offers, Settled};
use super::history::{Path, Scores};
use super::{DEEP, Kept, TOGETHER, Worker};
use crate::transposition::{Bounds, Place};
use yomikiri_core::Game;
use yomikiri_core::capability::Ordered;

/// The order of a child that has been chosen already.
const CHOSEN: i32 = i32::MIN;
/// What puts a child that another thread is searching behind all others.
const DEFERRED: i32 = -(1 << 28);

/// A child of a position, played on as far as play is forced.
pub(super) struct Child<P, W> {
    /// Where forced play leads.
    pub(super) position: P,
    pub(super) place: Place<W>,
    /// What is proven of that position, for its player to move.
    pub(super) known: Bounds,
    pub(super) link: Link,
    /// The slot of the move.
    pub(super) slot: u32,
    /// Greater is tried earlier.
    order: i32,
    tried: bool,
}

impl<G: Game, V: Offers<G>> Worker<'_, '_, '_, '_, G, V> {
    // The two are not inlined: what they take on the stack would be taken at every ply.

    #[inline(never)]
    pub(super) fn look_anywhere(&mut self, at: &G::Position, bound: i32, path: Path) -> Look {
        self.look::<false>(at, bound, path)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    pub(super) fn look_with_bits(&mut self, at: &G::Position, bound: i32, path: Path) -> Look {
        self.look::<true>(at, bound, path)
    }

    /// Puts the children of a position that may reach `bound` on the stack, and says what is known of
    /// the others. Where one is known to reach it, the rest do not matter.
    #[inline(always)]
    fn look<const USUAL: bool>(&mut self, at: &G::Position, bound: i32, path: Path) -> Look {
        let (ground, table, base) = (self.ground, &*self.table, self.kept.stack.len());
        let Kept {
            stack,
            scratch,
            history,
            own,
        } = &mut *self.kept;
        let left = self.rank.saturating_sub(path.ply);
        let own_of = |plies: u32| {
            own.as_ref()
                .filter(|own| own.takes(left.saturating_sub(plies)))
        };
        let views = ground.views.views();
        let mover = ground.game.to_move(at);
        let scores = match ground.options::<USUAL>().history {
            true => history.scores(path, mover),
            false => Scores::default(),
        };
        let lookahead = ground.options::<USUAL>().lookahead;
        // Where looking up is quick it is done at once. Else buckets are sent for, and looked into when
        // there is nothing left to do without them.
        let at_hand = table.is_at_hand();
        let mut await_table = false;
        let mut seen = Look {
            best: i32::MIN,
            rest: i32::MIN,
        };
        for (mv, next) in ground.children::<USUAL>(at, scratch) {
            let gain = match ground.gains::<USUAL>() {
                true => ground.scale.gain(ground.game.gain(at, mv)),
                false => 0,
            };
            let (position, plies) = match ground.settle::<USUAL>(&next) {
                Settled::Decided(outcome, plies) => {
                    let code = ground.scale.outcome(outcome, mover);
                    let worth = ground.scale.after(code, gain, plies as i32 + 1);
                    if seen.close(worth, bound) {
                        return seen;
                    }
                    continue;
                }
                Settled::Open(position, plies) => (position, plies + 1),
            };
            let link = Link {
                gain,
                plies,
                turned: ground.game.to_move(&position) != mover,
            };
            let asked = link.down(&ground.scale, bound);
            if lookahead && let Some(code) = ground.near(&position, asked) {
                if seen.close(link.up(&ground.scale, code), bound) {
                    return seen;
                }
                continue;
            }
            let place = ground.place::<USUAL>(table, &position);
            let mut known = ground.scale.anything();
            if lookahead {
                let found = match own_of(plies) {
                    _ if !ground.options::<USUAL>().table => None,
                    Some(own) => own.get(place),
                    None if at_hand => table.get(place),
                    None => {
                        table.prefetch(place);
                        await_table = true;
                        None
                    }
                };
                known = match found {
                    Some(found) => found,
                    None => ground.given(&position),
                };
                if let Some(code) = known.answer(asked) {
                    if seen.close(link.up(&ground.scale, code), bound) {
                        return seen;
                    }
                    continue;
                }
            }
            let (mut order, mut slot) = (0, 0);
            if let Some(view) = &views.ordered {
                slot = view.slot(mv);
                if ground.options::<USUAL>().order {
                    order = view.hint_after(at, mv, &next);
                }
                order = order.saturating_add(scores.of(slot));
            }
            stack.push(Child {
                position,
                place,
                known,
                link,
                slot: slot as u32,
                order: order.clamp(DEFERRED / 2, -(DEFERRED / 2)),
                tried: false,
            });
        }
        if !await_table {
            return seen;
        }
        for child in &mut stack[base..] {
            if own_of(child.link.plies).is_some() {
                continue;
            }
            let Some(known) = table.get(child.place) else {
                continue;
            };
            child.known = known;
            if let Some(code) = known.answer(child.link.down(&ground.scale, bound)) {
                child.order = CHOSEN;
                if seen.close(child.link.up(&ground.scale, code), bound) {
                    break;
                }
            }
        }
        seen
    }

    /// The most promising of the children on the stack from `base` on that has not been chosen yet;
    /// of equals the first in move order. Those that are [left to other threads](Worker::leaves) come
    /// last.
    #[inline(always)]
    pub(super) fn choose(&mut self, at: &G::Position, base: usize, ply: u32) -> Option<usize> {
        loop {
            let (mut best, mut order) = (0, CHOSEN);
            for (index, child) in self.kept.stack[base..].iter().enumerate() {
                // Selected, not branched on: which is best is nothing that a processor could guess.
                let better = child.order > order;
                best = std::hint::select_unpredictable(better, base + index, best);
                order = order.max(child.order);
            }
            if order == CHOSEN {
                return None;
            }
            let leaves = self.several && order > DEFERRED / 2 && self.leaves(at, base, best, ply);
            let child = &mut self.kept.stack[best];
            if leaves {
                child.order += DEFERRED;
                continue;
            }
            child.order = CHOSEN;
            child.tried = true;
            return Some(best);
        }
    }

    /// Whether this thread leaves a child to another that is searching it. Not if it is the first, and
    /// the last nodes of this player were cut off: then the others will hardly matter, and there is more
    /// to do below this one. (Not inlined: one thread alone never asks.)
    #[inline(never)]
    fn leaves(&self, at: &G::Position, base: usize, index: usize, ply: u32) -> bool {
        let child = &self.kept.stack[index];
        let left = self.rank.saturating_sub(ply + child.link.plies);
        let is_hopeful = || self.cuts[self.ground.game.to_move(at) as usize] > 0;
        self.is_marked(left)
            && left <= DEEP.max(self.rank.saturating_sub(TOGETHER))
            && self.shared.is_busy(child.place)
            && (self.kept.stack[base..].iter().any(|child| child.tried) || !is_hopeful())
    }

    /// Remembers that a move cut off where those tried before it did not.
    #[inline]
    pub(super) fn reward<const USUAL: bool>(
        &mut self,
        at: &G::Position,
        base: usize,
        cut: usize,
        path: Path,
    ) {
        if !self.ground.options::<USUAL>().history {
            return;
        }
        let Kept { stack, history, .. } = &mut *self.kept;
        let mut scores = history.scores_mut(path, self.ground.game.to_move(at));
        for (index, child) in stack.iter().enumerate().skip(base) {
            if child.tried {
                scores.reward(child.slot as usize, index == cut);
            }
        }
    }
}

/// What is known of the children of a position that need no search.
pub(super) struct Look {
    /// The best of them is worth at least this, if that is enough.
    pub(super) best: i32,
    /// They are worth at most this, if it is not.
    pub(super) rest: i32,
}

impl Look {
    /// One more, whose worth is at least so much, if that reaches the bound, and else at most.
    /// Whether it does.
    #[inline(always)]
    fn close(&mut self, worth: i32, bound: i32) -> bool {
        if worth >= bound {
            self.best = worth;
        } else {
            self.rest = self.rest.max(worth);
        }
        worth >= bound
    }
}
